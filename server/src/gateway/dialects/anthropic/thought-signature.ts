import type { JsonObject, ToolCall, ToolCallDelta } from '../../forms/chat.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'

/**
 * Gemini signs its calls and requires the signatures back. An Anthropic client keeps the signatures of thinking blocks,
 * so Gemini's are stored there with a mark: they must never be sent to another company.
 */
const geminiMark = 'gemini:'

export function markedSignatureOf(call: Pick<ToolCall | ToolCallDelta, 'extra_content'>): string | undefined {
  const signature = textOf(objectOf(call.extra_content?.google)?.thought_signature)
  return signature === undefined ? undefined : geminiMark + signature
}

/** The extra content of the call after a marked signature; undefined when the signature is not Gemini's. */
export const extraOfMarkedSignature = (signature: string): JsonObject | undefined =>
  signature.startsWith(geminiMark) ? { google: { thought_signature: signature.slice(geminiMark.length) } } : undefined
