import { anthropicError, invalidRequest } from '../anthropic/errors.ts'
import { countTokens, messages } from '../anthropic/messages.ts'
import { absentModel, type Call, type Handler } from '../exchange/call.ts'
import { isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import type { MockResponse } from '../exchange/response.ts'
import { geminiError } from '../gemini/errors.ts'

// The features that Google's host names: `vertex_ai` in anthropic_beta_headers_config.json of litellm 1.109.1,
// and for tool examples the table in platform.claude.com/docs/en/agents-and-tools/tool-use (implement tool use), read
// 2026-11-18. The message is that of anthropics/claude-code issue 21625.
const betas = new Set(
  (
    'compact-2026-01-12 computer-use-2025-01-24 computer-use-2025-11-24 context-1m-2025-08-07 ' +
    'context-management-2025-06-27 interleaved-thinking-2025-05-14 tool-search-tool-2025-10-19 web-search-2025-03-05 ' +
    'mid-conversation-tool-changes-2026-07-01 per-turn-control-2026-07-01 thinking-binding-controls-2026-08-01 ' +
    'thinking-display-updates-2026-08-18 dangerous-tool-use-2026-09-03 inline-tools-2026-09-15'
  ).split(' '),
)
const ofOpus45 = 'tool-examples-2025-10-29'

function checkBetas(header: string, name: string): void {
  const unexpected = header
    .split(',')
    .map((beta) => beta.trim())
    .filter((beta) => beta !== '' && !betas.has(beta) && !(beta === ofOpus45 && name.startsWith('claude-opus-4-5')))
  if (unexpected.length > 0)
    throw anthropicError(
      400,
      `Unexpected value(s) ${unexpected.map((beta) => `\`${beta}\``).join(', ')} for the \`anthropic-beta\` header. Please consult our documentation at docs.anthropic.com or try again without the header.`,
    )
}

/** The model by Anthropic's name for it. Google writes the date after an `@`. */
function claudeName(model: string): string {
  if (model === absentModel)
    throw geminiError(404, `Publisher Model \`${model}\` was not found or your project does not have access to it.`)
  if (/-\d{8}$/.test(model)) throw geminiError(404, `Publisher Model \`${model}\` was not found.`)
  return model.replace('@', '-')
}

/** The same call for Anthropic. */
function asMessages(call: Call, name: string): Call {
  const { anthropic_version, ...body } = call.body
  if (anthropic_version !== 'vertex-2023-10-16') throw invalidRequest('anthropic_version: Field required')
  checkBetas(textOf(call.headers['anthropic-beta']), name)
  if (objectsIn(body.tools).some((tool) => tool.strict !== undefined))
    throw invalidRequest('tools.0.custom.strict: Extra inputs are not permitted')
  if (isObject(body.output_config) && body.output_config.format !== undefined)
    throw invalidRequest('output_config.format: Extra inputs are not permitted')
  if (body.cache_control !== undefined) throw invalidRequest('cache_control: Extra inputs are not permitted')
  checkSources(body)
  return {
    ...call,
    model: name,
    headers: { ...call.headers, 'anthropic-version': '2023-06-01' },
    body: { ...body, model: name },
  }
}

/** Google fetches no URL, and its cache has no scope (`_remove_scope_from_cache_control` of litellm's Vertex adapter). */
function checkSources(value: unknown): void {
  if (Array.isArray(value)) for (const each of value) checkSources(each)
  if (!isObject(value)) return
  if (isObject(value.source) && value.source.type === 'url') throw invalidRequest('URL sources are not supported')
  if (isObject(value.cache_control) && value.cache_control.scope !== undefined)
    throw invalidRequest('cache_control.ephemeral.scope: Extra inputs are not permitted')
  for (const each of Object.values(value)) checkSources(each)
}

function predict(call: Call, isStream: boolean): MockResponse {
  if (call.model === 'count-tokens') return count(call)
  if ('model' in call.body) throw invalidRequest('model: Extra inputs are not permitted')
  if ((call.body.stream === true) !== isStream) throw invalidRequest('stream: does not match the method')
  return messages(asMessages(call, claudeName(call.model)))
}

function count(call: Call): MockResponse {
  const { model, ...body } = call.body as JsonObject
  const name = claudeName(textOf(model))
  return countTokens(asMessages({ ...call, body }, name))
}

export const claudeActions: Record<string, Handler> = {
  rawPredict: (call) => predict(call, false),
  streamRawPredict: (call) => predict(call, true),
}
