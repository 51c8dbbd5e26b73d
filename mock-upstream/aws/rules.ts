import { isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { checkBetas } from './betas.ts'
import { validation } from './errors.ts'

const fields = new Set(
  (
    'anthropic_version anthropic_beta max_tokens messages system stop_sequences temperature top_p top_k tools tool_choice ' +
    'thinking output_config context_management metadata'
  ).split(' '),
)
const editsMade = ['compact_20260112', 'clear_tool_uses_20250919']

/** Refuses requests that Anthropic accepts and Bedrock does not. */
export function checkInvocation(body: JsonObject, model: string): void {
  if (body.anthropic_version !== 'bedrock-2023-05-31') throw validation('anthropic_version: Field required')
  const unknown = Object.keys(body).find((name) => !fields.has(name))
  if (unknown !== undefined) throw validation(`${unknown}: Extra inputs are not permitted`)
  if (body.anthropic_beta !== undefined && !Array.isArray(body.anthropic_beta))
    throw validation('anthropic_beta: Input should be a valid list')
  const edits = objectsIn(isObject(body.context_management) ? body.context_management.edits : [])
  const editTypes = edits.map(({ type }) => textOf(type))
  checkBetas(model, betasIn(body), editTypes)
  for (const tool of objectsIn(body.tools)) checkTool(tool)
  for (const type of editTypes)
    if (!editsMade.includes(type) && !(type.startsWith('clear_thinking_') && isObject(body.thinking)))
      throw validation(`context_management.edits: ${type} is not supported`)
  if (isObject(body.output_config) && body.output_config.format !== undefined)
    throw validation('output_config.format: Extra inputs are not permitted')
  checkEverywhere(body)
}

export const betasIn = ({ anthropic_beta }: JsonObject): string[] =>
  Array.isArray(anthropic_beta) ? anthropic_beta.map(String) : []

function checkTool(tool: JsonObject): void {
  if (/^(web_search|web_fetch|code_execution|mcp)_/.test(textOf(tool.type)))
    throw validation(`tools: ${tool.type} is not supported`)
  if (tool.eager_input_streaming !== undefined)
    throw validation('tools.0.custom.eager_input_streaming: Extra inputs are not permitted')
}

/** Media by URL, files of Anthropic, and markers with a scope, at any depth. */
function checkEverywhere(value: unknown): void {
  if (Array.isArray(value)) for (const each of value) checkEverywhere(each)
  if (!isObject(value)) return
  if (isObject(value.cache_control) && value.cache_control.scope !== undefined)
    throw validation('cache_control.ephemeral.scope: Extra inputs are not permitted')
  const kind = isObject(value.source) ? value.source.type : undefined
  if (kind === 'url' || kind === 'file')
    throw validation(`source: Input tag '${kind}' does not match any of the expected tags`)
  for (const [name, each] of Object.entries(value))
    if (name !== 'input_schema' && name !== 'input') checkEverywhere(each)
}
