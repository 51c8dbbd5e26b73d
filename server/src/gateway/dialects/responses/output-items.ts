import type { JsonObject, ThinkingBlock, ToolCall } from '../../forms/chat.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { textOfArguments } from '../../translate/text/free-text.ts'
import { packThoughts } from './pack-thoughts.ts'

type Status = 'in_progress' | 'completed' | 'incomplete'

/** Tools the client declared as custom, which take free text. */
export const customTools = (body: JsonObject): ReadonlySet<string> =>
  new Set(
    listOf(body.tools)
      .filter(isObject)
      .filter(({ type }) => type === 'custom')
      .map(({ name }) => textOf(name) ?? ''),
  )

export const summaryPart = (text: string): JsonObject => ({ type: 'summary_text', text })

export const reasoningItem = (
  id: string,
  text: string,
  blocks: readonly ThinkingBlock[],
  status: Status,
): JsonObject => ({
  id,
  type: 'reasoning',
  status,
  summary: text === '' ? [] : [summaryPart(text)],
  ...(blocks.length > 0 && { encrypted_content: packThoughts(blocks) }),
})

export const textPart = (text: string, annotations: readonly JsonObject[] = []): JsonObject => ({
  type: 'output_text',
  text,
  annotations,
  logprobs: [],
})
export const refusalPart = (refusal: string): JsonObject => ({ type: 'refusal', refusal })

export const messageItem = (id: string, content: readonly JsonObject[], status: Status): JsonObject => ({
  id,
  type: 'message',
  status,
  role: 'assistant',
  content,
})

export const callItem = (id: string, call: ToolCall, isCustom: boolean, status: Status): JsonObject => ({
  id,
  type: isCustom ? 'custom_tool_call' : 'function_call',
  status,
  call_id: call.id,
  name: call.function.name,
  ...(isCustom ? { input: textOfArguments(call.function.arguments) } : { arguments: call.function.arguments }),
  ...(call.extra_content && { extra_content: call.extra_content }),
})

/** Citations of a chat, which have one more level of nesting than those of Responses. */
export const annotationsOf = (value: unknown): JsonObject[] =>
  listOf(value)
    .filter(isObject)
    .map(({ type, ...rest }) =>
      type === 'url_citation' && isObject(rest.url_citation) ? { type, ...rest.url_citation } : { type, ...rest },
    )
