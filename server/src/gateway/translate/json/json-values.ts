import type { JsonObject } from '../../forms/chat.ts'

/** Reading JSON from outside: a value of the wrong kind counts as absent, never as an error. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectOf = (value: unknown): JsonObject | undefined => (isObject(value) ? value : undefined)

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A text that is not empty; an empty one counts as absent. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

// Far above any model's context, so that an implausible count stays implausible, and far below where sums stop being
// exact.
const countMax = 2 ** 40

/** A reported count; a value that is no positive integer counts as 0. Bounded, so that sums of counts stay exact. */
export function countOf(value: unknown): number {
  return Number.isInteger(value) && Number(value) > 0 ? Math.min(Number(value), countMax) : 0
}

/** The fields without undefined values; null and zero stay. */
export function definedOf(fields: JsonObject): JsonObject {
  const present: JsonObject = {}
  for (const name in fields) if (fields[name] !== undefined) present[name] = fields[name]
  return present
}
