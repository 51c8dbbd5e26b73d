import type { JsonObject, ToolCall, ToolCallDelta } from '../../forms/chat.ts'
import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { argumentsOfText } from '../../translate/text/free-text.ts'
import { callId } from '../../translate/tools/ids.ts'

type CalledFunction = { name: string | undefined; arguments: string }

/** The called function in any of its three formats: a function, a custom tool, or a legacy function. */
function calledFunctionOf(call: JsonObject): CalledFunction {
  const custom = objectOf(call.custom)
  // Snowflake sends an empty custom tool beside the function.
  if (custom && textOf(custom.name) !== undefined)
    return { name: textOf(custom.name), arguments: argumentsOfText(custom.input) }
  const called = objectOf(call.function)
  return { name: textOf(called?.name), arguments: argumentsOf(called?.arguments) }
}

/** Some upstreams send the arguments as an object instead of text. */
const argumentsOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  return isObject(value) ? JSON.stringify(value) : ''
}

const callsIn = (message: JsonObject): unknown[] => {
  if (Array.isArray(message.tool_calls)) return message.tool_calls
  // Spark sends its one call without a list.
  if (isObject(message.tool_calls)) return [message.tool_calls]
  return isObject(message.function_call) ? [{ index: 0, function: message.function_call }] : []
}

/** The calls of a whole message; calls without a name are left out. `first` is the number of calls before them. */
export function readToolCalls(message: JsonObject, responseId: string, first = 0): ToolCall[] {
  const calls: ToolCall[] = []
  for (const raw of callsIn(message)) {
    const called = isObject(raw) ? calledFunctionOf(raw) : undefined
    if (!isObject(raw) || called?.name === undefined) continue
    calls.push({
      id: textOf(raw.id) ?? callId(responseId, first + calls.length),
      type: 'function',
      function: { name: called.name, arguments: called.arguments || '{}' },
      ...(isObject(raw.extra_content) && { extra_content: raw.extra_content }),
    })
  }
  return calls
}

export type ToolCallReader = {
  count(): number
  /** The ordinal of the call that the upstream gave this index; -1: there is none yet. */
  ordinalOf(index: number): number
  read(delta: JsonObject, responseId: string): ToolCallDelta[]
}

/**
 * The calls of a stream. Upstreams number them differently, or not at all, and some repeat id and name in every delta:
 * here each call has its ordinal, and its id and name once.
 */
export function createToolCallReader(): ToolCallReader {
  const ordinals = new Map<number, number>()
  const calls: { id: string | undefined; isNamed: boolean }[] = []

  const find = (index: number | undefined, id: string | undefined): number => {
    if (index !== undefined) return ordinals.get(index) ?? -1
    return id === undefined ? calls.length - 1 : calls.findIndex((call) => call.id === id)
  }
  const readOne = (raw: JsonObject, responseId: string): ToolCallDelta | undefined => {
    const index = typeof raw.index === 'number' ? raw.index : undefined
    const id = textOf(raw.id)
    const called = raw.custom === undefined && raw.function === undefined ? undefined : calledFunctionOf(raw)
    let ordinal = find(index, id)
    const known = calls[ordinal]
    const isOther = known?.id !== undefined && id !== undefined && known.id !== id && called?.name !== undefined
    const extra = isObject(raw.extra_content) && { extra_content: raw.extra_content }
    if (!known || isOther) {
      ordinal = calls.length
      calls.push({ id, isNamed: called?.name !== undefined })
      if (index !== undefined) ordinals.set(index, ordinal)
      return {
        index: ordinal,
        id: id ?? callId(responseId, ordinal),
        type: 'function',
        function: { ...(called?.name !== undefined && { name: called.name }), arguments: called?.arguments ?? '' },
        ...extra,
      }
    }
    const name = known.isNamed ? undefined : called?.name
    if (name !== undefined) known.isNamed = true
    if (!called?.arguments && name === undefined && !extra) return undefined
    const functionDelta = { ...(name !== undefined && { name }), arguments: called?.arguments ?? '' }
    return { index: ordinal, function: functionDelta, ...extra }
  }
  return {
    count: () => calls.length,
    ordinalOf: (index) => ordinals.get(index) ?? -1,
    read: (delta, responseId) =>
      listOf(callsIn(delta))
        .map((raw) => (isObject(raw) ? readOne(raw, responseId) : undefined))
        .filter((call) => call !== undefined),
  }
}
