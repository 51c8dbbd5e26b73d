import type { Usage } from '../../../domain/money/pricing/usage.ts'
import type { JsonObject } from '../../forms/chat.ts'
import type { UpstreamFailure } from '../../forms/failure.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { withServiceTier } from '../../translate/json/service-tiers.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import { usageOfOpenAi } from '../../translate/response/openai-usage.ts'
import type { ResponseQuirks } from './quirks.ts'

/** A failure in a body with status 200. */
export function failureIn(body: JsonObject, quirks: ResponseQuirks): UpstreamFailure | undefined {
  const { error } = body
  const isError =
    textOf(error) !== undefined ||
    (isObject(error) &&
      (!Array.isArray(body.choices) ||
        [error.message, error.type, error.code].some((field) => textOf(field) !== undefined)))
  if (!isError) return quirks.failureIn?.(body)
  return quirks.failureOf?.(body) ?? failureOf(200, body, {}, quirks.failures)
}

/** The usage of a response, wherever in the body the upstream puts it. */
export function usageIn(body: JsonObject, choices: readonly unknown[], quirks: ResponseQuirks): Usage | undefined {
  const reported = countsIn(body, choices)
  if (!reported) return undefined
  const counts = quirks.counts?.(reported) ?? reported
  const cached = objectOf(body.timings)?.cache_n
  const usage = usageOfOpenAi(cached === undefined ? counts : { cached_tokens: cached, ...counts })
  const tool_calls = usage && quirks.toolCalls?.(reported, body)
  return withServiceTier(tool_calls ? { ...usage, tool_calls } : usage, body.service_tier)
}

const countsIn = (body: JsonObject, choices: readonly unknown[]): JsonObject | undefined =>
  objectOf(body.usage) ?? objectOf(objectOf(choices[0])?.usage) ?? objectOf(objectOf(body.x_groq)?.usage)

/** Fields beside the choices that the gateway does not write itself. */
export function extraIn(body: JsonObject, { keptUsageFields, droppedFields }: ResponseQuirks): JsonObject | undefined {
  let extra: JsonObject | undefined
  for (const name in body) {
    switch (name) {
      case 'id':
      case 'object':
      case 'created':
      case 'model':
      case 'choices':
      case 'usage':
      case 'error':
      case 'obfuscation':
      case '__proto__':
        break
      default:
        if (body[name] === null || droppedFields?.includes(name)) break
        extra ??= {}
        extra[name] = body[name]
    }
  }
  const usage = objectOf(body.usage)
  const kept = usage && keptUsageFields?.filter((name) => usage[name] !== undefined)
  if (kept?.length) extra = { ...extra, usage: Object.fromEntries(kept.map((name) => [name, usage?.[name]])) }
  return extra
}
