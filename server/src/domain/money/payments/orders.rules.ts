import { randomBytes } from 'node:crypto'
import {
  type Order,
  type OrderFilters,
  type OrderTotals,
  orderExpiresAfterSeconds,
  type RechargeRecord,
  type WaitingPayments,
} from '@turnpike/contract/money/payment'
import type { OptionValues } from '@turnpike/contract/options'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { accountOf, billedTo, type Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { findSeat } from '../../identity/organisations/seats.queries.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import { readOrderedPlan } from '../plans/ordered-plan.ts'
import { isAct, readActDetail } from '../wallet/ledger/reason.ts'
import { toldOf } from '../wallet/payer.ts'
import { creditOrder } from './credit-order.ts'
import { countRefused } from './notices.queries.ts'
import { type OrderRefundRow, readRefundsOf } from './order-refunds.queries.ts'
import {
  countOrders,
  findOrder,
  insertOrder,
  noteProviderRef,
  type OrderRow,
  readOrders,
  readRecords,
  type Search,
  sumOpenOrders,
  sumOrders,
  sumPendingRefunds,
} from './orders.queries.ts'
import { moneyText, payableOf } from './payable.ts'
import type { Bought, Checkout, PaymentProvider } from './payment-provider.ts'
import { moneyOf, refundedCents } from './refund-worth.ts'

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

/** The group whose part of the price applies. */
export const groupOf = ({ group, org }: Caller): string => org?.group ?? group

/** The price of an amount for the caller, as text. */
export function quoteAmount(
  caller: Caller,
  requested: unknown,
  provider: PaymentProvider,
  options: OptionValues,
): string {
  const { price } = provider.price(options)
  const { cents } = payableOf(requested, groupOf(caller), price, options)
  if (cents <= 1n) throw new AppError('topup_too_low')
  return moneyText(cents)
}

/** Orders an amount of quota. */
export async function startOrder(
  deps: OrdersDeps,
  caller: Caller,
  requested: unknown,
  method: string,
  provider: PaymentProvider,
): Promise<Started> {
  const settings = deps.options.current()
  const { price, currency } = provider.price(settings)
  const { amount, cents, quota, ratio } = payableOf(requested, groupOf(caller), price, settings)
  const ordered = {
    payment_method: method,
    amount,
    money: moneyText(cents),
    currency,
    quota,
    price_snapshot: JSON.stringify({ price, ratio, quota_per_unit: settings.QuotaPerUnit }),
  }
  return startPayment(deps, caller, provider, ordered, { title: `TUC${amount}` })
}

type Started = Checkout & { trade_no: string }
type Ordered = Pick<OrderRow, 'payment_method' | 'amount' | 'money' | 'currency' | 'quota' | 'price_snapshot'> &
  Partial<Pick<OrderRow, 'plan_id' | 'terms' | 'subscription_id'>>

/** Stores an order, then starts its payment. An order whose payment never starts stays open and costs nothing. */
export async function startPayment(
  { store, options, limits, clock, log }: OrdersDeps,
  caller: Caller,
  provider: PaymentProvider,
  ordered: Ordered,
  bought: Bought,
): Promise<Started> {
  const settings = options.current()
  await limits.take('payment order', String(caller.id))
  const at = clock()
  const order = await insertOrder(store, {
    ...billedTo(caller),
    ...ordered,
    trade_no: newTradeNo(accountOf(caller), at),
    provider: provider.name,
    merchant: provider.merchant(settings),
    create_time: at,
  })
  const server = settings.ServerAddress.replace(/\/+$/, '')
  const callback = settings.CustomCallbackAddress.trim().replace(/\/+$/, '') || server
  try {
    const beside = { notify: `${callback}/api/user/epay/notify`, back: `${server}/log`, bought }
    const checkout = await provider.start(order, settings, beside)
    if (checkout.provider_ref) await noteProviderRef(store, order.id, checkout.provider_ref)
    return { ...checkout, trade_no: order.trade_no }
  } catch (error) {
    log.warn('payment not started', { provider: provider.name, trade_no: order.trade_no, error })
    throw new AppError('payment_unreachable')
  }
}

type Paging = { p: number; page_size: number }

export const searchOf = ({ keyword, status, start_timestamp, end_timestamp }: OrderFilters): Search => ({
  keyword,
  status,
  start: start_timestamp,
  end: end_timestamp,
})

/** The orders of a page. `namesOperators` shows which administrator has refunded. */
export async function listOrders(
  { store, clock }: Pick<OrdersDeps, 'store' | 'clock'>,
  { p, page_size }: Paging,
  search: Search,
  { namesOperators = false } = {},
) {
  const rows = await readOrders(store, search, { limit: page_size, offset: (p - 1) * page_size })
  const refunds = await refundsByOrder(store, rows)
  const items = rows.map((row) =>
    wireOrder(row, { ...row, refunds: refunds.get(row.trade_no), namesOperators }, clock()),
  )
  return { items, total: await countOrders(store, search), page: p, page_size }
}

async function refundsByOrder(store: Store, orders: readonly OrderRow[]): Promise<Map<string, OrderRefundRow[]>> {
  const credited = orders.filter(({ status }) => status === 'success').map(({ trade_no }) => trade_no)
  return Map.groupBy(await readRefundsOf(store, credited), ({ trade_no }) => trade_no)
}

/** One order as administrators see it. */
export async function readOrder(
  { store, clock }: Pick<OrdersDeps, 'store' | 'clock'>,
  trade_no: string,
): Promise<Order> {
  const [row] = await readOrders(store, { trade_no }, { limit: 1, offset: 0 })
  if (!row) throw new AppError('order_not_found')
  const refunds = await readRefundsOf(store, [trade_no])
  return wireOrder(row, { ...row, refunds, namesOperators: true }, clock())
}

type Beside = {
  username: string
  account?: string
  refunds?: readonly OrderRefundRow[] | undefined
  namesOperators?: boolean
}

export const wireOrder = (
  row: OrderRow,
  { username, account = '', refunds = [], namesOperators = false }: Beside,
  now: number,
): Order => ({
  id: row.id,
  ...toldOf(row),
  username,
  account,
  trade_no: row.trade_no,
  provider: row.provider,
  payment_method: row.payment_method,
  amount: row.amount,
  money: row.money,
  currency: row.currency,
  quota: row.quota,
  plan_id: row.plan_id,
  plan: row.terms === '' ? '' : readOrderedPlan(row.terms).title,
  status: row.status,
  create_time: row.create_time,
  complete_time: row.complete_time,
  is_expired: row.status === 'pending' && row.create_time + orderExpiresAfterSeconds < now,
  completed_by: row.completed_by,
  refunded: moneyOf(refundedCents(refunds)),
  refunds: refunds.map(({ id, created_at, status, cents, quota, missing, reason, created_by }) => {
    const operator = namesOperators ? created_by : ''
    return { id, created_at, status, money: moneyOf(cents), quota, missing, reason, operator }
  }),
})

/** The sums of the orders of a filter. */
export async function totalOrders({ store }: Pick<OrdersDeps, 'store'>, search: Search): Promise<OrderTotals> {
  const sums = await sumOrders(store, search)
  const sumOf = (column: 'orders' | 'credited' | 'quota') => sums.reduce((sum, row) => sum + Number(row[column]), 0)
  return {
    orders: sumOf('orders'),
    credited: sumOf('credited'),
    quota: sumOf('quota'),
    currencies: sums
      .filter(({ credited }) => Number(credited) > 0)
      .map(({ currency, paid, refunded }) => ({
        currency,
        paid: moneyOf(Number(paid)),
        refunded: moneyOf(Number(refunded)),
      })),
  }
}

const waitingAfterSeconds = 600
const pendingForSeconds = 3 * 86_400
const refusedForSeconds = 7 * 86_400

/** What an administrator should look at: the counts and sums of payments that did not end. */
export async function readWaiting({ store, clock }: Pick<OrdersDeps, 'store' | 'clock'>): Promise<WaitingPayments> {
  const now = clock()
  const [open, refused, refunds] = await Promise.all([
    sumOpenOrders(store, { after: now - pendingForSeconds, before: now - waitingAfterSeconds }),
    countRefused(store, now - refusedForSeconds),
    sumPendingRefunds(store),
  ])
  return {
    pending: waitingOf(open),
    refused: { notices: Number(refused.notices), newest: refused.newest ?? 0 },
    refunds: waitingOf(refunds),
  }
}

const waitingOf = (rows: readonly { currency: string; orders: number; oldest: number; cents: number }[]) => ({
  orders: rows.reduce((sum, { orders }) => sum + Number(orders), 0),
  oldest: rows.length === 0 ? 0 : Math.min(...rows.map(({ oldest }) => oldest)),
  sums: rows.map(({ currency, cents }) => ({ currency, money: moneyOf(Number(cents)) })),
})

/** Members of an organisation gain by its orders as by their own. */
const isOwnOrder = async (transaction: Store, { id }: Actor, { user_id, caller_id }: OrderRow): Promise<boolean> =>
  user_id === id || caller_id === id || (await findSeat(transaction, user_id, id)) !== undefined

/** For a payment without a notification. The caller's own orders are refused. */
export async function completeOrder({ store, options }: OrdersDeps, actor: Actor, trade_no: string): Promise<Order> {
  const order = await store.transaction().execute(async (transaction) => {
    const found = await findOrder(transaction, trade_no)
    if (!found) throw new AppError('order_not_found')
    if (await isOwnOrder(transaction, actor, found)) throw new AppError('order_own')
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
  return wireOrder(order, { username: '' }, actor.at)
}

/** Negative for what was taken from the balance, or from earnings alone. */
function signedAmount({ amount, posted, affiliate }: { amount: number; posted: number; affiliate: number }): number {
  if (posted < 0) return posted
  return posted === 0 && affiliate < 0 ? affiliate : amount
}

export async function listRecords(
  { store }: OrdersDeps,
  userId: number,
  { p, page_size, rebates }: Paging & { rebates?: boolean | undefined },
) {
  const page = { limit: page_size, offset: (p - 1) * page_size }
  const { rows, total } = await readRecords(store, userId, rebates === true, page)
  const items = rows.map(({ kind, reference, amount, posted, affiliate, detail, ...row }) => ({
    ...row,
    kind: kind as RechargeRecord['kind'], // the query selects these kinds only
    // That of a share names an order or a day of somebody else.
    reference: kind === 'dividend' || kind === 'dividend_reversal' ? '' : reference,
    amount: signedAmount({ amount, posted, affiliate }),
    reason: isAct(kind) ? readActDetail(detail).reason : '',
  }))
  return { items, total, page: p, page_size }
}
