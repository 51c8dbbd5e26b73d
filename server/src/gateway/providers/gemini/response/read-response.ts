import { noUsage } from '../../../../domain/money/pricing/usage.ts'
import type { ChatResponse, JsonObject, ResponseMessage, ToolCall } from '../../../forms/chat.ts'
import { countOf, isObject, listOf, objectOf, textOf } from '../../../translate/json/json-values.ts'
import { badResponse } from '../../../translate/response/bad-response.ts'
import { extraOfSignature } from '../../../translate/tools/google-signature.ts'
import { bareId, callId } from '../../../translate/tools/ids.ts'
import type { ResponseContext } from '../../provider.ts'
import { emptyResponse, geminiFailure, modelFault, promptBlocked } from '../failure.ts'
import { nameReader } from '../request/function-names.ts'
import { finishReasonOf, isFault } from './finish-reason.ts'
import { groundingOf } from './grounding.ts'
import { readParts } from './read-parts.ts'
import { usageOfGemini } from './usage.ts'

/** Id, time and model of a response. The call's own values replace those that the body lacks. */
export const headOf = (body: JsonObject, facts: ResponseContext): Pick<ChatResponse, 'id' | 'created' | 'model'> => {
  const id = textOf(body.responseId)
  return {
    id: id === undefined ? facts.id : `chatcmpl-${id}`,
    created: facts.now,
    model: textOf(body.modelVersion) ?? facts.model,
  }
}

export const blockReasonIn = (body: JsonObject): string | undefined =>
  textOf(objectOf(body.promptFeedback)?.blockReason)

/** A whole response from Google. */
export function readResponse(body: unknown, facts: ResponseContext): ChatResponse {
  const response = generationIn(body)
  const candidates = listOf(response.candidates).filter(isObject)
  if (candidates.length === 0) {
    const reason = blockReasonIn(response)
    throw reason === undefined ? emptyResponse() : promptBlocked(reason)
  }
  for (const { finishReason } of candidates) if (isFault(finishReason)) throw modelFault(finishReason)
  return responseOf(response, candidates, facts)
}

/**
 * A whole response for a Gemini client, which gets it unchanged, refusals included; only a body that is not a response
 * is a failure. Actions other than generating give no candidates: counting is free, the others need not report usage.
 */
export function readNativeResponse(body: unknown, facts: ResponseContext): ChatResponse {
  const response = generationIn(body)
  const candidates = listOf(response.candidates).filter(isObject)
  if (candidates.length > 0) return responseOf(response, candidates, facts)
  if (response.totalTokens !== undefined) return { ...headOf(response, facts), choices: [], usage: { ...noUsage } }
  const usage = usageOfGemini(response.usageMetadata)
  if (response.embedding !== undefined || response.embeddings !== undefined)
    return { ...headOf(response, facts), choices: [], ...(usage && { usage }) }
  if (blockReasonIn(response) === undefined) throw emptyResponse()
  const message: ResponseMessage = { role: 'assistant', content: null }
  return {
    ...headOf(response, facts),
    choices: [{ index: 0, message, finish_reason: 'content_filter' }],
    usage: usage ?? { ...noUsage },
  }
}

function generationIn(body: unknown): JsonObject {
  const response = Array.isArray(body) ? joinFrames(body) : body
  if (!isObject(response)) throw badResponse()
  if (response.error !== undefined && response.error !== null) throw geminiFailure(200, response)
  return response
}

function responseOf(response: JsonObject, candidates: readonly JsonObject[], facts: ResponseContext): ChatResponse {
  const nameOf = nameReader(facts.functions)
  let calls = 0
  let searches = 0
  const choices = candidates.map((candidate, ordinal) => {
    const message = messageOf(candidate, facts, nameOf, () => callId(facts.id, calls++))
    searches += groundingOf(candidate).searches
    const produced = { hasCalls: message.tool_calls !== undefined, hasOutput: hasOutput(message) }
    return {
      index: Number.isSafeInteger(candidate.index) ? Number(candidate.index) : ordinal,
      message,
      finish_reason: finishReasonOf(candidate.finishReason, produced),
    }
  })
  const usage = usageOfGemini(response.usageMetadata, { searches })
  return { ...headOf(response, facts), choices, ...(usage && { usage }) }
}

const hasOutput = ({ content, reasoning_content, audio, tool_calls }: ResponseMessage): boolean =>
  Boolean(content || reasoning_content || audio || tool_calls)

function messageOf(
  candidate: JsonObject,
  facts: ResponseContext,
  nameOf: (name: string) => string,
  nextId: () => string,
): ResponseMessage {
  let content = ''
  let reasoning = ''
  const audioPieces: Buffer[] = []
  let signature: string | undefined
  const calls: ToolCall[] = []
  for (const part of readParts(candidate)) {
    if (part.kind === 'content') {
      content += part.text
      if (part.text !== '' || calls.length === 0) signature = part.signature ?? signature
    } else if (part.kind === 'reasoning') reasoning += part.text
    else if (part.kind === 'audio') audioPieces.push(Buffer.from(part.data, 'base64'))
    else
      calls.push({
        id: part.id ?? nextId(),
        type: 'function',
        function: { name: nameOf(part.name), arguments: part.arguments },
        ...extraOfSignature(part.signature),
      })
  }
  const { annotations } = groundingOf(candidate)
  return {
    role: 'assistant',
    content: content === '' && (calls.length > 0 || audioPieces.length > 0) ? null : content,
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(audioPieces.length > 0 && { audio: audioOf(audioPieces, facts) }),
    ...(annotations.length > 0 && { annotations }),
    ...extraOfSignature(signature),
  }
}

const audioOf = (pieces: readonly Buffer[], { id }: ResponseContext): JsonObject => ({
  id: `audio_${bareId(id)}`,
  data: Buffer.concat(pieces).toString('base64'),
  transcript: '',
})

/** The frames of a stream that came as one list, joined into one response. */
function joinFrames(frames: readonly unknown[]): JsonObject {
  const candidates = new Map<number, JsonObject>()
  const partsOf = new Map<number, unknown[]>()
  const response: JsonObject = {}
  for (const frame of frames) {
    if (!isObject(frame)) continue
    if (frame.error !== undefined) return frame
    Object.assign(response, frame)
    for (const [ordinal, candidate] of listOf(frame.candidates).entries()) {
      if (!isObject(candidate)) continue
      const index = candidate.index === undefined ? ordinal : countOf(candidate.index)
      const parts = partsOf.get(index) ?? []
      for (const part of listOf(objectOf(candidate.content)?.parts)) parts.push(part)
      partsOf.set(index, parts)
      candidates.set(index, { ...candidates.get(index), ...candidate, index, content: { role: 'model', parts } })
    }
  }
  return candidates.size > 0 ? { ...response, candidates: [...candidates.values()] } : response
}
