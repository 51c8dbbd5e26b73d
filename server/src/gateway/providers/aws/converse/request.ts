import type { ChatMessage, ChatRequest, JsonObject } from '../../../forms/chat.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../../translate/json/json-values.ts'
import { withoutReserved } from '../../../translate/json/reserved-fields.ts'
import { unsupported } from '../../../translate/response/unsupported.ts'
import { withTools } from '../../../translate/tools/legacy-functions.ts'
import { jsonOutputOf } from '../../anthropic/json-output.ts'
import type { Target } from '../../provider.ts'
import { familyNameOf } from '../model-id.ts'
import { type Block, textBlocks } from './parts.ts'
import { reasoningOf } from './reasoning.ts'
import { type ToolUse, takesForcedCalls, toolUseOf } from './tools.ts'
import { collectTurns } from './turns.ts'

/** A chat as a Converse request. The path names the model and says whether to stream. */
export function converseBody(chat: ChatRequest, target: Target): JsonObject {
  const { setting } = target
  // Reserved fields are dropped from a copy. It is still a ChatRequest, because all reserved fields are optional.
  const request = withoutReserved(withTools(chat), setting) as ChatRequest
  if (typeof request.n === 'number' && request.n > 1)
    throw unsupported('This model gives one choice at a time: n must be 1', 'n')
  const model = familyNameOf(target)
  const { system, turns } = collectTurns(markedMessages(request), model, {
    cachePoints: takesCachePoints(model) && request[uncachedField] !== true,
    thoughts: request[unreasonedField] !== true,
  })
  const tooling = toolUseOf(request, turns, model)
  const output = withJson(request, tooling, model, setting)
  const reasoning = reasoningOf(request, model)
  const instructions = [...system, ...textBlocks(tooling.instruction), ...textBlocks(output.instruction)]
  return definedOf({
    ...(lacksSystem(model)
      ? withSystemInTurn(instructions, turns)
      : { system: instructions.length > 0 ? instructions : undefined }),
    messages: turns,
    inferenceConfig: inferenceOf(request, reasoning.refusesSampling),
    toolConfig: output.toolConfig,
    outputConfig: output.outputConfig,
    additionalModelRequestFields: reasoning.fields,
  })
}

/** A marker of the whole request stands for one at its end, as at Anthropic. */
function markedMessages({ messages, cache_control }: ChatRequest): ChatMessage[] {
  const last = messages.at(-1)
  return isObject(cache_control) && last ? [...messages.slice(0, -1), { ...last, cache_control }] : messages
}

/** Fields of a request that is sent again, without what the model has refused. */
export const uncachedField = 'bedrock_uncached'
export const unreasonedField = 'bedrock_unreasoned'

/**
 * Other models refuse cache points ("You invoked an unsupported model or your request did not allow prompt caching",
 * BerriAI/litellm pull request 39210). Nova takes them for five minutes, in the system prompt and in messages, but not
 * among tools (NousResearch/hermes-agent issue 97281) and not behind results (aws-samples/bedrock-engineer pull request
 * 71, zeroclaw-labs/zeroclaw pull request 8943). Read 2026-11-19.
 */
const takesCachePoints = (model: string): boolean => /nova/.test(model)

/**
 * Models of text alone that refuse a system prompt get it in the first user turn. Source: litellm/llms/bedrock and the
 * table "Supported models and model features" of the Bedrock user guide, read 2026-11-18.
 */
const lacksSystem = (model: string): boolean =>
  /titan-text|mistral-7b|mixtral-8x7b|command-text|command-light-text|jurassic|j2-/.test(model)

function withSystemInTurn(blocks: readonly Block[], turns: { content: JsonObject[] }[]): JsonObject {
  if (blocks.length > 0) turns[0]?.content.unshift({ text: blocks.map(({ text }) => text).join('\n') })
  return {}
}

const between = (value: unknown, min: number, max: number): number | undefined =>
  typeof value === 'number' ? Math.min(Math.max(value, min), max) : undefined

function inferenceOf(request: ChatRequest, refusesSampling: boolean): JsonObject | undefined {
  const stops = (typeof request.stop === 'string' ? [request.stop] : listOf(request.stop)).filter(
    (stop) => typeof stop === 'string' && stop.trim() !== '',
  )
  const config = definedOf({
    maxTokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    // Both are at most 1 in the API reference of InferenceConfiguration.
    temperature: refusesSampling ? undefined : between(request.temperature, 0, 1),
    topP: refusesSampling ? undefined : between(request.top_p, 0, 1),
    stopSequences: stops.length > 0 ? stops : undefined,
  })
  return Object.keys(config).length > 0 ? config : undefined
}

type Output = { toolConfig: JsonObject | undefined; outputConfig?: JsonObject; instruction?: string }

/**
 * JSON by a forced call where the model can be forced, otherwise by an instruction. A channel whose models accept
 * schemas for output says so (`native_json_schema`).
 */
function withJson(
  request: ChatRequest,
  { toolConfig }: ToolUse,
  model: string,
  { native_json_schema }: JsonObject,
): Output {
  const textFormat = native_json_schema === true ? textFormatOf(request.response_format) : undefined
  if (textFormat) return { toolConfig, outputConfig: { textFormat } }
  const { tool, instruction } = jsonOutputOf(request, takesForcedCalls(model, request) ? 'tool' : 'instruction')
  if (!tool) return { toolConfig, ...(instruction !== undefined && { instruction }) }
  const { name, description, input_schema } = tool
  const others = listOf(toolConfig?.tools)
  const tools = [...others, { toolSpec: { name, description, inputSchema: { json: input_schema } } }]
  // If the client declares its own tools, the model may call those first.
  return { toolConfig: { tools, toolChoice: others.length === 0 ? { tool: { name } } : { any: {} } } }
}

/** A schema for output as Converse takes it: as text. */
function textFormatOf(format: unknown): JsonObject | undefined {
  const described = objectOf(objectOf(format)?.json_schema)
  const schema = objectOf(described?.schema)
  if (!schema) return undefined
  const [name, description] = [textOf(described?.name), textOf(described?.description)]
  const jsonSchema = definedOf({ schema: JSON.stringify(schema), name, description })
  return { type: 'json_schema', structure: { jsonSchema } }
}
