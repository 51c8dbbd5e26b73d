import type { LengthTier, ModelTiers, ServiceTier, TierRatios } from '@turnpike/contract/money/price-tiers'
import { type AppliedTier, type TokenPrice, type TokenRatios, tierPrice } from '../price.ts'
import { serviceTiersOf, totalPrompt, type Usage } from '../usage.ts'

/** The price at which the tokens of a call are charged: the model's own, or that of the call's tiers. */
export function tariffOf(price: TokenPrice, usage: Usage): TokenPrice {
  if (!price.tiers) return price
  return tariffFor(price, tierLength(usage), serviceTiersOf(usage.service))
}

/** The input that decides about the length tier. Upstreams judge each run of the model by itself. */
const tierLength = (usage: Usage): number => Math.ceil(totalPrompt(usage) / (usage.runs ?? 1))

/** The price of a call with so many input tokens that is served at these service tiers. Those without a price are normal. */
export function tariffFor(price: TokenPrice, inputTokens: number, services: readonly ServiceTier[]): TokenPrice {
  const { tiers } = price
  if (!tiers) return price
  const base = price.base ?? price
  const timeFactor = price.tier?.timeFactor
  const priced = pricedServices(price, services)
  const { above, rates } = ratesFor(tiers, inputTokens, priced)
  if (rates.length === 0 && timeFactor === undefined) return price
  const tier: AppliedTier = {
    ...(above !== undefined && { above }),
    ...(priced.length > 0 && { services: priced }),
    ...(timeFactor !== undefined && { timeFactor }),
  }
  const key = `${above ?? ''} ${priced.join(' ')} ${timeFactor ?? ''}`
  return known(base, key, () => {
    const factors = [...rates.map(({ ratio }) => ratio), ...(timeFactor === undefined ? [] : [timeFactor])]
    return tierPrice(base, rates.reduce(replaced, base), factors, tier)
  })
}

/** A model has few tiers, and prices live as long as their price book. */
const tariffs = new WeakMap<TokenPrice, Map<string, TokenPrice>>()

export function known(base: TokenPrice, key: string, make: () => TokenPrice): TokenPrice {
  let ofBase = tariffs.get(base)
  if (!ofBase) {
    ofBase = new Map()
    tariffs.set(base, ofBase)
  }
  let tariff = ofBase.get(key)
  if (!tariff) {
    tariff = make()
    ofBase.set(key, tariff)
  }
  return tariff
}

/** The service tiers among these that have a price. */
const pricedServices = ({ tiers }: TokenPrice, services: readonly ServiceTier[]): readonly ServiceTier[] =>
  services.length === 0 ? services : services.filter((service) => tiers?.services?.[service] !== undefined)

type Rates = { above?: number; rates: TierRatios[] }

/** The length tier comes first, so that a service tier replaces its ratios. */
function ratesFor(tiers: ModelTiers, inputTokens: number, services: readonly ServiceTier[]): Rates {
  const ofServices = services.flatMap((service) => tiers.services?.[service] ?? [])
  const own = ofServices.find(({ lengths }) => lengths !== undefined)
  const length = lengthTierOf(own?.lengths ?? tiers.lengths, inputTokens)
  const rates = ofServices.map((each) => (each === own && length ? length : each))
  return {
    ...(length && { above: length.above }),
    rates: length && !own ? [length, ...rates] : rates,
  }
}

const lengthTierOf = (lengths: readonly LengthTier[] | undefined, inputTokens: number): LengthTier | undefined =>
  lengths?.findLast(({ above }) => inputTokens > above)

/** A ratio of spoken output that is the completion ratio was never set, so it follows it. */
function replaced(ratios: TokenRatios, tier: TierRatios): TokenRatios {
  const completion_ratio = tier.completion_ratio ?? ratios.completion_ratio
  const { audio_completion_ratio: spoken } = ratios
  const image_completion_ratio = tier.image_completion_ratio ?? ratios.image_completion_ratio
  return {
    ratio: ratios.ratio,
    completion_ratio,
    cache_read_ratio: tier.cache_read_ratio ?? ratios.cache_read_ratio,
    cache_write_ratio: tier.cache_write_ratio ?? ratios.cache_write_ratio,
    image_ratio: tier.image_ratio ?? ratios.image_ratio,
    ...(image_completion_ratio !== undefined && { image_completion_ratio }),
    audio_ratio: tier.audio_ratio ?? ratios.audio_ratio,
    audio_completion_ratio:
      tier.audio_completion_ratio ?? (spoken === ratios.completion_ratio ? completion_ratio : spoken),
  }
}

/** Every price that a call within so many input tokens may have, at these service tiers. */
export function reachableTariffs(
  price: TokenPrice,
  inputTokensMax: number,
  services: readonly ServiceTier[],
): TokenPrice[] {
  const own = pricedServices(price, services).flatMap((service) => price.tiers?.services?.[service]?.lengths ?? [])
  const bounds = [...(price.tiers?.lengths ?? []), ...own].map(({ above }) => above + 1)
  const lengths = [0, ...bounds.filter((length) => length <= inputTokensMax)]
  return [...new Set(lengths.map((length) => tariffFor(price, length, services)))]
}
