import { type Call, identifier } from '../exchange/call.ts'
import { given, isInteger, textOf } from '../exchange/json.ts'
import { type Frame, json, type MockResponse } from '../exchange/response.ts'
import { openaiError } from '../openai/errors.ts'
import { pixel } from '../openai/images.ts'
import { speech } from '../openai/speech.ts'
import { whisperTranscriptions, whisperTranslations } from '../openai/transcriptions.ts'
import { rerank } from '../rerank/jina.ts'
import type { HostRules } from './host-rules.ts'
import { without } from './model-vendors.ts'

/** The first chunk has the id of the call, the last one has usage beside it. */
function withGroqFields(frames: Frame[], usage: object | undefined): Frame[] {
  const last = frames.findLastIndex(({ data }) => data?.includes('"finish_reason":"'))
  return frames.map((frame, index) => {
    if (index !== 0 && index !== last) return frame
    const x_groq = { id: 'req_mock', ...(index === last && { usage }) }
    return { data: JSON.stringify({ ...JSON.parse(frame.data ?? '{}'), x_groq }) }
  })
}

// npm groq-sdk 1.6.0, resources/chat/completions.d.ts, `reasoning_effort`.
function groqEffortProblem(effort: unknown, model: string): string | undefined {
  const isQwen = /qwen3/i.test(model)
  const known = isQwen && !/qwen3\.8/i.test(model) ? ['none', 'default'] : ['low', 'medium', 'high']
  if (isQwen) known.push('none', 'default')
  return effort === undefined || known.includes(textOf(effort)) || (!model.includes('gpt-oss') && effort === 'none')
    ? undefined
    : `'reasoning_effort' : value must be one of [${known.join(', ')}]`
}

/** Groq: no log probabilities, no names, one choice, no unknown field in a message. */
export const groq: HostRules = {
  root: '/v1',
  chat: {
    refusedFields: ['logprobs', 'logit_bias', 'top_logprobs', 'store', 'metadata', 'enable_thinking', 'thinking'],
    refusedMessageFields: ['name', 'reasoning_content', 'thinking_blocks'],
    problemOf: ({ n, reasoning_effort }, model) =>
      n !== undefined && n !== 1 ? "'n' : value must be 1" : groqEffortProblem(reasoning_effort, model),
    thinkingField: 'reasoning',
    frames: (frames, { usage }) => withGroqFields(frames, usage),
  },
  serves: ['POST /audio/speech'],
  routes: { 'POST /audio/transcriptions': whisperTranscriptions, 'POST /audio/translations': whisperTranslations },
  models: ['llama-3.3-70b-versatile', 'openai/gpt-oss-120b', 'whisper-large-v3'],
}

function togetherImages(call: Call): MockResponse {
  const { body } = call
  if (textOf(body.prompt) === '') throw openaiError(400, 'prompt is required')
  for (const name of ['width', 'height'])
    if (given(body, name) && !isInteger(body[name], 1)) throw openaiError(400, `${name} must be an integer`)
  if (given(body, 'response_format') && !['base64', 'url'].includes(textOf(body.response_format)))
    throw openaiError(400, 'response_format must be base64 or url')
  const data = Array.from({ length: Number(body.n ?? 1) }, (_, index) => ({
    index,
    ...(body.response_format === 'base64'
      ? { b64_json: pixel.toString('base64') }
      : { url: `${call.origin}/mock-files/${call.serial}-${index}.png` }),
  }))
  return json({ id: identifier('', call), model: call.model, object: 'list', data })
}

/** Together: a bare list of models, log probabilities by their number, usage always reported. */
export const together: HostRules = {
  root: '/v1',
  chat: {
    roles: ['system', 'user', 'assistant', 'tool'],
    refusedFields: ['stream_options', 'max_completion_tokens', 'top_logprobs'],
    // npm together-ai 0.52.0, resources/chat/completions.d.ts: `logprobs` and `reasoning_effort`.
    problemOf: ({ logprobs, reasoning_effort }) => {
      if (logprobs !== undefined && !isInteger(logprobs, 0, 20)) return 'logprobs must be an integer from 0 to 20'
      return reasoning_effort !== undefined && !['low', 'medium', 'high'].includes(textOf(reasoning_effort))
        ? 'reasoning_effort must be low, medium or high'
        : undefined
    },
    thinkingField: 'reasoning',
    usageIn: 'end',
  },
  serves: ['POST /completions', 'POST /embeddings', 'POST /rerank'],
  routes: {
    'POST /images/generations': without(['size', 'quality', 'style', 'user'], togetherImages),
    'POST /audio/speech': without(['stream_format'], speech),
    'POST /audio/transcriptions': whisperTranscriptions,
    'POST /audio/translations': whisperTranslations,
    'GET /models': () =>
      json(['Qwen/Qwen3-235B-A22B', 'BAAI/bge-large-en-v1.5'].map((id) => ({ id, object: 'model', created: 0 }))),
  },
}

/** A ranking under the name `data`. */
async function fireworksRerank(call: Call): Promise<MockResponse> {
  const ranked = await rerank(call)
  const { results, ...rest } = JSON.parse(ranked.kind === 'whole' ? ranked.body.toString() : '{}')
  return json({ object: 'list', ...rest, data: results })
}

const fireworksFields = (
  'model messages tools tool_choice parallel_tool_calls max_tokens max_completion_tokens temperature top_p top_k min_p ' +
  'typical_p frequency_penalty presence_penalty repetition_penalty n stop response_format stream stream_options ' +
  'logprobs top_logprobs echo seed user logit_bias reasoning_effort reasoning_history thinking prediction ' +
  'context_length_exceeded_behavior ignore_eos raw_output perf_metrics_in_response prompt_truncate_len'
).split(' ')

/** Fireworks: unknown fields are refused. */
export const fireworks: HostRules = {
  root: '/v1',
  chat: {
    roles: ['system', 'user', 'assistant', 'tool'],
    fields: fireworksFields,
    refusedMessageFields: ['thinking_blocks'],
    thinkingField: 'reasoning_content',
  },
  serves: ['POST /completions', 'POST /embeddings'],
  routes: { 'POST /rerank': fireworksRerank },
  models: ['accounts/fireworks/models/qwen3-235b-a22b', 'accounts/fireworks/models/kimi-k2-instruct-0905'],
  error: (status, message) => ({
    error: {
      object: 'error',
      type: status < 500 ? 'invalid_request_error' : 'internal_server_error',
      code: status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL',
      message,
    },
  }),
}

// npm @cerebras/cerebras_cloud_sdk 1.91.0, resources/chat/completions.d.ts.
const cerebrasFields = (
  'messages model clear_thinking disable_reasoning frequency_penalty logit_bias logprobs max_completion_tokens ' +
  'max_tokens min_completion_tokens min_tokens model_parameters n parallel_tool_calls prediction presence_penalty ' +
  'prompt_cache_key reasoning_effort reasoning_format response_format seed service_tier stop stream stream_options ' +
  'temperature tool_choice tools top_logprobs top_p user'
).split(' ')

/** Cerebras: the fields of its library alone, and errors without a wrapper. */
export const cerebras: HostRules = {
  root: '/v1',
  chat: {
    roles: ['system', 'developer', 'user', 'assistant', 'tool'],
    fields: cerebrasFields,
    // "property 'messages.2.assistant.reasoning_content' is unsupported":
    // https://github.com/Alishahryar1/free-claude-code/issues/1136
    refusedMessageFields: ['reasoning_content', 'thinking_blocks'],
    problemOf: ({ reasoning_effort }) =>
      reasoning_effort !== undefined && !['none', 'low', 'medium', 'high'].includes(textOf(reasoning_effort))
        ? 'reasoning_effort: must be one of none, low, medium, high'
        : undefined,
    thinkingField: 'reasoning',
  },
  serves: ['POST /completions'],
  models: ['gpt-oss-120b', 'zai-glm-4.7'],
  // https://github.com/nminaya/grammar-nazi-bot/issues/933
  error: (status, message) => ({
    message,
    type: status < 500 ? 'invalid_request_error' : 'server_error',
    param: null,
    code: status === 401 ? 'wrong_api_key' : status < 500 ? 'wrong_api_format' : 'internal_error',
  }),
}

/** NVIDIA: no unknown field, and a wrong key is a 403. */
export const nvidia: HostRules = {
  root: '/v1',
  // https://github.com/Alishahryar1/free-claude-code/issues/1242
  wrongKey: { status: 403, message: 'Authorization failed' },
  chat: {
    // "Extra inputs are not permitted": https://github.com/NVIDIA/garak/issues/748,
    // https://github.com/sipeed/picoclaw/issues/1019, https://github.com/NousResearch/hermes-agent/pull/77973
    refusedFields: ['prompt_cache_key', 'reasoning', 'store', 'metadata', 'verbosity', 'enable_thinking', 'thinking'],
    thinkingField: 'reasoning_content',
  },
  serves: ['POST /completions', 'POST /embeddings'],
  models: ['meta/llama-3.3-70b-instruct', 'nvidia/llama-3.3-nemotron-super-49b-v1.5'],
  error: (status, detail) => ({ status, title: status === 403 ? 'Forbidden' : 'Error', detail }),
}

/** Hugging Face: a router before hosts that think in the field of the first of them. */
export const huggingface: HostRules = {
  root: '/v1',
  chat: { roles: ['system', 'user', 'assistant', 'tool'], thinkingField: 'reasoning_content' },
  models: ['openai/gpt-oss-120b', 'moonshotai/Kimi-K2-Instruct'],
}
