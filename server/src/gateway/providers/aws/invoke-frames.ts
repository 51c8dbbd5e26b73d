import type { JsonObject } from '../../forms/chat.ts'
import { type Frame, type FrameReader, namedEvent } from '../../forms/sse.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'
import { CorruptEventStream, createEventStreamReader, type EventMessage } from './event-stream.ts'

/** The name of an event that reports a failure of Bedrock; its data is `{ exception, message }`. */
export const failureEvent = 'bedrock-failure'
/** Bedrock's own counts, beside the last event of a message. Clients of Anthropic do not know them. */
export const metricsField = 'amazon-bedrock-invocationMetrics'

const nothing = Buffer.alloc(0)
/** Counts of the prompt. Bedrock reports them when a message begins and often not again. */
const promptCounts = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']

/**
 * Bedrock's stream as Anthropic's events. A frame's bytes are the event that an Anthropic client reads; its event also
 * has Bedrock's own counts, for the meter. A failure is an event without bytes: frames that came before it are still
 * sent.
 */
export function createInvokeFrames(lengthMax: number): FrameReader {
  const reader = createEventStreamReader(lengthMax)
  let promptUsage: JsonObject = {}

  const rewritten = (event: JsonObject): JsonObject => {
    if (event.type === 'message_start') {
      const usage = objectOf(objectOf(event.message)?.usage) ?? {}
      promptUsage = Object.fromEntries(promptCounts.filter((name) => name in usage).map((name) => [name, usage[name]]))
    }
    const usage = event.type === 'message_delta' ? objectOf(event.usage) : undefined
    if (usage && promptCounts.some((name) => name in promptUsage && !(name in usage)))
      return { ...event, usage: { ...promptUsage, ...usage } }
    if (!(metricsField in event)) return event
    const { [metricsField]: _, ...rest } = event
    return rest
  }
  const frameOf = (message: EventMessage): Frame => {
    const { ':message-type': kind, ':exception-type': exception } = message.headers
    if (kind === 'exception') return failureFrame(exception ?? '', messageIn(message.payload))
    if (kind === 'error') return failureFrame(message.headers[':error-code'] ?? '', message.headers[':error-message'])
    const data = Buffer.from(textOf(parsed(message.payload)?.bytes) ?? '', 'base64').toString('utf8')
    if (data === '') return { raw: nothing, event: undefined }
    const event = parsed(data)
    if (!event) return { raw: nothing, event: { data } } // unreadable; the decoder reports it
    const shown = rewritten(event)
    const text = shown === event && !/[\r\n]/.test(data) ? data : JSON.stringify(shown)
    return { raw: Buffer.from(namedEvent(textOf(event.type) ?? 'message', text)), event: { data } }
  }
  return {
    push(bytes) {
      const frames: Frame[] = []
      try {
        for (const message of reader.push(bytes)) frames.push(frameOf(message))
      } catch (error) {
        if (!(error instanceof CorruptEventStream)) throw error
        frames.push(failureFrame('', undefined))
      }
      return frames
    },
    end: () => [],
  }
}

const failureFrame = (exception: string, message: string | undefined): Frame => ({
  raw: nothing,
  event: { event: failureEvent, data: JSON.stringify({ exception, message }) },
})

function parsed(text: Buffer | string): JsonObject | undefined {
  try {
    return objectOf(JSON.parse(text.toString()))
  } catch {
    return undefined
  }
}

const messageIn = (payload: Buffer): string | undefined => {
  const body = parsed(payload)
  return textOf(body?.message) ?? textOf(body?.Message)
}
