import { absentModel } from '../exchange/call.ts'
import { given, isInteger, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import type { Refusal } from '../exchange/response.ts'

type Refuse = (status: number, message: string, code?: string) => Refusal

const retired = ['qwen-max', 'qwen-turbo', 'qwen-vl-max', 'qwen-vl-plus', 'qwq-plus', 'qvq-max', 'qwen3-max']

export function checkModel(model: string, refuse: Refuse): void {
  if (model === '') throw refuse(400, 'Model not specified')
  if (model === absentModel || retired.includes(model))
    throw refuse(404, `The model \`${model}\` does not exist or you do not have access to it.`)
}

/** Both bounds of top_p and the upper one of the temperature are refused. */
export function checkSampling({ top_p, temperature, n, top_logprobs }: JsonObject, refuse: Refuse): void {
  if (typeof top_p === 'number' && !(top_p > 0 && top_p < 1)) throw refuse(400, 'Range of top_p should be (0.0, 1.0)')
  if (typeof temperature === 'number' && !(temperature >= 0 && temperature < 2))
    throw refuse(400, 'Temperature should be in [0.0, 2.0)')
  if (n !== undefined && n !== null && !isInteger(n, 1, 4)) throw refuse(400, 'Range of n should be [1, 4]')
  if (top_logprobs !== undefined && !isInteger(top_logprobs, 0, 5))
    throw refuse(400, 'Range of top_logprobs should be [0, 5]')
}

/** Open models of the third generation think by default, and then only stream. */
const thinksByDefault = (model: string): boolean => /^qwen3-[\d.]+b(-a\d+b)?$/.test(model)

export function checkThinking(body: JsonObject, model: string, isStream: boolean, refuse: Refuse): void {
  const isOn = body.enable_thinking ?? thinksByDefault(model)
  if (isOn === true && !isStream && thinksByDefault(model))
    throw refuse(400, 'parameter.enable_thinking must be set to false for non-streaming calls')
}

export const isThinking = (body: JsonObject, model: string): boolean =>
  body.enable_thinking === true ||
  (body.enable_thinking !== false && thinksByDefault(model)) ||
  (model.startsWith('qwen3.8') && given(body, 'reasoning_effort') && body.reasoning_effort !== 'none')

const roles = ['system', 'user', 'assistant', 'tool']

export function checkRoles(messages: unknown, refuse: Refuse): void {
  if (!Array.isArray(messages) || messages.length === 0) throw refuse(400, 'Input should contain messages')
  for (const [index, { role }] of objectsIn(messages).entries())
    if (!roles.includes(textOf(role))) throw refuse(400, `${role} is not one of ${roles} - 'messages.${index}.role'`)
}

/** https://www.alibabacloud.com/help/en/model-studio/qwen-structured-output, 2026-11-18: JSON mode, and not schemas. */
export function checkFormat(body: JsonObject, messages: unknown, refuse: Refuse): void {
  const format = body.response_format
  if (!isObject(format) || format.type !== 'json_object') return
  const prompt = objectsIn(messages).filter(({ role }) => role === 'system' || role === 'user')
  if (!/json/i.test(JSON.stringify(prompt)))
    throw refuse(
      400,
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    )
}

/** Function names and tool choices. */
export function checkTools(body: JsonObject, refuse: Refuse): void {
  const { tool_choice } = body
  if (given(body, 'tools') && (!Array.isArray(body.tools) || body.tools.length === 0))
    throw refuse(400, "[] is too short - 'tools'")
  if (tool_choice === undefined || isObject(tool_choice)) return
  if (!['auto', 'none'].includes(textOf(tool_choice)))
    throw refuse(400, `tool_choice is one of the strings that should be ["none", "auto"]`)
}
