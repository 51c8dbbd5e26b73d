import type { JsonObject } from '../../forms/chat.ts'
import { definedOf, isObject, listOf, objectOf } from '../../translate/json/json-values.ts'
import { withoutReserved } from '../../translate/json/reserved-fields.ts'
import { mapBlocks } from '../anthropic/map-blocks.ts'
import { readMessage } from '../anthropic/message-response.ts'
import { createMessageDecoder } from '../anthropic/message-stream.ts'
import { messagesBody } from '../anthropic/messages-body.ts'
import { nativeBody } from '../anthropic/native.ts'
import { sourceMedia } from '../anthropic/source-media.ts'
import { chatResponses } from '../chat-responses.ts'
import type { Provider, Target, UpstreamRequest } from '../provider.ts'
import { encodedName, headersOf, needsAccount, projectUrl } from './address.ts'
import { vertexBetas } from './claude-betas.ts'

const version = 'vertex-2023-10-16'

/** Names that do not follow the rule. */
const names: Readonly<Record<string, string>> = {
  'claude-3-5-sonnet-20241022': 'claude-3-5-sonnet-v2@20241022',
}

/** Google writes the date of a model after an `@`. */
const claudeName = (model: string): string =>
  Object.hasOwn(names, model) ? (names[model] ?? model) : model.replace(/-(\d{8})$/, '@$1')

/**
 * Fields that only Anthropic itself supports; a cache marker of the whole request is one
 * (UKGovernmentBEIS/inspect_ai pull request 3851, read 2026-11-18).
 */
const missingFields = ['model', 'mcp_servers', 'container', 'service_tier', 'inference_geo', 'speed', 'cache_control']

function betaHeader({ model, setting }: Target, requested: readonly unknown[]): Record<string, string> {
  const betas = vertexBetas(model, requested, setting.anthropic_beta)
  return betas.length > 0 ? { 'anthropic-beta': betas.join(',') } : {}
}

function vertexBody(body: JsonObject): JsonObject {
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !missingFields.includes(name)))
  const marked = mapBlocks(rest, withoutScope)
  return definedOf({
    ...marked,
    system: Array.isArray(body.system) ? listOf(body.system).map(unscoped) : body.system,
    tools: Array.isArray(body.tools) ? listOf(body.tools).map(withoutStrict).map(unscoped) : undefined,
    anthropic_version: version,
  })
}

/** Google refuses the scope of a cache marker (litellm's Vertex adapter removes it, read 2026-11-18). */
function withoutScope(block: JsonObject): JsonObject {
  const marker = objectOf(block.cache_control)
  if (marker?.scope === undefined) return block
  const { scope: _, ...cache_control } = marker
  return { ...block, cache_control }
}
const unscoped = (block: unknown): unknown => (isObject(block) ? withoutScope(block) : block)

function withoutStrict(tool: unknown): unknown {
  if (!isObject(tool)) return tool
  const { strict: _, ...rest } = tool
  return rest
}

function predictRequest(body: JsonObject, target: Target, ...betas: unknown[]): UpstreamRequest {
  needsAccount(target)
  const action = body.stream === true ? 'streamRawPredict?alt=sse' : 'rawPredict'
  return {
    method: 'POST',
    url: projectUrl(target, `publishers/anthropic/models/${encodedName(claudeName(target.model))}:${action}`),
    headers: { ...headersOf(target), ...betaHeader(target, betas) },
    body: vertexBody(body),
  }
}

/** A model of its own counts tokens. Its request names the other model. */
function countRequest(body: JsonObject, target: Target, ...betas: unknown[]): UpstreamRequest {
  needsAccount(target)
  return {
    method: 'POST',
    url: projectUrl(target, 'publishers/anthropic/models/count-tokens:rawPredict'),
    headers: { ...headersOf(target), ...betaHeader(target, betas) },
    body: { ...vertexBody(withoutReserved(body, target.setting)), model: claudeName(target.model) },
  }
}

/** Anthropic's models on Vertex: the bodies and responses of Anthropic's own API. */
export const claudeModels: Omit<Provider, 'failure'> = {
  chat: {
    request(request, target) {
      const { body, betas } = messagesBody(request, target.model, target.setting, { lacksJsonOutput: true })
      return predictRequest(body, target, betas)
    },
    ...chatResponses({ response: readMessage, stream: createMessageDecoder }),
    inlinesMedia: true,
  },
  native: {
    anthropic: {
      request: (body, target, { action, headers }) =>
        action === 'countTokens'
          ? countRequest(body, target, headers['anthropic-beta'])
          : predictRequest(nativeBody(body, target), target, headers['anthropic-beta']),
      response: readMessage,
      stream: createMessageDecoder,
      media: sourceMedia,
    },
  },
  countsTokens: 'anthropic',
}
