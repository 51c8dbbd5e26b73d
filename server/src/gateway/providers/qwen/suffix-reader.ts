import type { JsonObject } from '../../forms/chat.ts'
import { listOf, objectOf } from '../../translate/json/json-values.ts'

/** The new part of a text since the last read. A text that does not continue the last one is entirely new. */
function createSuffix() {
  let before = ''
  return (text: unknown): unknown => {
    if (typeof text !== 'string') return text
    const suffix = text.startsWith(before) ? text.slice(before.length) : text
    before = text
    return suffix
  }
}

/** Turns chunks that each have all text so far, in OpenAI's form, into chunks with only the new text. */
export function createSuffixReader() {
  const suffixes = new Map<string, (text: unknown) => unknown>()
  const suffixOf = (name: string, text: unknown): unknown => {
    const known = suffixes.get(name) ?? createSuffix()
    suffixes.set(name, known)
    return known(text)
  }
  const readCall = (call: unknown, at: string): unknown => {
    const fields = objectOf(call)
    const called = objectOf(fields?.function)
    if (!fields || !called) return call
    return { ...fields, function: { ...called, arguments: suffixOf(at, called.arguments) } }
  }
  const readChoice = (choice: unknown, at: number): unknown => {
    const fields = objectOf(choice) ?? {}
    const message = objectOf(fields.message) ?? {}
    const calls = listOf(message.tool_calls).map((call, index) => readCall(call, `${at} ${index}`))
    return {
      ...fields,
      message: {
        ...message,
        content: suffixOf(`${at} content`, message.content),
        reasoning_content: suffixOf(`${at} reasoning`, message.reasoning_content),
        ...(calls.length > 0 && { tool_calls: calls }),
      },
    }
  }
  return { read: (body: JsonObject): JsonObject => ({ ...body, choices: listOf(body.choices).map(readChoice) }) }
}
