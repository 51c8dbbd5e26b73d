import { totalCompletion, totalPrompt, type Usage } from '../../../domain/money/pricing/usage.ts'
import type { FinishReason, JsonObject } from '../../forms/chat.ts'
import { bareId } from '../../translate/tools/ids.ts'
import type { RequestContext } from '../dialect.ts'

/** An id that Anthropic issued stays unchanged. */
export function messageIdOf(id: string): string {
  const upstreamId = id.replace(/^chatcmpl-/, '')
  return upstreamId.startsWith('msg_') ? upstreamId : `msg_${bareId(upstreamId)}`
}

const reasons: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}

/** The stop reason. Some upstreams report `stop` although the response has calls. */
export function stopReasonOf(
  finish: FinishReason | undefined,
  outcome: { hasCalls: boolean; isRefused: boolean },
): string {
  if (outcome.isRefused) return 'refusal'
  if (outcome.hasCalls && (finish === undefined || finish === 'stop')) return 'tool_use'
  return reasons[finish ?? 'stop'] ?? 'end_turn'
}

/** Usage in Anthropic's format: tokens read from or written to a cache are not part of the input. */
export function writeUsage(usage: Usage | undefined, { promptEstimate }: RequestContext): JsonObject {
  if (!usage) return { input_tokens: promptEstimate, output_tokens: 0 }
  const written = usage.cache_write_5m + usage.cache_write_1h
  return {
    input_tokens: totalPrompt(usage) - usage.cache_read - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: usage.cache_read,
    output_tokens: totalCompletion(usage),
  }
}
