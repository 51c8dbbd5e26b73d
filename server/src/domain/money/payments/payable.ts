import type { OptionValues } from '@turnpike/contract/options'
import { type Decimal, decimalOf, multiplyDecimals, quotaMax } from '@turnpike/contract/quota'
import { AppError } from '../../../http/app-error.ts'

type Settings = Pick<
  OptionValues,
  'DisplayInCurrencyEnabled' | 'QuotaPerUnit' | 'Price' | 'MinTopUp' | 'TopupGroupRatio'
>

/** The amount that a buyer chose, its price and its worth in quota. `cents` are hundredths of the currency. */
export type Payable = { amount: number; cents: bigint; quota: number; price: number; ratio: number }

const amountMax = 1_000_000_000_000

/**
 * The price of an amount, exact and rounded once. The amount is in dollars of quota, or in quota where the console does
 * not show currency.
 */
export function payableOf(requested: unknown, group: string, price: number, settings: Settings): Payable {
  if (typeof requested !== 'number' || !Number.isInteger(requested) || Math.abs(requested) > amountMax)
    throw new AppError('invalid_parameter')
  const { DisplayInCurrencyEnabled, QuotaPerUnit, MinTopUp } = settings
  const amount = Math.max(1, requested)
  const perUnit = decimalOf(QuotaPerUnit)
  const minimum = DisplayInCurrencyEnabled ? MinTopUp : Math.round(MinTopUp * QuotaPerUnit)
  if (amount < minimum) throw new AppError('topup_below_minimum', { params: { minimum } })
  const ratio = ratioOf(settings, group)
  const hundred = { units: BigInt(amount) * 100n, scale: 0 }
  const cost = multiplyDecimals(hundred, decimalOf(price), decimalOf(ratio))
  const worth = multiplyDecimals({ units: BigInt(amount), scale: 0 }, perUnit)
  const cents = DisplayInCurrencyEnabled ? rounded(cost) : rounded(cost, perUnit)
  const quota = DisplayInCurrencyEnabled ? rounded(worth) : BigInt(amount)
  if (quota < 1n || quota > BigInt(quotaMax)) throw new AppError('invalid_parameter')
  if (cents < 1n) throw new AppError('topup_too_low')
  return { amount, cents, quota: Number(quota), price, ratio }
}

/** A group without a ratio, or with 0, pays the plain price. */
export const ratioOf = ({ TopupGroupRatio }: Pick<Settings, 'TopupGroupRatio'>, group: string): number =>
  (Object.hasOwn(TopupGroupRatio, group) ? TopupGroupRatio[group] : undefined) || 1

/** Half away from zero; divided by another decimal first, where there is one. */
function rounded(value: Decimal, divisor: Decimal = { units: 1n, scale: 0 }): bigint {
  const dividend = value.units * 10n ** BigInt(divisor.scale)
  const by = divisor.units * 10n ** BigInt(value.scale)
  return (2n * dividend + by) / (2n * by)
}

/** `730n` is `7.30`. */
export const moneyText = (cents: bigint): string => {
  const text = String(cents).padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
}

/** Whether two decimal texts are the same amount: `7.3` is `7.30`. */
export const isSameMoney = (one: string, other: string): boolean => {
  const cents = (text: string) => /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text.trim())
  const [a, b] = [cents(one), cents(other)]
  if (!a || !b) return false
  const value = ([, whole = '', fraction = '']: RegExpExecArray) => BigInt(whole + fraction.padEnd(2, '0'))
  return value(a) === value(b)
}
