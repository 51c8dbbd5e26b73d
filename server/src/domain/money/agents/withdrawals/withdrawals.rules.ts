import type { Language } from '@turnpike/contract/errors'
import { userStatus } from '@turnpike/contract/identity/user'
import type { newWithdrawal, PayoutMethod, Withdrawal } from '@turnpike/contract/money/agents/withdrawal'
import { withdrawalFee } from '@turnpike/contract/money/agents/withdrawal-fee'
import type { OptionValues } from '@turnpike/contract/options'
import { logType } from '@turnpike/contract/usage/log'
import { logText } from '@turnpike/contract/usage/log-events'
import type { z } from 'zod'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import { lockPerson } from '../../../identity/user-admin/user-admin.queries.ts'
import type { UserRow } from '../../../identity/users/users.queries.ts'
import { type Actor, writeAudit } from '../../../system/audit/audit.queries.ts'
import { loggedQuota, shownQuota } from '../../../usage/logs/quota-text.ts'
import { writeLog } from '../../../usage/logs/write-log.queries.ts'
import { findAgent } from '../agents.queries.ts'
import { availableOf } from '../earnings.rules.ts'
import { payDebt } from '../shares/debt.ts'
import { tellAdministrators, tellAgent } from '../tell-agents.ts'
import { termsAt } from '../terms.rules.ts'
import { type AccountField, sealAccount } from './payout-account.ts'
import { findEnabledMethod } from './payout-methods.queries.ts'
import { newsOf, requestOf } from './tell-withdrawal.ts'
import { storedNames, wireWithdrawal } from './wire-withdrawal.ts'
import {
  countWithdrawals,
  findOwnWithdrawal,
  insertWithdrawal,
  moveWithdrawal,
  readOwnWithdrawals,
  type WithdrawalRow,
} from './withdrawals.queries.ts'

type Paging = { p: number; page_size: number }
type WithdrawalPage = { items: Withdrawal[]; total: number; page: number; page_size: number }

export async function listOwnWithdrawals(store: Store, agent_id: number, paging: Paging): Promise<WithdrawalPage> {
  const [rows, total] = await Promise.all([
    readOwnWithdrawals(store, agent_id, paging),
    countWithdrawals(store, { agent_id }),
  ])
  return { items: rows.map(wireWithdrawal), total, page: paging.p, page_size: paging.page_size }
}

type Asked = z.output<typeof newWithdrawal>

/** Asks for a payout. The amount is reserved under the lock of the agent's row, so that no amount is in two requests. */
export async function askWithdrawal(deps: Deps, actor: Actor, asked: Asked, language: Language): Promise<Withdrawal> {
  const { store, options, limits } = deps
  const settings = options.current()
  await limits.take('payout request', String(actor.id))
  const row = await store.transaction().execute(async (transaction) => {
    const person = await lockAgent(transaction, actor.id, settings)
    const method = await findEnabledMethod(transaction, asked.method_id)
    if (!method) throw new AppError('payout_method_missing')
    const fields = filledIn(method, asked.fields, language)
    const fee = await checkAmount(transaction, person, asked.amount, settings, actor.at)
    const { id: agent_id } = person
    const withdrawal = { agent_id, amount: asked.amount, fee, method: storedNames(method), created_at: actor.at }
    const inserted = await insertWithdrawal(transaction, withdrawal, (id) =>
      sealAccount(deps.vault, { id, agent_id }, fields),
    )
    await recordOwn(transaction, actor, person, inserted, 'asked', settings)
    return inserted
  })
  tellAgent(deps, actor.id, newsOf('withdrawal_asked', row, settings))
  tellAdministrators(deps, requestOf(actor.username, row.amount, settings))
  return wireWithdrawal(row)
}

/** Agents keep what they have earned: also those who ended, and all of them after the feature was switched off. */
async function lockAgent(transaction: Store, id: number, { AgentsEnabled }: OptionValues): Promise<UserRow> {
  const person = await lockPerson(transaction, id)
  if (!person || person.deleted_at !== null || person.status !== userStatus.enabled)
    throw new AppError('session_expired')
  const { status } = (await findAgent(transaction, id)) ?? {}
  if (status === 'active' || status === 'ended') return person
  throw new AppError(AgentsEnabled ? 'agent_missing' : 'agents_disabled')
}

function filledIn(method: PayoutMethod, values: readonly string[], language: Language): AccountField[] {
  // The method was changed since the agent saw it: the values belong to other fields.
  if (values.length > method.fields.length) throw new AppError('payout_method_missing')
  return method.fields.map(({ label, label_zh, required }, index) => {
    const value = values[index] ?? ''
    if (required && value === '')
      throw new AppError('payout_field_missing', { params: { field: language === 'zh' ? label_zh : label } })
    return { label, label_zh, value }
  })
}

/** Returns the fee by the present terms. */
async function checkAmount(
  transaction: Store,
  person: UserRow,
  amount: number,
  settings: OptionValues,
  at: number,
): Promise<number> {
  const shown = (quota: number) => shownQuota(quota, settings)
  const terms = await termsAt(transaction, { agent_id: person.id, group: person.group }, at)
  const minimum = terms.withdrawal_min
  if (amount < minimum) throw new AppError('withdrawal_too_low', { params: { minimum: shown(minimum) } })
  const fee = withdrawalFee(terms, amount)
  if (amount <= fee) throw new AppError('withdrawal_fee_beyond', { params: { fee: shown(fee) } })
  const { available } = await availableOf(transaction, person, at)
  if (amount > available) throw new AppError('earnings_insufficient', { params: { available: shown(available) } })
  return fee
}

/** Takes back a request that nobody has approved. */
export async function cancelWithdrawal(deps: Deps, actor: Actor, id: number): Promise<Withdrawal> {
  const { store, options } = deps
  const settings = options.current()
  const row = await store.transaction().execute(async (transaction) => {
    const person = await lockPerson(transaction, actor.id)
    if (!person || !(await findOwnWithdrawal(transaction, actor.id, id))) throw new AppError('not_found')
    const moved = await moveWithdrawal(transaction, id, ['asked'], { status: 'cancelled', decided_at: actor.at })
    if (!moved) throw new AppError('agent_decided')
    await payDebt(transaction, actor.id, actor.at)
    await recordOwn(transaction, actor, person, moved, 'cancelled', settings)
    return moved
  })
  tellAgent(deps, actor.id, newsOf('withdrawal_cancelled', row, settings))
  return wireWithdrawal(row)
}

const acts = { asked: 'ask_withdrawal', cancelled: 'cancel_withdrawal' } as const

async function recordOwn(
  transaction: Store,
  actor: Actor,
  { id, username }: UserRow,
  row: WithdrawalRow,
  step: keyof typeof acts,
  settings: OptionValues,
): Promise<void> {
  const { amount, fee } = row
  await writeAudit(transaction, actor, {
    action: `agent.${acts[step]}`,
    target: `#${row.id} ${username}`,
    detail: { amount, fee },
  })
  const event = `withdrawal_${step}` as const
  const params = { amount: loggedQuota(amount, settings) }
  await writeLog(transaction, {
    user: { id, username },
    type: logType.system,
    content: logText(event, 'zh', params),
    other: { event, params },
    at: actor.at,
  })
}
