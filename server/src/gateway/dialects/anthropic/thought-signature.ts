import type { JsonObject, ToolCall, ToolCallDelta } from '../../forms/chat.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'

/**
 * Gemini signs its calls and wants the signatures back. An Anthropic client keeps the signatures of thoughts, so they
 * travel there, marked: no other company may ever be sent one.
 */
const geminiMark = 'gemini:'

export function markedSignatureOf(call: Pick<ToolCall | ToolCallDelta, 'extra_content'>): string | undefined {
  const signature = textOf(objectOf(call.extra_content?.google)?.thought_signature)
  return signature === undefined ? undefined : geminiMark + signature
}

/** What a signature that came back says of the next call; undefined when it is not Gemini's. */
export const extraOfMarkedSignature = (signature: string): JsonObject | undefined =>
  signature.startsWith(geminiMark) ? { google: { thought_signature: signature.slice(geminiMark.length) } } : undefined
