import type { FinishReason, JsonObject, ToolCall } from '../../forms/chat.ts'
import { splitImages } from '../../translate/text/images-in-text.ts'
import { signatureIn } from '../../translate/tools/google-signature.ts'
import { parseArguments } from '../../translate/tools/tool-arguments.ts'

type Part = JsonObject

export const thoughtParts = (text: string | null | undefined): Part[] => (text ? [{ text, thought: true }] : [])

/** Images in the text become parts of their own. */
export function textParts(text: string | null | undefined): Part[] {
  if (!text) return []
  return splitImages(text).map((piece) =>
    typeof piece === 'string' ? { text: piece } : { inlineData: { mimeType: piece.mime, data: piece.base64 } },
  )
}

export function callPart({ id, function: called, ...call }: Omit<ToolCall, 'type'>): Part {
  const signature = signatureIn(call)
  return {
    functionCall: { id, name: called.name, args: parseArguments(called.arguments) },
    ...(signature !== undefined && { thoughtSignature: signature }),
  }
}

const finishReasons: Record<FinishReason, string> = {
  stop: 'STOP',
  tool_calls: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
}
export const finishReasonFor = (reason: FinishReason): string => finishReasons[reason]

/** Clients expect a part in every candidate. */
export const candidateOf = (index: number, parts: Part[], finishReason?: string): JsonObject => ({
  index,
  content: { role: 'model', parts: parts.length > 0 ? parts : [{ text: '' }] },
  ...(finishReason !== undefined && { finishReason }),
})
