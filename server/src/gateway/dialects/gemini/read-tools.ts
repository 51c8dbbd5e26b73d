import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject, Tool } from '../../forms/chat.ts'
import { googleField } from '../../translate/json/google-field.ts'
import { toObjectSchema } from '../../translate/json/json-schema.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { jsonSchemaOf } from './json-schema-of.ts'

/** Models that accept a web search option; others refuse a request with it. */
const searchModels = /claude|gemini|search|sonar/i

/** The tools of a Gemini client, the tool choice, and the web search option. */
export function readTools(body: JsonObject, model: string): JsonObject {
  const entries = objectsIn(body.tools, 'tools')
  const declared = entries.flatMap((entry) =>
    objectsIn(googleField(entry, 'functionDeclarations'), 'tools').map(readTool),
  )
  const wantsSearch = entries.some(
    (entry) => isObject(googleField(entry, 'googleSearch')) || isObject(googleField(entry, 'googleSearchRetrieval')),
  )
  const { choice, allowed } = readChoice(body)
  const tools = allowed ? declared.filter((tool) => allowed.has(tool.function?.name)) : declared
  return definedOf({
    tools: tools.length > 0 ? tools : undefined,
    tool_choice: tools.length > 0 ? choice : undefined,
    web_search_options: wantsSearch && searchModels.test(model) ? {} : undefined,
  })
}

/** A single entry may stand in place of a list. */
function objectsIn(value: unknown, path: string): JsonObject[] {
  const list = isObject(value) ? [value] : listOf(value)
  if ((value !== undefined && value !== null && list.length === 0 && !Array.isArray(value)) || !list.every(isObject))
    throw new BadRequest(`${path} must be a list of tools`, path)
  return list
}

function readTool(declaration: JsonObject): Tool {
  const name = textOf(declaration.name)
  if (name === undefined) throw new BadRequest('Every function declaration needs a name', 'tools')
  const description = textOf(declaration.description)
  const googleSchema = objectOf(declaration.parameters)
  const parameters =
    objectOf(googleField(declaration, 'parametersJsonSchema')) ?? (googleSchema && jsonSchemaOf(googleSchema))
  return {
    type: 'function',
    function: { name, ...(description !== undefined && { description }), parameters: toObjectSchema(parameters) },
  }
}

type ToolChoice = { choice?: unknown; allowed?: ReadonlySet<unknown> }

function readChoice(body: JsonObject): ToolChoice {
  const config = objectOf(googleField(objectOf(googleField(body, 'toolConfig')), 'functionCallingConfig'))
  const names = listOf(googleField(config, 'allowedFunctionNames')).filter((name) => textOf(name) !== undefined)
  switch (textOf(config?.mode)?.toUpperCase()) {
    case 'AUTO':
      return { choice: 'auto' }
    case 'NONE':
      return { choice: 'none' }
    case 'VALIDATED':
      return { choice: 'auto', ...(names.length > 0 && { allowed: new Set(names) }) }
    case 'ANY':
      if (names.length === 0) return { choice: 'required' }
      if (names.length === 1) return { choice: { type: 'function', function: { name: names[0] } } }
      return { choice: 'required', allowed: new Set(names) }
    default:
      return {}
  }
}
