import type { JsonObject } from '../../forms/chat.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { mapBlocks } from '../anthropic/map-blocks.ts'
import { generationOf } from '../anthropic/model-traits.ts'
import { isThinkingOn } from '../anthropic/thinking.ts'
import { bedrockBetas, takesBeta } from './betas.ts'

/** Bedrock refuses a request with any other field. The path names the model and says whether to stream. */
const fields = [
  'max_tokens',
  'messages',
  'system',
  'stop_sequences',
  'temperature',
  'top_p',
  'top_k',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'context_management',
  'metadata',
] as const

/** From this generation on a cache entry may last an hour. */
const durationsSince = 405
const inputStreamingBeta = 'fine-grained-tool-streaming-2025-05-14'

/**
 * An Anthropic request as Bedrock accepts it. `model` is the client's name for it, or Bedrock's. `chosen` are the beta
 * features of the channel's setting.
 */
export function invokeBody(body: JsonObject, model: string, betas: readonly unknown[], chosen: unknown): JsonObject {
  const keepsDurations = (generationOf(model).generation ?? durationsSince) >= durationsSince
  const clean = (block: JsonObject) => withCacheControl(checkSource(block), keepsDurations)
  const tools = Array.isArray(body.tools) ? listOf(body.tools).filter(isObject) : undefined
  const needed = tools?.some(streamsInput) ? inputStreamingBeta : undefined
  const allBetas = bedrockBetas(model, [...betas, needed], chosen)
  const named = Object.fromEntries(fields.map((name) => [name, body[name]]))
  return definedOf({
    anthropic_version: 'bedrock-2023-05-31',
    anthropic_beta: allBetas.length > 0 ? allBetas : undefined,
    ...mapBlocks(named, clean),
    system: Array.isArray(body.system)
      ? listOf(body.system).map((block) => (isObject(block) ? withCacheControl(block, keepsDurations) : block))
      : body.system,
    tools: tools?.map((tool) => withCacheControl(withoutHostTools(tool), keepsDurations)),
    context_management: contextManagement(body.context_management, isThinkingOn(body.thinking), (beta) =>
      takesBeta(model, chosen, beta),
    ),
  })
}

/** A cache marker without the fields that only Anthropic supports. */
function withCacheControl(block: JsonObject, keepsDurations: boolean): JsonObject {
  const marker = objectOf(block.cache_control)
  if (!marker) return block
  return { ...block, cache_control: definedOf({ type: marker.type, ttl: keepsDurations ? marker.ttl : undefined }) }
}

/** Bedrock cannot read files that are stored at Anthropic. */
function checkSource(block: JsonObject): JsonObject {
  if (objectOf(block.source)?.type === 'file')
    throw unsupported('Files must be sent with their content to this host of the model', 'messages')
  return block
}

const streamsInput = ({ eager_input_streaming }: JsonObject): boolean => eager_input_streaming === true

/** Tools that Anthropic runs. Dated tools that the client runs, such as an editor, pass. */
const hostTool = /^(?:web_search|web_fetch|code_execution|mcp)_/

function withoutHostTools(tool: JsonObject): JsonObject {
  if (hostTool.test(textOf(tool.type) ?? ''))
    throw unsupported('This host of the model does not run tools itself', 'tools')
  const { eager_input_streaming: _, ...rest } = tool
  return rest
}

/** The context edits that Bedrock supports, each with the beta feature that it belongs to. */
const betaOfEdit: Readonly<Record<string, string>> = {
  compact_20260112: 'compact-2026-01-12',
  clear_tool_uses_20250919: 'context-management-2025-06-27',
  clear_thinking_20251015: 'context-management-2025-06-27',
}

/** The edits that the model supports. One that clears thoughts needs thinking. */
function contextManagement(
  value: unknown,
  isThinking: boolean,
  takes: (beta: string) => boolean,
): JsonObject | undefined {
  const management = objectOf(value)
  if (!management) return undefined
  const made = listOf(management.edits).filter((edit) => {
    const type = textOf(objectOf(edit)?.type) ?? ''
    const beta = Object.hasOwn(betaOfEdit, type) ? betaOfEdit[type] : undefined
    return beta !== undefined && takes(beta) && (isThinking || !type.startsWith('clear_thinking_'))
  })
  return made.length > 0 ? { ...management, edits: made } : undefined
}
