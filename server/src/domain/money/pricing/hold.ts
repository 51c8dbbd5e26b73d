import type { ServiceTier } from '@turnpike/contract/money/price-tiers'
import { chargeOf, type Factor, quotaOfTokens } from './charge.ts'
import type { Price, TokenPrice } from './price.ts'
import { reachableTariffs } from './tiers/tariff.ts'
import { checkCount, noUsage, type ToolCalls, type Usage, type UsageLine } from './usage.ts'

/** The estimated maximum usage of a request, before it is sent. */
export type Estimate = {
  /** The whole prompt, in tokens. */
  input: number
  /** The part of it that is pictures, recordings and files, which may cost more than text. */
  mediaInput?: number
  /** Whether the request stores its prompt in a cache for an hour, which costs more than for five minutes. */
  isCachedForHour?: boolean
  /** The service tiers that the request asks for. */
  services?: readonly ServiceTier[]
  /** The request's own limit for one response, the largest where it names several. */
  output_max?: number
  /** Whether the response may be audio, which can cost many times as much as text. */
  isSpoken?: boolean
  /** Assumed for one response where neither the request nor the model has a limit; within the model's context. */
  output_default?: number
  /** Requested responses, pictures or calls. */
  count?: number
  factors?: readonly Factor[]
  /** What the upstream bills for every such request beside its tokens. */
  fees?: readonly ToolCalls[] | undefined
}

/** Upstreams count prompts differently: the hold covers a quarter and 1,000 tokens more than the estimate. */
const inputSlack = { factor: 1.25, tokens: 1000 }
const inputBound = (estimate: number, { context = Number.POSITIVE_INFINITY }: Price): number =>
  estimate === 0
    ? 0
    : Math.max(estimate, Math.min(Math.ceil(estimate * inputSlack.factor) + inputSlack.tokens, context))

/**
 * The amount to hold for a request: the whole price where it is per call; by tokens, the prompt and the longest allowed
 * response, and at least the price of `preConsumedQuota` tokens. A charge exceeds it only if the upstream counts more
 * input than `inputBound`.
 */
export function holdOf(estimate: Estimate, price: Price, groupRatio: number, preConsumedQuota: number): number {
  const { count = 1, factors } = estimate
  if (price.kind === 'call') return chargeOf(withFees(estimate), price, groupRatio, { count, factors }).quota
  return heldTariff(estimate, price, groupRatio, preConsumedQuota).amount
}

const withFees = ({ fees }: Estimate): Usage => (fees ? { ...noUsage, tool_calls: [...fees] } : { ...noUsage })

/** The dearest price that a request may have, and the amount to hold at it. */
export function heldTariff(
  estimate: Estimate,
  price: TokenPrice,
  groupRatio: number,
  preConsumedQuota: number,
): { tariff: TokenPrice; amount: number } {
  const { input, mediaInput = 0, services = [], isSpoken, count = 1 } = estimate
  const outputDefault = Math.min(estimate.output_default ?? preConsumedQuota, price.context ?? Number.POSITIVE_INFINITY)
  const output = checkCount(count) * checkCount(estimate.output_max ?? price.max_output ?? outputDefault)
  const inputMax = inputBound(checkCount(input), price)
  const media = Math.min(inputMax, inputBound(checkCount(mediaInput), price))
  let dearest: { tariff: TokenPrice; amount: number } | undefined
  for (const tariff of candidates(price, inputMax, services)) {
    const textLine = dearestLine(tariff, textLines(estimate))
    const most = withFees(estimate)
    most[textLine] += inputMax - media
    if (media > 0) most[dearestLine(tariff, [textLine, ...mediaLines])] += media
    const outputLine = dearestLine(tariff, isSpoken ? spokenLines : writtenLines)
    most[outputLine] = (most[outputLine] ?? 0) + output
    const least = { ...noUsage, input: preConsumedQuota }
    const amount = Math.max(quotaOfTokens(most, tariff, groupRatio), quotaOfTokens(least, tariff, groupRatio))
    if (!dearest || amount > dearest.amount) dearest = { tariff, amount }
  }
  return dearest ?? { tariff: price, amount: 0 }
}

const noServices: readonly ServiceTier[] = []

/** The channel or the upstream may serve the request at the normal tier instead of the requested one. */
function candidates(price: TokenPrice, inputMax: number, services: readonly ServiceTier[]): TokenPrice[] {
  if (!price.tiers) return [price]
  const normal = reachableTariffs(price, inputMax, noServices)
  return services.length === 0 ? normal : [...new Set([...normal, ...reachableTariffs(price, inputMax, services)])]
}

/** An upstream may write any prompt to a cache or read it from one. */
const textLines = ({ isCachedForHour }: Estimate) => (isCachedForHour ? hourLines : usualLines)
const usualLines = ['input', 'cache_read', 'cache_write_5m'] as const
const hourLines = [...usualLines, 'cache_write_1h'] as const
const mediaLines = ['image_input', 'audio_input'] as const
/** A model that draws does so unasked. */
const writtenLines = ['output', 'image_output'] as const
const spokenLines = [...writtenLines, 'audio_output'] as const

const dearestLine = <Line extends UsageLine>({ weights }: TokenPrice, lines: readonly Line[]): Line =>
  lines.reduce((dearest, line) => (weights[line] > weights[dearest] ? line : dearest))
