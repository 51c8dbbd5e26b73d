import type { ChatResponse, JsonObject } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse, incompleteResponse, parseEventData } from '../../translate/response/bad-response.ts'
import { chunksOfResponse } from '../../translate/response/response-chunks.ts'
import { geminiFailure } from '../gemini/failure.ts'
import type { ResponseContext, StreamDecoder } from '../provider.ts'

/** A whole response. The upstream reports no usage and no reason for its end. */
export function readResponse(body: unknown, { id, now, model }: ResponseContext): ChatResponse {
  if (!isObject(body)) throw badResponse()
  if (isObject(body.error)) throw geminiFailure(200, body)
  const texts = listOf(body.candidates).map(textIn)
  if (texts.length === 0) throw noCandidates(body)
  return {
    id,
    created: now,
    model,
    choices: texts.map((content, index) => ({
      index,
      message: { role: 'assistant', content },
      finish_reason: 'stop',
    })),
  }
}

/** A message has `content`; the completion of a text model has `output`. */
function textIn(candidate: unknown): string {
  const text = isObject(candidate) ? (textOf(candidate.content) ?? textOf(candidate.output)) : undefined
  return text ?? ''
}

/** A filter names what it blocked. */
function noCandidates({ filters }: JsonObject): UpstreamFailure {
  const [filter] = listOf(filters).filter(isObject)
  if (!filter) return badResponse('the provider sent no candidates')
  const words = [textOf(filter.reason), textOf(filter.message)].filter((text) => text !== undefined)
  return new UpstreamFailure('content_refused', {
    status: 400,
    message: `the provider blocked the response: ${(words.join(': ') || 'no reason').slice(0, 200)}`,
    type: 'invalid_request_error',
    code: 'content_filter',
  })
}

/** The upstream never streams. A server in front of it may send its response as the only event of a stream. */
export function createDecoder(facts: ResponseContext): StreamDecoder {
  let hasResponse = false
  return {
    push({ data }) {
      if (data.startsWith('[DONE]')) return []
      const chunks = chunksOfResponse(readResponse(parseEventData(data), facts))
      hasResponse = true
      return chunks
    },
    end() {
      if (!hasResponse) throw incompleteResponse()
      return []
    },
  }
}
