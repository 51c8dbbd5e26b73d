import { isNumberText, isNumberWithin, type NumberBounds } from './bounds.ts'

/** The largest amount a balance, a price or a charge can hold without losing a point. */
export const quotaMax = Number.MAX_SAFE_INTEGER
export const quotaBounds: NumberBounds = { min: 0, max: quotaMax, decimals: 0 }
/** The bounds of ratios and prices. */
export const ratioBounds: NumberBounds = { min: 0, max: 1_000_000, decimals: 6 }
/** The bounds of multiples of another price: quotients of two prices, which may have no end. */
export const multipleBounds: NumberBounds = { ...ratioBounds, decimals: 12 }

/** An exact decimal: units ÷ 10^scale. Floats never touch money, because 0.1 × 3 is not 0.3 in them. */
export type Decimal = { readonly units: bigint; readonly scale: number }

const decimalPattern = /^(0|[1-9]\d*)(?:\.(\d+))?$/

function readDecimal(value: string | number, { decimals }: NumberBounds): Decimal | undefined {
  // A number prints as its shortest decimal; one that needs an exponent is outside the bounds of a ratio.
  const [, whole, fraction = ''] = decimalPattern.exec(String(value)) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

/** Whether a ratio or price is one we can charge with: 0 to 1,000,000 and at most six fractional digits. */
export const isRatio = (value: string | number) =>
  typeof value === 'string' ? isNumberText(ratioBounds, value) : isNumberWithin(ratioBounds, value)

export const isMultiple = (value: string | number) =>
  typeof value === 'string' ? isNumberText(multipleBounds, value) : isNumberWithin(multipleBounds, value)

const readMax = 1000
const alreadyRead = new Map<string | number, Decimal>()

/** A ratio or price, exactly as written. Every call is charged with a few of them, so those are read once. */
export function decimalOf(value: string | number): Decimal {
  const known = alreadyRead.get(value)
  if (known) return known
  const decimal = isMultiple(value) ? readDecimal(value, multipleBounds) : undefined
  if (!decimal) throw new RangeError('a ratio is 0 to 1,000,000 with at most twelve fractional digits')
  if (alreadyRead.size >= readMax) alreadyRead.clear()
  alreadyRead.set(value, decimal)
  return decimal
}

const powerOfTen = (exponent: number) => 10n ** BigInt(exponent)

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -divisor : divisor
  return (2n * dividend + half) / (2n * divisor) // bigint division truncates, so half goes away from zero
}

export const multiplyDecimals = (...factors: Decimal[]): Decimal => ({
  units: factors.reduce((product, factor) => product * factor.units, 1n),
  scale: factors.reduce((sum, factor) => sum + factor.scale, 0),
})

export function addDecimals(...terms: Decimal[]): Decimal {
  const scale = Math.max(0, ...terms.map((term) => term.scale))
  return { units: terms.reduce((sum, term) => sum + term.units * powerOfTen(scale - term.scale), 0n), scale }
}

/** The decimal with at most so many fractional digits. */
export const roundedTo = ({ units, scale }: Decimal, digits: number): Decimal =>
  scale <= digits ? { units, scale } : { units: divideRounded(units, powerOfTen(scale - digits)), scale: digits }

/** The only rounding of money: once, at the end, half away from zero. */
export const roundDecimal = ({ units, scale }: Decimal) => divideRounded(units, powerOfTen(scale))

/** Tokens (or calls) × ratios, rounded once. */
export function multiplyRounded(count: bigint, ...ratios: (string | number)[]): bigint {
  return roundDecimal(multiplyDecimals({ units: count, scale: 0 }, ...ratios.map(decimalOf)))
}

/** A computed amount as the integer that is stored; an amount that does not fit is refused, never cut. */
export function quotaOf(amount: bigint): number {
  if (amount < 0n || amount > BigInt(quotaMax)) throw new RangeError('the amount is outside what a balance can hold')
  return Number(amount)
}

/** The quota that an amount of dollars buys. */
export function quotaOfDollars(amount: string | number, quotaPerUnit: number): number {
  const decimal = readDecimal(amount, ratioBounds)
  if (!decimal) throw new RangeError('an amount of money has at most six fractional digits and no sign')
  return quotaOf(roundDecimal(multiplyDecimals(decimal, decimalOf(quotaPerUnit))))
}

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** Decimal text of hundredths, thousandths, …: `decimalText(-1250n, 2)` is `-12.50`. */
function decimalText(units: bigint, digits: number): string {
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0')
  const point = text.length - digits
  return (units < 0n ? '-' : '') + text.slice(0, point) + (digits > 0 ? `.${text.slice(point)}` : '')
}

/** What a quota amount is worth, as plain decimal text. */
export function dollars(quota: number | bigint, quotaPerUnit: number, digits = 2): string {
  const { units, scale } = decimalOf(quotaPerUnit)
  return decimalText(divideRounded(BigInt(quota) * powerOfTen(scale + digits), units), digits)
}

/** Decimal text for people: `formatMoney('-1234.5')` is `-$1,234.5`. */
export function formatMoney(amount: string, symbol = '$'): string {
  const [whole = '', fraction] = amount.replace('-', '').split('.')
  const sign = amount.startsWith('-') ? '-' : ''
  return sign + symbol + grouped(whole) + (fraction === undefined ? '' : `.${fraction}`)
}

/**
 * What calls cost: four decimals while it is less than a dollar, where two would often show nothing, and six for less than
 * a tenth of a cent.
 */
export function formatSpend(quota: number | bigint, quotaPerUnit: number): string {
  const fine = dollars(quota, quotaPerUnit, 4)
  if (Number(quota) === 0 || !/^-?0\./.test(fine)) return formatMoney(dollars(quota, quotaPerUnit))
  const isTiny = /^-?0\.000/.test(fine)
  return formatMoney(isTiny ? dollars(quota, quotaPerUnit, 6) : fine)
}

/** The same with four decimals at most: amounts below a hundredth of a cent are shown as `<` that amount. */
export function formatBriefSpend(quota: number | bigint, quotaPerUnit: number): string {
  const amount = Number(quota) / quotaPerUnit
  if (amount > 0 && amount < 0.0001) return '< $0.0001'
  return amount > 0 && amount < 0.001 ? formatMoney(dollars(quota, quotaPerUnit, 4)) : formatSpend(quota, quotaPerUnit)
}

/** An integer in full, with group separators. */
export const formatCount = (amount: number | bigint) =>
  (amount < 0 ? '-' : '') + grouped(String(amount).replace('-', ''))

const magnitudes = [
  { suffix: 'K', unit: 1_000n },
  { suffix: 'M', unit: 1_000_000n },
  { suffix: 'B', unit: 1_000_000_000n },
]

/** An amount for tiles and axes: one decimal at most, and 999,950 is already 1M. */
export function abbreviate(amount: number | bigint): string {
  const exact = typeof amount === 'bigint' ? amount : BigInt(Math.round(amount))
  const size = exact < 0n ? -exact : exact
  // A magnitude begins where the one below it would round up to a thousand.
  const magnitude = magnitudes.findLast(({ unit }) => size >= unit - unit / 20_000n)
  if (!magnitude) return String(exact)
  const [whole = '', tenth] = decimalText(divideRounded(size * 10n, magnitude.unit), 1).split('.')
  return (exact < 0n ? '-' : '') + grouped(whole) + (tenth === '0' ? '' : `.${tenth}`) + magnitude.suffix
}
