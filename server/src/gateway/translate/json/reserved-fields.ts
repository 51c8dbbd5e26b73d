import type { JsonObject } from '../../forms/chat.ts'
import { isObject } from './json-values.ts'

/** Fields by which some servers let a request choose its destination or account. Those are the operator's choice. */
const routingFields: ReadonlySet<string> = new Set([
  'account',
  'account_id',
  'api_base',
  'api_key',
  'api_type',
  'api_version',
  'apikey',
  'azure_ad_token',
  'azure_endpoint',
  'base_url',
  'billing_policy',
  'custom_llm_provider',
  'default_headers',
  'deployment_id',
  'extra_headers',
  'extra_query',
  'group',
  'headers',
  'openai_organization',
  'organization',
  'proxies',
  'proxy',
])

/**
 * Fields that change the upstream's price of a call, a second model among them. A channel may allow each:
 * `allow_speed`.
 */
const priceFields: ReadonlySet<string> = new Set([
  'fallbacks',
  'inference_geo',
  'models',
  'plugins',
  'provider',
  'route',
  'safety_identifier',
  'serviceTier',
  'service_tier',
  'speed',
])

/** Fields that multiply the price. They are checked in the body itself, so a second body must not set them. */
export const multipliers: ReadonlySet<string> = new Set([
  'best_of',
  'max_completion_tokens',
  'max_output_tokens',
  'max_tokens',
  'model',
  'n',
  'stream',
])

/** Further fields that decide about a price, the names of other vendors among them. */
export const measures: readonly string[] = [
  'candidate_count',
  'candidateCount',
  'duration',
  'num_images',
  'quality',
  'seconds',
  'size',
]

/** Fields that hold a prompt, or name the conversation that it continues. */
const promptFields: readonly string[] = [
  'contents',
  'functions',
  'input',
  'instructions',
  'messages',
  'previous_response_id',
  'prompt',
  'stream_options',
  'system',
  'systemInstruction',
  'system_instruction',
  'thread',
  'tools',
]

/** Fields that choose a service tier, which has a price of its own. */
export const tierFields: readonly string[] = ['inference_geo', 'serviceTier', 'service_tier', 'speed']

/** Fields that the gateway reads from the body itself: limits, prices, the prompt. A second body must not set them. */
const bodyFields: ReadonlySet<string> = new Set([...multipliers, ...measures, ...promptFields, ...tierFields])

/** Fields that some upstreams merge into the body. */
export const secondBodies: readonly string[] = ['extra_body', 'parameters']

/** Every field that chooses a destination or an account, or decides about the price. */
export const guardedFields: readonly string[] = [...routingFields, ...priceFields, ...multipliers]

/** Google's clients write `serviceTier`. */
const allowanceOf = (field: string): string => (field === 'serviceTier' ? 'allow_service_tier' : `allow_${field}`)

/** A field no client may set on this channel. */
export const isReservedField = (name: string, setting: JsonObject): boolean =>
  routingFields.has(name) ||
  name === '__proto__' ||
  (priceFields.has(name) && setting[allowanceOf(name)] !== true) ||
  (name === 'store' && setting.disable_store === true)

/**
 * The request without the fields a client may not set on this channel. `kept` names fields that have another meaning
 * here.
 */
export function withoutReserved(body: JsonObject, setting: JsonObject, kept: readonly string[] = []): JsonObject {
  const clean: JsonObject = {}
  for (const name of Object.keys(body))
    if (kept.includes(name) || !isReservedField(name, setting)) clean[name] = body[name]
  cleanSecondBodies(clean, setting)
  if (isObject(body.stream_options)) clean.stream_options = withoutObfuscation(body.stream_options, setting)
  return clean
}

function cleanSecondBodies(body: JsonObject, setting: JsonObject): void {
  for (const name of secondBodies) {
    const second = body[name]
    if (isObject(second)) body[name] = cleanSecondBody(second, setting)
  }
}

function cleanSecondBody(second: JsonObject, setting: JsonObject): JsonObject {
  const names = Object.keys(second).filter((name) => !bodyFields.has(name) && !isReservedField(name, setting))
  const clean = Object.fromEntries(names.map((name) => [name, second[name]]))
  cleanSecondBodies(clean, setting)
  return clean
}

function withoutObfuscation(options: JsonObject, setting: JsonObject): JsonObject {
  if (!('include_obfuscation' in options) || setting.allow_include_obfuscation === true) return options
  const { include_obfuscation: _, ...rest } = options
  return rest
}
