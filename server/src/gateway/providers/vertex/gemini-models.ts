import type { JsonObject } from '../../forms/chat.ts'
import { isObject, listOf, objectOf } from '../../translate/json/json-values.ts'
import type { ActionRequest } from '../gemini/address.ts'
import { chatOperation } from '../gemini/gemini.ts'
import { imageOperation } from '../gemini/images.ts'
import { nativeOperation } from '../gemini/native.ts'
import { traitsOf } from '../gemini/request/model-traits.ts'
import type { Provider, Target } from '../provider.ts'
import { encodedName, headersOf, projectUrl, publicUrl } from './address.ts'
import { isApiKey } from './service-account.ts'

/** Tuned models are endpoints of their project; all others are Google's. */
export const isEndpoint = (model: string): boolean => /^endpoints\/[\w-]+$/.test(model)

const resourceOf = (model: string): string =>
  isEndpoint(model) ? model : `publishers/google/models/${encodedName(model)}`

/**
 * A request for an action of one of Google's models. With an API key the URL names neither a project nor a location.
 */
export const requestAction: ActionRequest = (target, action, body, query = {}) => {
  const search = new URLSearchParams(query).toString()
  const path = `${resourceOf(target.model)}:${action}${search && `?${search}`}`
  return {
    method: 'POST',
    url: isApiKey(target.key) ? publicUrl(target, path) : projectUrl(target, path),
    headers: headersOf(target),
    body: vertexBody(body, action, target),
  }
}

/**
 * Vertex counts a request without its envelope. It refuses the ids of calls for older models; newer ones match results
 * to calls by them. The setting `keep_call_ids` sends them for every model.
 */
function vertexBody(body: JsonObject, action: string, { model, setting }: Target): JsonObject {
  const { model: _, ...inner } = objectOf(body.generateContentRequest) ?? {}
  const plain = action === 'countTokens' && body.generateContentRequest ? inner : body
  const keepsIds = setting.keep_call_ids === true || traitsOf(model).matchesIdsOnVertex
  if (keepsIds || !Array.isArray(plain.contents)) return plain
  return { ...plain, contents: listOf(plain.contents).map(withoutIds) }
}

const callNames = ['functionCall', 'function_call', 'functionResponse', 'function_response'] as const

function withoutIds(turn: unknown): unknown {
  const parts = objectOf(turn)?.parts
  if (!isObject(turn) || !Array.isArray(parts)) return turn
  return { ...turn, parts: parts.map(withoutId) }
}

function withoutId(part: unknown): unknown {
  const name = isObject(part) ? callNames.find((each) => isObject(part[each])) : undefined
  if (!isObject(part) || name === undefined) return part
  const { id: _, ...call } = objectOf(part[name]) ?? {}
  return { ...part, [name]: call }
}

/** Gemini and Imagen on Vertex: the bodies and responses of Google's own API. */
export const geminiModels: Omit<Provider, 'failure'> = {
  chat: chatOperation(requestAction, 'vertex'),
  native: { gemini: nativeOperation(requestAction) },
  countsTokens: 'gemini',
  single: { images: imageOperation(requestAction) },
}
