import type { OfferedMethod } from '@turnpike/contract/money/payment'
import { dollars, multiplyRounded } from '@turnpike/contract/quota'

/** Amounts are bought in dollars of quota, or in quota where the console does not show currency. */
export type AmountRate = { perUnit: number; inQuota: boolean }

const amountPattern = /^\d{1,12}(?:\.\d*)?$/

/** A typed amount: whole, and raised to 1 when it is less; NaN when the text is no such amount. */
export function readTopUpAmount(text: string): number {
  const plain = text.trim().replace(/^\$/, '').replaceAll(',', '')
  if (!amountPattern.test(plain)) return Number.NaN
  const amount = Math.max(1, Number(plain))
  return Number.isInteger(amount) ? amount : Number.NaN
}

/** Dollars in the unit that amounts are bought in. */
export const amountOfDollars = (sum: number, { perUnit, inQuota }: AmountRate) =>
  inQuota ? Math.round(sum * perUnit) : sum

/** What an amount is worth. */
export const quotaOfAmount = (amount: number, { perUnit, inQuota }: AmountRate) =>
  inQuota ? amount : Math.round(amount * perUnit)

const steps = [1, 2, 5, 10, 20, 50]
const usualMinimum = 10

/** The usual amounts in dollars: none is below the minimum. */
export const presetDollars = (minimum: number) => steps.map((step) => step * Math.max(minimum, usualMinimum))

/** The price of whole dollars, as text with two decimals. The server computes what is charged in the same way. */
export const priceOfDollars = (sum: number, { price, ratio }: Pick<OfferedMethod, 'price' | 'ratio'>) =>
  dollars(multiplyRounded(BigInt(sum) * 100n, price, ratio), 100)

const leastPrice = 0.01

/** The price of whole dollars that can be bought; undefined for one so low that the server refuses it. */
export function priceOfPreset(sum: number, offer: Pick<OfferedMethod, 'price' | 'ratio'>): string | undefined {
  const price = priceOfDollars(sum, offer)
  return Number(price) > leastPrice ? price : undefined
}
