import { noUsage, type Usage } from '../../../domain/money/pricing/usage.ts'
import type { ChatChunk } from '../../forms/chat.ts'
import { countOf, isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { readMessage } from '../anthropic/message-response.ts'
import { createMessageDecoder } from '../anthropic/message-stream.ts'
import type { ChatOperation } from '../provider.ts'
import { bedrockFailure, streamFailure } from './failure.ts'
import { failureEvent, metricsField } from './invoke-frames.ts'

/** Responses are Anthropic's messages and events. Failures, and counts beside the last event, are Bedrock's. */
export const invokeResponses: Pick<ChatOperation, 'response' | 'stream'> = {
  response(body, facts) {
    if (isObject(body) && body.content === undefined && (textOf(body.message) ?? textOf(body.Message)) !== undefined)
      throw bedrockFailure(200, body)
    return readMessage(body, facts)
  },
  stream(facts) {
    const decoder = createMessageDecoder(facts)
    let last: ChatChunk | undefined
    let hasUsage = false
    return {
      push(event) {
        if (event.event === failureEvent) throw streamFailure(event.data)
        const chunks = decoder.push(event)
        last = chunks.at(-1) ?? last
        hasUsage ||= chunks.some(({ usage }) => usage !== undefined && usage.output > 0)
        const usage = hasUsage || !event.data.includes(metricsField) ? undefined : metricsUsage(event.data)
        return usage && last ? [...chunks, { ...last, choices: [], usage }] : chunks
      },
      end: () => decoder.end(),
    }
  },
}

/** Bedrock's counts, if the message itself has none. Like Anthropic's, the input excludes the cache. */
function metricsUsage(data: string): Usage | undefined {
  const metrics = objectOf(objectOf(JSON.parse(data))?.[metricsField]) // the decoder has read it
  const usage = {
    ...noUsage,
    input: countOf(metrics?.inputTokenCount),
    cache_read: countOf(metrics?.cacheReadInputTokenCount),
    cache_write_5m: countOf(metrics?.cacheWriteInputTokenCount),
    output: countOf(metrics?.outputTokenCount),
  }
  return usage.input + usage.cache_read + usage.cache_write_5m + usage.output > 0 ? usage : undefined
}
