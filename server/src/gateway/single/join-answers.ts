import type { JsonObject } from '../forms/chat.ts'
import { countOf, isObject, listOf, objectOf } from '../translate/json/json-values.ts'

/** The answers to the parts of one question as one answer: their lists in order, numbered anew, and their usage added. */
export function joinAnswers(answers: readonly JsonObject[]): JsonObject {
  const [first = {}] = answers
  const data = answers
    .flatMap((answer) => listOf(answer.data))
    .map((entry, index) => (isObject(entry) && 'index' in entry ? { ...entry, index } : entry))
  const usages = answers.map(({ usage }) => objectOf(usage)).filter((usage) => usage !== undefined)
  return { ...first, data, ...(usages.length > 0 && { usage: sumOf(usages) }) }
}

function sumOf(usages: readonly JsonObject[]): JsonObject {
  const sum: JsonObject = {}
  for (const usage of usages)
    for (const [name, value] of Object.entries(usage))
      if (typeof value === 'number') sum[name] = countOf(sum[name]) + value
  return sum
}
