import type { BadPriceReason, PriceAmounts } from '@turnpike/contract/money/price-book'
import { isModelTiers, type LengthTier, type ServiceTier, type TierRatios } from '@turnpike/contract/money/price-tiers'
import { isMultiple, isRatio } from '@turnpike/contract/quota'

/** A row of a public price list: the amounts of the price book, or why it has none. */
export type ListedPrice = { name: string } & ReadPrice
export type ReadPrice = { amounts: PriceAmounts } | { reason: BadPriceReason }

/** Dollars per token; an absent line is not in the list. */
export type ListedLines = {
  input?: number | undefined
  output?: number | undefined
  cache_read?: number | undefined
  /** For the five minutes kind. */
  cache_write?: number | undefined
  image_input?: number | undefined
  image_output?: number | undefined
  audio_input?: number | undefined
  audio_output?: number | undefined
}
/** The prices of calls with more input tokens than `above`. */
export type ListedLength = ListedLines & { above: number }
/** `factor` multiplies every price, where the list has no prices of the tier itself. */
export type ListedService = ListedLines & { factor?: number | undefined; lengths?: readonly ListedLength[] }
export type ListedRates = ListedLines & {
  lengths?: readonly ListedLength[]
  services?: Partial<Record<ServiceTier, ListedService>>
}

/** A quotient that recovers the dollars when it is multiplied again. */
export const quotient = (dividend: number, divisor: number) => Number((dividend / divisor).toFixed(12))

/** Lines that the list does not have stay as they are in the price book: they are multiples of the input price. */
export function amountsOfRates(rates: ListedRates, quotaPerUnit: number): ReadPrice {
  const numbers = numbersIn(rates)
  if (numbers.some(Number.isNaN)) return { reason: 'not_a_number' }
  if (numbers.some((value) => value < 0)) return { reason: 'negative' }
  const { input, output } = rates
  if (input === undefined) return { reason: 'no_price' }
  if (input === 0) return output ? { reason: 'input_free' } : { amounts: { ModelRatio: 0 } } // no ratio expresses it
  const ModelRatio = quotient(input * quotaPerUnit, 1)
  const tiers = tiersOf(rates, input)
  const amounts: PriceAmounts = { ModelRatio, ...fineAmounts(rates, input), ...(tiers && { ModelTiers: tiers }) }
  const { ModelTiers: _, ...ratios } = amounts
  const isValid = Object.values(ratios).every((ratio) => typeof ratio === 'number' && isMultiple(ratio))
  return ModelRatio > 0 && isValid && (!tiers || isModelTiers(tiers)) ? { amounts } : { reason: 'out_of_range' }
}

function fineAmounts({ output, ...lines }: ListedLines, input: number): PriceAmounts {
  const { cache_read, cache_write, image_input, image_output, audio_input, audio_output } = lines
  return {
    ...(output !== undefined && { CompletionRatio: quotient(output, input) }),
    // Lists say 0 for a line that a model does not have.
    ...(cache_read && { CacheRatio: quotient(cache_read, input) }),
    ...(cache_write && { CreateCacheRatio: quotient(cache_write, input) }),
    ...(image_input && { ImageRatio: quotient(image_input, input) }),
    ...(image_output && { ImageCompletionRatio: quotient(image_output, input) }),
    ...((audio_input || audio_output) && { AudioRatio: quotient(audio_input || input, input) }),
    ...(audio_output && { AudioCompletionRatio: quotient(audio_output, audio_input || input) }),
  }
}

function tiersOf(rates: ListedRates, input: number) {
  const lengths = lengthsOf(rates.lengths, rates, input)
  const services = Object.entries(rates.services ?? {}).flatMap(([name, service]) => {
    const own = lengthsOf(service.lengths, rates, input)
    const ratios = service.factor === undefined ? ratiosOf(service, rates, input) : { ratio: service.factor }
    return own.length > 0 || isDifferent(ratios) ? [[name, { ...ratios, ...(own.length > 0 && { lengths: own }) }]] : []
  })
  if (lengths.length === 0 && services.length === 0) return undefined
  return {
    ...(lengths.length > 0 && { lengths }),
    ...(services.length > 0 && { services: Object.fromEntries(services) }),
  }
}

const lengthsOf = (lengths: readonly ListedLength[] = [], base: ListedLines, input: number): LengthTier[] =>
  lengths
    .toSorted((one, other) => one.above - other.above)
    .map((lines) => ({ above: lines.above, ...ratiosOf(lines, base, input) }))
    .filter(isDifferent)

const isDifferent = ({ ratio, ...others }: TierRatios) =>
  ratio !== 1 || Object.keys(others).some((name) => name !== 'above')

/** A tier says only what differs from the model's own ratios. */
function ratiosOf(lines: ListedLines, base: ListedLines, baseInput: number): TierRatios {
  const input = lines.input || baseInput
  const own = (line: number | undefined, baseLine: number | undefined) =>
    line && quotient(line, input) !== quotient(baseLine ?? 0, baseInput) ? quotient(line, input) : undefined
  const spoken = lines.audio_output && quotient(lines.audio_output, lines.audio_input || input)
  const baseSpoken = base.audio_output && quotient(base.audio_output, base.audio_input || baseInput)
  const ratios = {
    completion_ratio: own(lines.output, base.output),
    cache_read_ratio: own(lines.cache_read, base.cache_read),
    cache_write_ratio: own(lines.cache_write, base.cache_write),
    image_ratio: own(lines.image_input, base.image_input),
    image_completion_ratio: own(lines.image_output, base.image_output),
    audio_ratio: own(lines.audio_input, base.audio_input),
    audio_completion_ratio: spoken !== baseSpoken && spoken ? spoken : undefined,
  }
  const set = Object.entries(ratios).filter(([, ratio]) => ratio)
  return { ratio: quotient(input, baseInput), ...Object.fromEntries(set) }
}

/** Every number of a row, its tiers included. */
function numbersIn({ lengths = [], services = {}, ...lines }: ListedRates): number[] {
  const own = Object.values(lines).filter((value) => value !== undefined)
  const ofServices = Object.values(services).flatMap(({ factor, ...service }) => [factor ?? 0, ...numbersIn(service)])
  return [...own, ...lengths.flatMap((length) => numbersIn(length)), ...ofServices]
}

/** Dollars per call or picture. */
export function amountsOfCall(price: number): ReadPrice {
  if (price < 0) return { reason: 'negative' }
  const ModelPrice = Number(price.toFixed(6))
  return isRatio(ModelPrice) && (price === 0 || ModelPrice > 0)
    ? { amounts: { ModelPrice } }
    : { reason: 'out_of_range' }
}

/** A number, or a text that is one: lists have both. Undefined for an absent one, NaN for anything else. */
export function numberIn(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(value) ? Number(value) : Number.NaN
  return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
