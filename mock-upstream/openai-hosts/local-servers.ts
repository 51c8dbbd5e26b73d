import { countTokens, messages } from '../anthropic/messages.ts'
import { type Call, identifier } from '../exchange/call.ts'
import { textOf } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { openaiError } from '../openai/errors.ts'
import { responses } from '../openai/responses/responses.ts'
import { whisperTranscriptions, whisperTranslations } from '../openai/transcriptions.ts'
import { chatUsage } from '../openai/write-chat.ts'
import { rank, rankTokens } from '../rerank/rank.ts'
import type { HostRules } from './host-rules.ts'

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

/** The errors of servers that are written in Python, as https://github.com/harbor-framework/harbor/pull/996 shows them. */
const pythonError = (status: number, message: string) => ({
  error: {
    message,
    type: status === 404 ? 'NotFoundError' : status < 500 ? 'BadRequestError' : 'InternalServerError',
    param: null,
    code: status,
  },
})

/**
 * vLLM: a self-hosted server with Messages, Responses and Jina's ranking
 * (https://docs.vllm.ai/en/v0.32.0/serving/online_serving/), whose reasoning is in `reasoning`
 * (https://github.com/deepseek-ai/deepseek-harness/discussions/199).
 */
export const vllm: HostRules = {
  root: '/v1',
  isKeyless: true,
  chat: { parts: ['image_url', 'input_audio', 'video_url'], thinkingField: 'reasoning' },
  serves: ['POST /completions', 'POST /embeddings', 'POST /rerank'],
  routes: {
    'POST /messages': messages,
    'POST /messages/count_tokens': countTokens,
    'POST /responses': responses,
    'POST /audio/transcriptions': whisperTranscriptions,
    'POST /audio/translations': whisperTranslations,
  },
  models: ['Qwen/Qwen3-0.6B'],
  error: pythonError,
}

// sglang/srt/entrypoints/openai/protocol.py, V1RerankReqInput and RerankResponse: texts alone, and a bare list.
function sglangRerank({ body }: Call): MockResponse {
  const { query, documents, top_n } = body
  const isTexts = Array.isArray(documents) && documents.every((each) => typeof each === 'string')
  if (textOf(query) === '' || !isTexts) throw openaiError(400, 'query and documents must be texts')
  const ranked = rank(textOf(query), documents, Number(top_n ?? documents.length))
  return json(ranked.map(({ text, relevance_score, ...rest }) => ({ score: relevance_score, document: text, ...rest })))
}

/**
 * SGLang: a self-hosted server with Messages (https://docs.sglang.io/docs/basic_usage/anthropic_api) and a ranking of
 * its own.
 */
export const sglang: HostRules = {
  root: '/v1',
  isKeyless: true,
  chat: { parts: ['image_url', 'video_url'], thinkingField: 'reasoning_content' },
  serves: ['POST /completions', 'POST /embeddings'],
  routes: {
    'POST /messages': messages,
    'POST /messages/count_tokens': countTokens,
    'POST /rerank': sglangRerank,
  },
  models: ['qwen/qwen2.5-0.5b-instruct'],
  error: pythonError,
}
