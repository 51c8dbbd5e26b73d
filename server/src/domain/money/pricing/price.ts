import type { ModelTiers, ServiceTier } from '@turnpike/contract/money/price-tiers'
import { cacheHourFactor } from '@turnpike/contract/money/pricing'
import { type Decimal, decimalOf, multiplyDecimals, roundedTo } from '@turnpike/contract/quota'
import { type Rates, ratesOf } from './rates.ts'
import { type UsageLine, usageLines } from './usage.ts'

/** Facts about a model besides its price. */
export type ModelFacts = {
  provider?: string
  mode?: string
  /** Tokens the model can read. */
  context?: number
  /** Most tokens of one response. */
  max_output?: number
}

/** The price of each kind of token as a multiple of a fresh input token's. */
export type TokenRatios = {
  /** 1 is two dollars per million input tokens, which makes a token cost one quota. */
  ratio: number
  completion_ratio: number
  cache_read_ratio: number
  /** For the five minutes kind; an hour costs 1.6 times as much. */
  cache_write_ratio: number
  image_ratio: number
  /** Generated pictures; as text if absent. */
  image_completion_ratio?: number
  audio_ratio: number
  /** Audio output against audio input. */
  audio_completion_ratio: number
}

type Priced = ModelFacts & {
  /** The model name in the price book. */
  model: string
  /** Quota per dollar when the price was built: a price is a snapshot of every factor but the group's ratio. */
  quota_per_unit: number
}
export type TokenPrice = Priced &
  TokenRatios & {
    kind: 'tokens'
    /** Multiples of a fresh input token, for display; charges use `rates`. */
    weights: Readonly<Record<UsageLine, number>>
    /** Quota per token of each line, in the order of `usageLines`. */
    rates: Rates
    /** What may change the price of a call; absent for most models, and once it is decided. */
    tiers?: ModelTiers
    /** Of a price that differs from the model's own: that price, and why it differs. */
    base?: TokenPrice
    tier?: AppliedTier
  }
/** What made a price differ from the model's own, as the log shows it. */
export type AppliedTier = {
  /** More input tokens than this. */
  above?: number
  services?: readonly ServiceTier[]
  /** The factor of the time of day. */
  timeFactor?: number
}
/** Dollars per call, picture or task, whatever the tokens. */
export type CallPrice = Priced & { kind: 'call'; price: number; quota_per_call: Decimal }
export type Price = TokenPrice | CallPrice

const one: Decimal = { units: 1n, scale: 0 }

// Both are exact and the quotient is rounded once, so this is the decimal's nearest number.
const numberOf = ({ units, scale }: Decimal) => Number(units) / 10 ** scale

/** Digits of ratios that people type. A ratio with more is a quotient that was rounded. */
const typedDigits = 6
/** Digits of a rate in quota per token: finer than any price in dollars per million tokens. */
const rateDigits = 9

/** A product of ratios. Rounding it recovers the price from which a rounded quotient was computed. */
function rateOf(...ratios: Decimal[]): Decimal {
  const product = multiplyDecimals(...ratios)
  return ratios.some(({ scale }) => scale > typedDigits) ? roundedTo(product, rateDigits) : product
}

export function tokenPrice(
  model: string,
  ratios: TokenRatios,
  facts: ModelFacts,
  quotaPerUnit: number,
  tiers?: ModelTiers,
): TokenPrice {
  const price = { kind: 'tokens' as const, model, ...facts, ...ratios, quota_per_unit: quotaPerUnit }
  return Object.freeze({ ...price, ...ratesOfRatios(ratios, []), ...(tiers && { tiers }) })
}

/** The price of a tier: other ratios than those of the model, multiplied by factors. */
export function tierPrice(
  base: TokenPrice,
  ratios: TokenRatios,
  factors: readonly number[],
  tier: AppliedTier,
): TokenPrice {
  const { tiers: _, ...price } = base
  const ratio = numberOf(rateOf(...[ratios.ratio, ...factors].map(decimalOf)))
  return Object.freeze({ ...price, ...ratios, ratio, ...ratesOfRatios(ratios, factors), base, tier })
}

function ratesOfRatios(ratios: TokenRatios, factors: readonly number[]): Pick<TokenPrice, 'weights' | 'rates'> {
  const input = [ratios.ratio, ...factors].map(decimalOf)
  const completion = decimalOf(ratios.completion_ratio)
  const cacheWrite = decimalOf(ratios.cache_write_ratio)
  const audio = decimalOf(ratios.audio_ratio)
  const factorsOf: Record<UsageLine, Decimal[]> = {
    input: [],
    cache_read: [decimalOf(ratios.cache_read_ratio)],
    cache_write_5m: [cacheWrite],
    cache_write_1h: [cacheWrite, decimalOf(cacheHourFactor)],
    image_input: [decimalOf(ratios.image_ratio)],
    audio_input: [audio],
    output: [completion],
    audio_output: [audio, decimalOf(ratios.audio_completion_ratio)],
    image_output: [decimalOf(ratios.image_completion_ratio ?? ratios.completion_ratio)],
  }
  const weight = (line: UsageLine) => numberOf(multiplyDecimals(one, ...factorsOf[line]))
  return {
    weights: Object.fromEntries(usageLines.map((line) => [line, weight(line)])) as Record<UsageLine, number>, // all lines
    rates: ratesOf(usageLines.map((line) => rateOf(...input, ...factorsOf[line]))),
  }
}

/** Dollars per million tokens. */
export type TokenDollars = { input: number; output: number; cache_read?: number; cache_write?: number }

const millionth: Decimal = { units: 1n, scale: 6 }
const usualCacheWrite: Decimal = { units: 125n, scale: 2 }

/** A price in dollars, exactly: a quotient of two of them is not always a ratio. Audio and images count as text. */
export function dollarPrice(model: string, dollars: TokenDollars, facts: ModelFacts, quotaPerUnit: number): TokenPrice {
  const [input, output] = [decimalOf(dollars.input), decimalOf(dollars.output)]
  const cacheWrite =
    dollars.cache_write === undefined ? multiplyDecimals(input, usualCacheWrite) : decimalOf(dollars.cache_write)
  const lines: Record<UsageLine, Decimal> = {
    input,
    cache_read: dollars.cache_read === undefined ? input : decimalOf(dollars.cache_read),
    cache_write_5m: cacheWrite,
    cache_write_1h: multiplyDecimals(cacheWrite, decimalOf(cacheHourFactor)),
    image_input: input,
    audio_input: input,
    output,
    audio_output: output,
    image_output: output,
  }
  const weight = (line: UsageLine) => (dollars.input === 0 ? 0 : numberOf(lines[line]) / dollars.input)
  return Object.freeze({
    kind: 'tokens',
    model,
    ...facts,
    ratio: dollars.input || dollars.output, // whether it is free; charges use `rates`
    completion_ratio: weight('output'),
    cache_read_ratio: weight('cache_read'),
    cache_write_ratio: weight('cache_write_5m'),
    image_ratio: 1,
    audio_ratio: 1,
    audio_completion_ratio: weight('output'),
    quota_per_unit: quotaPerUnit,
    weights: Object.fromEntries(usageLines.map((line) => [line, weight(line)])) as Record<UsageLine, number>, // all lines
    rates: ratesOf(usageLines.map((line) => multiplyDecimals(lines[line], decimalOf(quotaPerUnit), millionth))),
  })
}

export function callPrice(model: string, price: Decimal, facts: ModelFacts, quotaPerUnit: number): CallPrice {
  return Object.freeze({
    kind: 'call',
    model,
    ...facts,
    price: numberOf(price),
    quota_per_unit: quotaPerUnit,
    quota_per_call: multiplyDecimals(price, decimalOf(quotaPerUnit)),
  })
}

/** Whether calls are free: an explicit price of 0. A model without a price has no Price. */
export const isFree = (price: Price) => (price.kind === 'tokens' ? price.ratio : price.price) === 0
