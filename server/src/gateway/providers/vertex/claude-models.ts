import type { JsonObject } from '../../forms/chat.ts'
import { definedOf, isObject, listOf } from '../../translate/json/json-values.ts'
import { withoutReserved } from '../../translate/json/reserved-fields.ts'
import { joinBetas } from '../anthropic/headers.ts'
import { readMessage } from '../anthropic/message-response.ts'
import { createMessageDecoder } from '../anthropic/message-stream.ts'
import { messagesBody } from '../anthropic/messages-body.ts'
import { nativeBody } from '../anthropic/native.ts'
import { sourceMedia } from '../anthropic/source-media.ts'
import { chatResponses } from '../chat-responses.ts'
import type { Provider, Target, UpstreamRequest } from '../provider.ts'
import { encodedName, headersOf, needsAccount, projectUrl } from './address.ts'

const version = 'vertex-2023-10-16'

/** Names that do not follow the rule. */
const names: Readonly<Record<string, string>> = {
  'claude-3-5-sonnet-20241022': 'claude-3-5-sonnet-v2@20241022',
}

/** Google writes the date of a model after an `@`. */
const claudeName = (model: string): string =>
  Object.hasOwn(names, model) ? (names[model] ?? model) : model.replace(/-(\d{8})$/, '@$1')

/** Prefixes of beta features that Google lacks: it refuses a request that names one. */
const missingBetas = ['files-api-', 'mcp-client-', 'skills-', 'effort-', 'fast-mode-', 'structured-outputs-']
/** Fields that only Anthropic itself supports. */
const missingFields = ['model', 'mcp_servers', 'container', 'service_tier', 'inference_geo', 'speed']

function betaHeader(...lists: unknown[]): Record<string, string> {
  const betas = joinBetas(...lists).filter((name) => !missingBetas.some((beginning) => name.startsWith(beginning)))
  return betas.length > 0 ? { 'anthropic-beta': betas.join(',') } : {}
}

function vertexBody(body: JsonObject): JsonObject {
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !missingFields.includes(name)))
  const tools = Array.isArray(body.tools) ? listOf(body.tools).map(withoutStrict) : undefined
  return definedOf({ ...rest, tools, anthropic_version: version })
}

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
    headers: { ...headersOf(target), ...betaHeader(...betas, target.setting.anthropic_beta) },
    body: vertexBody(body),
  }
}

/** A model of its own counts tokens. Its request names the other model. */
function countRequest(body: JsonObject, target: Target, ...betas: unknown[]): UpstreamRequest {
  needsAccount(target)
  return {
    method: 'POST',
    url: projectUrl(target, 'publishers/anthropic/models/count-tokens:rawPredict'),
    headers: { ...headersOf(target), ...betaHeader(...betas, target.setting.anthropic_beta) },
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
