import type { AssistantMessage, Attachment, ResponseError, ToolCall } from '../messages/message.ts'

type Parts = Pick<
  AssistantMessage,
  'content' | 'reasoning' | 'tool_calls' | 'attachments' | 'figures' | 'finish_reason' | 'error'
>

/** A response as far as its stream has arrived. */
export type StreamedResponse = Parts & { isDone: boolean }

export const emptyResponse: StreamedResponse = {
  content: '',
  reasoning: '',
  tool_calls: [],
  attachments: [],
  figures: {},
  isDone: false,
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const countOf = (value: unknown) => (typeof value === 'number' && value >= 0 ? value : undefined)

/**
 * The response with one more event. It is done at the marker `[DONE]`, or at an empty list of choices after something has
 * come: some upstreams begin with an empty list. An error ends it and keeps what came.
 */
export function withEvent(response: StreamedResponse, data: string): StreamedResponse {
  if (data === '[DONE]') return { ...response, isDone: true }
  let event: unknown
  try {
    event = JSON.parse(data)
  } catch {
    return { ...response, error: brokenStream }
  }
  if (!isObject(event)) return response
  if (event.error) return { ...response, error: errorOf(event.error, 200) }
  return withChunk(response, event)
}

/** The whole response of a call that was not streamed. */
export const wholeResponse = (response: Json): StreamedResponse => {
  const [choice] = listOf(response.choices)
  const delta = isObject(choice) ? choice.message : undefined
  return {
    ...withChunk(emptyResponse, { ...response, choices: [{ ...(isObject(choice) && choice), delta }] }),
    isDone: true,
  }
}

function withChunk(response: StreamedResponse, chunk: Json): StreamedResponse {
  const next = { ...response, figures: { ...response.figures, ...usageOf(chunk.usage) } }
  const [choice] = listOf(chunk.choices)
  if (!isObject(choice))
    return { ...next, isDone: response.isDone || (Array.isArray(chunk.choices) && hasCome(response)) }
  if (typeof choice.finish_reason === 'string') next.finish_reason = choice.finish_reason
  const delta = isObject(choice.delta) ? choice.delta : {}
  next.content += contentText(delta.content) + textOf(delta.refusal)
  next.reasoning += textOf(delta.reasoning_content) || textOf(delta.reasoning)
  if (Array.isArray(delta.tool_calls)) next.tool_calls = withCalls(next.tool_calls, delta.tool_calls)
  const pictures = [...listOf(delta.images), ...listOf(delta.content)].flatMap(pictureOf)
  if (pictures.length > 0) next.attachments = [...next.attachments, ...pictures]
  return next
}

const hasCome = ({ content, reasoning, tool_calls, attachments, finish_reason }: StreamedResponse) =>
  content !== '' || reasoning !== '' || tool_calls.length > 0 || attachments.length > 0 || finish_reason !== undefined

/** Content is a text, or a list of parts. */
const contentText = (content: unknown): string =>
  textOf(content) ||
  listOf(content)
    .map((part) => (isObject(part) ? textOf(part.text) : ''))
    .join('')

function pictureOf(part: unknown): Attachment[] {
  const image = isObject(part) && isObject(part.image_url) ? textOf(part.image_url.url) : ''
  if (!/^(data:image\/|https:\/\/)/.test(image)) return []
  return [{ name: 'image', type: /^data:(image\/[\w.+-]+)/.exec(image)?.[1] ?? 'image/*', data: image }]
}

/** A piece of a call names its place in the list; its arguments continue those that came before. */
function withCalls(calls: readonly ToolCall[], pieces: readonly unknown[]): ToolCall[] {
  const next = [...calls]
  for (const [order, piece] of pieces.entries()) {
    if (!isObject(piece)) continue
    const index = countOf(piece.index) ?? order
    const known = next[index] ?? { id: '', name: '', arguments: '' }
    const called = isObject(piece.function) ? piece.function : {}
    next[index] = {
      ...known,
      id: known.id || textOf(piece.id),
      name: known.name + textOf(called.name),
      arguments: known.arguments + textOf(called.arguments),
    }
  }
  return next.filter((call) => call !== undefined)
}

function usageOf(usage: unknown) {
  if (!isObject(usage)) return {}
  const prompt_tokens = countOf(usage.prompt_tokens)
  const completion_tokens = countOf(usage.completion_tokens)
  return {
    ...(prompt_tokens !== undefined && { prompt_tokens }),
    ...(completion_tokens !== undefined && { completion_tokens }),
  }
}

/** The stream ended or broke before the response was complete. */
export const brokenStream: ResponseError = { code: 'stream_broken', message: '', status: 200 }

/** The error of a response: `{message, code, type}`, or a text. */
export function errorOf(error: unknown, status: number): ResponseError {
  if (!isObject(error)) return { code: 'unknown', message: textOf(error), status }
  return { code: String(error.code || error.type || 'unknown'), message: textOf(error.message), status }
}
