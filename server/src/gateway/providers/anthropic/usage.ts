import type { Usage } from '../../../domain/money/pricing/usage.ts'
import { countOf, objectOf } from '../../translate/json/json-values.ts'

export type UsageTally = {
  /** Adds the counts of one event or body. */
  add(usage: unknown): void
  /** The counts so far; undefined without any. */
  usage(): Usage | undefined
}

/**
 * Collects the counts of one response. They are cumulative and come in several events, each of which may leave some
 * out, so the larger of two counts is the later one. Fresh input excludes tokens read from or written to a cache.
 */
export function createUsageTally(): UsageTally {
  let input = 0
  let cacheRead = 0
  let cacheWrite = 0
  let write5m = 0
  let write1h = 0
  let output = 0
  let thinking = 0
  let searches = 0
  return {
    add(value) {
      const reported = objectOf(value)
      if (!reported) return
      const written = objectOf(reported.cache_creation)
      input = Math.max(input, countOf(reported.input_tokens))
      cacheRead = Math.max(cacheRead, countOf(reported.cache_read_input_tokens))
      cacheWrite = Math.max(cacheWrite, countOf(reported.cache_creation_input_tokens))
      write5m = Math.max(write5m, countOf(written?.ephemeral_5m_input_tokens))
      write1h = Math.max(write1h, countOf(written?.ephemeral_1h_input_tokens))
      output = Math.max(output, countOf(reported.output_tokens))
      thinking = Math.max(thinking, countOf(objectOf(reported.output_tokens_details)?.thinking_tokens))
      searches = Math.max(searches, countOf(objectOf(reported.server_tool_use)?.web_search_requests))
    },
    usage() {
      if (input + cacheRead + cacheWrite + write5m + write1h + output === 0) return undefined
      return {
        input,
        cache_read: cacheRead,
        // A cache write without a duration lasts five minutes.
        cache_write_5m: Math.max(cacheWrite - write1h, write5m),
        cache_write_1h: write1h,
        image_input: 0,
        audio_input: 0,
        output,
        reasoning: Math.min(thinking, output),
        audio_output: 0,
        ...(searches > 0 && { tool_calls: [{ name: 'web_search' as const, count: searches }] }),
      }
    },
  }
}

export function usageOfAnthropic(usage: unknown): Usage | undefined {
  const tally = createUsageTally()
  tally.add(usage)
  return tally.usage()
}
