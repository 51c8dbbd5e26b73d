import type { ToolSurcharge } from './charge.ts'
import { type PricedFacts, tokensOfFacts, weightInFacts } from './priced-facts.ts'
import { totalPrompt, type UsageLine } from './usage.ts'

/** The parts of a charge, under the names that clients of related gateways read. */
export type PricedOther = {
  /** 0 where the model is charged by the call. */
  model_ratio: number
  group_ratio: number
  completion_ratio: number
  /** Dollars per call; -1 where the model is charged by tokens. */
  model_price: number
  cache_tokens?: number
  cache_ratio?: number
  cache_creation_tokens?: number
  cache_creation_ratio?: number
  cache_creation_tokens_5m?: number
  cache_creation_ratio_5m?: number
  cache_creation_tokens_1h?: number
  cache_creation_ratio_1h?: number
  cache_write_tokens?: number
  /** All input tokens, cached or not. */
  input_tokens_total?: number
  audio?: true
  audio_input?: number
  audio_output?: number
  text_input?: number
  text_output?: number
  audio_ratio?: number
  audio_completion_ratio?: number
  image?: true
  image_ratio?: number
  /** Tokens of input pictures, in spite of its name: clients multiply it with `image_ratio`. */
  image_output?: number
  /** Tokens of generated pictures. */
  image_completion_tokens?: number
  reasoning_tokens?: number
  /** The tier whose ratios these are. */
  price_tier?: { above?: number; services?: readonly string[]; time_factor?: number }
  tool_surcharges?: readonly ToolSurcharge[]
  /** The factors of a price per call: `n`, `size`, `quality`. */
  factors?: Record<string, number>
  /** The exact amount was less than the smallest one we charge. */
  is_minimum?: true
}

/** Shown to administrators only. */
type AdminInfo = {
  /** Ids of the channels tried, in order; as texts, because clients of related gateways read texts. */
  use_channel?: string[]
  is_multi_key?: boolean
  multi_key_index?: number
  /** Channels of the model that were not tried, and why. */
  route?: [channel_id: number, reason: string][]
  /** The upstream's own numbers were missing or not believable. */
  local_count_tokens?: boolean
  usage_billing_path?: string
  quota_saturation?: boolean
}

type StreamStatus = {
  status: 'ok' | 'error'
  end_reason?: string
  end_error?: string
  error_count?: number
  errors?: string[]
}

/** The JSON in `logs.other`. */
export type LogOther = Partial<PricedOther> & {
  /** Milliseconds to the first chunk; -1000 when the response was not streamed. */
  frt?: number
  admin_info?: AdminInfo
  ws?: boolean
  /** The call was also sent to a second channel because the first was slow. */
  hedged?: true
  /** The user's own ratio; -1 where there is none. */
  user_group_ratio?: number
  is_model_mapped?: boolean
  upstream_model_name?: string
  is_system_prompt_overwritten?: boolean
  reasoning_effort?: string
  request_path?: string
  request_conversion?: string[]
  stream_status?: StreamStatus
  reject_reason?: string
  /** The requested virtual model, and those of its models that failed before the one that served. */
  virtual_model?: string
  virtual_failed?: string[]
  /** The upstream exceeded the limit of output tokens. */
  over_limit?: boolean
  is_task?: boolean
  /** The requested speed of a drawing. */
  mode?: string
  task_id?: string
  reason?: string
  pre_consumed_quota?: number
  actual_quota?: number
}

/** The parts of a charge under their long names; members without a count are left out. */
export function pricedOther(facts: PricedFacts): PricedOther {
  const { g, s = 0, t = [], m } = facts
  return {
    ...(facts.p === undefined ? tokenRule(facts) : callRule(facts, facts.p)),
    group_ratio: g,
    ...(s > 0 && { reasoning_tokens: s }),
    ...(t.length > 0 && { tool_surcharges: t }),
    ...(m && { is_minimum: true as const }),
  }
}

type Rule = Omit<PricedOther, 'group_ratio'>

function callRule({ n = 1, f = {} }: PricedFacts, price: number): Rule {
  const factors = { ...(n === 1 ? {} : { n }), ...f }
  return {
    model_ratio: 0,
    completion_ratio: 0,
    model_price: price,
    ...(Object.keys(factors).length > 0 && { factors }),
  }
}

function tokenRule(facts: PricedFacts): Rule {
  const tokens = tokensOfFacts(facts)
  const prompt = promptOf(tokens)
  const weight = (line: UsageLine) => weightInFacts(facts, line) ?? 1
  return {
    model_ratio: facts.r ?? 0,
    completion_ratio: facts.c ?? 0,
    model_price: -1,
    ...(prompt !== tokens.input && { input_tokens_total: prompt }),
    ...(tokens.cache_read > 0 && { cache_tokens: tokens.cache_read, cache_ratio: weight('cache_read') }),
    ...cacheWrites(tokens, weight),
    ...(facts.ar && audioParts(tokens, facts.ar)),
    ...(tokens.image_input > 0 && {
      image: true as const,
      image_ratio: weight('image_input'),
      image_output: tokens.image_input,
    }),
    ...(tokens.image_output > 0 && { image_completion_tokens: tokens.image_output }),
    ...(facts.pt && { price_tier: tierOf(facts.pt) }),
  }
}

const tierOf = ({ a, s, f }: NonNullable<PricedFacts['pt']>): Rule['price_tier'] => ({
  ...(a !== undefined && { above: a }),
  ...(s && { services: s }),
  ...(f !== undefined && { time_factor: f }),
})

type Tokens = ReturnType<typeof tokensOfFacts>

const promptOf = (tokens: Tokens): number => totalPrompt({ ...tokens, reasoning: 0 })

function cacheWrites({ cache_write_5m, cache_write_1h }: Tokens, weight: (line: UsageLine) => number): Partial<Rule> {
  const written = cache_write_5m + cache_write_1h
  if (written === 0) return {}
  return {
    cache_creation_tokens: written,
    cache_creation_ratio: weight('cache_write_5m'),
    cache_write_tokens: written,
    ...(cache_write_5m > 0 && {
      cache_creation_tokens_5m: cache_write_5m,
      cache_creation_ratio_5m: weight('cache_write_5m'),
    }),
    ...(cache_write_1h > 0 && {
      cache_creation_tokens_1h: cache_write_1h,
      cache_creation_ratio_1h: weight('cache_write_1h'),
    }),
  }
}

const audioParts = (tokens: Tokens, [ratio, completion]: readonly [number, number]): Partial<Rule> => ({
  audio: true,
  audio_input: tokens.audio_input,
  audio_output: tokens.audio_output,
  text_input: promptOf(tokens) - tokens.audio_input,
  text_output: tokens.output,
  audio_ratio: ratio,
  audio_completion_ratio: completion,
})
