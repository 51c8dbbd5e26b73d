import { absentModel, type Call } from '../exchange/call.ts'
import { given, isInteger, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { anthropicError, invalidRequest } from './errors.ts'
import { generationOf } from './generation.ts'
import { checkThinking } from './thinking-rules.ts'
import { checkThread, isContinued } from './threads.ts'
import { blocksOf, checkTurns } from './turn-rules.ts'

/** `MessageCreateParams` and `MessageCountTokensParams` of @anthropic-ai/sdk 1.10.0, and the sampling of older versions. */
const fields = new Set(
  (
    'model messages max_tokens system stream temperature top_p top_k stop_sequences tools tool_choice thinking metadata ' +
    'output_config service_tier cache_control inference_geo speed container diagnostics'
  ).split(' '),
)
const countFields = new Set(
  'model messages system tools tool_choice thinking output_config cache_control speed'.split(' '),
)

/**
 * The fields that only the beta types of @anthropic-ai/sdk 1.10.0 have, and the betas that bring them. Without its beta
 * a field is an extra input: github.com/ericc-ch/copilot-api/issues/217 for `context_management`,
 * github.com/TanStack/ai/issues/1424 for `mcp_servers`. Read 2026-11-18.
 */
const betaOfField: Readonly<Record<string, RegExp>> = {
  mcp_servers: /^mcp-client-/,
  context_management: /^(?:context-management|compact)-/,
  compaction: /^compact-2026-09-04$/,
  fallbacks: /^server-side-fallback-/,
  fallback_credit_token: /^(?:fallback-credit|server-side-fallback)-/,
  output_format: /^structured-outputs-/,
  billing_policy: /^user-profiles-billing-/,
  thread: /^message-threads-/,
}
const countBetaFields = new Set(['mcp_servers', 'context_management', 'compaction', 'output_format', 'billing_policy'])

function isExtra(name: string, purpose: 'generate' | 'count', betas: readonly string[]): boolean {
  if ((purpose === 'generate' ? fields : countFields).has(name)) return false
  const beta = purpose === 'generate' || countBetaFields.has(name) ? betaOfField[name] : undefined
  return !beta || !betas.some((each) => beta.test(each))
}

export const betasOf = (call: Call): string[] =>
  textOf(call.headers['anthropic-beta'])
    .split(',')
    .map((beta) => beta.trim())
    .filter(Boolean)

/** Refuses what Anthropic would refuse. */
export function checkRequest(call: Call, purpose: 'generate' | 'count'): void {
  const { body, model } = call
  const betas = betasOf(call)
  const unknown = Object.keys(body).find((name) => isExtra(name, purpose, betas))
  if (unknown !== undefined) throw invalidRequest(`${unknown}: Extra inputs are not permitted`)
  if (model === '') throw invalidRequest('model: Field required')
  if (model === absentModel) throw anthropicError(404, `model: ${model}`)
  const generation = generationOf(model)
  if (purpose === 'generate') checkMaxTokens(body, model, generation.outputMax)
  checkThread(call, betas)
  checkTurns(body, generation, betas, isContinued(call))
  checkSystem(body.system)
  checkTools(body, betas)
  checkThinking(body, generation)
  checkSettings(body)
  if (textOf(call.headers['anthropic-version']) >= '2026-10-21') checkNewestVersion(body)
  if (isObject(body.output_config) && given(body.output_config, 'format')) {
    if (!generation.allowsSchema)
      throw invalidRequest('output_config.format: this model does not support structured outputs')
    checkFormat(body.output_config.format)
  }
  const markers = (JSON.stringify(body).match(/"cache_control":\{/g) ?? []).length
  if (markers > 4) throw invalidRequest(`A maximum of 4 blocks with cache_control may be provided. Found ${markers}.`)
}

function checkMaxTokens({ max_tokens }: JsonObject, model: string, outputMax: number): void {
  if (max_tokens === undefined) throw invalidRequest('max_tokens: Field required')
  if (!isInteger(max_tokens, 1)) throw invalidRequest('max_tokens: Input should be greater than or equal to 1')
  if (max_tokens > outputMax) {
    throw invalidRequest(
      `max_tokens: ${max_tokens} > ${outputMax}, which is the maximum allowed number of output tokens for ${model}`,
    )
  }
}

function checkSystem(system: unknown): void {
  if (system === undefined || typeof system === 'string') return
  if (!Array.isArray(system)) throw invalidRequest('system: Input should be a valid list')
  for (const [index, block] of system.entries()) {
    if (!isObject(block) || block.type !== 'text') throw invalidRequest(`system.${index}.type: Input should be 'text'`)
    if (textOf(block.text).trim() === '') throw invalidRequest('system: text content blocks must be non-empty')
  }
}

function checkTools(body: JsonObject, betas: readonly string[]): void {
  const tools = objectsIn(body.tools)
  if (given(body, 'tool_choice') && tools.length === 0)
    throw invalidRequest('tool_choice: may only be specified while providing tools.')
  for (const [index, tool] of tools.entries()) {
    checkBetaTool(tool, index, betas)
    if (tool.type !== undefined && tool.type !== 'custom') continue
    const at = `tools.${index}.custom`
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(textOf(tool.name)))
      throw invalidRequest(`${at}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`)
    if (!isObject(tool.input_schema)) throw invalidRequest(`${at}.input_schema: Field required`)
    if (tool.input_schema.type !== 'object') throw invalidRequest(`${at}.input_schema.type: Input should be 'object'`)
  }
  if (!isObject(body.tool_choice)) {
    if (given(body, 'tool_choice')) throw invalidRequest('tool_choice: Input should be a valid dictionary')
    return
  }
  const { type, name } = body.tool_choice
  if (!['auto', 'any', 'tool', 'none'].includes(textOf(type)))
    throw invalidRequest(
      `tool_choice: Input tag '${type}' does not match any of the expected tags: 'auto', 'any', 'tool', 'none'`,
    )
  if (type === 'none' && 'disable_parallel_tool_use' in body.tool_choice)
    throw invalidRequest('tool_choice.none.disable_parallel_tool_use: Extra inputs are not permitted')
  if (type === 'tool' && !tools.some((tool) => tool.name === name))
    throw invalidRequest(`Tool '${name}' not found in provided tools`)
}

/**
 * Tools that only the beta types of @anthropic-ai/sdk 1.10.0 have, and their betas:
 * dev.to/lavellehatcherjr/calling-anthropics-advisor-tool-in-50-lines-of-python-5fk0 for the advisor,
 * github.com/TanStack/ai/issues/1424 for MCP. Read 2026-11-18. The wording is our own.
 */
const betaOfTool: readonly [type: RegExp, beta: RegExp][] = [
  [/^advisor_/, /^advisor-tool-/],
  [/^mcp_toolset$/, /^mcp-client-/],
]

function checkBetaTool(tool: JsonObject, index: number, betas: readonly string[]): void {
  const type = textOf(tool.type)
  const needed = betaOfTool.find(([pattern]) => pattern.test(type))?.[1]
  if (needed && !betas.some((beta) => needed.test(beta)))
    throw invalidRequest(`tools.${index}: Input tag '${type}' does not match any of the expected tags`)
  if (type.startsWith('advisor_') && textOf(tool.model) === '')
    throw invalidRequest(`tools.${index}.${type}.model: Field required`)
}

function checkSettings(body: JsonObject): void {
  if (given(body, 'stop_sequences')) {
    if (!Array.isArray(body.stop_sequences)) throw invalidRequest('stop_sequences: Input should be a valid list')
    if (body.stop_sequences.some((each) => textOf(each).trim() === ''))
      throw invalidRequest('stop_sequences: each stop sequence must contain non-whitespace')
  }
  if (given(body, 'service_tier') && !['auto', 'standard_only'].includes(textOf(body.service_tier)))
    throw invalidRequest("service_tier: Input should be 'auto' or 'standard_only'")
}

/** Removed in the version of October 2026. */
function checkNewestVersion(body: JsonObject): void {
  for (const name of ['temperature', 'top_p', 'top_k'])
    if (given(body, name)) throw invalidRequest(`${name}: Extra inputs are not permitted`)
  for (const [index, turn] of objectsIn(body.messages).entries()) {
    for (const block of blocksOf(turn)) {
      if (turn.role === 'assistant' && block.type === 'document')
        throw invalidRequest(`messages.${index}: \`document\` blocks are not permitted in assistant messages`)
      const { citations } = block
      if (turn.role === 'user' && Array.isArray(citations) && citations.length > 0)
        throw invalidRequest(`messages.${index}: \`citations\` are not permitted in user messages`)
    }
  }
}

const keywordsRefused = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'oneOf', 'multipleOf', 'maxItems']

/** Structured output accepts closed objects and a part of JSON Schema. */
function checkFormat(format: unknown): void {
  if (!isObject(format) || format.type !== 'json_schema')
    throw invalidRequest("output_config.format.type: Input should be 'json_schema'")
  if (!isObject(format.schema)) throw invalidRequest('output_config.format.schema: Field required')
  checkSchema(format.schema)
}

function checkSchema(schema: JsonObject): void {
  if (schema.type === 'object' && schema.additionalProperties !== false) {
    throw invalidRequest(
      "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
    )
  }
  if (schema.type !== undefined) {
    const refused = keywordsRefused.find((keyword) => schema[keyword] !== undefined)
    if (refused)
      throw invalidRequest(
        `output_config.format.schema: For '${schema.type}' type, property '${refused}' is not supported`,
      )
  }
  for (const child of Object.values(schema)) {
    for (const each of isObject(child) ? [child] : objectsIn(child)) checkSchema(each)
  }
}
