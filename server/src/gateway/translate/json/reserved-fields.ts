import type { JsonObject } from '../../forms/chat.ts'
import { isObject } from './json-values.ts'

/**
 * Fields by which some servers let a caller choose where a call goes, and as whom. That is the operator's to choose.
 */
const placeFields: ReadonlySet<string> = new Set([
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
 * Fields that change what a call costs upstream, a second model among them. A channel may allow each: `allow_speed`.
 */
const priceFields: ReadonlySet<string> = new Set([
  'fallbacks',
  'inference_geo',
  'models',
  'plugins',
  'provider',
  'route',
  'safety_identifier',
  'service_tier',
  'speed',
])

/** What a price is multiplied by has one home. `extra_body` would be a second one. */
const multipliers: ReadonlySet<string> = new Set([
  'best_of',
  'max_completion_tokens',
  'max_output_tokens',
  'max_tokens',
  'model',
  'n',
  'stream',
])

/** A field no client may set on this channel. */
export const isReservedField = (name: string, setting: JsonObject): boolean =>
  placeFields.has(name) ||
  name === '__proto__' ||
  (priceFields.has(name) && setting[`allow_${name}`] !== true) ||
  (name === 'store' && setting.disable_store === true)

/**
 * The request without the fields a client may not set on this channel. `kept` names those that mean something else
 * here.
 */
export function withoutReserved(body: JsonObject, setting: JsonObject, kept: readonly string[] = []): JsonObject {
  const clean: JsonObject = {}
  for (const name of Object.keys(body))
    if (kept.includes(name) || !isReservedField(name, setting)) clean[name] = body[name]
  if (isObject(body.extra_body)) clean.extra_body = withoutMultipliers(body.extra_body, setting)
  if (isObject(body.stream_options)) clean.stream_options = withoutPadding(body.stream_options, setting)
  return clean
}

function withoutMultipliers(extra: JsonObject, setting: JsonObject): JsonObject {
  const names = Object.keys(extra).filter((name) => !multipliers.has(name) && !isReservedField(name, setting))
  return Object.fromEntries(names.map((name) => [name, extra[name]]))
}

function withoutPadding(options: JsonObject, setting: JsonObject): JsonObject {
  if (!('include_obfuscation' in options) || setting.allow_include_obfuscation === true) return options
  const { include_obfuscation: _, ...rest } = options
  return rest
}
