import { type ServiceTier, serviceTiers } from '@turnpike/contract/money/price-tiers'
import { defaultOptions } from '@turnpike/contract/options'
import { audioTokensOf } from '../../server/src/domain/money/pricing/audio-usage.ts'
import type { TokenPrice } from '../../server/src/domain/money/pricing/price.ts'
import { buildPriceBook, type Price, priceOf } from '../../server/src/domain/money/pricing/price-book.ts'
import { priceAt } from '../../server/src/domain/money/pricing/tiers/price-at.ts'
import { tariffFor } from '../../server/src/domain/money/pricing/tiers/tariff.ts'
import type { UsageLine } from '../../server/src/domain/money/pricing/usage.ts'
import type { Extract } from './extract.ts'
import type { OffPeak } from './listed-lines.ts'

/** A line whose price in the list is not the price by which this installation charges. */
export type Difference = { model: string; line: string; listed: number; shipped: number | undefined }

/** Lists round to fewer digits than this. */
const tolerance = 1e-6
const isSame = (one: number, other: number | undefined): boolean =>
  other !== undefined && Math.abs(one - other) <= tolerance * Math.max(Math.abs(one), Math.abs(other))

export function differencesFrom({ models }: Extract): Difference[] {
  const book = buildPriceBook(defaultOptions())
  return Object.entries(models).flatMap(([model, { lines, off_peak }]) => {
    const price = priceOf(book, model)
    const ofLines = Object.entries(lines).map(([line, listed]) => ({
      model,
      line,
      listed,
      shipped: price && shippedLine(price, line),
    }))
    return [...ofLines.filter(({ listed, shipped }) => !isSame(listed, shipped)), ...hoursApart(model, price, off_peak)]
  })
}

/** A ratio of 1 is two dollars per million tokens. */
const dollarsOfRatio = 2

function shippedLine(price: Price, line: string): number | undefined {
  if (price.kind === 'call') return ['picture', 'query', 'second'].includes(line) ? price.price : undefined
  if (line === 'second') return (price.ratio * dollarsOfRatio * audioTokensOf(60)) / 60 / 1_000_000
  if (line === 'character') return (price.ratio * dollarsOfRatio) / 1_000_000
  if (isServiceTier(line)) return tariffFor(price, 0, [line]).ratio / price.ratio
  const [name = '', service] = line.split(' ')
  const [part = '', above = '0'] = name.split('>')
  if (service !== undefined && !(isServiceTier(service) && price.tiers?.services?.[service])) return undefined
  return dollarsOf(tariffFor(price, Number(above) + 1, isServiceTier(service) ? [service] : []), part)
}

const isServiceTier = (name: string | undefined): name is ServiceTier => serviceTiers.some((tier) => tier === name)

function dollarsOf({ ratio, weights }: TokenPrice, part: string): number | undefined {
  const line = part === 'cache_write' ? 'cache_write_5m' : part
  return line in weights ? weights[line as UsageLine] * ratio * dollarsOfRatio : undefined
}

/** 2026-01-05 was a Monday. */
const mondayStart = Date.UTC(2026, 0, 5) / 1000
const hour = 3600

/** The hours of a week in which the price is not the list's. */
function hoursApart(model: string, price: Price | undefined, offPeak: OffPeak | undefined): Difference[] {
  if (price?.kind !== 'tokens' || !offPeak) return []
  const hours = Array.from({ length: 7 * 24 }, (_, index) => index)
  return hours.flatMap((index) => {
    const listed = isOffPeak(offPeak, Math.floor(index / 24) + 1, index % 24) ? offPeak.factor : 1
    const now = priceAt(price, mondayStart + index * hour)
    const shipped = now.kind === 'tokens' ? now.ratio / price.ratio : undefined
    return isSame(listed, shipped) ? [] : [{ model, line: `hour ${index} of the week`, listed, shipped }]
  })
}

const isOffPeak = ({ windows }: OffPeak, weekday: number, hourOfDay: number): boolean =>
  windows.some(
    ({ weekdays, hours_utc }) =>
      weekdays.includes(weekday) && [hours_utc].flat().some((span) => isWithin(span, hourOfDay)),
  )

/** A span such as `10:00-00:00`, which ends at midnight. */
function isWithin(span: string, hourOfDay: number): boolean {
  const [from = 0, to = 0] = span.split('-').map((time) => Number(time.slice(0, 2)))
  return hourOfDay >= from && hourOfDay < (to === 0 ? 24 : to)
}
