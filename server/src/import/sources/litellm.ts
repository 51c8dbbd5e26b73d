import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Row } from '../row.ts'
import type { Source } from './source.ts'

const text = z.coerce.string().optional().catch(undefined)
const cost = z.number().min(0).optional().catch(undefined)
/** Dollars per token. */
const costs = { input_cost_per_token: cost, output_cost_per_token: cost }
const entry = z.object({
  model_name: z.string(),
  model_info: z.object(costs).optional().catch(undefined),
  litellm_params: z.object({
    model: z.string(),
    api_key: text,
    api_base: text,
    api_version: text,
    organization: text,
    weight: z.coerce.number().int().min(0).optional().catch(undefined),
    vertex_location: text,
    vertex_credentials: text,
    aws_access_key_id: text,
    aws_secret_access_key: text,
    aws_region_name: text,
    ...costs,
  }),
})
type Params = z.infer<typeof entry>['litellm_params']
const settings = z.record(z.string(), z.unknown()).nullish().catch(undefined)
const config = z.object({ model_list: z.array(z.unknown()).nullish(), router_settings: settings })

/** Channel types by the name before the slash of a model. */
const typesByProvider: Readonly<Record<string, number>> = {
  openai: 1,
  text_completion_openai: 1,
  custom_openai: 1,
  hosted_vllm: 1007,
  openai_like: 1,
  azure: 3,
  ollama: 4,
  ollama_chat: 4,
  anthropic: 14,
  dashscope: 17,
  openrouter: 20,
  gemini: 24,
  moonshot: 25,
  zai: 26,
  perplexity: 27,
  bedrock: 33,
  cohere: 34,
  cohere_chat: 34,
  minimax: 35,
  jina_ai: 38,
  vertex_ai: 41,
  mistral: 42,
  deepseek: 43,
  volcengine: 45,
  xinference: 47,
  xai: 48,
  groq: 1000,
  together_ai: 1001,
  fireworks_ai: 1002,
  lm_studio: 1003,
  cerebras: 1004,
  nvidia_nim: 1005,
}
/** Types of local servers. */
const keyless: ReadonlySet<number> = new Set([4, 1003, 1007])

/** Models without a provider's name in front. */
const typesByName: [RegExp, number][] = [
  [/^claude/, 14],
  [/^gemini/, 24],
  [/^deepseek/, 43],
  [/^command/, 34],
  [/^(gpt|o\d|chatgpt|text-|dall-e|whisper|tts)/, 1],
]

/** The models of a LiteLLM config.yaml as channels: one per account, or more where two entries give one model two names. */
export function readLitellm(path: string, env: NodeJS.ProcessEnv): Source {
  const { model_list, router_settings } = config.parse(parse(readFileSync(path, 'utf8')))
  const channels: Map<string, string>[] = []
  const prices: ModelCosts[] = []
  const rows: Record<string, string | null>[] = []
  for (const [index, given] of (model_list ?? []).entries()) {
    const parsed = entry.safeParse(given)
    if (!parsed.success) {
      rows.push(unusable(String(index), 'the entry has no model_name or no litellm_params.model'))
      channels.push(new Map())
      continue
    }
    const { model_name, litellm_params: params, model_info } = parsed.data
    const input = params.input_cost_per_token ?? model_info?.input_cost_per_token
    const output = params.output_cost_per_token ?? model_info?.output_cost_per_token
    if (input !== undefined) prices.push({ model: model_name, input, output: output ?? 0 })
    const { upstream, ...row } = rowOf(model_name, params, env)
    const same = rows.findIndex((other, at) => isSameAccount(other, row) && !channels[at]?.has(model_name))
    const at = same === -1 ? rows.push({ ...row, id: model_name }) - 1 : same
    const models = channels[at] ?? new Map<string, string>()
    channels[at] = models.set(model_name, upstream)
  }
  const made: Row[] = rows.map((row, at) => ({ ...row, ...listsOf(channels[at] ?? new Map()), id: numbered(rows, at) }))
  const options = [...priceOptions(prices), ...settingRows(router_settings ?? {})]
  return {
    tables: new Map([
      ['channels', new Set(Object.keys(made[0] ?? {}))],
      ['options', new Set(['key', 'value'])],
    ]),
    rows: async (table) => (table === 'channels' ? made : table === 'options' ? options : []),
    isEmpty: async () => made.length === 0,
    page: async () => [],
    close: async () => {},
  }
}

type ModelCosts = { model: string; input: number; output: number }

const usualQuotaPerUnit = 500_000

/** The prices that entries state, in the form in which other sources have them. The first entry of a name decides. */
function priceOptions(prices: readonly ModelCosts[]): Row[] {
  const stated = prices.filter(({ input, output }) => input > 0 || output === 0).reverse()
  if (stated.length === 0) return []
  const ratio = ({ model, input }: ModelCosts) => [model, Number((input * usualQuotaPerUnit).toFixed(12))]
  const completion = ({ model, input, output }: ModelCosts) => [
    model,
    input === 0 ? 1 : Number((output / input).toFixed(12)),
  ]
  return [
    { key: 'ModelRatio', value: JSON.stringify(Object.fromEntries(stated.map(ratio))) },
    { key: 'CompletionRatio', value: JSON.stringify(Object.fromEntries(stated.map(completion))) },
  ]
}

/** Settings of the router have no equivalent: each is a row, so that the report names it. */
const settingRows = (settings: Record<string, unknown>): Row[] =>
  Object.entries(settings).map(([name, value]) => ({ key: `router_settings.${name}`, value: JSON.stringify(value) }))

const numbered = (rows: readonly Row[], at: number): string => {
  const same = rows.slice(0, at).filter(({ id }) => id === rows[at]?.id).length
  return same === 0 ? (rows[at]?.id ?? '') : `${rows[at]?.id} ${same + 1}`
}

function listsOf(models: Map<string, string>) {
  const renamed = [...models].filter(([name, upstream]) => name !== upstream)
  return {
    models: [...models.keys()].join(','),
    model_mapping: renamed.length > 0 ? JSON.stringify(Object.fromEntries(renamed)) : '',
  }
}

const unusable = (id: string, problem: string) => ({ id, name: id, problem })

const accountColumns = ['type', 'key', 'base_url', 'other', 'openai_organization', 'weight']
const isSameAccount = (one: Row, other: Row) =>
  !one.problem && !other.problem && accountColumns.every((column) => one[column] === other[column])

function rowOf(modelName: string, params: Params, env: NodeJS.ProcessEnv) {
  const [, provider = '', rest = ''] = /^([^/]+)\/(.+)$/.exec(params.model) ?? []
  const byName = typesByName.find(([pattern]) => pattern.test(params.model))?.[1]
  const type = Object.hasOwn(typesByProvider, provider) ? typesByProvider[provider] : byName
  const upstream = Object.hasOwn(typesByProvider, provider) ? rest : params.model
  const missing: string[] = []
  const resolved = (value: string | undefined) => {
    const [, name] = /^os\.environ\/(.+)$/.exec(value ?? '') ?? []
    if (name === undefined) return value ?? ''
    if (!env[name]) missing.push(name)
    return env[name] ?? ''
  }
  const keys = [params.aws_access_key_id, params.aws_secret_access_key, params.aws_region_name].map(resolved)
  const key = type === 33 && keys[0] ? keys.join('|') : resolved(params.vertex_credentials) || resolved(params.api_key)
  const problem =
    type === undefined
      ? 'its provider does not exist here'
      : modelName.includes('*')
        ? 'a name with * stands for many models: list them one by one'
        : missing.length > 0
          ? `the environment variable ${missing.join(', ')} is not set`
          : ''
  return {
    upstream,
    problem,
    type: String(type ?? 0),
    key: key || (type !== undefined && keyless.has(type) ? 'none' : ''), // local models take any key
    name: modelName,
    base_url: resolved(params.api_base),
    other: resolved(params.api_version) || (params.vertex_location ?? ''),
    openai_organization: resolved(params.organization),
    weight: String(params.weight ?? 0),
    group: 'default',
    status: '1',
  }
}
