import type { JsonObject } from '../../forms/chat.ts'
import { objectOf } from '../../translate/json/json-values.ts'
import { traitsOf } from './model-traits.ts'

/**
 * The limit for a request without one; Anthropic requires a limit. A channel may set its own, for all its models or by
 * name: `default_max_tokens: 16000` or `{"claude-opus-5": 64000, "default": 8192}`.
 */
export function outputDefault(model: string, setting: JsonObject): number {
  const channelDefault = setting.default_max_tokens
  const byName = objectOf(channelDefault)
  const chosen = byName ? (byName[model] ?? byName.default) : channelDefault
  return Number.isSafeInteger(chosen) && Number(chosen) > 0 ? Number(chosen) : traitsOf(model).outputDefault
}

/** The limit plus the thinking budget, which counts against it; at most what the model accepts. */
export function outputLimit(requested: unknown, model: string, setting: JsonObject, budget: number): number {
  const limit = typeof requested === 'number' ? requested : outputDefault(model, setting)
  return Math.max(limit, Math.min(limit + budget, traitsOf(model).outputMax))
}
