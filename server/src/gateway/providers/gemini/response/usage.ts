import { chatImageTokens } from '../../../../domain/money/pricing/image-charge.ts'
import type { Usage } from '../../../../domain/money/pricing/usage.ts'
import type { JsonObject } from '../../../forms/chat.ts'
import { countOf, isObject, listOf, objectOf } from '../../../translate/json/json-values.ts'
import { readServiceTier } from '../../../translate/json/service-tiers.ts'

/** Charged items of a response besides tokens. */
export type Extras = { searches?: number; imagesSoFar?: number }

function tokensOf(details: unknown, modality: string): number {
  let sum = 0
  for (const each of listOf(details)) if (isObject(each) && each.modality === modality) sum += countOf(each.tokenCount)
  return sum
}

/**
 * Usage of a Google response. Google counts cached tokens within the prompt, but thoughts and the prompts of its tools
 * apart. Undefined when it is absent.
 */
export function usageOfGemini(value: unknown, { searches = 0, imagesSoFar = 0 }: Extras = {}): Usage | undefined {
  const counts = objectOf(value)
  if (!counts) return undefined
  const prompt = countOf(counts.promptTokenCount) + countOf(counts.toolUsePromptTokenCount)
  const total = countOf(counts.totalTokenCount)
  const thoughts = countOf(counts.thoughtsTokenCount)
  const tier = readServiceTier(counts.serviceTier)
  const candidates = countOf(counts.candidatesTokenCount)
  // Where the total is larger than its parts, a part is missing.
  const completion = total >= prompt && total > 0 ? total - prompt : candidates + thoughts
  return {
    ...promptOf(counts, prompt),
    ...completionOf(counts, completion, thoughts, imagesSoFar),
    cache_write_5m: 0,
    cache_write_1h: 0,
    ...(searches > 0 && { tool_calls: [{ name: 'google_search', count: searches }] }),
    ...(tier && { service: { tier } }),
  }
}

function promptOf(counts: JsonObject, prompt: number) {
  let rest = prompt
  const take = (claim: number) => {
    const taken = Math.min(Math.max(claim, 0), rest)
    rest -= taken
    return taken
  }
  const fresh = (modality: string) =>
    tokensOf(counts.promptTokensDetails, modality) +
    tokensOf(counts.toolUsePromptTokensDetails, modality) -
    tokensOf(counts.cacheTokensDetails, modality)
  const cache_read = take(countOf(counts.cachedContentTokenCount))
  const image_input = take(fresh('IMAGE'))
  const audio_input = take(fresh('AUDIO'))
  return { input: rest, cache_read, image_input, audio_input }
}

function completionOf(counts: JsonObject, completion: number, thoughts: number, picturesSoFar: number) {
  const reasoning = Math.min(thoughts, completion)
  const audio_output = Math.min(tokensOf(counts.candidatesTokensDetails, 'AUDIO'), completion - reasoning)
  const reportedImage = Math.min(
    tokensOf(counts.candidatesTokensDetails, 'IMAGE'),
    completion - reasoning - audio_output,
  )
  const output = completion - audio_output - reportedImage
  const image_output = reportedImage || Math.max(0, picturesSoFar * chatImageTokens - (output - reasoning))
  return { output, reasoning, audio_output, ...(image_output > 0 && { image_output }) }
}
