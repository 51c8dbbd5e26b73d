import { absentModel } from '../exchange/call.ts'
import { given, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { checkMessages } from '../openai/message-rules.ts'
import { zhipuError } from './errors.ts'

/** 4.7 as 407; zero for models of another name. */
const generationOf = (model: string): number => {
  const match = /^glm-(\d+)(?:\.(\d+))?/.exec(model)
  return Number(match?.[1] ?? 0) * 100 + Number(match?.[2] ?? 0)
}

/**
 * Models from 5.3 on always think, models from 4.7 on by default, 4.5 and 4.6 on request.
 * https://openrouter.ai/z-ai/glm-5.3/api, 2026-11-18; a probe of another project found that `disabled` is ignored.
 */
export function isThinking(body: JsonObject, model: string): boolean {
  const type = isObject(body.thinking) ? body.thinking.type : undefined
  if (generationOf(model) >= 503) return true
  return type === undefined ? generationOf(model) >= 407 : type === 'enabled'
}

const refusedFields = [
  'frequency_penalty',
  'presence_penalty',
  'logit_bias',
  'logprobs',
  'n',
  'seed',
  'stream_options',
  'parallel_tool_calls',
  'max_completion_tokens',
  'user',
]

// Pictures are a URL or bare base64, never a data URL.
const glmMessages = {
  userParts: ['text', 'image_url', 'video_url', 'file_url'],
  imageUrl: /^(https?:\/\/|[A-Za-z0-9+/]+=*$)/,
}

/** Refuses what this vendor would refuse. */
export function checkZhipuChat(body: JsonObject, model: string): void {
  if (model === '' || model === absentModel) throw zhipuError(400, '模型不存在，请检查模型代码。', '1211')
  for (const name of refusedFields) if (given(body, name)) throw zhipuError(400, `API 调用参数有误：${name}`)
  for (const { role, name } of objectsIn(body.messages)) {
    if (!['system', 'user', 'assistant', 'tool'].includes(textOf(role)) || name !== undefined)
      throw zhipuError(400, 'messages 参数非法。请检查文档。', '1214')
  }
  checkMessages(body, glmMessages)
  const { temperature, top_p } = body
  if (typeof temperature === 'number' && (temperature < 0 || temperature > 1))
    throw zhipuError(400, 'temperature 参数非法', '1214')
  if (typeof top_p === 'number' && (top_p < 0.01 || top_p >= 1)) throw zhipuError(400, 'top_p 参数非法', '1214')
  if (given(body, 'stop') && !Array.isArray(body.stop)) throw zhipuError(400, 'stop 参数非法', '1214')
  if (given(body, 'user_id') && (textOf(body.user_id).length < 6 || textOf(body.user_id).length > 128))
    throw zhipuError(400, 'user_id 参数非法', '1214')
  checkTools(body)
  if (isObject(body.response_format) && !['text', 'json_object'].includes(textOf(body.response_format.type)))
    throw zhipuError(400, 'response_format 参数非法', '1214')
  // Generations before 5.2 ignore it: https://github.com/nesquena/hermes-webui/releases/tag/exp-v0.52.105, 2026-11-18.
  const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
  if (given(body, 'reasoning_effort') && !efforts.includes(textOf(body.reasoning_effort)))
    throw zhipuError(400, 'reasoning_effort 参数非法', '1214')
}

function checkTools(body: JsonObject): void {
  for (const { function: offered } of objectsIn(body.tools))
    if (isObject(offered) && 'strict' in offered) throw zhipuError(400, 'tools 参数非法', '1214')
  if (given(body, 'tool_choice') && body.tool_choice !== 'auto') throw zhipuError(400, 'tool_choice 参数非法', '1214')
}
