import type { Usage } from '../../../domain/money/pricing/usage.ts'
import { BadRequest } from '../../forms/bad-request.ts'
import type { ChatChunk, ChatRequest, ChatResponse, JsonObject } from '../../forms/chat.ts'
import { dataEvent, type ServerEvent } from '../../forms/sse.ts'
import type { NativeOperation, Provider, ResponseContext, StreamDecoder } from '../../providers/provider.ts'
import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { incompleteResponse, isDone, isEndMarker, parseEventData } from '../../translate/response/bad-response.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import { openAiUsage, usageOfOpenAi } from '../../translate/response/openai-usage.ts'
import type { Dialect, RequestContext, StreamEncoder } from '../dialect.ts'
import { errorBody, streamError } from '../openai/error-body.ts'
import { openAiModels } from '../openai/models.ts'
import { openAiQuantities } from '../openai/quantities.ts'

/** OpenAI's legacy completions: a prompt instead of messages, text instead of a message. */
export const completionsDialect: Dialect = {
  name: 'completions',
  prompt: { field: 'prompt', mayBeText: true, mayHold: ['string', 'number', 'object'] },
  quantities: (body) => ({ ...openAiQuantities(body), prompts: promptCount(body.prompt) }),
  native,
  operation: ({ completion }) => completion,
  chunkObject: 'text_completion',
  request: readRequest,
  response: writeResponse,
  stream: writeStream,
  models: openAiModels,
  error: errorBody,
  streamError,
  keepAlive: ': PING\n\n',
}

const promptsMax = 128

/** A completion may have several prompts, and then has choices for each. */
function promptCount(prompt: unknown): number {
  const isList = Array.isArray(prompt) && prompt.some((part) => typeof part !== 'number')
  if (isList && prompt.length > promptsMax)
    throw new BadRequest(`prompt may hold at most ${promptsMax} texts`, 'prompt')
  return isList ? Math.max(1, prompt.length) : 1
}

/** An upstream with its own completions endpoint gets the client's body untranslated. */
function native({ single }: Provider): NativeOperation | undefined {
  const completions = single?.completions
  return (
    completions && {
      request: (body, target) => completions.request(body, target),
      response: readCompletion,
      stream: readCompletionStream,
    }
  )
}

/** Fields that only an upstream with its own completions endpoint understands. */
const completionOnly = ['prompt', 'echo', 'best_of', 'logprobs']

function readRequest(body: JsonObject, model: string): ChatRequest {
  const prompt = Array.isArray(body.prompt) && body.prompt.length === 1 ? body.prompt[0] : body.prompt
  if (typeof prompt !== 'string') throw new BadRequest('prompt must be a text for this model', 'prompt')
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !completionOnly.includes(name)))
  return { ...rest, model, messages: [{ role: 'user', content: prompt }] }
}

function writeResponse({ id, created, choices, usage }: ChatResponse, { model }: RequestContext): JsonObject {
  return {
    id,
    object: 'text_completion',
    created,
    model,
    choices: choices.map(({ index, message, finish_reason }) => ({
      text: message.content ?? '',
      index,
      logprobs: null,
      finish_reason,
    })),
    ...(usage && { usage: openAiUsage(usage) }),
  }
}

/** Usage is written once, at the end: upstreams may report it with every chunk. */
function writeStream({ id: ownId, now, body, model }: RequestContext): StreamEncoder {
  const wantsUsage = objectOf(body.stream_options)?.include_usage === true
  let head = { id: ownId, object: 'text_completion', created: now, model }
  let lastUsage: Usage | undefined
  return {
    push({ id, created, choices, usage }: ChatChunk) {
      head = { ...head, id, created }
      lastUsage = usage ?? lastUsage
      const written = choices
        .filter(({ delta, finish_reason }) => delta.content || finish_reason)
        .map(({ index, delta, finish_reason }) => ({ text: delta.content ?? '', index, logprobs: null, finish_reason }))
      return written.length > 0 ? dataEvent(JSON.stringify({ ...head, choices: written })) : ''
    },
    end() {
      const usage = wantsUsage && lastUsage && { ...head, choices: [], usage: openAiUsage(lastUsage) }
      return `${usage ? dataEvent(JSON.stringify(usage)) : ''}${dataEvent('[DONE]')}`
    },
  }
}

const finishReasonOf = (value: unknown) => (value === 'length' || value === 'content_filter' ? value : 'stop')

/** Reads a completion that passes unchanged, so that it can be metered. */
function readCompletion(body: unknown, { id, now, model }: ResponseContext): ChatResponse {
  const response = objectOf(body) ?? {}
  if (response.error) throw failureOf(200, response)
  return {
    id: textOf(response.id) ?? id,
    created: now,
    model,
    choices: listOf(response.choices)
      .filter(isObject)
      .map((choice, index) => ({
        index,
        message: { role: 'assistant', content: textOf(choice.text) ?? '' },
        finish_reason: finishReasonOf(choice.finish_reason),
      })),
    usage: usageOfOpenAi(response.usage),
  }
}

function readCompletionStream({ id, now, model }: ResponseContext): StreamDecoder {
  const open = new Set<unknown>()
  let hasMarker = false
  return {
    push({ data }: ServerEvent) {
      if (isEndMarker(data)) {
        hasMarker ||= isDone(data)
        return []
      }
      const chunk = objectOf(parseEventData(data)) ?? {}
      if (chunk.error) throw failureOf(200, chunk)
      for (const choice of listOf(chunk.choices).filter(isObject)) {
        if (choice.finish_reason) open.delete(choice.index)
        else open.add(choice.index)
      }
      return [
        {
          id: textOf(chunk.id) ?? id,
          created: now,
          model,
          choices: listOf(chunk.choices)
            .filter(isObject)
            .map((choice, index) => ({
              index,
              delta: { content: textOf(choice.text) ?? '' },
              finish_reason: choice.finish_reason ? finishReasonOf(choice.finish_reason) : null,
            })),
          usage: usageOfOpenAi(chunk.usage),
        },
      ]
    },
    end() {
      if (!hasMarker && open.size > 0) throw incompleteResponse()
      return []
    },
  }
}
