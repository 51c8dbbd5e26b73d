import type { ChatResponse, JsonObject, ResponseMessage } from '../../forms/chat.ts'
import { bareId } from '../../translate/tools/ids.ts'
import { usageMetadata } from './usage-metadata.ts'
import { callPart, candidateOf, finishReasonFor, textParts, thoughtParts } from './write-parts.ts'

/** A whole response for a Gemini client. */
export function writeResponse({ id, model, choices, usage }: ChatResponse): JsonObject {
  return {
    candidates: choices.map(({ index, message, finish_reason }) =>
      candidateOf(index, partsOf(message), finishReasonFor(finish_reason)),
    ),
    ...(usage && { usageMetadata: usageMetadata(usage) }),
    modelVersion: model,
    responseId: bareId(id),
  }
}

const partsOf = ({ content, reasoning_content, refusal, tool_calls }: ResponseMessage): JsonObject[] => [
  ...thoughtParts(reasoning_content),
  ...textParts(content),
  ...textParts(refusal),
  ...(tool_calls ?? []).map(callPart),
]
