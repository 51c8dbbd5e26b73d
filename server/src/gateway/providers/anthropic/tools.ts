import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { toObjectSchema } from '../../translate/json/json-schema.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { type Block, cacheControlOf } from './content-blocks.ts'
import type { ModelTraits } from './model-traits.ts'
import type { Turn } from './turns.ts'

export type ToolUse = {
  tools: JsonObject[]
  choice: JsonObject | undefined
  /** An instruction for the system prompt where the tool choice cannot express it. */
  instruction: string | undefined
}

/** Tools that Anthropic runs have dated types; a client may declare them unchanged. */
const isServerTool = (tool: JsonObject): boolean =>
  /_20\d{6}$/.test(String(tool.type)) && textOf(tool.name) !== undefined

/** A custom tool as a function with one text argument, as its calls are in the gateway's form. */
const freeText = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }

function toolOf(tool: unknown, traits: ModelTraits): JsonObject {
  if (!isObject(tool)) throw unsupported('A tool must be an object', 'tools')
  if (isServerTool(tool)) return tool
  const custom = tool.type === 'custom' ? objectOf(tool.custom) : undefined
  const definition = custom ?? (tool.type === 'function' ? objectOf(tool.function) : undefined)
  const name = textOf(definition?.name)
  if (!definition || name === undefined)
    throw unsupported(`This model takes no tools of type ${String(tool.type).slice(0, 40)}`, 'tools')
  return definedOf({
    name,
    description: textOf(definition.description),
    input_schema: custom ? freeText : toObjectSchema(definition.parameters),
    strict: definition.strict === true && traits.hasJsonOutput ? true : undefined,
    ...cacheControlOf(definition),
    ...cacheControlOf(tool),
  })
}

const usesOfContext: Readonly<Record<string, number>> = { low: 1, medium: 5, high: 10 }

function searchTool(options: unknown): JsonObject[] {
  if (!isObject(options)) return []
  const size = textOf(options.search_context_size) ?? 'medium'
  const userLocation = objectOf(options.user_location)
  const { city, region, country, timezone } = objectOf(userLocation?.approximate) ?? userLocation ?? {}
  const location = definedOf({
    city: textOf(city),
    region: textOf(region),
    country: textOf(country),
    timezone: textOf(timezone),
  })
  return [
    {
      type: 'web_search_20250305',
      name: 'web_search',
      max_uses: Object.hasOwn(usesOfContext, size) ? usesOfContext[size] : usesOfContext.medium,
      ...(Object.keys(location).length > 0 && { user_location: { type: 'approximate', ...location } }),
    },
  ]
}

/** Anthropic refuses a conversation with calls unless it declares the called tools; names are enough. */
function toolsOfHistory(turns: readonly Turn[]): JsonObject[] {
  const blocks = turns.flatMap(({ content }) => content)
  const names = new Set(blocks.filter(({ type }) => type === 'tool_use').map(({ name }: Block) => name))
  return [...names].map((name) => ({ name, input_schema: toObjectSchema(undefined) }))
}

/** The name of the tool a value refers to, in any of the formats clients use. */
const toolNameOf = (value: unknown): string | undefined => {
  const reference = objectOf(value)
  return textOf(objectOf(reference?.function ?? reference?.custom)?.name) ?? textOf(reference?.name)
}

/** The tools the client allows of those it declares; undefined when all. */
function allowedTools(choice: unknown): { mode: unknown; names: ReadonlySet<unknown> } | undefined {
  const allowed = isObject(choice) && choice.type === 'allowed_tools' ? objectOf(choice.allowed_tools) : undefined
  if (!allowed) return undefined
  const names = listOf(allowed.tools).map(toolNameOf)
  return { mode: allowed.mode, names: new Set(names) }
}

const choices: Readonly<Record<string, string>> = { auto: 'auto', required: 'any', any: 'any', none: 'none' }

function choiceOf(value: unknown): JsonObject | undefined {
  const type = textOf(value) ?? (isObject(value) ? textOf(value.type) : undefined) ?? ''
  if (Object.hasOwn(choices, type)) return { type: choices[type] }
  const name = toolNameOf(value)
  return name === undefined ? undefined : { type: 'tool', name }
}

const isForced = (choice: JsonObject | undefined): boolean => choice?.type === 'any' || choice?.type === 'tool'

export const canForceCalls = ({ forcedCalls }: ModelTraits, isThinking: boolean): boolean =>
  forcedCalls === 'always' || (forcedCalls === 'unless thinking' && !isThinking)

/** Where a call cannot be forced, the system prompt requests it. */
const instructionFor = ({ name }: JsonObject): string =>
  name === undefined ? 'You must call one of the tools.' : `You must call the tool ${name}.`

/** The tools of a request and the tool choice. */
export function toolUseOf(
  request: ChatRequest,
  turns: readonly Turn[],
  traits: ModelTraits,
  isThinking: boolean,
): ToolUse {
  const allowed = allowedTools(request.tool_choice)
  const named = listOf(request.tools)
    .map((tool) => toolOf(tool, traits))
    .filter(({ name }) => !allowed || allowed.names.has(name))
  const tools = [...named, ...searchTool(request.web_search_options)]
  if (tools.length === 0) {
    const calledTools = toolsOfHistory(turns)
    return { tools: calledTools, choice: calledTools.length > 0 ? { type: 'none' } : undefined, instruction: undefined }
  }
  const requested = choiceOf(allowed ? allowed.mode : request.tool_choice)
  const isRefused = isForced(requested) && !canForceCalls(traits, isThinking)
  const choice = isRefused ? { type: 'auto' } : requested
  return {
    tools,
    choice: request.parallel_tool_calls === false ? oneAtATime(choice) : choice,
    instruction: requested && isRefused ? instructionFor(requested) : undefined,
  }
}

const oneAtATime = (choice: JsonObject = { type: 'auto' }): JsonObject =>
  choice.type === 'none' ? choice : { ...choice, disable_parallel_tool_use: true }
