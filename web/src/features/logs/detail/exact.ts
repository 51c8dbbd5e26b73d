import { type Decimal, roundDecimal } from '@turnpike/contract/quota'

/** A number exactly as it prints. Weights are products of two ratios, so they may have more digits than a ratio has. */
export function exactOf(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const scale = fraction.length - Number(exponent)
  const units = BigInt(whole + fraction)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** Rounded to so many digits after the point, all of them printed; `least` allows to leave zeros at the end out. */
export function exactText({ units, scale }: Decimal, digits: number, least = digits): string {
  const rounded = roundDecimal({ units: units * 10n ** BigInt(digits), scale })
  const text = String(rounded).padStart(digits + 1, '0')
  const point = text.length - digits
  const fraction = text.slice(point)
  const needed = Math.max(least, fraction.replace(/0+$/, '').length)
  return grouped(text.slice(0, point)) + (needed > 0 ? `.${fraction.slice(0, needed)}` : '')
}

/** One over a number that is no power of ten has no end; this many digits are more than any amount shows. */
const quotientDigits = 30

/** An exact value divided by a number, to thirty digits. */
export function dividedBy({ units, scale }: Decimal, divisor: number): Decimal {
  const by = exactOf(divisor)
  return {
    units: (units * 10n ** BigInt(quotientDigits + by.scale)) / by.units,
    scale: scale + quotientDigits,
  }
}
