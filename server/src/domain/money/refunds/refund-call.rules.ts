import { orgMay } from '@turnpike/contract/identity/organisation'
import { role } from '@turnpike/contract/identity/user'
import { type CallRefunds, refundPartsMax } from '@turnpike/contract/money/refund'
import { logType } from '@turnpike/contract/usage/log'
import { logText } from '@turnpike/contract/usage/log-events'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { findSeat } from '../../identity/organisations/seats.queries.ts'
import { type Administrator, isAbove, isRoot } from '../../identity/user-admin/authority.ts'
import { lockAccount } from '../../identity/user-admin/user-admin.queries.ts'
import { writeAudit } from '../../system/audit/audit.queries.ts'
import { readCallRecord } from '../../usage/logs/call-record.ts'
import { readRequest, type StoredLog } from '../../usage/logs/logs.queries.ts'
import { loggedQuota } from '../../usage/logs/quota-text.ts'
import { hourOfRow } from '../../usage/logs/usage-hour.ts'
import { writeLog } from '../../usage/logs/write-log.queries.ts'
import { partialRefundHourOf } from '../pricing/cost/cost-hour.ts'
import { addToCostHour } from '../pricing/cost/cost-hours.queries.ts'
import { post } from '../wallet/ledger/ledger-post.ts'
import { actDetail, readActDetail } from '../wallet/ledger/reason.ts'
import { payerOf } from '../wallet/payer.ts'
import { refundReference } from '../wallet/refund-reference.ts'
import { findCharge, hasHold, readRefunds } from './call-refunds.queries.ts'

type RefundDeps = Pick<Deps, 'store' | 'logStore' | 'options'>
type CallRefund = { request_id: string; quota?: number | undefined; refunded: number; reason: string }

const sumOf = (refunds: readonly { amount: number }[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Gives back a charge or a part of it. The row of the user is locked first, so of two administrators one sees the refund
 * of the other.
 */
export async function refundCall(
  { store, logStore, options }: RefundDeps,
  { caller, actor }: Administrator,
  { request_id, quota, refunded, reason }: CallRefund,
): Promise<CallRefunds> {
  const row = await findCall(logStore, request_id)
  if (!row) throw new AppError('not_found')
  await store.transaction().execute(async (transaction) => {
    const person = await lockAccount(transaction, payerOf(row))
    if (!person || person.deleted_at !== null) throw new AppError('user_missing')
    if (!isAbove(caller, person) || (await isMember(transaction, caller, row)))
      throw new AppError('user_update_forbidden')
    const charge = await findCharge(transaction, request_id)
    if (!charge) throw new AppError('refund_nothing')
    if (await hasHold(transaction, request_id)) throw new AppError('refund_running')
    const before = await readRefunds(transaction, request_id)
    const left = charge.amount - sumOf(before)
    const part = before.filter(({ kind }) => kind === 'manual_refund').length + 1
    if (left <= 0 || part > refundPartsMax) throw new AppError('refund_nothing')
    if (sumOf(before) !== refunded) throw new AppError('refund_changed')
    const amount = quota ?? left
    const shown = (value: number) => loggedQuota(value, options.current())
    if (amount > left) throw new AppError('refund_too_much', { params: { amount: shown(left) } })

    const { user_id, caller_id, token_id, channel_id } = charge
    const { account_id, token_name, model_name, group } = row
    const call = { account_id, token_id, token_name, channel: channel_id, model_name, group, request_id }
    const negative = charge.is_logged ? -amount : 0
    const hour = { ...row, ...call, ...noUsage, type: logType.system, quota: negative, created_at: actor.at }
    const isNew = await post(transaction, {
      ...{ user_id, caller_id, kind: 'manual_refund', amount, token_id, channel_id, at: actor.at },
      reference: refundReference(request_id, part),
      charge: request_id,
      detail: actDetail(actor.username, reason),
      ...(charge.is_logged && { hour: hourOfRow(hour, 0) }),
    })
    if (!isNew) throw new AppError('refund_changed')
    await addRefundToCosts(transaction, row, { left, amount, at: actor.at })
    const event = 'call_refunded_by_hand'
    const params = { amount: shown(amount), reason }
    await writeLog(transaction, {
      user: { id: row.user_id, username: row.username },
      type: logType.system,
      content: logText(event, 'zh', params),
      other: { event, params, admin_info: { admin_id: actor.id, admin_username: actor.username } },
      at: actor.at,
      call: { ...call, quota: negative },
    })
    await writeAudit(transaction, actor, {
      action: 'call.refund',
      target: request_id,
      detail: { user_id, quota: amount, charged: charge.amount, reason },
    })
  })
  return readCallRefunds({ store }, caller, request_id)
}

/** Administrators give nothing back to an organisation of their own, as they give nothing back to themselves. */
const isMember = async (transaction: Store, caller: Caller, { account_id }: StoredLog): Promise<boolean> =>
  account_id !== 0 && !isRoot(caller) && (await findSeat(transaction, account_id, caller.id)) !== undefined

const noUsage = { prompt_tokens: 0, completion_tokens: 0, use_time: 0, facts: '', other: '' }

const findCall = async (logStore: Store, request_id: string): Promise<StoredLog | undefined> =>
  (await readRequest(logStore, request_id, {})).find(({ type }) => type === logType.consumption)

/** The provider was paid: the sale is smaller, and the cost stays. */
async function addRefundToCosts(
  transaction: Store,
  row: StoredLog,
  { left, amount, at }: { left: number; amount: number; at: number },
): Promise<void> {
  const cost = row.facts === '' ? undefined : readCallRecord(row.facts).priced.x
  if (cost === undefined) return
  await addToCostHour(
    transaction,
    partialRefundHourOf({ ...row, user_id: payerOf(row), created_at: at, quota: left }, amount, cost),
  )
}

function isShownTo(caller: Caller, charge: { user_id: number; caller_id: number }): boolean {
  const { org, id } = caller
  if (!org) return charge.user_id === id && charge.caller_id === 0
  return charge.user_id === org.id && (charge.caller_id === id || orgMay(org.role, 'watch'))
}

/** What was charged and given back. Users see their own requests, and not the names of administrators. */
export async function readCallRefunds(
  { store }: Pick<Deps, 'store'>,
  caller: Caller,
  request_id: string,
): Promise<CallRefunds> {
  const isAdmin = caller.role >= role.admin && !caller.org
  const charge = await findCharge(store, request_id)
  if (!charge || !(isAdmin || isShownTo(caller, charge))) throw new AppError('not_found')
  const entries = await readRefunds(store, request_id)
  const refunds = entries.map(({ id, created_at, amount, detail }) => {
    const { operator, reason } = readActDetail(detail)
    return { id, created_at, amount, reason, operator: isAdmin ? operator : '' }
  })
  return { charged: charge.amount, refunded: sumOf(entries), refunds }
}
