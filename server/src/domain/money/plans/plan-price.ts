import { decimalOf, multiplyDecimals, quotaOf, roundDecimal } from '@turnpike/contract/quota'

/*
 * Prices of plans, exact: an amount is a whole number of millionths of its currency, as prices have at most six decimals.
 */

const decimals = 6
const millionthsPerCent = 10_000n

/** `9.5` is 9,500,000 millionths. */
export function millionthsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** Decimal text with at least two decimals: `9.50`, `0.000125`. */
export function amountText(millionths: bigint): string {
  const digits = String(millionths).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0{1,4}$/, '')
  return `${digits.slice(0, -decimals)}.${fraction}`
}

export const wholeCents = (millionths: bigint): bigint => millionths - (millionths % millionthsPerCent)

/** An amount in a currency. */
export type Amount = { millionths: bigint; currency: string }
/** What a payment provider takes for a dollar of quota. */
type Rate = { price: number; currency: string }

const hundred = { units: 100n, scale: 0 }
const decimalOfMillionths = (units: bigint) => ({ units, scale: decimals })

/** Hundredths of the provider's currency; undefined where the amount has no price in that currency. */
export function centsIn({ millionths, currency }: Amount, rate: Rate): bigint | undefined {
  const amount = decimalOfMillionths(millionths)
  if (rate.currency === currency) return roundDecimal(multiplyDecimals(amount, hundred))
  if (currency !== 'USD') return undefined
  return roundDecimal(multiplyDecimals(amount, decimalOf(rate.price), hundred))
}

/** The quota that an amount is worth, at least 1. An amount in a currency of which no rate is known is worth 1. */
export function worthOfAmount({ millionths, currency }: Amount, quotaPerUnit: number, rate?: Rate): number {
  const units = multiplyDecimals(decimalOfMillionths(millionths), decimalOf(quotaPerUnit))
  const worth = currency === 'USD' ? roundDecimal(units) : rate?.currency === currency ? atRate(units, rate) : 1n
  return quotaOf(worth < 1n ? 1n : worth)
}

function atRate({ units, scale }: { units: bigint; scale: number }, { price }: Rate): bigint {
  const rate = decimalOf(price)
  const dividend = units * 10n ** BigInt(rate.scale)
  const divisor = rate.units * 10n ** BigInt(scale)
  return divisor === 0n ? 1n : (2n * dividend + divisor) / (2n * divisor)
}
