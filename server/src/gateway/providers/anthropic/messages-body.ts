import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { definedOf, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { withoutReserved } from '../../translate/json/reserved-fields.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { withTools } from '../../translate/tools/legacy-functions.ts'
import { type Block, textBlocks, usesFiles } from './content-blocks.ts'
import { type JsonOutput, jsonOutputOf, jsonToolName } from './json-output.ts'
import { type ModelTraits, traitsOf } from './model-traits.ts'
import { outputLimit } from './output-limit.ts'
import { isThinkingOn, thinkingOf } from './thinking.ts'
import { canForceCalls, type ToolUse, toolUseOf } from './tools.ts'
import { collectTurns } from './turns.ts'

/** Differences of other hosts of these models. */
export type HostQuirks = {
  /** The host does not support JSON schemas for output, nor strict tools. */
  lacksJsonOutput?: true
}
export type MessagesBody = {
  body: JsonObject
  /** Beta features the body needs. */
  betas: string[]
}

/** Anthropic's own fields that an OpenAI client may send. */
const passedFields = [
  'context_management',
  'mcp_servers',
  'container',
  'cache_control',
  'inference_geo',
  'speed',
] as const

/** A chat as an Anthropic Messages request. `model` is Anthropic's name for it. */
export function messagesBody(
  chat: ChatRequest,
  model: string,
  setting: JsonObject,
  quirks: HostQuirks = {},
): MessagesBody {
  // Reserved fields are dropped from a copy. It is still a ChatRequest, because all reserved fields are optional.
  const request = withoutReserved(withTools(chat), setting) as ChatRequest
  if (typeof request.n === 'number' && request.n > 1)
    throw unsupported('This model gives one choice at a time: n must be 1', 'n')
  const traits = hostTraits(model, quirks)
  const { system, turns } = collectTurns(request.messages, traits.takesPrefill)
  const { thinking, effort, budget } = thinkingOf(request, turns, traits, setting)
  const isThinking = isThinkingOn(thinking)
  const tooling = toolUseOf(request, turns, traits, isThinking)
  const output = jsonOutputOf(request, jsonMethod(traits, isThinking))
  const { tools, choice } = withJsonTool(tooling, output)
  const instructions = [tooling.instruction, output.instruction].flatMap((text) => textBlocks(text))
  const body = definedOf({
    model,
    max_tokens: outputLimit(request.max_completion_tokens ?? request.max_tokens, model, setting, budget),
    system: systemOf([...system, ...instructions]),
    messages: turns,
    stream: request.stream,
    stop_sequences: stopOf(request.stop),
    ...samplingOf(request, traits, isThinking),
    tools: tools.length > 0 ? tools : undefined,
    tool_choice: choice,
    thinking,
    output_config: outputConfigOf(effort, output.format, request.output_config),
    metadata: metadataOf(request),
    service_tier: tierOf(request.service_tier),
    ...Object.fromEntries(passedFields.map((name) => [name, request[name]])),
  })
  const hasFiles = turns.some(({ content }) => usesFiles(content))
  return { body, betas: betasOf(body, hasFiles) }
}

/** The traits of the model on this host. */
const hostTraits = (model: string, { lacksJsonOutput }: HostQuirks): ModelTraits =>
  lacksJsonOutput ? { ...traitsOf(model), hasJsonOutput: false } : traitsOf(model)

function jsonMethod(traits: ModelTraits, isThinking: boolean) {
  if (traits.hasJsonOutput) return 'format'
  return canForceCalls(traits, isThinking) ? 'tool' : 'instruction'
}

/** If the client declares its own tools, the model may call those first. */
function withJsonTool({ tools, choice }: ToolUse, { tool }: JsonOutput): Pick<ToolUse, 'tools' | 'choice'> {
  if (!tool) return { tools, choice }
  const isAlone = tools.length === 0 || choice?.type === 'none'
  const forced = isAlone ? { type: 'tool', name: jsonToolName } : { type: 'any' }
  const disable_parallel_tool_use = choice?.disable_parallel_tool_use
  return { tools: [...tools, tool], choice: definedOf({ ...forced, disable_parallel_tool_use }) }
}

function systemOf(blocks: Block[]): unknown {
  const [first, second] = blocks
  if (!first) return undefined
  return second || first.cache_control ? blocks : first.text
}

function stopOf(stop: unknown): string[] | undefined {
  const sequences = (typeof stop === 'string' ? [stop] : listOf(stop)).filter(
    (sequence) => typeof sequence === 'string',
  )
  const present = sequences.filter((sequence) => sequence.trim() !== '')
  return present.length > 0 ? present : undefined
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Each generation accepts fewer of these. A thinking model accepts nearly none. */
function samplingOf(request: ChatRequest, traits: ModelTraits, isThinking: boolean): JsonObject {
  if (!traits.takesSampling) return {}
  const topP = numberOf(request.top_p)
  if (isThinking) return { top_p: topP !== undefined && topP >= 0.95 && topP <= 1 ? topP : undefined }
  const temperature = numberOf(request.temperature)
  const excludesTopP = temperature !== undefined && !traits.takesTopPBesideTemperature
  return {
    temperature: temperature === undefined ? undefined : Math.min(Math.max(temperature, 0), 1),
    top_p: excludesTopP ? undefined : topP,
    top_k: numberOf(request.top_k),
  }
}

function outputConfigOf(effort: string | undefined, format: JsonObject | undefined, clientConfig: unknown): unknown {
  const config = { ...definedOf({ effort, format }), ...objectOf(clientConfig) }
  return Object.keys(config).length > 0 ? config : undefined
}

const isPersonal = (id: string): boolean => id.includes('@') || /^\+?\d[\d\s().-]{6,}$/.test(id)

/** The user id, for Anthropic's abuse detection; never an email address or phone number. */
function metadataOf(request: ChatRequest): JsonObject | undefined {
  const user = textOf(request.user) ?? textOf(request.safety_identifier)
  return user === undefined || isPersonal(user) ? undefined : { user_id: user }
}

const tierOf = (tier: unknown): string | undefined =>
  tier === 'auto' ? 'auto' : tier === 'default' ? 'standard_only' : undefined

const betasOf = (body: JsonObject, hasFiles: boolean): string[] => [
  ...(hasFiles ? ['files-api-2025-04-14'] : []),
  ...(body.mcp_servers ? ['mcp-client-2025-11-20'] : []),
  ...(body.context_management ? ['context-management-2025-06-27'] : []),
]
