import { moneyText } from './payable.ts'

/** A part of an order that is refunded, as hundredths of its currency. */
type Refunded = { status: string; cents: number }

export const centsOf = (money: string): number => {
  const [whole = '0', fraction = ''] = money.split('.')
  return Number(whole + fraction.padEnd(2, '0').slice(0, 2))
}
export const moneyOf = (cents: number): string => moneyText(BigInt(cents))

/** What was paid back so far, refunds that wait for the provider included. */
export const refundedCents = (refunds: readonly Refunded[]): number =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { cents }) => sum + cents, 0)

/**
 * The quota that a further refund takes back: the difference of two rounded shares, so that the parts of an order add up
 * to its quota exactly.
 */
export function worthOf(order: { money: string; quota: number }, before: number, cents: number): number {
  const all = BigInt(centsOf(order.money))
  const share = (part: number) => (2n * BigInt(order.quota) * BigInt(part) + all) / (2n * all)
  return Number(share(before + cents) - share(before))
}
