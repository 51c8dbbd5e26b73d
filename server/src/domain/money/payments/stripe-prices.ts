import type Stripe from 'stripe'
import type { RecurringPrice } from './payment-provider.ts'

const daySeconds = 86_400

type Price = Pick<
  Stripe.Price,
  'active' | 'billing_scheme' | 'currency' | 'unit_amount' | 'recurring' | 'transform_quantity'
>

/** Whether a recurring price of Stripe charges what a plan costs, as often as the plan has to be renewed. */
export function isPriceOf(price: Price, expected: RecurringPrice): boolean {
  const { active, billing_scheme, currency, unit_amount, recurring, transform_quantity } = price
  if (!active || !recurring || billing_scheme !== 'per_unit' || transform_quantity) return false
  if (recurring.usage_type !== 'licensed') return false
  if (currency.toUpperCase() !== expected.currency || unit_amount === null) return false
  return BigInt(unit_amount) === expected.cents && isLength(recurring, expected)
}

type Length = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>

function isLength({ interval, interval_count: count }: Length, expected: RecurringPrice): boolean {
  const length = lengthOf(expected)
  switch (interval) {
    case 'year':
      return length.months === 12 * count
    case 'month':
      return length.months === count
    case 'week':
      return length.seconds === 7 * daySeconds * count
    case 'day':
      return length.seconds === daySeconds * count
    default:
      return false
  }
}

/** Months and years differ in length, so that they are not counted in seconds. */
function lengthOf({ duration_unit, duration_value, custom_seconds }: RecurringPrice): {
  months?: number
  seconds?: number
} {
  switch (duration_unit) {
    case 'year':
      return { months: 12 * duration_value }
    case 'month':
      return { months: duration_value }
    case 'day':
      return { seconds: daySeconds * duration_value }
    case 'hour':
      return { seconds: 3600 * duration_value }
    case 'custom':
      return { seconds: custom_seconds }
  }
}
