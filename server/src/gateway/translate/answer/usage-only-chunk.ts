import { isObject } from '../json/json-values.ts'

/**
 * The last chunk of a stream that was asked for usage: totals and no choices. Azure opens with a chunk that has no
 * choices either, but no totals.
 */
export function isUsageOnlyChunk(chunk: unknown): boolean {
  return isObject(chunk) && Array.isArray(chunk.choices) && chunk.choices.length === 0 && isObject(chunk.usage)
}
