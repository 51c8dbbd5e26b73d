import { finePriceKeys, type PriceAmounts } from '@turnpike/contract/money/price-book'
import type { ServiceTier } from '@turnpike/contract/money/price-tiers'
import { type TokenPrice, tokenPrice } from '../price.ts'
import { tariffFor } from '../tiers/tariff.ts'
import { usageLines } from '../usage.ts'

/** Every single price that amounts say, by a name such as `output` or `200000 priority input`: in any unit, to compare. */
export type PriceParts = ReadonlyMap<string, number>

export function partsOf(amounts: PriceAmounts): PriceParts {
  if (amounts.ModelPrice !== undefined) return new Map([['call', amounts.ModelPrice]])
  const price = priceOfAmounts(amounts)
  if (!price) return new Map()
  const parts = new Map<string, number>()
  for (const { above, services } of pointsOf([price])) {
    const tier = [above || '', ...services].join(' ').trim()
    for (const [line, rate] of linesOf(tariffFor(price, above + 1, services))) parts.set(`${tier} ${line}`.trim(), rate)
  }
  for (const [index, span] of (price.tiers?.times?.spans ?? []).entries())
    parts.set(`time ${index} ${price.tiers?.times?.zone} ${span.from} ${span.to} ${span.days ?? ''}`, span.factor)
  return parts
}

/** Any value does: parts are compared with each other only. */
const quotaPerUnit = 500_000

function priceOfAmounts(amounts: PriceAmounts): TokenPrice | undefined {
  const { ModelRatio: ratio, CompletionRatio: completion_ratio = 1, ImageCompletionRatio, ModelTiers } = amounts
  if (ratio === undefined) return undefined
  const ratios = {
    ratio,
    completion_ratio,
    cache_read_ratio: amounts.CacheRatio ?? 1,
    cache_write_ratio: amounts.CreateCacheRatio ?? 1.25,
    image_ratio: amounts.ImageRatio ?? 1,
    ...(typeof ImageCompletionRatio === 'number' && { image_completion_ratio: ImageCompletionRatio }),
    audio_ratio: amounts.AudioRatio ?? 1,
    audio_completion_ratio: amounts.AudioCompletionRatio ?? completion_ratio,
  }
  return tokenPrice('', ratios, {}, quotaPerUnit, ModelTiers ?? undefined)
}

type Point = { above: number; services: readonly ServiceTier[] }

/** Where prices may differ: each length of any of them, at the normal tier and at each service tier. */
export function pointsOf(prices: readonly TokenPrice[]): Point[] {
  const tiers = prices.flatMap((price) => price.tiers ?? [])
  const services = new Set(tiers.flatMap((each) => Object.keys(each.services ?? {}) as ServiceTier[])) // keys of the record
  const lengths = tiers.flatMap((each) => [
    ...(each.lengths ?? []),
    ...Object.values(each.services ?? {}).flatMap((service) => service.lengths ?? []),
  ])
  const aboves = [...new Set([0, ...lengths.map(({ above }) => above)])]
  return [[], ...[...services].map((service) => [service])].flatMap((each) =>
    aboves.map((above) => ({ above, services: each })),
  )
}

/** The rate of each line in quota per token. */
export const linesOf = ({ rates: { units, scale } }: TokenPrice): [line: string, rate: number][] =>
  usageLines.map((line, index) => [line, Number(units[index] ?? 0n) / 10 ** scale])

const isNear = (one: number, other: number) => Math.abs(one - other) <= 1e-9 * Math.max(one, other)

const areSameParts = (one: PriceParts, other: PriceParts): boolean =>
  one.size === other.size && [...one].every(([name, value]) => isNear(value, other.get(name) ?? Number.NaN))

export const areSamePrices = (one: PriceAmounts, other: PriceAmounts) => areSameParts(partsOf(one), partsOf(other))

/** The amounts as a change that restores exactly them: absent fine amounts are removed. */
export const exactly = (amounts: PriceAmounts): PriceAmounts => ({
  ...Object.fromEntries(finePriceKeys.map((key) => [key, null])),
  ...amounts,
})
