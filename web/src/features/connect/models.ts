import type { Token } from '@turnpike/contract/identity/token'
import type { EndpointType, PricedModel } from '@turnpike/contract/money/pricing'

/** The format in which a client speaks. */
export type Dialect = Extract<EndpointType, 'openai' | 'responses' | 'anthropic' | 'gemini'>

type Limits = Pick<Token, 'group' | 'model_limits_enabled' | 'model_limits'>
type Row = Pick<PricedModel, 'model_name' | 'enable_groups' | 'supported_endpoint_types'>

const newestFirst = new Intl.Collator('en', { numeric: true })

/** The models that the token may call in a client's format, newest first as far as their names tell. */
export function modelsFor(dialect: Dialect, rows: readonly Row[], token: Limits, ownGroup: string): string[] {
  const group = token.group || ownGroup
  const limits = token.model_limits_enabled ? new Set(token.model_limits.split(',')) : undefined
  return rows
    .filter(
      ({ model_name, enable_groups, supported_endpoint_types }) =>
        supported_endpoint_types.includes(dialect) &&
        enable_groups.includes(group) &&
        (limits?.has(model_name) ?? true),
    )
    .map(({ model_name }) => model_name)
    .toSorted((one, other) => newestFirst.compare(other, one))
}

/** The models that a client is made for, the best fit first. */
const fitting: Record<Dialect, RegExp[]> = {
  openai: [/^gpt-[5-9]/, /^gpt-/],
  responses: [/^gpt-.*codex/, /^gpt-[5-9]/, /^gpt-/],
  anthropic: [/^claude-.*sonnet/, /^claude-/],
  gemini: [/^gemini-.*pro/, /^gemini-/],
}
/** Models for one purpose, with which a first call surprises. */
const special = /audio|image|preview|realtime|search|tts|embedding/

/** The model for a client until the person chooses another one. */
export function modelFor(dialect: Dialect, models: readonly string[]): string | undefined {
  for (const pattern of fitting[dialect]) {
    const own = models.filter((model) => pattern.test(model))
    if (own.length > 0) return own.find((model) => !special.test(model)) ?? own[0]
  }
  return models.find((model) => !special.test(model)) ?? models[0]
}

/** The model for the small tasks that Claude Code does on the side. */
export const smallModelFor = (model: string, models: readonly string[]): string =>
  models.find((each) => /^claude-.*haiku/.test(each)) ?? model
