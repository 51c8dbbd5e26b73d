import type { ChatChunk, ChatDelta, ChatRequest, ChatResponse, FinishReason, JsonObject } from '../../forms/chat.ts'
import { definedOf, isObject, listOf, objectOf } from '../../translate/json/json-values.ts'
import {
  badResponse,
  incompleteResponse,
  isDone,
  isEndMarker,
  parseEventData,
} from '../../translate/response/bad-response.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import { usageOfOpenAi } from '../../translate/response/openai-usage.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { plainText } from '../../translate/text/plain-text.ts'
import { readToolCalls } from '../openai-shaped/read-tool-calls.ts'
import type { ChatOperation, ResponseContext, StreamDecoder, Target } from '../provider.ts'
import { modelEndpoint } from './address.ts'
import { failureIn } from './failure.ts'

const passedFields = [
  'max_tokens',
  'temperature',
  'top_p',
  'top_k',
  'seed',
  'frequency_penalty',
  'presence_penalty',
  'repetition_penalty',
  'raw',
  'lora',
] as const

function request(chat: ChatRequest, target: Target) {
  const prompt = plainText(chat.messages[0]?.content)
  if (prompt === undefined) throw unsupported('This model goes on from a text', 'prompt')
  const body: JsonObject = { prompt, stream: chat.stream === true }
  for (const name of passedFields) body[name] = chat[name] ?? undefined
  return { method: 'POST' as const, ...modelEndpoint(target), body: definedOf(body) }
}

const headOf = ({ id, now, model }: ResponseContext) => ({ id, created: now, model })

/** The text, or the JSON that a model wrote. */
const textOfResponse = (response: unknown): string | undefined => {
  if (typeof response === 'string') return response
  return isObject(response) || Array.isArray(response) ? JSON.stringify(response) : undefined
}

function response(body: unknown, facts: ResponseContext): ChatResponse {
  const failure = failureOfBody(body)
  if (failure) throw failure
  const result = objectOf(objectOf(body)?.result)
  const calls = readToolCalls({ tool_calls: listOf(result?.tool_calls).map((call) => ({ function: call })) }, facts.id)
  const content = textOfResponse(result?.response)
  if (content === undefined && calls.length === 0) throw badResponse('the provider sent a response without text')
  const usage = usageOfOpenAi(result?.usage)
  return {
    ...headOf(facts),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: content ?? null, ...(calls.length > 0 && { tool_calls: calls }) },
        finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    ...(usage && { usage }),
  }
}

/** Chunks of text, each with meaningless padding. The last one may have the usage; then comes the end marker. */
function stream(facts: ResponseContext): StreamDecoder {
  let hasBegun = false
  let isFinished = false
  const chunk = (delta: ChatDelta, finish_reason: FinishReason | null = null): ChatChunk => ({
    ...headOf(facts),
    choices: [{ index: 0, delta, finish_reason }],
  })
  return {
    push({ data }) {
      if (isFinished) return []
      if (isEndMarker(data)) {
        isFinished = isDone(data) && hasBegun
        return isFinished ? [chunk({}, 'stop')] : []
      }
      const event = parseEventData(data)
      const failure = failureOfBody(event)
      if (failure) throw failure
      if (!isObject(event)) return []
      const text = textOfResponse(event.response)
      const usage = usageOfOpenAi(event.usage)
      const chunks: ChatChunk[] = []
      if (text !== undefined && !hasBegun) chunks.push(chunk({ role: 'assistant', content: '' }))
      hasBegun ||= text !== undefined
      if (text) chunks.push(chunk({ content: text }))
      return usage ? [...chunks, { ...headOf(facts), choices: [], usage }] : chunks
    },
    end() {
      if (hasBegun && !isFinished) throw incompleteResponse()
      return []
    },
  }
}

const failureOfBody = (body: unknown) =>
  failureIn(body) ?? (isObject(body) && body.error ? failureOf(200, body) : undefined)

/** A completion of a text, at the model's own URL. */
export const completion: ChatOperation = { request, response, stream }
