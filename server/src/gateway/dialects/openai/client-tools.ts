import type { JsonObject, ToolCall } from '../../forms/chat.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { textOfArguments } from '../../translate/text/free-text.ts'

/**
 * How the client declared its tools, which decides the format of calls: legacy functions, or tools of which some are
 * custom.
 */
export type ClientTools = { isLegacy: boolean; custom: ReadonlySet<string> }

export function toolsOfClient(body: JsonObject): ClientTools {
  const custom = listOf(body.tools)
    .filter(isObject)
    .filter(({ type }) => type === 'custom')
    .map((tool) => (isObject(tool.custom) ? textOf(tool.custom.name) : undefined))
  return {
    isLegacy: Array.isArray(body.functions) && !Array.isArray(body.tools),
    custom: new Set(custom.filter((name) => name !== undefined)),
  }
}

/** A call in the format of the client's declaration. */
export function callForClient(call: ToolCall, tools: ClientTools): JsonObject {
  const { function: called, type: _, ...rest } = call
  if (!tools.custom.has(called.name)) return call
  return { ...rest, type: 'custom', custom: { name: called.name, input: textOfArguments(called.arguments) } }
}
