import {
  type LengthTier,
  type ModelTiers,
  type PriceSpan,
  serviceTiers,
  type TierRatios,
} from '@turnpike/contract/money/price-tiers'
import { abbreviate } from '@turnpike/contract/quota'
import { listedPrice } from '../../../lib/format/price-text.ts'
import { type FullPrice, fullPrice, type LineRatios, lineDollars, linesOfTier, tierPrice } from '../price-lines.ts'
import type { tierText } from './tier.text.ts'

type Texts = ReturnType<typeof tierText.use>

/** "$2.50 / $15.00": the prices of input and output. */
export const pairOf = (price: FullPrice, quotaPerUnit: number): string =>
  (['input', 'output'] as const).map((line) => `$${listedPrice(lineDollars(price, line, quotaPerUnit))}`).join(' / ')

const isFactor = (tier: TierRatios) => Object.keys(tier).length === 1

/** The names of weekdays: "Mon–Fri", "Sat, Sun". */
export function daysWords(days: readonly number[], t: Texts): string {
  const fromMonday = [...days].map((day) => (day + 6) % 7).sort((one, other) => one - other)
  const names = fromMonday.map((day) => t(`day${(day + 1) % 7}` as 'day0'))
  const isRun =
    names.length > 2 && fromMonday.every((day, index) => index === 0 || day === (fromMonday[index - 1] ?? 0) + 1)
  return isRun ? t('through', { first: names[0] ?? '', last: names.at(-1) ?? '' }) : names.join(t('and'))
}

/** One line for each tier: "Above 200K input tokens: $2.50 / $15.00". */
export function tierLines(tiers: ModelTiers, own: LineRatios, quotaPerUnit: number, t: Texts): string[] {
  const base = fullPrice(own)
  const amount = (tier: TierRatios) =>
    base && !isFactor(tier) ? pairOf(tierPrice(base, linesOfTier(tier)), quotaPerUnit) : `× ${tier.ratio}`
  const lengthPrice = (tier: TierRatios) =>
    base ? pairOf(tierPrice(base, linesOfTier(tier)), quotaPerUnit) : `× ${tier.ratio}`
  const above = (tier: LengthTier) => t('aboveLine', { tokens: abbreviate(tier.above), price: lengthPrice(tier) })
  const { lengths = [], services = {}, times } = tiers
  const span = ({ from, to, days, factor }: PriceSpan) =>
    t('spanLine', { from, to, days: days ? ` ${daysWords(days, t)}` : '', factor, zone: times?.zone ?? '' })
  return [
    ...lengths.map(above),
    ...serviceTiers.flatMap((service) => {
      const rates = services[service]
      if (!rates) return []
      const { lengths: own = [], ...tier } = rates
      const words = t(service)
      return [
        t('serviceLine', { service: words, price: amount(tier) }),
        ...own.map((each) =>
          t('serviceLengthLine', { service: words, tokens: abbreviate(each.above), price: lengthPrice(each) }),
        ),
      ]
    }),
    ...(times?.spans ?? []).map(span),
  ]
}
