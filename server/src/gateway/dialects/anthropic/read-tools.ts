import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject, Tool } from '../../forms/chat.ts'
import { definedOf, isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { shortToolName } from './tool-names.ts'

/** Tools that the client runs. Tools that Anthropic runs are left out: other upstreams do not have them. */
export function readTools(value: unknown): Tool[] {
  return toolList(value).flatMap((tool, index): Tool[] => {
    if (tool.type !== undefined && tool.type !== null && tool.type !== 'custom') return []
    const name = textOf(tool.name)
    if (name === undefined) throw new BadRequest(`tools[${index}].name must be a string`, `tools[${index}].name`)
    const description = textOf(tool.description)
    return [
      {
        type: 'function',
        function: {
          name: shortToolName(name),
          ...(description !== undefined && { description }),
          parameters: objectOf(tool.input_schema) ?? { type: 'object', properties: {} },
        },
        ...(isObject(tool.cache_control) && { cache_control: tool.cache_control }),
      },
    ]
  })
}

function toolList(value: unknown): JsonObject[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || !value.every(isObject)) throw new BadRequest('tools must be a list of tools', 'tools')
  return value
}

/** Models that accept a web search option; others refuse a request with it. */
const searchModels = /gemini|search|sonar/i

/** Anthropic's web search tool, for models with a web search of their own. */
export function readSearch(tools: unknown, model: string): JsonObject | undefined {
  const tool = toolList(tools).find(({ type }) => String(type).startsWith('web_search_'))
  if (!tool || !searchModels.test(model)) return undefined
  const { city, region, country, timezone } = objectOf(tool.user_location) ?? {}
  const approximate = definedOf({
    city: textOf(city),
    region: textOf(region),
    country: textOf(country),
    timezone: textOf(timezone),
  })
  if (Object.keys(approximate).length === 0) return {}
  return { user_location: { type: 'approximate', approximate } }
}

const choices: Readonly<Record<string, string>> = { auto: 'auto', any: 'required', none: 'none' }

export function readToolChoice(value: unknown): { tool_choice?: unknown; parallel_tool_calls?: boolean } {
  const choice = objectOf(value)
  const type = textOf(choice?.type) ?? ''
  const name = textOf(choice?.name)
  const namedChoice = type === 'tool' &&
    name !== undefined && { type: 'function', function: { name: shortToolName(name) } }
  const tool_choice = namedChoice || (Object.hasOwn(choices, type) ? choices[type] : undefined)
  return {
    ...(tool_choice !== undefined && { tool_choice }),
    ...(choice?.disable_parallel_tool_use === true && { parallel_tool_calls: false }),
  }
}
