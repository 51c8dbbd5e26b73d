import type { Charge, ChargeParts, ToolSurcharge } from './charge.ts'
import type { TokenPrice } from './price.ts'
import { totalPrompt, type Usage } from './usage.ts'

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
  /** Milliseconds to the first chunk; -1000 when the answer was not streamed. */
  frt?: number
  admin_info?: AdminInfo
  ws?: boolean
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
  /** The upstream went on beyond the limit of output tokens. */
  over_limit?: boolean
  is_task?: boolean
  task_id?: string
  reason?: string
  pre_consumed_quota?: number
  actual_quota?: number
}

/** The parts of a charge for the log, so that it can be computed again; members without a count are left out. */
export function pricedOther({ parts }: Charge, usage: Usage): PricedOther {
  const { group_ratio, tool_surcharges, is_minimum } = parts
  return {
    ...('lines' in parts ? tokenRule(parts.price, usage) : callRule(parts)),
    group_ratio,
    ...(usage.reasoning > 0 && { reasoning_tokens: usage.reasoning }),
    ...(tool_surcharges.length > 0 && { tool_surcharges }),
    ...(is_minimum && { is_minimum }),
  }
}

type Rule = Omit<PricedOther, 'group_ratio'>

function callRule({ price, count, factors }: Extract<ChargeParts, { factors: unknown }>): Rule {
  const named = [...(count === 1 ? [] : [{ name: 'n', value: count }]), ...factors]
  return {
    model_ratio: 0,
    completion_ratio: 0,
    model_price: price.price,
    ...(named.length > 0 && { factors: Object.fromEntries(named.map(({ name, value }) => [name, value])) }),
  }
}

function tokenRule(price: TokenPrice, usage: Usage): Rule {
  const image_completion_tokens = usage.image_output ?? 0
  return {
    model_ratio: price.ratio,
    completion_ratio: price.completion_ratio,
    model_price: -1,
    ...(totalPrompt(usage) !== usage.input && { input_tokens_total: totalPrompt(usage) }),
    ...(usage.cache_read > 0 && { cache_tokens: usage.cache_read, cache_ratio: price.cache_read_ratio }),
    ...cacheWrites(price, usage),
    ...(usage.audio_input + usage.audio_output > 0 && audioParts(price, usage)),
    ...(usage.image_input > 0 && {
      image: true as const,
      image_ratio: price.image_ratio,
      image_output: usage.image_input,
    }),
    ...(image_completion_tokens > 0 && { image_completion_tokens }),
  }
}

function cacheWrites({ weights }: TokenPrice, { cache_write_5m, cache_write_1h }: Usage): Partial<Rule> {
  const written = cache_write_5m + cache_write_1h
  if (written === 0) return {}
  return {
    cache_creation_tokens: written,
    cache_creation_ratio: weights.cache_write_5m,
    cache_write_tokens: written,
    ...(cache_write_5m > 0 && {
      cache_creation_tokens_5m: cache_write_5m,
      cache_creation_ratio_5m: weights.cache_write_5m,
    }),
    ...(cache_write_1h > 0 && {
      cache_creation_tokens_1h: cache_write_1h,
      cache_creation_ratio_1h: weights.cache_write_1h,
    }),
  }
}

const audioParts = (price: TokenPrice, usage: Usage): Partial<Rule> => ({
  audio: true,
  audio_input: usage.audio_input,
  audio_output: usage.audio_output,
  text_input: totalPrompt(usage) - usage.audio_input,
  text_output: usage.output,
  audio_ratio: price.audio_ratio,
  audio_completion_ratio: price.audio_completion_ratio,
})
