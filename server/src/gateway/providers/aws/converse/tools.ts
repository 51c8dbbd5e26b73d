import type { ChatRequest, JsonObject, Tool } from '../../../forms/chat.ts'
import { toObjectSchema } from '../../../translate/json/json-schema.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../../translate/json/json-values.ts'
import { unsupported } from '../../../translate/response/unsupported.ts'
import type { Block } from './parts.ts'
import type { Turn } from './turns.ts'

export type ToolUse = {
  toolConfig: JsonObject | undefined
  /** An instruction for the system prompt where the tool choice cannot express it. */
  instruction: string | undefined
}

/**
 * Models that can be forced to call a tool. Converse refuses a forced choice for others. Sources, read 2026-11-18:
 * `supports_tool_choice` of the `bedrock_converse` rows in litellm 1.109.1 (model_prices_and_context_window.json).
 */
const forcible =
  /claude|nova|gpt-(?!oss-safeguard)|deepseek\.v3|minimax-m2\.|kimi-k(?:2\.5|3)|nemotron-(?:nano-3|super)|qwen3-(?:235b|32b|coder)|glm-|grok|devstral/

/** A field of a request that is sent again because the model cannot be forced, other than the table says. */
export const unforcedField = 'bedrock_unforced'

export const takesForcedCalls = (model: string, request: JsonObject): boolean =>
  forcible.test(model) && request[unforcedField] !== true

const specOf = (name: string, definition: JsonObject): Block => ({
  toolSpec: definedOf({
    name,
    description: textOf(definition.description),
    inputSchema: { json: toObjectSchema(definition.parameters) },
  }),
})

/** A custom tool as a function with one text argument, as its calls are in the gateway's form. */
const freeText = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }

function toolOf(tool: Tool): { name: string; block: Block } {
  const custom = tool.type === 'custom' ? objectOf(tool.custom) : undefined
  const definition = custom ?? (tool.type === 'function' ? objectOf(tool.function) : undefined)
  const name = textOf(definition?.name)
  if (!definition || name === undefined)
    throw unsupported(`This model takes no tools of type ${String(tool.type).slice(0, 40)}`, 'tools')
  return { name, block: specOf(name, custom ? { ...custom, parameters: freeText } : definition) }
}

/** The name of the tool a value refers to, in any of the formats clients use. */
const toolNameOf = (value: unknown): string | undefined => {
  const reference = objectOf(value)
  return textOf(objectOf(reference?.function ?? reference?.custom)?.name) ?? textOf(reference?.name)
}

type Choice = { mode: 'auto' | 'none' | 'required' } | { mode: 'named'; name: string }

function choiceOf(value: unknown): { choice: Choice; allowed?: ReadonlySet<string | undefined> } {
  const allowed = isObject(value) && value.type === 'allowed_tools' ? objectOf(value.allowed_tools) : undefined
  if (allowed)
    return {
      choice: { mode: allowed.mode === 'required' ? 'required' : 'auto' },
      allowed: new Set(listOf(allowed.tools).map(toolNameOf)),
    }
  const mode = textOf(value) ?? textOf(objectOf(value)?.type)
  if (mode === 'none') return { choice: { mode: 'none' } }
  if (mode === 'required' || mode === 'any') return { choice: { mode: 'required' } }
  const name = toolNameOf(value)
  return { choice: name === undefined ? { mode: 'auto' } : { mode: 'named', name } }
}

/** Converse refuses a conversation with calls unless it declares the called tools. */
function toolsOfHistory(turns: readonly Turn[]): Block[] {
  const names = turns.flatMap(({ content }) => content.map(({ toolUse }) => textOf(objectOf(toolUse)?.name)))
  return [...new Set(names)].flatMap((name) => (name === undefined ? [] : [specOf(name, {})]))
}

/** The tools of a request and the tool choice. */
export function toolUseOf(request: ChatRequest, turns: readonly Turn[], model: string): ToolUse {
  const { tools = [], tool_choice } = request
  const { choice, allowed } = choiceOf(tool_choice)
  const offered = listOf(tools)
    .map((tool) => toolOf(tool as Tool))
    .filter(({ name }) => !allowed || allowed.has(name))
    .map(({ block }) => block)
  if (offered.length === 0 || choice.mode === 'none') {
    const called = toolsOfHistory(turns)
    return {
      toolConfig: called.length > 0 ? { tools: offered.length > 0 ? offered : called } : undefined,
      instruction: called.length > 0 ? 'Do not call a tool in this turn.' : undefined,
    }
  }
  if (choice.mode === 'auto') return { toolConfig: { tools: offered }, instruction: undefined }
  if (choice.mode === 'named')
    return takesForcedCalls(model, request)
      ? { toolConfig: { tools: offered, toolChoice: { tool: { name: choice.name } } }, instruction: undefined }
      : { toolConfig: { tools: offered }, instruction: `You must call the tool ${choice.name}.` }
  return takesForcedCalls(model, request)
    ? { toolConfig: { tools: offered, toolChoice: { any: {} } }, instruction: undefined }
    : { toolConfig: { tools: offered }, instruction: 'You must call one of the tools.' }
}
