import { formatSpend } from '@turnpike/contract/quota'
import { formatPaid } from '../../lib/format/format-paid.ts'

/** Money of a plan as people say it: `$20`, `$19.90`, `$0.0125`. */
const shortMoney = (money: string): string =>
  money.replace(/\.(\d*?)0*$/, (_, digits: string) => (digits === '' ? '' : `.${digits.padEnd(2, '0')}`))

/** The price of a plan in its own currency. */
export const shortPrice = (price: number | string, currency: string): string =>
  shortMoney(formatPaid(decimalOf(price), currency))

/** What a quota amount is worth in dollars. */
export const shortDollars = (quota: number, perUnit: number): string => shortMoney(formatSpend(quota, perUnit))

/** Prices have six decimals at most. The smallest ones would otherwise be written with an exponent. */
const decimalOf = (price: number | string): string => (typeof price === 'string' ? price : price.toFixed(6))
