import type { Usage } from '../../domain/money/pricing/usage.ts'
import type { ClientError, RequestContext } from '../dialects/dialect.ts'
import type { ChatChunk, ChatDelta } from '../forms/chat.ts'
import { eventLines } from '../forms/event-lines.ts'
import { dataEvent, type Frame } from '../forms/sse.ts'
import type { PlainDelta } from '../plain-events/plain-delta.ts'
import type { ResponseContext } from '../providers/provider.ts'
import { isObject } from '../translate/json/json-values.ts'
import { openAiUsage } from '../translate/response/openai-usage.ts'
import type { IncomingChat } from './incoming-chat.ts'
import type { Meter } from './meter.ts'
import type { ResponseSealer } from './stored-responses.ts'

const usageName = '"usage"'

/** The text or bytes that one frame becomes for the client; undefined: nothing. */
type Emit = (frame: Frame, chunks: ChatChunk[]) => Buffer | string | undefined

/** Writes a stream for the client: frame by frame, then its end with the usage, or a failure in place of the end. */
export type StreamWriter = {
  emit: Emit
  /** The output for an event with a plain delta: its unchanged bytes, or a text. Absent: such events are parsed. */
  plain?: 'bytes' | ((bytes: Buffer, delta: PlainDelta) => string)
  /** Changes the bytes of plain events that are forwarded. */
  passing?(bytes: Buffer): Buffer
  finish(usage: Usage): string
  fail(error: ClientError): string
}

/** Our chunks in the client's dialect. */
export function translatingWriter(incoming: IncomingChat, meter: Meter, requestContext: RequestContext): StreamWriter {
  const encoder = incoming.dialect.stream(requestContext)
  let last: ChatChunk | undefined
  return {
    emit: (_, chunks) => {
      let text = ''
      for (const chunk of chunks) text += encoder.push(chunk)
      last = chunks.at(-1) ?? last
      return text
    },
    plain(bytes, delta) {
      const json = delta.jsonIn(bytes)
      const around = encoder.plain?.around(delta)
      if (around) return around.before + json + around.after
      return last ? encoder.push(chunkOfPlain(last, delta, JSON.parse(`"${json}"`))) : ''
    },
    finish(usage) {
      const { id, created, model } = last ?? { ...requestContext, created: requestContext.now }
      const usageText = meter.usage ? '' : encoder.push({ id, created, model, choices: [], usage })
      return usageText + encoder.end()
    },
    fail: (error) => encoder.fail?.(error) ?? incoming.dialect.streamError(error),
  }
}

function chunkOfPlain({ id, created, model }: ChatChunk, { kind, choice, call }: PlainDelta, text: string): ChatChunk {
  const delta: ChatDelta =
    kind === 'arguments'
      ? { tool_calls: [{ index: call, function: { arguments: text } }] }
      : kind === 'reasoning'
        ? { reasoning_content: text }
        : { content: text }
  return { id, created, model, choices: [{ index: choice, delta, finish_reason: null }] }
}

/** Changes to forwarded responses: ids of stored responses, and texts that only one account can read. */
type Changes = { sealer?: ResponseSealer | undefined; mark?: ((bytes: Buffer) => Buffer) | undefined }

/** Same dialect on both ends: the bytes are forwarded, except usage that an OpenAI client did not request. */
export function passThroughWriter(
  incoming: IncomingChat,
  meter: Meter,
  responseContext: ResponseContext,
  { sealer, mark }: Changes = {},
): StreamWriter {
  if (!incoming.sse) return listWriter(incoming)
  const fail = (error: ClientError) => incoming.dialect.streamError(error)
  const { chunkObject } = incoming.dialect
  if (!chunkObject) {
    // Frames were marked when they were read.
    const emit: Emit = ({ raw, event }) => (sealer ? sealer.event(eventLines(raw), event) : eventLines(raw))
    const passing = (bytes: Buffer): Buffer => {
      const marked = mark ? mark(bytes) : bytes
      return sealer ? sealer.passing(marked) : marked
    }
    return { emit, plain: 'bytes', passing, finish: () => '', fail }
  }
  let last: ChatChunk | undefined
  let hasMarker = false
  let hasUsage = false
  const emit: Emit = (frame, chunks) => {
    last = chunks.at(-1) ?? last
    if (frame.event?.data === '[DONE]') {
      hasMarker = true
      return undefined // finish() writes the marker, once, after the capture
    }
    if (!frame.event?.data.includes(usageName)) return eventLines(frame.raw)
    hasUsage ||= chunks.some((chunk) => chunk.usage !== undefined)
    return incoming.wantsUsage ? eventLines(frame.raw) : withoutUsage(frame)
  }
  const finish = (usage: Usage) => {
    const usageText =
      incoming.wantsUsage && !hasUsage ? usageChunk(chunkObject, last, openAiUsage(usage), responseContext) : ''
    return hasMarker || meter.isFinished ? `${usageText}${dataEvent('[DONE]')}` : usageText
  }
  return { emit, plain: 'bytes', ...(mark && { passing: mark }), finish, fail }
}

/** Upstream events as one JSON list, for Gemini clients that did not request events. */
function listWriter(incoming: IncomingChat): StreamWriter {
  let isFirst = true
  return {
    emit: ({ event }) => {
      if (!event) return undefined
      const text = `${isFirst ? '[' : ',\n'}${event.data}`
      isFirst = false
      return text
    },
    finish: () => (isFirst ? '[]' : ']'),
    // The list stays valid JSON: its last member is the error.
    fail: (error) => `${isFirst ? '[' : ',\n'}${JSON.stringify(incoming.dialect.error(error))}]`,
  }
}

function withoutUsage({ raw, event }: Frame): Buffer | string | undefined {
  if (event && hasNoUsage(event.data)) return eventLines(raw)
  const chunk: unknown = event && JSON.parse(event.data)
  if (!isObject(chunk) || !isObject(chunk.usage)) return eventLines(raw)
  if (Array.isArray(chunk.choices) && chunk.choices.length === 0) return undefined
  const { usage: _, ...rest } = chunk
  return dataEvent(JSON.stringify(rest))
}

/** The event contains `"usage"` once, with the value null. */
function hasNoUsage(data: string): boolean {
  const behind = data.indexOf(usageName) + usageName.length
  return data.startsWith(':null', behind) && !data.includes(usageName, behind)
}

const usageChunk = (object: string, last: ChatChunk | undefined, usage: object, { id, now, model }: ResponseContext) =>
  dataEvent(
    JSON.stringify({
      id: last?.id ?? id,
      object,
      created: last?.created ?? now,
      model: last?.model ?? model,
      choices: [],
      usage,
    }),
  )
