import { noUsage, type Usage } from '../../../domain/money/pricing/usage.ts'
import type { ChatChunk, JsonObject } from '../../forms/chat.ts'
import { countOf, objectOf } from '../../translate/json/json-values.ts'
import { withoutReserved } from '../../translate/json/reserved-fields.ts'
import { readMessage } from '../anthropic/message-response.ts'
import { createMessageDecoder } from '../anthropic/message-stream.ts'
import { messagesBody } from '../anthropic/messages-body.ts'
import { nativeBody } from '../anthropic/native.ts'
import { outputDefault } from '../anthropic/output-limit.ts'
import { sourceMedia } from '../anthropic/source-media.ts'
import { chatResponses } from '../chat-responses.ts'
import type { ChatOperation, NativeOperation, Provider, Target, UpstreamRequest } from '../provider.ts'
import { bedrockRequest, eventStreamType, regionOf } from './bedrock-request.ts'
import { failureEvent } from './event-frames.ts'
import { failureIn, streamFailure } from './failure.ts'
import { invokeBody } from './invoke-body.ts'
import { createInvokeFrames, metricsField } from './invoke-frames.ts'
import { familyNameOf, invokedId, modelId } from './model-id.ts'

/** Responses are Anthropic's messages and events. Failures, and counts beside the last event, are Bedrock's. */
const invokeResponses: Pick<ChatOperation, 'response' | 'stream'> = {
  response(body, facts) {
    const failure = failureIn(body)
    if (failure) throw failure
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

function invokeRequest(body: JsonObject, target: Target, betas: readonly unknown[]): UpstreamRequest {
  const isStream = body.stream === true
  const id = encodeURIComponent(invokedId(target.model, regionOf(target), target.setting))
  return bedrockRequest(
    target,
    'bedrock-runtime',
    `/model/${id}/${isStream ? 'invoke-with-response-stream' : 'invoke'}`,
    {
      accept: isStream ? eventStreamType : 'application/json',
      body: invokeBody(body, familyNameOf(target), betas, target.setting.anthropic_beta),
    },
  )
}

/** Only a model can count tokens, not an inference profile. The counted body must be valid for InvokeModel. */
function countRequest(body: JsonObject, target: Target, betas: readonly unknown[]): UpstreamRequest {
  const { model, setting } = target
  const whole = { ...withoutReserved(body, setting), max_tokens: outputDefault(model, setting) }
  const counted = invokeBody(whole, familyNameOf(target), betas, setting.anthropic_beta)
  const encoded = Buffer.from(JSON.stringify(counted)).toString('base64')
  return bedrockRequest(target, 'bedrock-runtime', `/model/${encodeURIComponent(modelId(model))}/count-tokens`, {
    body: { input: { invokeModel: { body: encoded } } },
  })
}

const chat: ChatOperation = {
  request(request, target) {
    // AWS documents JSON schemas for output, but not every model accepts them there: a channel may switch them on.
    const quirks = target.setting.native_json_schema === true ? {} : { lacksJsonOutput: true as const }
    const { body, betas } = messagesBody(request, target.model, target.setting, quirks)
    return invokeRequest(body, target, [betas])
  },
  ...chatResponses(invokeResponses),
  frames: createInvokeFrames,
  inlinesMedia: true,
}

const native: NativeOperation = {
  request(body, target, { action, headers }) {
    const betas = [headers['anthropic-beta']]
    return action === 'countTokens'
      ? countRequest(body, target, betas)
      : invokeRequest(nativeBody(body, target), target, betas)
  },
  ...invokeResponses,
  counted: (body) => ({ input_tokens: countOf(objectOf(body)?.inputTokens) }),
  frames: createInvokeFrames,
  media: sourceMedia,
}

/** Anthropic's models on Amazon Bedrock, through InvokeModel. */
export const claudeModels: Omit<Provider, 'failure'> = {
  chat,
  native: { anthropic: native },
  countsTokens: 'anthropic',
  lacksSearch: true,
}
