import { decimalOf, isRatio } from '@turnpike/contract/quota'
import type { ImportContext } from '../../context.ts'
import { TableNotes, type TableReport } from '../../report.ts'
import { countIn, type Row, textIn } from '../../row.ts'

const table = 'subscription_orders'
const isPaid = (row: Row) => textIn(row, 'status') === 'success'

/** Orders of plans are only read: they credit no balance, and each subscription comes with what was paid for it. */
export async function reportPlanOrders({ source, say }: ImportContext): Promise<TableReport> {
  const rows = await source.rows(table)
  const notes = new TableNotes(table)
  notes.report.found = rows.length
  for (const row of rows)
    if (isPaid(row)) notes.remark('paid: its subscription comes, with what was paid for it', textIn(row, 'id'))
    else notes.cannot('the order is not paid', textIn(row, 'id'))
  say(`${table}: ${rows.length} rows read`)
  return notes.report
}

/** Seconds between the times of an order and its subscription, which two clocks may have written. */
const apartMax = 300

/**
 * What was paid for a subscription: decimal text, in the currency of its plan. An order does not name the subscription, but
 * both were written at the same time. Each order pays for one.
 */
export function paymentsOf(orders: readonly Row[], epayRate: number): (subscription: Row, currency: string) => string {
  const open = orders.filter((row) => isPaid(row) && isRatio(Number(textIn(row, 'money'))))
  return (subscription, currency) => {
    if (textIn(subscription, 'source') === 'admin') return '0'
    const apart = (order: Row) => Math.abs(countIn(order, 'complete_time') - countIn(subscription, 'start_time'))
    const isSame = (order: Row, column: string) => textIn(order, column) === textIn(subscription, column)
    const [paid] = open
      .filter((order) => isSame(order, 'user_id') && isSame(order, 'plan_id') && apart(order) <= apartMax)
      .sort((one, other) => apart(one) - apart(other))
    if (!paid) return '0'
    open.splice(open.indexOf(paid), 1)
    const money = String(Number(textIn(paid, 'money')))
    return currency === 'USD' && isEpay(paid) ? dollarsOf(money, epayRate) : money
  }
}

/** There Epay takes the number of a price in its own currency, and all others take dollars. */
const isEpay = (order: Row) =>
  textIn(order, 'payment_provider') === 'epay' ||
  (textIn(order, 'payment_provider') === '' &&
    !/^(balance|stripe|creem|waffo.*)$/.test(textIn(order, 'payment_method')))

/** Rounded down to six decimals; nothing without a rate. */
function dollarsOf(money: string, rate: number): string {
  const [paid, price] = [decimalOf(money), decimalOf(rate)]
  if (price.units === 0n) return '0'
  const millionths = (paid.units * 10n ** BigInt(price.scale + 6)) / (price.units * 10n ** BigInt(paid.scale))
  const fraction = String(millionths % 1_000_000n).padStart(6, '0')
  return `${millionths / 1_000_000n}.${fraction}`.replace(/\.?0+$/, '')
}
