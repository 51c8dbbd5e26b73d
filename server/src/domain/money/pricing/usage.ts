import type { ServiceTier } from '@turnpike/contract/money/price-tiers'
import type { ToolName } from './tool-prices.ts'

/** Calls of a tool that the upstream ran and bills apart from tokens. */
export type ToolCalls = { name: ToolName; count: number }

/**
 * The tokens one call used. Every provider fills this record, whatever its own counts include, and charges are computed
 * from it alone. No token is counted in two members, except `reasoning`, which is for information and not charged.
 */
export type Usage = {
  /** Fresh text, neither read from a cache nor written to one. */
  input: number
  cache_read: number
  cache_write_5m: number
  cache_write_1h: number
  image_input: number
  audio_input: number
  /** All text the model wrote, its reasoning included. */
  output: number
  reasoning: number
  audio_output: number
  image_output?: number
  tool_calls?: ToolCalls[]
  /** The runs of the model that the counts sum up, if the upstream ran it more than once for the call. */
  runs?: number
  others?: OtherModel[]
  service?: Service
}

/** How the upstream served a call, as far as that is known. Any value but a service tier's name is the normal one. */
export type Service = {
  tier?: ServiceTier | 'standard'
  speed?: 'fast' | 'standard'
  region?: 'us' | 'global'
}

const noTiers: readonly ServiceTier[] = []
export const serviceTiersOf = ({ tier, speed, region }: Service = {}): readonly ServiceTier[] =>
  tier === undefined && speed === undefined && region === undefined
    ? noTiers
    : [tier, speed, region].filter((each) => each !== undefined && each !== 'standard' && each !== 'global')

/**
 * What another model used that the upstream ran within the call, such as an advisor. The record that holds it does not
 * include these tokens, because they have the price of their own model.
 */
export type OtherModel = { model: string; usage: Usage; count: number }

/** The members that are charged, each as a line of its own. */
export const usageLines = [
  'input',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'image_input',
  'audio_input',
  'output',
  'audio_output',
  'image_output',
] as const
export type UsageLine = (typeof usageLines)[number]

/**
 * The counts of the lines, in their order. Written out, because access by variable names is slow and every call is
 * priced three times.
 */
export const countsOf = (usage: Usage): number[] => [
  checkCount(usage.input),
  checkCount(usage.cache_read),
  checkCount(usage.cache_write_5m),
  checkCount(usage.cache_write_1h),
  checkCount(usage.image_input),
  checkCount(usage.audio_input),
  checkCount(usage.output),
  checkCount(usage.audio_output),
  checkCount(usage.image_output ?? 0),
]

export const noUsage: Readonly<Usage> = Object.freeze({
  input: 0,
  cache_read: 0,
  cache_write_5m: 0,
  cache_write_1h: 0,
  image_input: 0,
  audio_input: 0,
  output: 0,
  reasoning: 0,
  audio_output: 0,
})

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** A count that may be multiplied with a price. */
export function checkCount(value: number): number {
  if (!isCount(value)) throw new RangeError('a count is an integer from 0 to the largest safe one')
  return value
}

/** The sum of two usages of one call: responses of a realtime session or of a batch. */
export function addUsage(one: Usage, other: Usage): Usage {
  const sum: Usage = { ...noUsage, reasoning: checkCount(one.reasoning + other.reasoning) }
  for (const line of usageLines) {
    const count = checkCount((one[line] ?? 0) + (other[line] ?? 0))
    if (count > 0) sum[line] = count
  }
  const toolCalls = addToolCalls([...(one.tool_calls ?? []), ...(other.tool_calls ?? [])])
  return toolCalls.length > 0 ? { ...sum, tool_calls: toolCalls } : sum
}

export function addToolCalls(calls: readonly ToolCalls[]): ToolCalls[] {
  const counts = new Map<ToolName, number>()
  for (const { name, count } of calls) counts.set(name, checkCount((counts.get(name) ?? 0) + count))
  return [...counts].map(([name, count]) => ({ name, count }))
}

/** For each tool, the larger of two counts, which may both count the same calls. */
export function largerToolCalls(one: readonly ToolCalls[], other: readonly ToolCalls[]): ToolCalls[] {
  const counts = new Map(one.map(({ name, count }) => [name, count]))
  for (const { name, count } of other) counts.set(name, Math.max(counts.get(name) ?? 0, count))
  return [...counts].map(([name, count]) => ({ name, count }))
}

/** All input tokens, cached or not: `prompt_tokens` for clients. */
export const totalPrompt = (usage: Usage) =>
  usage.input + usage.cache_read + usage.cache_write_5m + usage.cache_write_1h + usage.image_input + usage.audio_input

/** All output tokens: `completion_tokens` for clients. */
export const totalCompletion = (usage: Usage) => usage.output + usage.audio_output + (usage.image_output ?? 0)
