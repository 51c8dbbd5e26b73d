import type { Statement } from '@turnpike/contract/money/statement'
import { dollars, formatCount, formatMoney } from '@turnpike/contract/quota'

const digitsMax = 6

/** The digits after the point that show every amount of a statement exactly, so that its lines add up. */
export function digitsOf({ opening, closing, movements, rows }: Statement, perUnit: number): number {
  const amounts = [opening, closing, ...[...movements, ...rows].map(({ quota }) => quota)]
  const texts = amounts.map((quota) => dollars(quota, perUnit, digitsMax))
  return [2, 4].find((digits) => texts.every((text) => /^0*$/.test(text.slice(digits - digitsMax)))) ?? digitsMax
}

/** The amounts of a statement, all with the same number of digits. */
export const exactMoney =
  (digits: number, { perUnit, inQuota }: { perUnit: number; inQuota: boolean }) =>
  (quota: number): string =>
    inQuota ? formatCount(quota) : formatMoney(dollars(quota, perUnit, digits))
