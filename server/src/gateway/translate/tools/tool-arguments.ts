import type { JsonObject } from '../../forms/chat.ts'
import { isDeep } from '../json/is-deep.ts'
import { isObject } from '../json/json-values.ts'

/** The arguments of a tool call as an object. Invalid JSON from a model must not lose the call. */
export function parseArguments(text: string): JsonObject {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (value === null || isDeep(value)) return {}
    return isObject(value) ? value : { value }
  } catch {
    return {}
  }
}
