import { createHash } from 'node:crypto'
import type { JsonObject } from '../../forms/chat.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'

// Anthropic accepts names twice as long as OpenAI does.
const nameMax = 64

/** A tool name that fits every upstream. The same name is always shortened to the same one, and no two to one. */
export function shortToolName(name: string): string {
  if (name.length <= nameMax) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, nameMax - hash.length - 1)}_${hash}`
}

/** Maps shortened names back to the client's. */
export function longToolNames(body: JsonObject): (name: string) => string {
  const names = listOf(body.tools).map((tool) => (isObject(tool) ? textOf(tool.name) : undefined))
  const long = names.filter((name) => name !== undefined && name.length > nameMax) as string[]
  if (long.length === 0) return (name) => name
  const byShort = new Map(long.map((name) => [shortToolName(name), name]))
  return (name) => byShort.get(name) ?? name
}
