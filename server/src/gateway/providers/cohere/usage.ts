import { noUsage, type Usage } from '../../../domain/money/pricing/usage.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { countOf, objectOf } from '../../translate/json/json-values.ts'

/**
 * The usage of a chat. `tokens` are all tokens; `billed_units` leave out those that Cohere adds to the prompt itself.
 * The channel's setting `billed_units` chooses the latter.
 */
export function chatUsage(value: unknown, setting: JsonObject = {}): Usage | undefined {
  const usage = objectOf(value)
  const counts = [objectOf(usage?.tokens), objectOf(usage?.billed_units)]
  if (setting.billed_units === true) counts.reverse()
  const told = counts.find((each) => countOf(each?.input_tokens) > 0 || countOf(each?.output_tokens) > 0)
  if (!told) return undefined
  const input = countOf(told.input_tokens)
  const cache_read = Math.min(countOf(usage?.cached_tokens), input)
  return { ...noUsage, input: input - cache_read, cache_read, output: countOf(told.output_tokens) }
}

/** The usage of embeddings: tokens of text and of pictures. */
export function embedUsage(body: unknown): Usage | undefined {
  const billed = objectOf(objectOf(objectOf(body)?.meta)?.billed_units)
  const [input, image_input] = [countOf(billed?.input_tokens), countOf(billed?.image_tokens)]
  return input > 0 || image_input > 0 ? { ...noUsage, input, image_input } : undefined
}
