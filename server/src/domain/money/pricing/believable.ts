import { isCount, totalCompletion, totalPrompt, type Usage, usageLines } from './usage.ts'

/** The known upper bounds of a call's usage. */
export type UsageBounds = {
  /** The model's context in tokens. */
  contextMax?: number
  /** Most tokens of one response: the request's own limit, else the model's. */
  outputCap?: number
  /** How many responses were requested. */
  count?: number
}

const contextUnknown = 2_000_000
export const toolCallsMax = 1_000
/** The most runs of a model in one call: server tools and compactions make an upstream run it again. */
const runsMax = 64
// Upstreams count tokens a little differently: a tenth and 64 tokens more are accepted.
const outputSlack = { tenths: 11, tokens: 64 }

/** The most output tokens that responses within the cap may be counted as. */
export const outputTokensMax = (outputCap: number, count: number): number =>
  (outputCap * count * outputSlack.tenths) / 10 + outputSlack.tokens

/**
 * Whether an upstream's usage may be charged. Upstreams are not trusted: a usage with an invalid count, or beyond the
 * model's context or output limit, is replaced by our own count.
 */
export function isBelievable(usage: Usage, { contextMax, outputCap, count = 1 }: UsageBounds): boolean {
  if (!isCount(usage.reasoning) || !usageLines.every((line) => isCount(usage[line] ?? 0))) return false
  const calls = usage.tool_calls ?? []
  if (!calls.every((call) => isCount(call.count) && call.count <= toolCallsMax)) return false
  const { runs = 1, others = [] } = usage
  if (runs > runsMax || others.length > runsMax) return false
  if (!others.every((other) => other.count <= runsMax && isBelievable({ ...other.usage, runs: other.count }, {})))
    return false
  const context = contextMax ?? contextUnknown
  return (
    totalPrompt(usage) <= context * runs &&
    totalCompletion(usage) <= outputTokensMax(outputCap ?? context, count * runs)
  )
}
