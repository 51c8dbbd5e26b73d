import type { OptionValues } from '@turnpike/contract/options'
import type { LogParams } from '@turnpike/contract/usage/log-events'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { lockAccount } from '../../identity/user-admin/user-admin.queries.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import { loggedQuota } from '../../usage/logs/quota-text.ts'
import { findByOrder } from '../plans/subscriptions.queries.ts'
import { post } from '../wallet/ledger/ledger-post.ts'
import { actDetail } from '../wallet/ledger/reason.ts'
import { logForBuyer } from './buyer-log.ts'
import { paidText } from './credit-order.ts'
import {
  confirmRefund,
  failRefund,
  insertRefund,
  type OrderRefundRow,
  readPendingRefunds,
  readRefundsOf,
  revokeRefund,
} from './order-refunds.queries.ts'
import { findOrder, markSharesDue, type OrderRow } from './orders.queries.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { applyRefunds, findCredited } from './refund-plan.rules.ts'
import { centsOf, moneyOf, refundedCents, worthOf } from './refund-worth.ts'
import { firstTradeNo } from './renewal-trade-no.ts'
import { stopRenewal } from './stop-renewals.rules.ts'

type RefundDeps = Pick<Deps, 'store' | 'options' | 'clock' | 'log'>
type Requested = { trade_no: string; money?: string | undefined; refunded: string; reason: string }

/**
 * Takes the worth of a refund from the balance, then asks the provider to pay it back. In this order, because a payment
 * cannot be called back. A refund beyond the available balance is refused. A plan ends when the provider has confirmed its
 * refund, because a plan that has ended cannot be restored.
 */
export async function refundOrder(
  deps: RefundDeps,
  providers: readonly PaymentProvider[],
  actor: Actor,
  requested: Requested,
): Promise<void> {
  const { store, options } = deps
  const settings = options.current()
  const [order, refund] = await store.transaction().execute(async (transaction) => {
    const found = await findOrder(transaction, requested.trade_no)
    if (!found) throw new AppError('order_not_found')
    if (found.status !== 'success') throw new AppError('refund_unpaid')
    checkProvider(providers, found, settings)
    return [found, await takeBack(transaction, actor, found, requested, providers, settings)] as const
  })
  const provider = providerOf(providers, order)
  const reason = refund.status === 'pending' && provider ? await payBack(deps, provider, order, refund) : undefined
  if (isOfPlan(order)) await stopRenewalOf(deps, providers, order)
  if (reason !== undefined) throw new AppError('refund_refused', { params: { reason } })
}

/** The quota of such an order was not credited, so that nothing of it is in the balance. */
const isOfPlan = ({ plan_id }: OrderRow): boolean => plan_id !== 0

async function stopRenewalOf(
  deps: RefundDeps,
  providers: readonly PaymentProvider[],
  { trade_no }: OrderRow,
): Promise<void> {
  const subscription = await findByOrder(deps.store, firstTradeNo(trade_no))
  if (subscription) await stopRenewal(deps, providers, subscription.id)
}

const providerOf = (providers: readonly PaymentProvider[], { provider }: OrderRow) =>
  providers.find(({ name }) => name === provider)

/** Another account of the provider does not know the payment. */
function checkProvider(providers: readonly PaymentProvider[], order: OrderRow, settings: OptionValues): void {
  const provider = providerOf(providers, order)
  if (!provider?.refund) return
  if (!provider.isSetUp(settings)) throw new AppError('payment_not_configured')
  if (order.merchant !== provider.merchant(settings) || order.provider_ref === '')
    throw new AppError('refund_other_mode')
}

/** The user is locked first, so of two administrators one sees the refund of the other. */
async function takeBack(
  transaction: Store,
  actor: Actor,
  order: OrderRow,
  { money, refunded, reason }: Requested,
  providers: readonly PaymentProvider[],
  settings: OptionValues,
): Promise<OrderRefundRow> {
  const person = await lockAccount(transaction, order.user_id)
  if (!person) throw new AppError('user_missing')
  const refunds = await readRefundsOf(transaction, [order.trade_no])
  if (refunds.some(({ status }) => status === 'pending')) throw new AppError('refund_pending')
  const before = refundedCents(refunds)
  const left = centsOf(order.money) - before
  const credited = isOfPlan(order) ? await findCredited(transaction, order) : undefined
  if (credited) throw new AppError('refund_credited', { params: { plan: credited.title } })
  if (left <= 0) throw new AppError('refund_nothing')
  if (before !== centsOf(refunded)) throw new AppError('refund_changed')
  const cents = money === undefined ? left : centsOf(money)
  if (cents === 0) throw new AppError('invalid_field', { params: { field: 'money' } })
  if (cents > left) throw new AppError('refund_too_much', { params: { amount: paid(order, left) } })
  const quota = isOfPlan(order) ? 0 : worthOf(order, before, cents)
  const available = person.quota - person.held
  if (quota > 0 && quota > available)
    throw new AppError('refund_beyond_balance', {
      params: { amount: loggedQuota(quota, settings), available: loggedQuota(Math.max(0, available), settings) },
    })
  const status = providerOf(providers, order)?.refund ? 'pending' : 'done'
  const by = { reason, created_by: actor.username, created_at: actor.at }
  const row = await recordRefund(transaction, order, { status, cents, quota, missing: 0, ...by })
  const event = isOfPlan(order) ? 'plan_refunded' : 'order_refunded'
  await logForBuyer(transaction, order, actor.at, event, { ...amountsOf(order, row, settings), reason })
  await applyToPlan(transaction, order, actor.at)
  const detail = { user_id: order.user_id, money: moneyOf(cents), currency: order.currency, quota, reason }
  await writeAudit(transaction, actor, { action: 'order.refund', target: order.trade_no, detail })
  return row
}

/** Only what has been paid back counts. */
async function applyToPlan(transaction: Store, order: OrderRow, at: number): Promise<void> {
  if (!isOfPlan(order)) return
  const refunds = await readRefundsOf(transaction, [order.trade_no])
  await applyRefunds(transaction, order, refundedCents(refunds.filter(({ status }) => status === 'done')), at)
}

const paid = ({ currency }: OrderRow, cents: number) => paidText({ money: moneyOf(cents), currency })
const amountsOf = (order: OrderRow, { cents, quota }: OrderRefundRow, settings: OptionValues): LogParams => ({
  order: order.trade_no,
  money: paid(order, cents),
  amount: loggedQuota(quota, settings),
})

type NewRefund = Pick<OrderRefundRow, 'status' | 'cents' | 'quota' | 'missing' | 'reason' | 'created_by' | 'created_at'>

async function recordRefund(transaction: Store, order: OrderRow, refund: NewRefund): Promise<OrderRefundRow> {
  const { trade_no, user_id } = order
  const row = await insertRefund(transaction, { trade_no, user_id, ...refund })
  const { id, quota: amount, reason, created_by, created_at: at } = row
  const detail = actDetail(created_by, reason)
  if (amount > 0) await post(transaction, { user_id, kind: 'order_refund', reference: String(id), amount, at, detail })
  await markSharesDue(transaction, trade_no)
  return row
}

/**
 * Returns why the provider refused, after the balance was restored. While the provider does not respond, the refund
 * stays pending, and a job tries it again.
 */
async function payBack(
  deps: RefundDeps,
  provider: PaymentProvider,
  order: OrderRow,
  refund: OrderRefundRow,
): Promise<string | undefined> {
  const { store, options, clock, log } = deps
  const { id, cents } = refund
  const before = refundedCents((await readRefundsOf(store, [order.trade_no])).filter((other) => other.id < id))
  const outcome = await provider
    .refund?.(order, { cents, before, key: `${order.trade_no}-refund-${id}` }, options.current())
    .catch((error: unknown) => {
      log.warn('refund not confirmed', { provider: provider.name, trade_no: order.trade_no, error })
      return undefined
    })
  if (outcome?.state === 'done')
    await store.transaction().execute(async (transaction) => {
      await lockAccount(transaction, order.user_id)
      await confirmRefund(transaction, id, outcome.ref)
      await applyToPlan(transaction, order, clock())
    })
  if (outcome?.state !== 'refused') return undefined
  log.warn('refund refused', { provider: provider.name, trade_no: order.trade_no, reason: outcome.reason })
  const isRestored = await store.transaction().execute(async (transaction) => {
    const failed = await failRefund(transaction, id)
    if (failed) await restore(transaction, order, failed, clock(), options.current())
    return failed !== undefined
  })
  // A notification may have confirmed it meanwhile.
  return isRestored ? outcome.reason : undefined
}

/** Returns to the balance what a failed refund has taken, and to agents their shares. A plan that it has ended stays so. */
async function restore(
  transaction: Store,
  order: OrderRow,
  refund: OrderRefundRow,
  at: number,
  settings: OptionValues,
): Promise<void> {
  const { id, user_id, quota: amount } = refund
  const person = await lockAccount(transaction, user_id)
  await markSharesDue(transaction, order.trade_no)
  if (isOfPlan(order)) {
    await applyToPlan(transaction, order, at)
    return logForBuyer(transaction, order, at, 'plan_refund_failed', amountsOf(order, refund, settings))
  }
  if (!person || amount === 0) return
  const reference = `order refund ${id}`
  await post(transaction, { user_id, kind: 'adjustment_credit', reference, amount, at, detail: refund.created_by })
  await logForBuyer(transaction, order, at, 'order_refund_failed', amountsOf(order, refund, settings))
}

const patienceSeconds = 60
const batchMax = 20

/** Asks the providers again about refunds that they have not confirmed. */
export async function retryRefunds(deps: RefundDeps, providers: readonly PaymentProvider[]): Promise<void> {
  for (const refund of await readPendingRefunds(deps.store, deps.clock() - patienceSeconds, batchMax)) {
    const order = await findOrder(deps.store, refund.trade_no)
    const provider = order && providerOf(providers, order)
    if (order && provider?.isSetUp(deps.options.current())) await payBack(deps, provider, order, refund)
  }
}

/** All that was paid back of an order so far, or an amount more, once, by its number at the provider. */
type PaidBack = { total: number } | { more: number; ref: string }

function totalOf(order: OrderRow, refunds: readonly OrderRefundRow[], told: PaidBack): number {
  if ('total' in told) return told.total
  const before = refundedCents(refunds)
  const isKnown = refunds.some(({ provider_ref, status }) => provider_ref === told.ref && status !== 'failed')
  return isKnown ? before : Math.min(before + told.more, centsOf(order.money))
}

/**
 * Records what the provider says it has paid back of an order. Only the part beyond the known refunds is new: the balance
 * falls by its worth, at most to what running requests have reserved.
 */
export async function noteRefunded(
  transaction: Store,
  order: OrderRow,
  told: PaidBack,
  at: number,
  settings: OptionValues,
): Promise<'refunded' | 'repeated'> {
  const person = await lockAccount(transaction, order.user_id)
  const refunds = await readRefundsOf(transaction, [order.trade_no])
  const before = refundedCents(refunds)
  const total = totalOf(order, refunds, told)
  const isConfirmed = 'total' in told && before <= total
  for (const { id, status } of refunds) if (status === 'pending' && isConfirmed) await confirmRefund(transaction, id)
  const cents = total - before
  if (cents <= 0 || !person) {
    await applyToPlan(transaction, order, at)
    return 'repeated'
  }
  const worth = isOfPlan(order) ? 0 : worthOf(order, before, cents)
  const quota = Math.min(worth, Math.max(0, person.quota - person.held))
  const row = await recordRefund(transaction, order, {
    ...{ status: 'done', cents, quota, missing: worth - quota, reason: '', created_by: '', created_at: at },
  })
  if ('ref' in told) await confirmRefund(transaction, row.id, told.ref)
  const event = isOfPlan(order) ? 'plan_refunded_outside' : 'order_refunded_outside'
  await logForBuyer(transaction, order, at, event, amountsOf(order, row, settings))
  await applyToPlan(transaction, order, at)
  return 'refunded'
}

/** A refund that the provider had accepted did not reach the buyer: the balance is restored, once. */
export async function noteRefundFailed(
  transaction: Store,
  order: OrderRow,
  refund: OrderRefundRow,
  at: number,
  settings: OptionValues,
): Promise<'refund_failed' | 'repeated'> {
  const failed = await revokeRefund(transaction, refund.id)
  if (!failed) return 'repeated'
  await restore(transaction, order, failed, at, settings)
  return 'refund_failed'
}
