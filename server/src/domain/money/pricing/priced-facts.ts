import type { ServiceTier } from '@turnpike/contract/money/price-tiers'
import type { Charge, ChargeParts, ToolSurcharge } from './charge.ts'
import type { AppliedTier } from './price.ts'
import { type Usage, type UsageLine, usageLines } from './usage.ts'

/** Tokens of one line: its position in `usageLines`, their count, and their price against a fresh input token's. */
export type TokenLine = readonly [line: number, count: number, weight: number]

/**
 * Every factor of a charge, as its log row stores it: enough to compute the charge again. Names are short and default
 * values are left out, because every call writes them.
 */
export type PricedFacts = {
  /** The model's ratio and its completion ratio, where tokens are charged. */
  r?: number
  c?: number
  l?: readonly TokenLine[]
  /** The ratios of audio input and of audio output against it, where there was audio. */
  ar?: readonly [number, number]
  /** The tier whose ratios these are: above so many input tokens, the service tiers, the factor of the time of day. */
  pt?: { a?: number; s?: readonly ServiceTier[]; f?: number }
  /** The runs of the model that the tokens sum up, where there were several. */
  rn?: number
  /** Dollars per call, where calls are charged, and their factors. */
  p?: number
  n?: number
  f?: Record<string, number>
  /** The group's ratio. */
  g: number
  /** Tokens of reasoning, which are part of the output. */
  s?: number
  t?: readonly ToolSurcharge[]
  /** The exact amount was less than the smallest one we charge. */
  m?: 1
  /** Quota per dollar, where it is not the usual number. */
  q?: number
  /** The upstream's price in quota, where it is known. For administrators only. */
  x?: number
}

const usualQuotaPerUnit = 500_000

export function pricedFacts({ parts }: Charge, usage: Usage, cost?: number): PricedFacts {
  const facts: PricedFacts = 'lines' in parts ? tokenFacts(parts, usage) : callFacts(parts)
  if (usage.reasoning > 0) facts.s = usage.reasoning
  if (parts.tool_surcharges.length > 0) facts.t = parts.tool_surcharges
  if (parts.is_minimum) facts.m = 1
  if (parts.price.quota_per_unit !== usualQuotaPerUnit) facts.q = parts.price.quota_per_unit
  if (cost !== undefined) facts.x = cost
  return facts
}

const positionOf = Object.fromEntries(usageLines.map((line, index) => [line, index])) as Record<UsageLine, number>

function tokenFacts(
  { price, lines, group_ratio }: Extract<ChargeParts, { lines: unknown }>,
  usage: Usage,
): PricedFacts {
  const l: TokenLine[] = lines.map(({ name, count, weight }) => [positionOf[name], count, weight])
  // Readers want the ratio of short cache writes beside that of long ones.
  if (usage.cache_write_1h > 0 && usage.cache_write_5m === 0)
    l.push([positionOf.cache_write_5m, 0, price.weights.cache_write_5m])
  const facts: PricedFacts = { r: price.ratio, c: price.completion_ratio, g: group_ratio }
  if (l.length > 0) facts.l = l
  if (usage.runs !== undefined && usage.runs > 1) facts.rn = usage.runs
  if (price.tier) facts.pt = tierFacts(price.tier)
  if (usage.audio_input + usage.audio_output > 0) facts.ar = [price.audio_ratio, price.audio_completion_ratio]
  return facts
}

const tierFacts = ({ above, services, timeFactor }: AppliedTier): NonNullable<PricedFacts['pt']> => ({
  ...(above !== undefined && { a: above }),
  ...(services && { s: services }),
  ...(timeFactor !== undefined && { f: timeFactor }),
})

function callFacts({ price, count, factors, group_ratio }: Extract<ChargeParts, { factors: unknown }>): PricedFacts {
  const facts: PricedFacts = { p: price.price, g: group_ratio }
  if (count !== 1) facts.n = count
  if (factors.length > 0) facts.f = Object.fromEntries(factors.map(({ name, value }) => [name, value]))
  return facts
}

/** Tokens by line; lines without any are 0. */
export function tokensOfFacts({ l = [] }: PricedFacts): Record<UsageLine, number> {
  const tokens = Object.fromEntries(usageLines.map((line) => [line, 0])) as Record<UsageLine, number>
  for (const [position, count] of l) {
    const line = usageLines[position]
    if (line) tokens[line] = count
  }
  return tokens
}

/** The weight of a line that the charge has. */
export const weightInFacts = ({ l = [] }: PricedFacts, line: UsageLine): number | undefined =>
  l.find(([position]) => position === positionOf[line])?.[2]
