import { given, isInteger, isObject, type JsonObject } from '../exchange/json.ts'
import { invalidValue, missingParameter, openaiError, unsupportedParameter } from './errors.ts'
import { familyOf, type ModelFamily } from './model-family.ts'

const ranges: [name: string, min: number, max: number][] = [
  ['temperature', 0, 2],
  ['top_p', 0, 1],
  ['presence_penalty', -2, 2],
  ['frequency_penalty', -2, 2],
]

/** Refuses parameters, and combinations of them, that OpenAI's chat endpoint would refuse. */
export function checkParameters(body: JsonObject, model: string): void {
  const family = familyOf(model)
  for (const [name, min, max] of ranges) checkRange(body, name, min, max)
  for (const name of ['max_tokens', 'max_completion_tokens']) {
    if (given(body, name) && !isInteger(body[name], 1)) {
      throw invalidValue(name, 'expected an integer of at least 1.', 'integer_below_min_value')
    }
  }
  if (given(body, 'max_tokens') && given(body, 'max_completion_tokens')) {
    throw openaiError(400, "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.", {
      param: 'max_tokens',
      code: 'invalid_parameter_combination',
    })
  }
  if (given(body, 'n') && !isInteger(body.n, 1, 128)) throw invalidValue('n', 'expected an integer from 1 to 128.')
  if (Array.isArray(body.stop) && body.stop.length > 4)
    throw invalidValue('stop', 'at most 4 sequences.', 'array_above_max_length')
  checkStreamOptions(body)
  checkResponseFormat(body)
  if (family.isSearch) checkSearchModel(body)
  if (family.isReasoning) checkReasoningModel(body, family)
  else if (family.isOpenai && given(body, 'reasoning_effort')) throw unsupportedParameter('reasoning_effort')
  checkVerbosity(body.verbosity, 'verbosity', family)
}

function checkRange(body: JsonObject, name: string, min: number, max: number): void {
  const value = body[name]
  if (value === undefined || value === null) return
  if (typeof value !== 'number')
    throw openaiError(400, `Invalid type for '${name}': expected a number.`, { param: name, code: 'invalid_type' })
  if (value >= min && value <= max) return
  const side = value < min ? 'below_min' : 'above_max'
  throw invalidValue(name, `expected a decimal from ${min} to ${max}, but got ${value}.`, `decimal_${side}_value`)
}

export function checkStreamOptions(body: JsonObject): void {
  if (!given(body, 'stream_options') || body.stream === true) return
  throw openaiError(400, "The 'stream_options' parameter is only allowed when 'stream' is enabled.", {
    param: 'stream_options',
  })
}

function checkResponseFormat(body: JsonObject): void {
  const format = body.response_format
  if (!isObject(format)) return
  if (!['text', 'json_object', 'json_schema'].includes(String(format.type))) {
    throw invalidValue('response_format.type', 'supported values are text, json_object and json_schema.')
  }
  if (format.type === 'json_object' && !/json/i.test(JSON.stringify(body.messages))) {
    throw openaiError(
      400,
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      { param: 'messages' },
    )
  }
  if (format.type !== 'json_schema') return
  const schema = isObject(format.json_schema) ? format.json_schema : {}
  if (typeof schema.name !== 'string') throw missingParameter('response_format.json_schema.name')
  if (!isObject(schema.schema)) throw missingParameter('response_format.json_schema.schema')
  if (schema.strict === true) checkStrictSchema(schema.schema, 'response_format')
}

/** Strict mode requires closed objects and every property. */
export function checkStrictSchema(schema: JsonObject, param: string): void {
  if (schema.type === 'object') {
    const names = Object.keys(isObject(schema.properties) ? schema.properties : {})
    const required = Array.isArray(schema.required) ? schema.required : []
    const missing = names.find((name) => !required.includes(name))
    const reason =
      schema.additionalProperties !== false
        ? "'additionalProperties' is required to be supplied and to be false."
        : missing &&
          `'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`
    if (reason) throw openaiError(400, `Invalid schema: ${reason}`, { param, code: 'invalid_json_schema' })
  }
  for (const child of Object.values(schema)) if (isObject(child)) checkStrictSchema(child, param)
}

function checkSearchModel(body: JsonObject): void {
  for (const name of ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'n']) {
    if (given(body, name))
      throw openaiError(400, `Model incompatible request argument supplied: ${name}`, { param: name })
  }
}

/** Models before GPT-5 only accept the default: github.com/google-deepmind/concordia/issues/164, read 2026-11-18. */
export function checkVerbosity(verbosity: unknown, param: string, family: ModelFamily): void {
  if (verbosity === undefined || verbosity === null || !family.isOpenai) return
  const allowed = family.hasVerbosity ? ['low', 'medium', 'high'] : ['medium']
  if (!allowed.includes(String(verbosity))) throw unsupportedValue(param, verbosity, allowed)
}

/**
 * `max` is an effort of Responses alone (github.com/BerriAI/litellm-docs/pull/1173), and only without reasoning are
 * sampling parameters accepted, other than at their default (OpenAI's guides/deployment-checklist). Read 2026-11-18.
 */
function checkReasoningModel(body: JsonObject, family: ModelFamily): void {
  if (given(body, 'max_tokens')) throw unsupportedParameter('max_tokens', "Use 'max_completion_tokens' instead.")
  const effort = body.reasoning_effort
  const allowed = family.efforts.filter((each) => each !== 'max')
  if (effort !== undefined && effort !== null && !allowed.includes(String(effort)))
    throw unsupportedValue('reasoning_effort', effort, allowed)
  const mayTune = (effort ?? family.usualEffort) === 'none'
  const tuning: Record<string, number> = { temperature: 1, top_p: 1 }
  for (const [name, usual] of Object.entries(tuning)) {
    if (mayTune || !given(body, name) || body[name] === usual) continue
    throw openaiError(
      400,
      `Unsupported value: '${name}' does not support ${body[name]} with this model. Only the default (1) value is supported.`,
      { param: name, code: 'unsupported_value' },
    )
  }
  for (const name of ['logprobs', 'top_logprobs']) if (given(body, name) && !mayTune) throw unsupportedParameter(name)
  for (const name of ['presence_penalty', 'frequency_penalty', 'logit_bias', 'stop']) {
    if (given(body, name) && body[name] !== 0) throw unsupportedParameter(name)
  }
  const hasFunctions =
    Array.isArray(body.tools) && body.tools.some((tool) => isObject(tool) && tool.type === 'function')
  if (hasFunctions && (family.toolEffort === 'never' || (family.toolEffort === 'none' && !mayTune))) {
    // The text and the absent code: github.com/ItzCrazyKns/Vane/issues/1173, read 2026-11-18.
    throw openaiError(
      400,
      "Function tools with reasoning_effort are not supported for this model in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
      { param: 'reasoning_effort', code: null },
    )
  }
}

/** The text: github.com/egoist/chatwise-releases/issues/1257, read 2026-11-18. */
export const unsupportedValue = (param: string, value: unknown, allowed: readonly string[]) =>
  openaiError(
    400,
    `Unsupported value: '${param}' does not support '${value}' with this model. Supported values are: ${allowed.map((each) => `'${each}'`).join(', ')}.`,
    { param, code: 'unsupported_value' },
  )
