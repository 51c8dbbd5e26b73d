import { given, isObject, textOf } from '../exchange/json.ts'
import type { Frame } from '../exchange/response.ts'
import { openaiErrorBody } from '../openai/errors.ts'
import type { HostRules } from './host-rules.ts'

const roles = ['system', 'user', 'assistant', 'tool']

/** 360: one text per message, older ranges, usage always reported. */
export const zhinao: HostRules = {
  root: '/v1',
  chat: {
    roles,
    isTextOnly: true,
    parts: [],
    ranges: { temperature: [0, 1] },
    refusedFields: ['stream_options', 'logit_bias', 'logprobs', 'parallel_tool_calls', 'max_completion_tokens'],
    thinks: (_, model) => model.endsWith('-o1'),
    thinkingField: 'reasoning_content',
    usageIn: 'end',
  },
  serves: ['POST /embeddings'],
  models: ['360zhinao2-o1', '360gpt2-pro', 'embedding_s1_v1'],
  error: (status, message) => ({ error: { ...openaiErrorBody(status, message).error, code: '1001' } }),
}

/** Yi: open ranges, tools on one model, and the text so far in every chunk. */
export const yi: HostRules = {
  root: '/v1',
  chat: {
    roles,
    ranges: { temperature: [0, 1.99], top_p: [0.01, 0.99] },
    refusedFields: ['stream_options', 'logit_bias', 'logprobs', 'seed', 'n', 'max_completion_tokens'],
    problemOf: (body, model) =>
      given(body, 'tools') && model !== 'yi-large-fc' ? 'tools are not supported by this model' : undefined,
    usageIn: 'end',
    frames: withWholeText,
  },
  models: ['yi-lightning', 'yi-vision-v2', 'yi-large-fc'],
}

function withWholeText(frames: Frame[]): Frame[] {
  let content = ''
  return frames.map((frame) => {
    if (!frame.data?.startsWith('{')) return frame
    const chunk = JSON.parse(frame.data)
    const [choice] = chunk.choices
    content += textOf(isObject(choice.delta) ? choice.delta.content : undefined)
    return { data: JSON.stringify({ ...chunk, content, lastOne: choice.finish_reason !== null }) }
  })
}
