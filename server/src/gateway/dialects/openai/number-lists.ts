import type { ChatDelta, JsonObject } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'

/**
 * Numbers the objects in the lists of a choice's deltas, each list from 0 on over the whole stream. Clients join the
 * deltas of a list by the `index` of its entries, and some fail on an entry without one.
 */
export function createListNumbering(): (choice: number, delta: ChatDelta) => ChatDelta {
  const lengths = new Map<string, number>()

  const numberEntry = (entry: unknown, list: string): unknown => {
    if (!isObject(entry)) return entry
    const next = lengths.get(list) ?? 0
    const index = typeof entry.index === 'number' ? entry.index : next
    lengths.set(list, Math.max(next, index + 1))
    return entry.index === index ? entry : { ...entry, index }
  }
  const numberFields = (fields: JsonObject, path: string): JsonObject => {
    const numbered: JsonObject = {}
    for (const name in fields) {
      const value = fields[name]
      const list = `${path}.${name}`
      if (Array.isArray(value)) numbered[name] = value.map((entry) => numberEntry(entry, list))
      else numbered[name] = isObject(value) ? numberFields(value, list) : value
    }
    return numbered
  }
  return (choice, delta) => numberFields(delta, String(choice))
}
