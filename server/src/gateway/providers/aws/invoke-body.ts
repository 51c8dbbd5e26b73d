import type { JsonObject } from '../../forms/chat.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { joinBetas } from '../anthropic/headers.ts'
import { mapBlocks } from '../anthropic/map-blocks.ts'
import { generationOf } from '../anthropic/model-traits.ts'
import { isThinkingOn } from '../anthropic/thinking.ts'

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

/** An Anthropic request as Bedrock accepts it. `model` is the client's name for it, or Bedrock's. */
export function invokeBody(body: JsonObject, model: string, betas: readonly unknown[]): JsonObject {
  const keepsDurations = (generationOf(model).generation ?? durationsSince) >= durationsSince
  const clean = (block: JsonObject) => withCacheControl(checkSource(block), keepsDurations)
  const tools = Array.isArray(body.tools) ? listOf(body.tools).filter(isObject) : undefined
  const allBetas = bedrockBetas(...betas, tools?.some(streamsInput) ? inputStreamingBeta : undefined)
  const named = Object.fromEntries(fields.map((name) => [name, body[name]]))
  return definedOf({
    anthropic_version: 'bedrock-2023-05-31',
    anthropic_beta: allBetas.length > 0 ? allBetas : undefined,
    ...mapBlocks(named, clean),
    system: Array.isArray(body.system)
      ? listOf(body.system).map((block) => (isObject(block) ? withCacheControl(block, keepsDurations) : block))
      : body.system,
    tools: tools?.map((tool) => withCacheControl(withoutHostTools(tool), keepsDurations)),
    context_management: contextManagement(body.context_management, isThinkingOn(body.thinking)),
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

const edits: ReadonlySet<unknown> = new Set(['compact_20260112', 'clear_tool_uses_20250919'])

/** The context edits that Bedrock supports. An edit that clears thoughts needs thinking. */
function contextManagement(value: unknown, isThinking: boolean): JsonObject | undefined {
  const management = objectOf(value)
  if (!management) return undefined
  const made = listOf(management.edits).filter((edit) => {
    const type = objectOf(edit)?.type
    return edits.has(type) || (isThinking && textOf(type)?.startsWith('clear_thinking_'))
  })
  return made.length > 0 ? { ...management, edits: made } : undefined
}

/** Prefixes of beta features that Bedrock lacks: it refuses a request that names one. */
const missing = [
  'files-api-',
  'mcp-client-',
  'skills-',
  'code-execution-',
  'web-fetch-',
  'web-search-',
  'structured-outputs-',
  'fast-mode-',
  'prompt-caching-scope-',
]
/** Features that Bedrock has under another name. */
const renamed: Readonly<Record<string, string>> = {
  'advanced-tool-use-2025-11-20': 'tool-search-tool-2025-10-19',
}

/** The beta features of a request, by the names Bedrock knows. */
const bedrockBetas = (...lists: unknown[]): string[] =>
  joinBetas(joinBetas(...lists).map((name) => renamed[name] ?? name)).filter(
    (name) => !missing.some((beginning) => name.startsWith(beginning)),
  )
