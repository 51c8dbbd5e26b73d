import { logType } from '@turnpike/contract/usage/log'
import { logText } from '@turnpike/contract/usage/log-events'
import { playgroundName } from '../../../usage/logs/playground-name.ts'
import { hourOfRow } from '../../../usage/logs/usage-hour.ts'
import { costHourOf } from '../../pricing/cost/cost-hour.ts'
import { toldOf } from '../payer.ts'
import { countCharge } from './counters.ts'
import type { Draft } from './draft.ts'
import type { CaptureOperation, Settlement } from './operations.ts'
import type { HoldRow, Part, Settled } from './plan.ts'
import { returnToPots, sumOfParts, takeFromPots } from './sources.ts'

type Charged = Omit<CaptureOperation, 'kind' | 'charge'>
type ChargeToApply = {
  amount: number
  reference: string
  detail?: string
  isNewCall: boolean
  budgets: string
  /** What may pay, with what was reserved of it; undefined: the balance alone. */
  parts: readonly Part[] | undefined
}

/**
 * Charges user and token. The charge is never refused: the balance may fall below zero, and `overdraft` records it.
 * Returns what pots paid.
 */
export function charge(
  draft: Draft,
  charged: Charged,
  { amount, reference, detail = '', isNewCall, budgets, parts }: ChargeToApply,
): readonly Part[] {
  const { user_id, caller_id = 0, token_id, channel_id, log, at } = charged
  const user = draft.user(user_id)
  if (!user) return noParts // the account was erased in the meantime: there is no balance to charge
  const moves = parts ? takeFromPots(draft, user, parts, { amount, at, reference }) : noParts
  const from_pots = moves === noParts ? 0 : sumOfParts(moves)
  const overdraft = Math.max(0, amount - from_pots - Math.max(0, user.quota))
  user.quota -= amount - from_pots
  user.used_quota += amount
  user.request_count += isNewCall ? 1 : 0
  const token = draft.token(token_id)
  if (token) {
    token.remain_quota -= amount
    token.used_quota += amount
    token.accessed_time = Math.max(token.accessed_time, at)
  }
  draft.addToChannel(channel_id, amount)
  if (budgets !== '') countCharge(draft, budgets, amount, at)
  if (amount > 0) {
    draft.entries.push({
      user_id,
      caller_id,
      kind: 'charge',
      reference,
      amount,
      overdraft,
      from_pots,
      token_id,
      channel_id,
      detail,
      is_logged: log ? 1 : 0,
      limits: budgets,
      created_at: at,
    })
  }
  if (log) {
    // Runs for every call. A spread would cost several times as much as naming the members.
    const row = {
      user_id: caller_id || user_id,
      account_id: caller_id === 0 ? 0 : user_id,
      username: log.username,
      created_at: at,
      type: logType.consumption,
      quota: amount,
      channel: channel_id,
      token_id,
      token_name: log.token_name,
      model_name: log.model_name,
      prompt_tokens: log.prompt_tokens,
      completion_tokens: log.completion_tokens,
      use_time: log.use_time,
      is_stream: log.is_stream,
      group: log.group,
      content: log.content ?? '',
      other: log.other ?? '',
      facts: log.facts ?? '',
      request_id: reference,
    }
    draft.logs.push(row)
    draft.hours.push(hourOfRow(row, log.first_ms ?? 0))
    if (log.cost !== undefined) draft.costs.push(costHourOf(caller_id === 0 ? row : { ...row, user_id }, log.cost))
  }
  return moves
}

const noParts: readonly Part[] = []

/** Refunds a part of the charge of an expired hold, now that the call has reported its own charge. */
export function refund(
  draft: Draft,
  settlement: Settlement,
  settled: Settled,
  { amount, hold }: { amount: number; hold: HoldRow | undefined },
): void {
  const { channel_id, budgets, at: chargedAt, isLogged } = settled
  const { request_id, user_id, caller_id = 0, token_id, at } = settlement
  const user = draft.user(user_id)
  if (!user) return
  const hasPots = settled.moves.length > 0
  const from_pots = hasPots ? returnToPots(draft, settled, { amount, at, reference: request_id }) : 0
  user.quota += amount - from_pots
  user.used_quota -= amount
  const token = draft.token(token_id)
  if (token) {
    token.remain_quota += amount
    token.used_quota -= amount
  }
  draft.addToChannel(channel_id, -amount)
  if (budgets !== '') countCharge(draft, budgets, -amount, chargedAt)
  const entry = { user_id, caller_id, kind: 'refund' as const, reference: request_id, amount, overdraft: 0, from_pots }
  draft.entries.push({
    ...entry,
    token_id,
    channel_id,
    detail: '',
    is_logged: isLogged ? 1 : 0,
    limits: '',
    created_at: at,
  })
  // A release has no log row to name the model. The hold names it, if the call took its hold again.
  const { model_name = '', group = '' } = (settlement.kind === 'capture' ? settlement.log : undefined) ?? hold ?? {}
  const params = { request: request_id, amount }
  const told = toldOf({ user_id, caller_id })
  const row = {
    ...emptyLog,
    ...told,
    username: (caller_id === 0 ? user : draft.caller(user_id, caller_id))?.username ?? '',
    type: logType.system,
    quota: isLogged ? -amount : 0,
    channel: channel_id,
    token_id,
    token_name: token?.name ?? (group === '' ? '' : playgroundName(group, told.account_id)),
    model_name,
    group,
    content: logText('call_refunded', 'zh', params),
    other: JSON.stringify({ event: 'call_refunded', params }),
    request_id,
    created_at: at,
  }
  draft.logs.push(row)
  if (isLogged) draft.hours.push(hourOfRow(row, 0))
}

const emptyLog = { prompt_tokens: 0, completion_tokens: 0, use_time: 0, is_stream: 0 as const, facts: '' }
