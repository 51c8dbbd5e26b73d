import type { JsonObject } from '../../forms/chat.ts'
import { googleField } from '../../translate/json/google-field.ts'
import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { withoutReserved } from '../../translate/json/reserved-fields.ts'
import type { NativeOperation, Target } from '../provider.ts'
import { type ActionRequest, resourceOf } from './address.ts'
import { withSafety } from './request/safety.ts'
import { readNativeResponse } from './response/read-response.ts'
import { createDecoder } from './response/read-stream.ts'
import { thoughtSignatures } from './thought-signatures.ts'

type ModelTarget = Pick<Target, 'model' | 'setting'>

/** Query parameters of every Google API that would name another payer, or change the format of the response. */
const reservedQuery: ReadonlySet<string> = new Set([
  'key',
  'access_token',
  'oauth_token',
  'userproject',
  'quotauser',
  'callback',
  'fields',
  'prettyprint',
])

/** The client's query without those; `alt` may only choose the framing of a stream. */
function queryOf(query: Readonly<Record<string, string>>, isStream: boolean): Record<string, string> {
  const passing = Object.entries(query).filter(([name, value]) => {
    const plain = name.toLowerCase().replace(/^\$\.?/, '')
    return plain === 'alt' ? isStream && (value === 'sse' || value === 'json') : !reservedQuery.has(plain)
  })
  return Object.fromEntries(passing)
}

/** A request in Google's format with as few changes as possible; unknown fields stay. */
function nativeBody(body: JsonObject, { model, setting }: ModelTarget, action: string): JsonObject {
  const { model: _, ...clean } = withoutReserved(body, setting)
  if (action === 'embedContent') return { model: resourceOf(model), ...clean }
  if (action === 'batchEmbedContents') return { ...clean, requests: listOf(clean.requests).map(withModel(model)) }
  if (action === 'countTokens') return countBody(clean, model)
  if (action !== 'generateContent' && action !== 'streamGenerateContent') return clean
  return withSystemPrompt(withSafety(withFirstRole(clean), setting), setting)
}

/** The model is in the URL; where a body must repeat it, both are the same. */
const withModel = (model: string) => (request: unknown) =>
  isObject(request) ? { ...request, model: resourceOf(model) } : request

function countBody(body: JsonObject, model: string): JsonObject {
  const { generateContentRequest, generate_content_request, ...rest } = body
  const inner = objectOf(generateContentRequest) ?? objectOf(generate_content_request)
  return inner ? { ...rest, generateContentRequest: withModel(model)(inner) } : withFirstRole(body)
}

function withFirstRole(body: JsonObject): JsonObject {
  const [first, ...rest] = listOf(body.contents)
  return isObject(first) && !first.role ? { ...body, contents: [{ ...first, role: 'user' }, ...rest] } : body
}

/**
 * The channel's own system prompt: for requests without one, or, with `system_prompt_override`, before the client's.
 */
function withSystemPrompt(body: JsonObject, setting: JsonObject): JsonObject {
  const prompt = textOf(setting.system_prompt)
  if (prompt === undefined) return body
  const instruction = googleField(body, 'systemInstruction')
  if (instruction !== undefined && setting.system_prompt_override !== true) return body
  const { systemInstruction: _, system_instruction: __, ...rest } = body
  const parts = typeof instruction === 'string' ? [{ text: instruction }] : listOf(objectOf(instruction)?.parts)
  return { ...rest, systemInstruction: { ...objectOf(instruction), parts: [{ text: prompt }, ...parts] } }
}

export const nativeOperation = (requestAction: ActionRequest): NativeOperation => ({
  request(body, target, call) {
    const action = call.action ?? 'generateContent'
    return requestAction(
      target,
      action,
      nativeBody(body, target, action),
      queryOf(call.query, action === 'streamGenerateContent'),
    )
  },
  response: readNativeResponse,
  stream: (facts) => createDecoder(facts, true),
  bound: thoughtSignatures,
})
