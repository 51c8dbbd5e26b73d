import { anthropicError, invalidRequest } from '../anthropic/errors.ts'
import { countTokens, messages } from '../anthropic/messages.ts'
import { absentModel, type Call, type Handler } from '../exchange/call.ts'
import { isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import type { MockResponse } from '../exchange/response.ts'
import { geminiError } from '../gemini/errors.ts'

const betasRefused = /(^|,)\s*(files-api|mcp-client|skills|effort|fast-mode|structured-outputs)-/

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
  if (betasRefused.test(textOf(call.headers['anthropic-beta'])))
    throw anthropicError(400, 'Unexpected value(s) for the `anthropic-beta` header')
  if (objectsIn(body.tools).some((tool) => tool.strict !== undefined))
    throw invalidRequest('tools.0.custom.strict: Extra inputs are not permitted')
  if (isObject(body.output_config) && body.output_config.format !== undefined)
    throw invalidRequest('output_config.format: Extra inputs are not permitted')
  checkSources(body)
  return {
    ...call,
    model: name,
    headers: { ...call.headers, 'anthropic-version': '2023-06-01' },
    body: { ...body, model: name },
  }
}

/** Google fetches no URL. */
function checkSources(value: unknown): void {
  if (Array.isArray(value)) for (const each of value) checkSources(each)
  if (!isObject(value)) return
  if (isObject(value.source) && value.source.type === 'url') throw invalidRequest('URL sources are not supported')
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
