import type { PriceSpan } from '@turnpike/contract/money/price-tiers'
import type { Price, TokenPrice } from '../price.ts'
import { tierPrice } from '../price.ts'
import { known } from './tariff.ts'

/** The price of a call that starts at a time, in Unix seconds: models may cost more or less at some times of the day. */
export function priceAt(price: Price, at: number): Price {
  if (price.kind === 'call' || !price.tiers?.times) return price
  const { zone, spans } = price.tiers.times
  const { day, time } = localTime(zone, at)
  const span = spans.find((each) => contains(each, day, time))
  return span && span.factor !== 1 ? withFactor(price, span.factor) : price
}

const withFactor = (base: TokenPrice, timeFactor: number): TokenPrice =>
  known(base, `at ${timeFactor}`, () => {
    const price = tierPrice(base, base, [timeFactor], { timeFactor })
    return Object.freeze({ ...price, ...(base.tiers && { tiers: base.tiers }) })
  })

const everyDay = [0, 1, 2, 3, 4, 5, 6]

/** Times are compared as texts of the form `HH:MM`. */
function contains({ from, to, days = everyDay }: PriceSpan, day: number, time: string): boolean {
  if (from < to) return days.includes(day) && time >= from && time < to
  const dayBefore = (day + 6) % 7
  return (days.includes(day) && time >= from) || (days.includes(dayBefore) && time < to)
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const formats = new Map<string, Intl.DateTimeFormat>()

function localTime(zone: string, at: number): { day: number; time: string } {
  let format = formats.get(zone)
  if (!format) {
    const parts = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    format = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: zone })
    formats.set(zone, format)
  }
  const [day = '', time = ''] = format.format(at * 1000).split(' ')
  return { day: weekdays.indexOf(day), time }
}
