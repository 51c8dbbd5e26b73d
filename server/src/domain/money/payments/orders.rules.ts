import { randomBytes } from 'node:crypto'
import { type Order, orderExpiresAfterSeconds, type RechargeRecord } from '@turnpike/contract/money/payment'
import type { OptionValues } from '@turnpike/contract/options'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import { creditOrder } from './credit-order.ts'
import {
  countOrders,
  findOrder,
  insertOrder,
  noteProviderRef,
  type OrderRow,
  readOrders,
  readRecords,
  type Search,
} from './orders.queries.ts'
import { moneyText, payableOf } from './payable.ts'
import type { Checkout, PaymentProvider } from './payment-provider.ts'

type OrdersDeps = Pick<Deps, 'store' | 'options' | 'limits' | 'clock' | 'log'>

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** More than 128 random bits, so that order numbers cannot be guessed. */
function newTradeNo(userId: number, at: number): string {
  const random = Array.from(randomBytes(24), (byte) => alphabet[byte % alphabet.length]).join('')
  return `USR${userId}NO${random}${at}`
}

/** The provider of a method, if it is set up. */
export function providerOf(
  providers: readonly PaymentProvider[],
  method: unknown,
  options: OptionValues,
): PaymentProvider {
  const provider = providers.find(({ methods }) => methods.some((name) => name === method))
  if (!provider) throw new AppError('payment_method_unknown')
  if (!provider.isSetUp(options)) throw new AppError('payment_not_configured')
  return provider
}

/** The price of an amount for the caller, as text. */
export function quoteAmount(
  caller: Caller,
  requested: unknown,
  provider: PaymentProvider,
  options: OptionValues,
): string {
  const { price } = provider.price(options)
  const { cents } = payableOf(requested, caller.group, price, options)
  if (cents <= 1n) throw new AppError('topup_too_low')
  return moneyText(cents)
}

/** Stores an order, then starts its payment. An order whose payment never starts stays open and costs nothing. */
export async function startOrder(
  { store, options, limits, clock, log }: OrdersDeps,
  caller: Caller,
  requested: unknown,
  method: string,
  provider: PaymentProvider,
): Promise<Checkout & { trade_no: string }> {
  const settings = options.current()
  const { price, currency } = provider.price(settings)
  const { amount, cents, quota, ratio } = payableOf(requested, caller.group, price, settings)
  await limits.take('payment order', String(caller.id))
  const at = clock()
  const order = await insertOrder(store, {
    user_id: caller.id,
    trade_no: newTradeNo(caller.id, at),
    provider: provider.name,
    payment_method: method,
    amount,
    money: moneyText(cents),
    currency,
    merchant: provider.merchant(settings),
    quota,
    price_snapshot: JSON.stringify({ price, ratio, quota_per_unit: settings.QuotaPerUnit }),
    create_time: at,
  })
  const server = settings.ServerAddress.replace(/\/+$/, '')
  const callback = settings.CustomCallbackAddress.trim().replace(/\/+$/, '') || server
  try {
    const pages = { notify: `${callback}/api/user/epay/notify`, back: `${server}/log` }
    const checkout = await provider.start(order, settings, pages)
    if (checkout.provider_ref) await noteProviderRef(store, order.id, checkout.provider_ref)
    return { ...checkout, trade_no: order.trade_no }
  } catch (error) {
    log.warn('payment not started', { provider: provider.name, trade_no: order.trade_no, error })
    throw new AppError('payment_unreachable')
  }
}

type Paging = { p: number; page_size: number }

export async function listOrders({ store, clock }: OrdersDeps, { p, page_size }: Paging, search: Search) {
  const rows = await readOrders(store, search, { limit: page_size, offset: (p - 1) * page_size })
  const items = rows.map((row) => wireOrder(row, row.username, clock()))
  return { items, total: await countOrders(store, search), page: p, page_size }
}

const wireOrder = (row: OrderRow, username: string, now: number): Order => ({
  id: row.id,
  user_id: row.user_id,
  username,
  trade_no: row.trade_no,
  provider: row.provider,
  payment_method: row.payment_method,
  amount: row.amount,
  money: row.money,
  currency: row.currency,
  quota: row.quota,
  status: row.status,
  create_time: row.create_time,
  complete_time: row.complete_time,
  is_expired: row.status === 'pending' && row.create_time + orderExpiresAfterSeconds < now,
  completed_by: row.completed_by,
})

/** For a payment without a notification. The caller's own orders are refused. */
export async function completeOrder({ store, options }: OrdersDeps, actor: Actor, trade_no: string): Promise<Order> {
  const order = await store.transaction().execute(async (transaction) => {
    const found = await findOrder(transaction, trade_no)
    if (!found) throw new AppError('order_not_found')
    if (found.user_id === actor.id) throw new AppError('order_own')
    const credited = await creditOrder(transaction, trade_no, { at: actor.at, by: actor }, options.current())
    if (!credited) throw new AppError('order_completed')
    const { user_id, quota, money, currency } = credited
    await writeAudit(transaction, actor, {
      action: 'order.complete',
      target: trade_no,
      detail: { user_id, quota, money, currency },
    })
    return credited
  })
  return wireOrder(order, '', actor.at)
}

export async function listRecords(
  { store }: OrdersDeps,
  userId: number,
  { p, page_size, rebates }: Paging & { rebates?: boolean | undefined },
) {
  const page = { limit: page_size, offset: (p - 1) * page_size }
  const { rows, total } = await readRecords(store, userId, rebates === true, page)
  return { items: rows as RechargeRecord[], total, page: p, page_size } // the query selects these kinds only
}
