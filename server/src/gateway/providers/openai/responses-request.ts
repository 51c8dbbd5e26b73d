import type { ChatRequest, JsonObject, Tool } from '../../forms/chat.ts'
import { isObject, listOf } from '../../translate/json/json-values.ts'
import { withoutReserved } from '../../translate/json/reserved-fields.ts'
import { acceptedEffort, familyOf } from '../../translate/openai-families.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { withTools } from '../../translate/tools/legacy-functions.ts'
import type { Target } from '../provider.ts'
import { customNames } from './custom-tools.ts'
import { toInput } from './responses-input.ts'
import { dropRefused } from './rewrite-chat.ts'

const shared = [
  'user',
  'metadata',
  'service_tier',
  'parallel_tool_calls',
  'temperature',
  'top_p',
  'prompt_cache_key',
  'prompt_cache_retention',
  'prompt_cache_options',
  'safety_identifier',
  'verbosity',
] as const

/** The lowest limit OpenAI accepts. */
const outputMin = 16

/** A chat as a Responses request. `model` is the name that decides which model rules apply. */
export function toResponses(chat: ChatRequest, target: Target, model: string): JsonObject {
  const request = withTools(chat)
  if ((request.n ?? 1) > 1) throw unsupported('This model gives one choice at a time: n must be 1', 'n')
  const allowed = withoutReserved(request, target.setting)
  const body: JsonObject = { model: target.model, ...toInput(request.messages, customNames(request.tools)) }
  for (const name of shared) if (allowed[name] !== undefined) body[name] = allowed[name]
  const family = familyOf(model)
  const effort = family ? acceptedEffort(request.reasoning_effort, family.efforts) : request.reasoning_effort
  if (family) dropRefused(body, family, effort)
  const { verbosity } = body
  delete body.verbosity

  const tools = toTools(request)
  if (tools.length > 0) body.tools = tools
  if (request.tool_choice !== undefined) body.tool_choice = toChoice(request.tool_choice)
  const limit = request.max_completion_tokens ?? request.max_tokens
  if (limit !== undefined) body.max_output_tokens = Math.max(limit, outputMin)
  const text = toText(request.response_format, verbosity)
  if (Object.keys(text).length > 0) body.text = text
  // Summaries need a verified organisation; a channel without one switches them off.
  if (effort !== undefined)
    body.reasoning = {
      effort,
      ...(target.setting.reasoning_summary !== false && { summary: 'auto' }),
    }
  if (request.stream !== undefined) body.stream = request.stream
  body.store = false
  body.include = ['reasoning.encrypted_content']
  return body
}

function toTools({ tools, web_search_options }: ChatRequest): JsonObject[] {
  const flat = (tools ?? []).map(toTool)
  return isObject(web_search_options) ? [...flat, toSearch(web_search_options)] : flat
}

function toTool(tool: Tool): JsonObject {
  if (tool.function) {
    const { name, description, parameters, strict } = tool.function
    return {
      type: 'function',
      name,
      ...(description !== undefined && { description }),
      parameters: parameters ?? { type: 'object', properties: {} },
      // Tools are not strict by default in a chat, but are in Responses.
      strict: strict ?? false,
    }
  }
  if (!isObject(tool.custom)) return tool
  const { format, ...custom } = tool.custom
  return { type: 'custom', ...custom, ...(isObject(format) && { format: flatten(format, 'grammar') }) }
}

const toSearch = ({ search_context_size, user_location }: JsonObject): JsonObject => ({
  type: 'web_search',
  ...(search_context_size !== undefined && { search_context_size }),
  ...(isObject(user_location) && { user_location: flatten(user_location, 'approximate') }),
})

/** `{type, x: {…}}` as `{type, …}`: Responses has one level of nesting less than a chat. */
const flatten = (value: JsonObject, name: string): JsonObject => {
  const { [name]: inner, ...rest } = value
  return isObject(inner) ? { ...rest, ...inner } : value
}

function toChoice(choice: unknown): unknown {
  if (!isObject(choice)) return choice
  if (choice.type === 'function') return flatten(choice, 'function')
  if (choice.type === 'custom') return flatten(choice, 'custom')
  if (choice.type !== 'allowed_tools') return choice
  const allowed = flatten(choice, 'allowed_tools')
  return { ...allowed, tools: listOf(allowed.tools).map(toChoice) }
}

function toText(format: ChatRequest['response_format'], verbosity: unknown): JsonObject {
  return {
    ...(format && { format: flatten(format, 'json_schema') }),
    ...(typeof verbosity === 'string' && { verbosity }),
  }
}
