import type { ChatRequest, JsonObject, Tool } from '../../forms/chat.ts'
import { withJsonInstruction } from '../../translate/json/json-instruction.ts'
import { toObjectSchema } from '../../translate/json/json-schema.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { withTools } from '../../translate/tools/legacy-functions.ts'
import type { Target } from '../provider.ts'
import { toMessages } from './messages.ts'

/** A chat in Cohere's own format. Only the fields it knows are sent, because it refuses any other. */
export function toChat(chat: ChatRequest, { model, setting }: Pick<Target, 'model' | 'setting'>): JsonObject {
  const given = withTools(chat)
  const tools = toTools(given)
  // Neither a format nor a safety mode is accepted beside tools or documents.
  const isGrounded = tools.tools !== undefined || listOf(given.documents).length > 0
  const request = withJsonInstruction(given, isGrounded ? 'none' : 'schema')
  return definedOf({
    model,
    messages: toMessages(request.messages),
    stream: request.stream === true,
    ...tools,
    max_tokens: request.max_completion_tokens ?? request.max_tokens,
    temperature: within(request.temperature, 0, 1),
    p: within(request.top_p, 0.01, 0.99),
    k: within(request.top_k, 0, 500),
    seed: request.seed ?? undefined,
    frequency_penalty: within(request.frequency_penalty, 0, 1),
    presence_penalty: within(request.presence_penalty, 0, 1),
    stop_sequences: toStops(request.stop),
    response_format: toFormat(request.response_format),
    logprobs: request.logprobs === true ? true : undefined,
    thinking: toThinking(request, model),
    documents: request.documents ?? undefined,
    citation_options: request.citation_options ?? undefined,
    safety_mode: isGrounded ? undefined : (textOf(setting.safety_mode) ?? textOf(request.safety_mode)),
    priority: request.priority ?? undefined,
  })
}

const within = (value: unknown, min: number, max: number): number | undefined =>
  typeof value === 'number' ? Math.min(Math.max(value, min), max) : undefined

const stopsMax = 5

function toStops(stop: ChatRequest['stop']): string[] | undefined {
  const stops = (typeof stop === 'string' ? [stop] : (stop ?? [])).filter((sequence) => sequence !== '')
  return stops.length > 0 ? stops.slice(0, stopsMax) : undefined
}

type ToolFields = { tools?: JsonObject[]; tool_choice?: 'REQUIRED' | 'NONE'; strict_tools?: true }

/** A named function is the only tool offered, since a choice cannot name one. */
function toTools({ tools = [], tool_choice }: ChatRequest): ToolFields {
  const functions = tools.flatMap(({ function: offered }) => (offered ? [offered] : []))
  const named = isObject(tool_choice) ? textOf(objectOf(tool_choice.function)?.name) : undefined
  const offered = named === undefined ? functions : functions.filter(({ name }) => name === named)
  if (offered.length === 0) return {}
  return {
    tools: offered.map(toTool),
    ...((named !== undefined || tool_choice === 'required') && { tool_choice: 'REQUIRED' }),
    ...(tool_choice === 'none' && { tool_choice: 'NONE' }),
    ...(offered.some(({ strict }) => strict === true) && { strict_tools: true }),
  }
}

const toTool = ({ name, description, parameters }: NonNullable<Tool['function']>): JsonObject => ({
  type: 'function',
  function: definedOf({ name, description, parameters: toObjectSchema(parameters) }),
})

function toFormat(format: JsonObject | undefined): JsonObject | undefined {
  if (format?.type === 'json_object') return { type: 'json_object' }
  if (format?.type !== 'json_schema') return undefined
  const schema = objectOf(objectOf(format.json_schema)?.schema)
  return { type: 'json_object', ...(schema && { json_schema: schema }) }
}

/** Other models refuse the thinking switch. */
const isReasoner = (model: string): boolean => /^command-a-(?:reasoning|plus)/.test(model)

function toThinking({ thinking, reasoning_effort }: ChatRequest, model: string): JsonObject | undefined {
  if (!isReasoner(model)) return undefined
  const wish = objectOf(thinking)
  if (wish) {
    const budget = wish.token_budget ?? wish.budget_tokens
    return wish.type === 'disabled' ? { type: 'disabled' } : definedOf({ type: 'enabled', token_budget: budget })
  }
  if (typeof reasoning_effort !== 'string') return undefined
  return { type: reasoning_effort === 'none' ? 'disabled' : 'enabled' }
}
