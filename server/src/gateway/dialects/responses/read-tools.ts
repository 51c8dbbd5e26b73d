import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject, Tool } from '../../forms/chat.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'

type ToolFields = { tools?: Tool[]; tool_choice?: unknown; web_search_options?: JsonObject }

/** The schema of a custom tool for upstreams whose tools take an object. */
const freeText = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }

/** Tools and tool choice in the format of a chat. Of OpenAI's own tools only the web search has an equivalent. */
export function readTools(body: JsonObject): ToolFields {
  const tools: Tool[] = []
  let search: JsonObject | undefined
  for (const [index, tool] of listOf(body.tools).entries()) {
    const path = `tools[${index}]`
    if (!isObject(tool) || typeof tool.type !== 'string')
      throw new BadRequest(`${path} must be an object with a type`, path)
    if (tool.type.startsWith('web_search')) search = searchOptions(tool)
    else tools.push(readTool(tool, path))
  }
  const chosen = readChoice(body.tool_choice, tools)
  return {
    ...(chosen.tools.length > 0 && { tools: chosen.tools }),
    ...(chosen.choice !== undefined && { tool_choice: chosen.choice }),
    ...(search && { web_search_options: search }),
  }
}

function readTool(tool: JsonObject, path: string): Tool {
  const name = textOf(tool.name)
  if (tool.type !== 'function' && tool.type !== 'custom')
    throw new BadRequest(`The tool ${JSON.stringify(tool.type)} is not supported here`, `${path}.type`)
  if (name === undefined) throw new BadRequest(`${path}.name must be a string`, `${path}.name`)
  const description = textOf(tool.description)
  const definition = { name, ...(description !== undefined && { description }) }
  if (tool.type === 'custom') return { type: 'function', function: { ...definition, parameters: freeText } }
  return {
    type: 'function',
    function: {
      ...definition,
      ...(isObject(tool.parameters) && { parameters: tool.parameters }),
      ...(typeof tool.strict === 'boolean' && { strict: tool.strict }),
    },
  }
}

const searchOptions = ({ search_context_size, user_location }: JsonObject): JsonObject => ({
  ...(typeof search_context_size === 'string' && { search_context_size }),
  ...(isObject(user_location) && { user_location: { type: 'approximate', approximate: withoutType(user_location) } }),
})

const withoutType = ({ type: _, ...rest }: JsonObject): JsonObject => rest

function readChoice(raw: unknown, tools: Tool[]): { tools: Tool[]; choice?: unknown } {
  if (raw === undefined || raw === null) return { tools }
  if (typeof raw === 'string') return { tools, choice: raw }
  if (isObject(raw) && (raw.type === 'function' || raw.type === 'custom') && typeof raw.name === 'string')
    return { tools, choice: { type: 'function', function: { name: raw.name } } }
  if (isObject(raw) && raw.type === 'allowed_tools') {
    const names = new Set(listOf(raw.tools).map((tool) => (isObject(tool) ? tool.name : undefined)))
    return {
      tools: tools.filter((tool) => names.has(tool.function?.name)),
      choice: raw.mode === 'required' ? 'required' : 'auto',
    }
  }
  throw new BadRequest('tool_choice is not supported here', 'tool_choice')
}
