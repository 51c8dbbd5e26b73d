import { type Call, identifier } from '../exchange/call.ts'
import { isObject, objectsIn } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { missingParameter } from './errors.ts'
import { contentText } from './read-chat.ts'

const categories = ['hate', 'harassment', 'self-harm', 'sexual', 'violence', 'illicit']

/** A text is flagged for each category whose name it contains. */
export function moderations(call: Call): MockResponse {
  const { input } = call.body
  if (input === undefined || input === null) throw missingParameter('input')
  const isParts = Array.isArray(input) && isObject(input[0])
  const texts = isParts ? [contentText(objectsIn(input))] : Array.isArray(input) ? input.map(String) : [String(input)]
  return json({
    id: identifier('modr-', call),
    model: call.model || 'omni-moderation-latest',
    results: texts.map((text) => {
      const flags = categories.map((name) => [name, text.toLowerCase().includes(name)] as const)
      return {
        flagged: flags.some(([, isFlagged]) => isFlagged),
        categories: Object.fromEntries(flags),
        category_scores: Object.fromEntries(flags.map(([name, isFlagged]) => [name, isFlagged ? 0.9 : 0.001])),
        category_applied_input_types: Object.fromEntries(flags.map(([name]) => [name, ['text']])),
      }
    }),
  })
}
