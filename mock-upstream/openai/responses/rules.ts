import { absentModel, type Call } from '../../exchange/call.ts'
import { given, isInteger, isObject, type JsonObject } from '../../exchange/json.ts'
import { modelNotFound } from '../chat.ts'
import { invalidValue, missingParameter, openaiError, unsupportedParameter } from '../errors.ts'
import { familyOf } from '../model-family.ts'
import { checkStrictSchema, checkVerbosity, unsupportedValue } from '../parameter-rules.ts'
import { checkToolSchema } from '../tool-rules.ts'
import { mayContinue } from './identity.ts'
import { checkInput } from './input-rules.ts'

/** Chat parameters that this endpoint lacks, and their replacements. */
const moved: Record<string, string> = {
  messages: 'input',
  max_tokens: 'max_output_tokens',
  max_completion_tokens: 'max_output_tokens',
  response_format: 'text.format',
  reasoning_effort: 'reasoning.effort',
  verbosity: 'text.verbosity',
  functions: 'tools',
  function_call: 'tool_choice',
}
/**
 * `ResponseCreateParamsBase` of the openai library 7.53 for Node, read 2026-11-18. Codex sends `client_metadata` in every
 * request, and compatible servers read `extra_body`.
 */
const parameters = new Set(
  `access_programs background context_management conversation image include input instructions max_output_tokens
  max_tool_calls metadata model moderation parallel_tool_calls previous_response_id prompt prompt_cache_key
  prompt_cache_options prompt_cache_retention reasoning safety_identifier service_tier store stream stream_options
  temperature text tool_choice tools top_logprobs top_p truncation user client_metadata extra_body`.split(/\s+/),
)

const hostedTools =
  /^(web_search|web_search_preview|file_search|code_interpreter|image_generation|mcp|computer_use_preview|shell|local_shell|apply_patch|custom|tool_search)/

/** Refuses what OpenAI's Responses endpoint would refuse. */
export function checkResponses(call: Call): void {
  const { body, model } = call
  for (const [name, position] of Object.entries(moved)) {
    if (!given(body, name)) continue
    throw openaiError(
      400,
      `Unsupported parameter: '${name}'. In the Responses API, this parameter has moved to '${position}'.`,
      { param: name, code: 'unsupported_parameter' },
    )
  }
  // Other names than OpenAI's belong to compatible servers, which are lenient.
  const unknown = Object.keys(body).find((name) => !parameters.has(name))
  if (unknown !== undefined && familyOf(model).isOpenai) throw unknownParameter(unknown)
  if (isObject(body.stream_options) && 'include_usage' in body.stream_options)
    throw unknownParameter('stream_options.include_usage')
  if (model === '') throw missingParameter('model')
  if (model === absentModel) throw modelNotFound(model)
  if (given(body, 'max_output_tokens') && !isInteger(body.max_output_tokens, 16)) {
    throw openaiError(400, "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16.", {
      param: 'max_output_tokens',
      code: 'integer_below_min_value',
    })
  }
  checkReasoning(body, model)
  checkTools(body.tools)
  checkFormat(body.text)
  checkInput(call)
  const previous = body.previous_response_id
  if (given(body, 'previous_response_id') && !mayContinue(String(previous), call.key)) {
    throw openaiError(400, `Previous response with id '${previous}' not found.`, {
      param: 'previous_response_id',
      code: 'previous_response_not_found',
    })
  }
}

const unknownParameter = (name: string) =>
  openaiError(400, `Unknown parameter: '${name}'.`, { param: name, code: 'unknown_parameter' })

function checkReasoning(body: JsonObject, model: string): void {
  const family = familyOf(model)
  const effort = isObject(body.reasoning) ? body.reasoning.effort : undefined
  if (!family.isOpenai) return
  checkVerbosity(isObject(body.text) ? body.text.verbosity : undefined, 'text.verbosity', family)
  if (!family.isReasoning) {
    if (effort !== undefined) throw unsupportedParameter('reasoning.effort')
    return
  }
  if (effort !== undefined && effort !== null && !family.efforts.includes(String(effort)))
    throw unsupportedValue('reasoning.effort', effort, family.efforts)
  if ((effort ?? family.usualEffort) === 'none') return
  for (const name of ['temperature', 'top_p']) {
    if (given(body, name) && body[name] !== 1) throw unsupportedParameter(name)
  }
}

function checkTools(tools: unknown, param = 'tools'): void {
  if (tools === undefined) return
  if (!Array.isArray(tools)) throw invalidValue(param, 'expected an array.')
  for (const [index, tool] of tools.entries()) {
    const at = `${param}[${index}]`
    if (!isObject(tool)) throw invalidValue(at, 'expected an object.')
    if (tool.type === 'namespace') {
      if (typeof tool.name !== 'string') throw missingParameter(`${at}.name`)
      if (typeof tool.description !== 'string') throw missingParameter(`${at}.description`)
      checkTools(tool.tools, `${at}.tools`)
      continue
    }
    if (tool.type !== 'function') {
      if (!hostedTools.test(String(tool.type))) throw invalidValue(`${at}.type`, `'${tool.type}' is not a tool.`)
      continue
    }
    if (typeof tool.name !== 'string') throw missingParameter(`${at}.name`)
    checkToolSchema(tool, `${at}.parameters`)
  }
}

function checkFormat(text: unknown): void {
  const format = isObject(text) && isObject(text.format) ? text.format : undefined
  if (format?.type !== 'json_schema') return
  if (typeof format.name !== 'string') throw missingParameter('text.format.name')
  if (!isObject(format.schema)) throw missingParameter('text.format.schema')
  if (format.strict === true) checkStrictSchema(format.schema, 'text.format.schema')
}
