import type { JsonObject } from '../../../forms/chat.ts'
import type { ThinkingLevel, ThinkingTrait } from './model-families.ts'

const shares: Readonly<Record<string, number>> = { minimal: 0, low: 0.2, medium: 0.5, high: 0.8, xhigh: 0.8, max: 0.8 }
/** Positions on one scale of the efforts that clients request and of the levels that models have. */
const effortRanks: Readonly<Record<string, number>> = {
  none: 0,
  minimal: 0,
  low: 1,
  medium: 2,
  high: 3,
  xhigh: 4,
  max: 4,
}

/** An effort as this model's thinking config. Thoughts are included whenever thinking was requested. */
export function thinkingConfig(
  effort: unknown,
  thinking: ThinkingTrait,
  outputMax: number | undefined,
): JsonObject | undefined {
  if (typeof effort !== 'string' || thinking.kind === 'none') return undefined
  const isOff = effort === 'none'
  if (!isOff && !Object.hasOwn(shares, effort)) return undefined
  const thoughts = isOff ? {} : { includeThoughts: true }
  if (thinking.kind === 'level') return { thinkingLevel: levelOf(effort, thinking.levels), ...thoughts }
  if (isOff) return { thinkingBudget: thinking.off }
  const requested = Math.floor((outputMax ?? thinking.max) * (shares[effort] ?? 0))
  return { thinkingBudget: Math.min(Math.max(requested, thinking.min), thinking.max), ...thoughts }
}

/** The lowest level of the model that is not below the effort, or its highest. */
function levelOf(effort: string, levels: readonly ThinkingLevel[]): ThinkingLevel | undefined {
  const rank = effortRanks[effort] ?? 0
  return levels.find((level) => (effortRanks[level] ?? 0) >= rank) ?? levels.at(-1)
}
