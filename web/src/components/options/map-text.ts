import { isRatio } from '@turnpike/contract/quota'
import { isObject, parseJson } from '../fields/json-problem.ts'

/** A JSON object whose names administrators choose; a Map, because `constructor` is a name like any other. */
export type Entries<Value = unknown> = ReadonlyMap<string, Value>

/** Undefined while the text is no JSON object. */
export function readMap(text: string): Entries | undefined {
  const parsed = parseJson(text)
  return 'value' in parsed && isObject(parsed.value) ? new Map(Object.entries(parsed.value)) : undefined
}

export const writeMap = (map: Entries): string => JSON.stringify(Object.fromEntries(map), null, 2)

/** The map with one entry set, or without it; the others keep their order. */
export function withEntry<Value>(map: Entries<Value>, name: string, value: Value | undefined): Entries<Value> {
  const next = new Map(map)
  if (value === undefined) next.delete(name)
  else next.set(name, value)
  return next
}

/** A ratio or a price that can be charged with. */
export const isAmount = (value: unknown): value is number => typeof value === 'number' && isRatio(value)
