import type { JsonObject } from '../../../forms/chat.ts'
import type { ThinkingTrait } from './model-traits.ts'

const shares: Readonly<Record<string, number>> = { minimal: 0, low: 0.2, medium: 0.5, high: 0.8, xhigh: 0.8, max: 0.8 }
const levels: Readonly<Record<string, string>> = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'high',
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
  if (thinking.kind === 'level') return { thinkingLevel: levels[effort] ?? thinking.lowest, ...thoughts }
  if (isOff) return { thinkingBudget: thinking.off }
  const requested = Math.floor((outputMax ?? thinking.max) * (shares[effort] ?? 0))
  return { thinkingBudget: Math.min(Math.max(requested, thinking.min), thinking.max), ...thoughts }
}
