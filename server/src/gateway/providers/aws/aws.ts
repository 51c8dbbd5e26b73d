import type { JsonObject } from '../../forms/chat.ts'
import { countOf, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { withoutReserved } from '../../translate/json/reserved-fields.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { chatResponses } from '../anthropic/chat-responses.ts'
import { messagesBody } from '../anthropic/messages-body.ts'
import { nativeBody } from '../anthropic/native.ts'
import { outputDefault } from '../anthropic/output-limit.ts'
import { sourceMedia } from '../anthropic/source-media.ts'
import type { ChatOperation, NativeOperation, Provider, Target, UpstreamRequest } from '../provider.ts'
import { bedrockRequest, regionOf } from './bedrock-request.ts'
import { bedrockFailure } from './failure.ts'
import { invokeBody } from './invoke-body.ts'
import { createInvokeFrames } from './invoke-frames.ts'
import { invokeResponses } from './invoke-responses.ts'
import { clientName, invokedId, modelId } from './model-id.ts'

const profilesPath = '/inference-profiles?maxResults=1000'

/** Models of the region, then those that only inference profiles offer, each by the name that clients use. */
const bedrockModels: NonNullable<Provider['models']> = {
  request: (target, after = '/foundation-models?byProvider=anthropic') => bedrockRequest(target, 'bedrock', after),
  response(body) {
    const response = objectOf(body)
    const models = response?.modelSummaries ?? response?.inferenceProfileSummaries
    if (!Array.isArray(models)) throw badResponse('the upstream sent no list of models')
    return listOf(models)
      .map((model) => textOf(objectOf(model)?.modelId) ?? textOf(objectOf(model)?.inferenceProfileId) ?? '')
      .map(clientName)
      .filter((name) => name !== undefined)
  },
  next(body) {
    const response = objectOf(body)
    if (response?.modelSummaries !== undefined) return profilesPath
    const token = textOf(response?.nextToken)
    return token === undefined ? undefined : `${profilesPath}&nextToken=${encodeURIComponent(token)}`
  },
}

function invokeRequest(body: JsonObject, target: Target, betas: readonly unknown[]): UpstreamRequest {
  const isStream = body.stream === true
  const id = encodeURIComponent(invokedId(target.model, regionOf(target), target.setting))
  return bedrockRequest(
    target,
    'bedrock-runtime',
    `/model/${id}/${isStream ? 'invoke-with-response-stream' : 'invoke'}`,
    {
      accept: isStream ? 'application/vnd.amazon.eventstream' : 'application/json',
      body: invokeBody(body, target.model, [...betas, target.setting.anthropic_beta]),
    },
  )
}

/** Only a model can count tokens, not an inference profile. The counted body must be valid for InvokeModel. */
function countRequest(body: JsonObject, target: Target, betas: readonly unknown[]): UpstreamRequest {
  const { model, setting } = target
  const clean = withoutReserved(body, setting)
  const counted = invokeBody({ ...clean, max_tokens: outputDefault(model, setting) }, model, [
    ...betas,
    setting.anthropic_beta,
  ])
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
export const aws: Provider = {
  chat,
  native: { anthropic: native },
  countsTokens: 'anthropic',
  models: bedrockModels,
  failure: bedrockFailure,
}
