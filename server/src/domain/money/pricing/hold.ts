import { chargeOf, type Factor, quotaOfTokens } from './charge.ts'
import type { Price } from './price.ts'
import { checkCount, noUsage } from './usage.ts'

/** The estimated maximum usage of a request, before it is sent. */
export type Estimate = {
  /** Text of the prompt, in tokens. */
  input: number
  image_input?: number
  audio_input?: number
  /** The request's own limit for one response, the largest where it names several. */
  output_max?: number
  /** Whether the response may be audio, which can cost many times as much as text. */
  isSpoken?: boolean
  /** Assumed for one response where neither the request nor the model has a limit; within the model's context. */
  output_default?: number
  /** Requested responses, pictures or calls. */
  count?: number
  factors?: readonly Factor[]
}

/**
 * The amount to hold for a request: the whole price where it is per call; by tokens, the prompt and the longest allowed
 * response, and at least the price of `preConsumedQuota` tokens.
 */
export function holdOf(estimate: Estimate, price: Price, groupRatio: number, preConsumedQuota: number): number {
  const { input, image_input = 0, audio_input = 0, count = 1, factors } = estimate
  if (price.kind === 'call') return chargeOf(noUsage, price, groupRatio, { count, factors }).quota

  const outputDefault = Math.min(estimate.output_default ?? preConsumedQuota, price.context ?? Number.POSITIVE_INFINITY)
  const output = checkCount(count) * checkCount(estimate.output_max ?? price.max_output ?? outputDefault)
  const isSpoken = estimate.isSpoken && price.weights.audio_output > price.weights.output
  const written = isSpoken ? { output: 0, audio_output: output } : { output, audio_output: 0 }
  const most = { ...noUsage, input, image_input, audio_input, ...written }
  const least = { ...noUsage, input: preConsumedQuota }
  return Math.max(quotaOfTokens(most, price, groupRatio), quotaOfTokens(least, price, groupRatio))
}
