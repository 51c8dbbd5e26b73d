import { quotaMax } from '@turnpike/contract/quota'
import { AppError } from '../../../../http/app-error.ts'
import type { LedgerKind } from '../../../../store/schema/money.ts'
import type { Store } from '../../../../store/store.ts'
import { readCounters } from '../../../routing/limits/counter-key.ts'
import { addToCounter } from '../../../routing/limits/limits.queries.ts'
import { stepAt } from '../../../routing/limits/window.ts'
import type { UsageHour } from '../../../usage/logs/usage-hour.ts'
import { addToHours } from '../../../usage/logs/usage-hours.queries.ts'
import { partOfPots, returnToPots } from '../pots/return-to-pots.queries.ts'

/** A charge comes from a capture. These kinds of entries are posted; the others are of features to come. */
type PostedKind = Exclude<
  LedgerKind,
  'charge' | 'rule_refund' | 'service_credit' | 'org_transfer_in' | 'org_transfer_out'
>

export type Posting = {
  /** The user or organisation whose balance moves. */
  user_id: number
  /** Who acts for an organisation. */
  caller_id?: number | undefined
  kind: PostedKind
  /** The cause of the entry, unique per kind: order number, or the id of the code, invitee, task, adjustment or refund. */
  reference: string
  amount: number
  at: number
  /** For a manual refund: the reference of the charge, which may be refunded in parts. */
  charge?: string
  /** For a refund: the token and channel of the charge. */
  token_id?: number
  channel_id?: number
  detail?: string
  /** For a refund: the sums to subtract from the hour of its log row. Absent if the charge is not in the log. */
  hour?: UsageHour
}

/**
 * Writes an entry and moves the balances, in the caller's transaction, which also writes the cause of the entry.
 * Returns false and moves nothing if an entry of this kind and reference exists.
 */
export async function post(transaction: Store, posting: Posting): Promise<boolean> {
  const {
    user_id,
    caller_id = 0,
    kind,
    reference,
    amount,
    at,
    token_id = 0,
    channel_id = 0,
    detail = '',
    hour,
  } = posting
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`not an amount: ${amount}`)
  const { charge = reference } = posting
  const isRefund = kind === 'refund' || kind === 'manual_refund'
  const pots = isRefund ? await partOfPots(transaction, { user_id, charge, amount }) : undefined
  const entry = await transaction
    .insertInto('ledger')
    .values({
      user_id,
      caller_id,
      kind,
      reference,
      amount,
      from_pots: pots?.amount ?? 0,
      token_id,
      channel_id,
      detail,
      is_logged: hour ? 1 : 0,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!entry) return false
  await moveBalances(transaction, posting, pots?.amount)
  if (!isRefund) return true
  if (pots) await returnToPots(transaction, pots, { user_id, kind, reference, charge, at })
  await transaction
    .updateTable('tokens')
    .set(({ eb }) => ({ remain_quota: eb('remain_quota', '+', amount), used_quota: eb('used_quota', '-', amount) }))
    .where('id', '=', token_id)
    .execute()
  // In the order in which captures lock these rows.
  await refundBudgets(transaction, posting)
  if (hour) await addToHours(transaction, [hour])
  await transaction
    .updateTable('channels')
    .set(({ eb }) => ({ used_quota: eb('used_quota', '-', amount) }))
    .where('id', '=', channel_id)
    .execute()
  return true
}

/**
 * A refund frees the budgets in the windows of its charge. A manual refund leaves those that count costs: the provider
 * was paid.
 */
async function refundBudgets(
  transaction: Store,
  { kind, reference, charge = reference, amount }: Posting,
): Promise<void> {
  const charged = await transaction
    .selectFrom('ledger')
    .select(['limits', 'created_at'])
    .where('kind', '=', 'charge')
    .where('reference', '=', charge)
    .executeTakeFirst()
  const counted = readCounters(charged?.limits ?? '')
    .filter(({ cost }) => kind === 'refund' || cost === undefined)
    .sort((one, other) => (one.key < other.key ? -1 : 1))
  for (const { key, cost = amount } of counted)
    await addToCounter(transaction, { key, since: stepAt(key, charged?.created_at ?? 0), amount: -cost })
}

type Balance = 'quota' | 'used_quota' | 'aff_quota' | 'aff_history_quota' | 'aff_count'

const movesOf: Record<PostedKind, (amount: number, fromPots: number) => Partial<Record<Balance, number>>> = {
  top_up: (amount) => ({ quota: amount }),
  redemption: (amount) => ({ quota: amount }),
  grant: (amount) => ({ quota: amount }),
  adjustment_credit: (amount) => ({ quota: amount }),
  adjustment_debit: (amount) => ({ quota: -amount }),
  refund: (amount, fromPots) => ({ quota: amount - fromPots, used_quota: -amount }),
  manual_refund: (amount, fromPots) => ({ quota: amount - fromPots, used_quota: -amount }),
  order_refund: (amount) => ({ quota: -amount }),
  invite_reward: (amount) => ({ aff_quota: amount, aff_history_quota: amount, aff_count: 1 }),
  transfer: (amount) => ({ aff_quota: -amount, quota: amount }),
  plan_purchase: (amount) => ({ quota: -amount }),
  dividend: (amount) => ({ aff_quota: amount, aff_history_quota: amount }),
  dividend_reversal: (amount) => ({ aff_quota: -amount, aff_history_quota: -amount }),
  withdrawal: (amount) => ({ aff_quota: -amount }),
  // They move the amount of a pot (`wallet/pots`).
  plan_grant: () => ({}),
  plan_expiry: () => ({}),
}

/** Running calls have reserved a part of the balance, which these leave alone. */
const leaveHolds: ReadonlySet<PostedKind> = new Set(['order_refund', 'plan_purchase'])

/** Refuses a debit beyond the balance and a credit beyond the largest balance. */
async function moveBalances(transaction: Store, { user_id, kind, amount }: Posting, fromPots = 0): Promise<void> {
  const moves = Object.entries(movesOf[kind](amount, fromPots)) as [Balance, number][]
  if (moves.length === 0) return
  let update = transaction.updateTable('users').where('id', '=', user_id)
  for (const [balance, move] of moves) {
    update = update.set(({ eb }) => ({ [balance]: eb(balance, '+', move) }))
    update = move < 0 ? update.where(balance, '>=', -move) : update.where(balance, '<=', quotaMax - move)
  }
  if (leaveHolds.has(kind)) update = update.where(({ eb }) => eb(eb('quota', '-', eb.ref('held')), '>=', amount))
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
  if (numUpdatedRows === 1n) return
  const takes = moves.some(([, move]) => move < 0)
  throw new AppError(takes ? 'quota_insufficient' : 'balance_full', { detail: { user_id, kind, amount } })
}
