import { type Call, identifier } from '../exchange/call.ts'
import { given, isInteger, textOf } from '../exchange/json.ts'
import { type Frame, json, type MockResponse } from '../exchange/response.ts'
import { openaiError } from '../openai/errors.ts'
import { pixel } from '../openai/images.ts'
import { speech } from '../openai/speech.ts'
import { whisperTranscriptions, whisperTranslations } from '../openai/transcriptions.ts'
import { chatUsage } from '../openai/write-chat.ts'
import { rerank } from '../rerank/jina.ts'
import { rank, rankTokens } from '../rerank/rank.ts'
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

/** Groq: no log probabilities, no names, one choice, no unknown field in a message. */
export const groq: HostRules = {
  root: '/v1',
  chat: {
    refusedFields: ['logprobs', 'logit_bias', 'top_logprobs', 'store', 'metadata', 'enable_thinking', 'thinking'],
    refusedMessageFields: ['name', 'reasoning_content', 'thinking_blocks'],
    problemOf: ({ n }) => (n !== undefined && n !== 1 ? "'n' : value must be 1" : undefined),
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
    problemOf: ({ logprobs }) =>
      logprobs !== undefined && !isInteger(logprobs, 0, 20) ? 'logprobs must be an integer from 0 to 20' : undefined,
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

/** Tokens beside the results, and documents only on request. */
function xinferenceRerank(call: Call): MockResponse {
  const { query, documents, top_n, return_documents } = call.body
  const words = textOf(query)
  if (words === '' || !Array.isArray(documents)) throw openaiError(400, 'query and documents are required')
  const results = rank(words, documents, Number(top_n ?? documents.length)).map(({ text, ...rest }) => ({
    ...rest,
    document: return_documents === true ? { text } : null,
  }))
  const tokens = call.usage({ input_tokens: rankTokens(words, documents), output_tokens: 0 })
  return json({
    id: identifier('', call),
    results,
    meta: { api_version: null, billed_units: null, tokens, warnings: null },
  })
}

/** Xinference: a self-hosted server, whose errors are one text. */
export const xinference: HostRules = {
  root: '/v1',
  isKeyless: true,
  chat: {
    roles: ['system', 'user', 'assistant', 'tool'],
    parts: ['image_url', 'input_audio', 'video_url'],
    thinkingField: 'reasoning_content',
  },
  serves: ['POST /completions', 'POST /embeddings', 'POST /images/generations', 'POST /audio/speech'],
  routes: {
    'POST /rerank': xinferenceRerank,
    'POST /audio/transcriptions': whisperTranscriptions,
    'POST /audio/translations': whisperTranslations,
  },
  models: ['qwen3', 'bge-m3', 'bge-reranker-v2-m3'],
  error: (_, message) => ({ detail: message }),
}

/** LM Studio: a self-hosted server, whose models write reasoning between tags. */
export const lmstudio: HostRules = {
  root: '/v1',
  isKeyless: true,
  chat: {
    roles: ['system', 'user', 'assistant', 'tool'],
    thinkingField: 'tags',
    usage: (counts) => chatUsage(counts),
    extra: () => ({ system_fingerprint: 'qwen3-8b', stats: {} }),
  },
  serves: ['POST /completions', 'POST /embeddings'],
  models: ['qwen/qwen3-8b', 'text-embedding-nomic-embed-text-v1.5'],
  error: (_, message) => ({ error: message }),
}
