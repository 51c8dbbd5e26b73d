import { isObject } from '../exchange/json.ts'
import type { Plan, UsageBend } from './fault.ts'

const bends: Record<Exclude<UsageBend, 'missing' | 'null'>, (count: number) => unknown> = {
  zero: () => 0,
  negative: (count) => -count - 1,
  fractional: (count) => count + 0.5,
  string: (count) => String(count),
  huge: () => Number.MAX_SAFE_INTEGER * 1000,
}

/** Usage as a fault wants it told, in whatever shape the vendor tells it. */
export function bendUsage<Shape extends object>(usage: Shape, fault: Plan['usage']): Shape | undefined {
  if (!fault) return usage
  if (fault.how === 'missing') return undefined
  if (fault.how === 'null') return null as unknown as undefined // the vendor's field is there and holds nothing
  const bent = fault.how === undefined ? usage : bendNumbers(usage, bends[fault.how])
  return { ...(bent as Shape), ...fault.fields } // numbers may have become strings: that is the fault
}

function bendNumbers(value: unknown, bend: (count: number) => unknown): unknown {
  if (typeof value === 'number') return bend(value)
  if (Array.isArray(value)) return value.map((each) => bendNumbers(each, bend))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, bendNumbers(each, bend)]))
}
