import type { JsonObject, ThinkingBlock, ToolCall } from '../../forms/chat.ts'
import { isObject, listOf } from '../../translate/json/json-values.ts'
import { textOfArguments } from '../../translate/text/free-text.ts'
import { parseArguments } from '../../translate/tools/tool-arguments.ts'
import type { DeclaredTool } from './declared-tools.ts'
import { packThoughts } from './pack-thoughts.ts'

type Status = 'in_progress' | 'completed' | 'incomplete'

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

/** The id prefixes of each kind of call. */
export const callPrefixes = { function: 'fc', custom: 'ctc', search: 'tsc' } as const

/** A call under the name and namespace of the client's tool. `tool` is undefined for an undeclared tool. */
export function callItem(id: string, call: ToolCall, tool: DeclaredTool | undefined, status: Status): JsonObject {
  const { name, arguments: text } = call.function
  const extra = call.extra_content && { extra_content: call.extra_content }
  const common = { id, status, call_id: call.id }
  if (tool?.kind === 'search')
    return { ...common, type: 'tool_search_call', execution: 'client', arguments: parseArguments(text), ...extra }
  const names = { name: tool?.name ?? name, ...(tool?.namespace !== undefined && { namespace: tool.namespace }) }
  return tool?.kind === 'custom'
    ? { ...common, type: 'custom_tool_call', ...names, input: textOfArguments(text), ...extra }
    : { ...common, type: 'function_call', ...names, arguments: text, ...extra }
}

/** Citations of a chat, which have one more level of nesting than those of Responses. */
export const annotationsOf = (value: unknown): JsonObject[] =>
  listOf(value)
    .filter(isObject)
    .map(({ type, ...rest }) =>
      type === 'url_citation' && isObject(rest.url_citation) ? { type, ...rest.url_citation } : { type, ...rest },
    )
