import type { Order } from '@turnpike/contract/money/payment'

const centsOf = (money: string): number => {
  const [whole = '0', fraction = ''] = money.split('.')
  return Number(whole + fraction.padEnd(2, '0'))
}
const moneyOf = (cents: number): string => (cents / 100).toFixed(2)

/** What is left to refund of an order, as decimal text. */
export const leftOf = ({ money, refunded }: Pick<Order, 'money' | 'refunded'>): string =>
  moneyOf(centsOf(money) - centsOf(refunded))

/** A typed amount; undefined where it is none, or more than is left. */
export function readMoney(typed: string, left: string): string | undefined {
  const text = typed.trim()
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(text)) return undefined
  const cents = centsOf(text)
  return cents > 0 && cents <= centsOf(left) ? moneyOf(cents) : undefined
}

/** About how much quota a refund takes back; the server computes it exactly. */
export const worthOf = ({ money, quota }: Pick<Order, 'money' | 'quota'>, part: string): number =>
  Math.round((quota * centsOf(part)) / centsOf(money))
