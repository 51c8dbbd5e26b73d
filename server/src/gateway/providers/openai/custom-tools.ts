import type { ChatMessage, JsonObject, Tool } from '../../forms/chat.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { textOfArguments } from '../../translate/text/free-text.ts'

/** Tools declared as custom, which take free text. */
export const customNames = (tools: readonly Tool[] | undefined): ReadonlySet<string> =>
  new Set(
    tools
      ?.filter(({ type }) => type === 'custom')
      .map(({ custom }) => (isObject(custom) ? textOf(custom.name) : undefined))
      .filter((name) => name !== undefined),
  )

/** Earlier calls of custom tools in OpenAI's format. */
export function restoreCustomCalls(messages: ChatMessage[], names: ReadonlySet<string>): (ChatMessage | JsonObject)[] {
  if (names.size === 0) return messages
  return messages.map((message) => {
    if (!message.tool_calls?.some((call) => names.has(call.function.name))) return message
    const tool_calls = message.tool_calls.map(({ function: called, ...call }) =>
      names.has(called.name)
        ? { ...call, type: 'custom', custom: { name: called.name, input: textOfArguments(called.arguments) } }
        : { ...call, function: called },
    )
    return { ...message, tool_calls }
  })
}
