import { totalCompletion, totalPrompt, type Usage } from '../../../domain/money/pricing/usage.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { countOf, objectOf } from '../json/json-values.ts'

/** Servers report the same count under several names, and may leave one of them at zero. */
function largest(...claims: unknown[]): number {
  let count = 0
  for (const claim of claims) count = Math.max(count, countOf(claim))
  return count
}

function firstWithCounts(...details: unknown[]): JsonObject | undefined {
  for (const each of details) {
    const counts = objectOf(each)
    if (counts && Object.keys(counts).length > 0) return counts
  }
  return undefined
}

/**
 * The usage of a response in the OpenAI format: chat, Responses, embeddings, images and realtime. Undefined when it is
 * absent or has nothing but zeros, as from servers that do not count. OpenAI counts cached, image and audio tokens
 * within the prompt: they are taken out of it, and never add up to more than the prompt.
 */
export function usageOfOpenAi(value: unknown): Usage | undefined {
  const usage = objectOf(value)
  if (!usage) return undefined
  // Some upstreams send two of the names, one of them without counts.
  const input = firstWithCounts(
    usage.prompt_tokens_details,
    usage.input_tokens_details,
    usage.prompt_token_details,
    usage.input_token_details,
  )
  const output = firstWithCounts(
    usage.completion_tokens_details,
    usage.output_tokens_details,
    usage.output_token_details,
  )

  const total = countOf(usage.total_tokens)
  const reportedOutput = largest(usage.completion_tokens, usage.output_tokens)
  const prompt = largest(usage.prompt_tokens, usage.input_tokens) || Math.max(0, total - reportedOutput)
  const completion = reportedOutput || Math.max(0, total - prompt)
  if (prompt === 0 && completion === 0) return undefined

  let rest = prompt
  const take = (claim: number) => {
    const taken = Math.min(claim, rest)
    rest -= taken
    return taken
  }
  const cached = largest(
    input?.cached_tokens,
    usage.prompt_cache_hit_tokens,
    usage.cached_tokens,
    usage.num_cached_tokens,
    usage.cache_read_input_tokens,
  )
  // Grok in Azure counts cached tokens beside the prompt.
  const cache_read = cached > prompt ? cached : take(cached)
  const cache_write_5m = take(
    largest(
      input?.cache_write_tokens,
      input?.cached_creation_tokens,
      input?.cache_creation_input_tokens,
      usage.cache_creation_input_tokens,
    ),
  )
  const image_input = take(countOf(input?.image_tokens))
  const audio_input = take(countOf(input?.audio_tokens))
  const audio_output = Math.min(countOf(output?.audio_tokens), completion)
  const image_output = Math.min(countOf(output?.image_tokens), completion - audio_output)
  const text = completion - audio_output - image_output
  return {
    input: rest,
    cache_read,
    cache_write_5m,
    cache_write_1h: 0,
    image_input,
    audio_input,
    output: text,
    reasoning: Math.min(countOf(output?.reasoning_tokens), text),
    audio_output,
    ...(image_output > 0 && { image_output }),
  }
}

const positiveCounts = (counts: Record<string, number>): JsonObject | undefined => {
  const present = Object.entries(counts).filter(([, count]) => count > 0)
  return present.length > 0 ? Object.fromEntries(present) : undefined
}

/** Usage in the format of OpenAI's chat. Details have only the counts above zero. */
export function openAiUsage(usage: Usage): JsonObject {
  const prompt = totalPrompt(usage)
  const completion = totalCompletion(usage)
  const input = positiveCounts({
    cached_tokens: usage.cache_read,
    cache_write_tokens: usage.cache_write_5m + usage.cache_write_1h,
    audio_tokens: usage.audio_input,
    image_tokens: usage.image_input,
  })
  const output = positiveCounts({
    reasoning_tokens: usage.reasoning,
    audio_tokens: usage.audio_output,
    image_tokens: usage.image_output ?? 0,
  })
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    ...(input && { prompt_tokens_details: input }),
    ...(output && { completion_tokens_details: output }),
  }
}
