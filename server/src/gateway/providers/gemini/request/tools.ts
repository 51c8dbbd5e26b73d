import type { ChatRequest, JsonObject } from '../../../forms/chat.ts'
import { inlineRefs } from '../../../translate/json/inline-refs.ts'
import { toObjectSchema } from '../../../translate/json/json-schema.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../../translate/json/json-values.ts'
import { unsupported } from '../../../translate/response/unsupported.ts'
import { safeName } from './function-names.ts'
import type { GoogleHost, ModelTraits } from './model-families.ts'
import { cleanSchema } from './schema.ts'

/** Tools that Google runs, by the names clients use for them. */
const googleTools: Readonly<Record<string, string>> = {
  googleSearch: 'googleSearch',
  google_search: 'googleSearch',
  web_search: 'googleSearch',
  web_search_preview: 'googleSearch',
  codeExecution: 'codeExecution',
  code_execution: 'codeExecution',
  urlContext: 'urlContext',
  url_context: 'urlContext',
}
const googleTool = (name: unknown): string | undefined =>
  typeof name === 'string' && Object.hasOwn(googleTools, name) ? googleTools[name] : undefined

/** Function names that mean Google's tools. A client's own function `web_search` stays a function. */
const googleFunctionNames: ReadonlySet<unknown> = new Set([
  'googleSearch',
  'google_search',
  'codeExecution',
  'urlContext',
])

const freeText = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }

type DeclaredTool = { google: string } | { declaration: JsonObject }

function declareTool(tool: unknown, { takesJsonSchema }: ModelTraits): DeclaredTool {
  if (!isObject(tool)) throw unsupported('A tool must be an object', 'tools')
  const custom = tool.type === 'custom' ? objectOf(tool.custom) : undefined
  const definition = custom ?? (tool.type === 'function' ? objectOf(tool.function) : undefined)
  const name = textOf(definition?.name)
  const google = definition ? (googleFunctionNames.has(name) ? googleTool(name) : undefined) : googleTool(tool.type)
  if (google !== undefined) return { google }
  if (!definition || name === undefined)
    throw unsupported(`This model takes no tools of type ${String(tool.type).slice(0, 40)}`, 'tools')
  return {
    declaration: definedOf({
      name: safeName(name),
      description: textOf(definition.description),
      ...parametersOf(custom ? freeText : definition.parameters, takesJsonSchema),
    }),
  }
}

/** References first: the schema itself may be a reference. */
function parametersOf(schema: unknown, takesJsonSchema: boolean): JsonObject {
  const given = toObjectSchema(isObject(schema) ? inlineRefs(schema) : schema)
  const parameters = cleanSchema(given)
  // Gemini refuses an object without properties, unless it is given as JSON schema.
  if (parameters.properties === undefined) return {}
  return takesJsonSchema && hasOpenObject(parameters) ? { parametersJsonSchema: given } : { parameters }
}

/** Whether an object in the schema may have any members. */
function hasOpenObject(schema: JsonObject): boolean {
  const nested = [schema.items, ...listOf(schema.anyOf), ...Object.values(objectOf(schema.properties) ?? {})]
  const isOpen = String(schema.type).toLowerCase() === 'object' && schema.properties === undefined
  return isOpen || nested.some((each) => isObject(each) && hasOpenObject(each))
}

export type ToolUse = { tools: JsonObject[] | undefined; toolConfig: JsonObject | undefined }

/**
 * All functions in one entry; each of Google's tools in an entry of its own. A model that cannot combine the two gets
 * the functions: the client waits for their calls, and the response can do without a search.
 */
export function toolUseOf(request: ChatRequest, traits: ModelTraits, host: GoogleHost): ToolUse {
  const declared = listOf(request.tools).map((tool) => declareTool(tool, traits))
  const declarations = declared.flatMap((each) => ('declaration' in each ? [each.declaration] : []))
  const google = new Set(declared.flatMap((each) => ('google' in each ? [each.google] : [])))
  if (isObject(request.web_search_options)) google.add('googleSearch')
  if (declarations.length > 0 && !traits.combinesTools) google.clear()
  const isCombined = declarations.length > 0 && google.size > 0
  const tools = [
    ...(declarations.length > 0 ? [{ functionDeclarations: declarations }] : []),
    ...[...google].map((name) => ({ [name]: {} })),
  ]
  const calling = declarations.length > 0 ? callingConfig(request.tool_choice) : undefined
  const functionCallingConfig = isCombined && calling?.mode === 'AUTO' ? { mode: 'VALIDATED' } : calling
  const toolConfig = definedOf({
    functionCallingConfig,
    // The Gemini API refuses a combination without this field, and Vertex has no such field.
    includeServerSideToolInvocations: isCombined && host === 'gemini' ? true : undefined,
  })
  return {
    tools: tools.length > 0 ? tools : undefined,
    toolConfig: Object.keys(toolConfig).length > 0 ? toolConfig : undefined,
  }
}

const modes: Readonly<Record<string, string>> = { auto: 'AUTO', none: 'NONE', required: 'ANY', any: 'ANY' }

const nameIn = (value: unknown): string | undefined => {
  const reference = objectOf(value)
  return textOf(objectOf(reference?.function ?? reference?.custom)?.name) ?? textOf(reference?.name)
}

function callingConfig(choice: unknown): JsonObject | undefined {
  if (typeof choice === 'string') return Object.hasOwn(modes, choice) ? { mode: modes[choice] } : undefined
  const allowed = isObject(choice) && choice.type === 'allowed_tools' ? objectOf(choice.allowed_tools) : undefined
  const names = (allowed ? listOf(allowed.tools).map(nameIn) : [nameIn(choice)]).filter((name) => name !== undefined)
  if (names.length === 0) return undefined
  // Names are only accepted where a call is forced.
  if (allowed && allowed.mode !== 'required') return { mode: 'AUTO' }
  return { mode: 'ANY', allowedFunctionNames: names.map(safeName) }
}
