import type { JsonObject, Tool } from '../../forms/chat.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import type { DeclaredTool, DeclaredTools } from './declared-tools.ts'

type ToolFields = { tools?: Tool[]; tool_choice?: unknown; web_search_options?: JsonObject }

/** The schema of a custom tool for upstreams whose tools take an object. */
const freeText = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }

/** Tools and tool choice in the format of a chat. Of OpenAI's own tools only the web search has an equivalent. */
export function readTools(body: JsonObject, declared: DeclaredTools): ToolFields {
  const { tools, choice } = readChoice(body.tool_choice, declared)
  const { webSearch } = declared
  // Only OpenAI has a search within its own index. Other searches query the web.
  const mayLeave = webSearch !== undefined && webSearch.external_web_access !== false
  return {
    ...(tools.length > 0 && { tools: tools.map(chatTool) }),
    ...(choice !== undefined && { tool_choice: choice }),
    ...(mayLeave && { web_search_options: searchOptions(webSearch) }),
  }
}

function chatTool({ kind, chatName, definition }: DeclaredTool): Tool {
  const description = textOf(definition.description)
  const about = { name: chatName, ...(description !== undefined && { description }) }
  if (kind === 'custom') return { type: 'function', function: { ...about, parameters: freeText } }
  return {
    type: 'function',
    function: {
      ...about,
      ...(isObject(definition.parameters) && { parameters: definition.parameters }),
      ...(typeof definition.strict === 'boolean' && { strict: definition.strict }),
    },
  }
}

const searchOptions = ({ search_context_size, user_location }: JsonObject): JsonObject => ({
  ...(typeof search_context_size === 'string' && { search_context_size }),
  ...(isObject(user_location) && { user_location: { type: 'approximate', approximate: withoutType(user_location) } }),
})

const withoutType = ({ type: _, ...rest }: JsonObject): JsonObject => rest

function readChoice(raw: unknown, { list }: DeclaredTools): { tools: readonly DeclaredTool[]; choice?: unknown } {
  if (raw === undefined || raw === null) return { tools: list }
  if (typeof raw === 'string') return { tools: list, choice: raw }
  if (isObject(raw) && raw.type === 'allowed_tools') {
    const allowed = listOf(raw.tools).filter(isObject)
    return {
      tools: list.filter((tool) => allowed.some((reference) => names(reference, tool))),
      choice: raw.mode === 'required' ? 'required' : 'auto',
    }
  }
  if (isObject(raw) && (raw.type === 'function' || raw.type === 'custom') && typeof raw.name === 'string') {
    const chosen = list.find((tool) => names(raw, tool))
    return { tools: list, choice: { type: 'function', function: { name: chosen?.chatName ?? raw.name } } }
  }
  throw unsupported('tool_choice is not supported here', 'tool_choice')
}

/** Whether a tool choice names this tool, by its own name, its namespace or, for a search, its type. */
function names(reference: JsonObject, tool: DeclaredTool): boolean {
  if (reference.type === 'namespace') return reference.name === tool.namespace
  if (reference.type === 'tool_search') return tool.kind === 'search'
  const { namespace = tool.namespace } = reference
  return reference.name === tool.name && namespace === tool.namespace
}
