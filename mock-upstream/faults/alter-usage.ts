import { isObject } from '../exchange/json.ts'
import type { Plan, UsageFault } from './fault.ts'

const alterations: Record<Exclude<UsageFault, 'missing' | 'null'>, (count: number) => unknown> = {
  zero: () => 0,
  negative: (count) => -count - 1,
  fractional: (count) => count + 0.5,
  string: (count) => String(count),
  huge: () => Number.MAX_SAFE_INTEGER * 1000,
}

/** The usage that a fault reports, in the vendor's own format. */
export function alterUsage<Shape extends object>(usage: Shape, fault: Plan['usage']): Shape | undefined {
  if (!fault) return usage
  if (fault.how === 'missing') return undefined
  if (fault.how === 'null') return null as unknown as undefined // the vendor's field is present and null
  const altered = fault.how === undefined ? usage : alterNumbers(usage, alterations[fault.how])
  return { ...(altered as Shape), ...fault.fields } // numbers may have become strings: that is the fault
}

function alterNumbers(value: unknown, alter: (count: number) => unknown): unknown {
  if (typeof value === 'number') return alter(value)
  if (Array.isArray(value)) return value.map((each) => alterNumbers(each, alter))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, alterNumbers(each, alter)]))
}
