import type { ModelTiers, ServiceTier } from '@turnpike/contract/money/price-tiers'
import { cacheHourFactor } from '@turnpike/contract/money/pricing'
import { type Decimal, decimalOf, multipleBounds, multiplyDecimals, roundedTo } from '@turnpike/contract/quota'
import type { TokenCost } from '@turnpike/contract/routing/channel-cost'
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

const millionth: Decimal = { units: 1n, scale: 6 }
const usualCacheWrite: Decimal = { units: 125n, scale: 2 }

/**
 * A price in dollars, exactly: a quotient of two of them is not always a ratio. The ratios are for tiers, for which the
 * contract admits only prices that have them.
 */
export function dollarPrice(model: string, dollars: TokenCost, facts: ModelFacts, quotaPerUnit: number): TokenPrice {
  const { audio_input = dollars.input, tiers } = dollars
  const input = decimalOf(dollars.input)
  const output = decimalOf(dollars.output)
  const amountOr = (line: keyof TokenCost & UsageLine, other: Decimal) =>
    dollars[line] === undefined ? other : decimalOf(dollars[line])
  const cacheWrite =
    dollars.cache_write === undefined ? multiplyDecimals(input, usualCacheWrite) : decimalOf(dollars.cache_write)
  const usualSpeech =
    dollars.input === 0 || audio_input === dollars.input
      ? output
      : quotientDecimal(audio_input * dollars.output, dollars.input)
  const lines: Record<UsageLine, Decimal> = {
    input,
    cache_read: amountOr('cache_read', input),
    cache_write_5m: cacheWrite,
    cache_write_1h: multiplyDecimals(cacheWrite, decimalOf(cacheHourFactor)),
    image_input: amountOr('image_input', input),
    audio_input: decimalOf(audio_input),
    output,
    audio_output: amountOr('audio_output', usualSpeech),
    image_output: amountOr('image_output', output),
  }
  const against = (line: UsageLine, base: UsageLine) => {
    const amount = numberOf(lines[base])
    return amount === 0 ? 0 : quotient(numberOf(lines[line]), amount)
  }
  const weights = Object.fromEntries(usageLines.map((line) => [line, against(line, 'input')]))
  return Object.freeze({
    kind: 'tokens',
    model,
    ...facts,
    ratio: quotient((dollars.input || dollars.output) * quotaPerUnit, 1_000_000), // of the output, it says whether it is free
    completion_ratio: against('output', 'input'),
    cache_read_ratio: against('cache_read', 'input'),
    cache_write_ratio: against('cache_write_5m', 'input'),
    image_ratio: against('image_input', 'input'),
    ...(dollars.image_output !== undefined && { image_completion_ratio: against('image_output', 'input') }),
    audio_ratio: against('audio_input', 'input'),
    audio_completion_ratio: against('audio_output', 'audio_input'),
    quota_per_unit: quotaPerUnit,
    weights: weights as Record<UsageLine, number>, // all lines
    rates: ratesOf(usageLines.map((line) => multiplyDecimals(lines[line], decimalOf(quotaPerUnit), millionth))),
    ...(tiers && { tiers }),
  })
}

/** A quotient, rounded to the digits of a multiple. */
const quotientText = (amount: number, base: number): string => (amount / base).toFixed(multipleBounds.decimals)
const quotient = (amount: number, base: number): number => Number(quotientText(amount, base))
const quotientDecimal = (amount: number, base: number): Decimal => ({
  units: BigInt(quotientText(amount, base).replace('.', '')),
  scale: multipleBounds.decimals,
})

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
