import { dollars, quotaMax, quotaOfDollars } from '@turnpike/contract/quota'

/** The unit of an amount in a field: dollars at a rate, or quota. */
export type AmountUnit = { perUnit: number } | 'quota'

const wholePattern = /^\d{1,16}$/

/** The quota of a typed amount; NaN when the text is no amount or the amount is too large. */
export function readAmount(text: string, unit: AmountUnit): number {
  const plain = text.trim().replace(/^\$/, '').replaceAll(',', '')
  if (unit === 'quota') return wholePattern.test(plain) && Number(plain) <= quotaMax ? Number(plain) : Number.NaN
  try {
    return quotaOfDollars(plain, unit.perUnit)
  } catch {
    return Number.NaN
  }
}

/** The same amount as text for the field: `10.00`, or with as many decimals as it takes. */
export function writeAmount(quota: number, unit: AmountUnit): string {
  if (unit === 'quota') return String(quota)
  return dollars(quota, unit.perUnit, 6).replace(/0{1,4}$/, '')
}
