import type { JsonObject } from '../forms/chat.ts'
import { countOf, isObject, listOf, objectOf } from '../translate/json/json-values.ts'

/** Joins the responses to the parts of one request: their lists in order, numbered anew, and their usage added. */
export function joinResponses(responses: readonly JsonObject[]): JsonObject {
  const [first = {}] = responses
  const data = responses
    .flatMap((response) => listOf(response.data))
    .map((entry, index) => (isObject(entry) && 'index' in entry ? { ...entry, index } : entry))
  const usages = responses.map(({ usage }) => objectOf(usage)).filter((usage) => usage !== undefined)
  return { ...first, data, ...(usages.length > 0 && { usage: sumOf(usages) }) }
}

function sumOf(usages: readonly JsonObject[]): JsonObject {
  const sum: JsonObject = {}
  for (const usage of usages)
    for (const [name, value] of Object.entries(usage))
      if (typeof value === 'number') sum[name] = countOf(sum[name]) + value
  return sum
}
