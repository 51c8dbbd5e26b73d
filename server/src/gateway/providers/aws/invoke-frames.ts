import type { JsonObject } from '../../forms/chat.ts'
import { type FrameReader, namedEvent } from '../../forms/sse.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'
import { createEventFrames, nothing, parsedObject } from './event-frames.ts'

/** Bedrock's own counts, beside the last event of a message. Clients of Anthropic do not know them. */
export const metricsField = 'amazon-bedrock-invocationMetrics'

/** Counts of the prompt. Bedrock reports them when a message begins and often not again. */
const promptCounts = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']

/**
 * Bedrock's stream as Anthropic's events. A frame's bytes are the event that an Anthropic client reads; its event also
 * has Bedrock's own counts, for the meter.
 */
export function createInvokeFrames(lengthMax: number): FrameReader {
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
  return createEventFrames(lengthMax, ({ payload }) => {
    const data = Buffer.from(textOf(parsedObject(payload)?.bytes) ?? '', 'base64').toString('utf8')
    if (data === '') return { raw: nothing, event: undefined }
    const event = parsedObject(data)
    if (!event) return { raw: nothing, event: { data } } // unreadable; the decoder reports it
    const shown = rewritten(event)
    const text = shown === event && !/[\r\n]/.test(data) ? data : JSON.stringify(shown)
    return { raw: Buffer.from(namedEvent(textOf(event.type) ?? 'message', text)), event: { data } }
  })
}
