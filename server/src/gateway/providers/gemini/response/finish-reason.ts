import type { FinishReason } from '../../../forms/chat.ts'
import { textOf } from '../../../translate/json/json-values.ts'

const refusals: ReadonlySet<string> = new Set([
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'LANGUAGE',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
])
const faults: ReadonlySet<unknown> = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MISSING_THOUGHT_SIGNATURE',
])

/** The model failed: the response is useless unless some of it was streamed already. */
export const isFault = (reason: unknown): reason is string => faults.has(reason)

export function finishReasonOf(value: unknown, produced: { hasCalls: boolean; hasOutput: boolean }): FinishReason {
  const reason = textOf(value)
  if (reason === 'MAX_TOKENS') return 'length'
  if (reason !== undefined && refusals.has(reason)) return 'content_filter'
  if (produced.hasCalls) return 'tool_calls'
  // For reasons without a meaning, and those newer than this code, the presence of output decides.
  const isPlain = reason === undefined || reason === 'STOP' || isFault(reason)
  return isPlain || produced.hasOutput ? 'stop' : 'content_filter'
}
