import assert from 'node:assert/strict'
import type { Loose } from './send.ts'

/** One of the relay's routes, with a request to it and the format of its refusals. */
export type EntryPoint = {
  /** Statuses that its clients know by another number. */
  statuses?: Record<number, number>
  path: string
  model: string
  body: object
  /** How its clients send their key. */
  credential(key: string): Record<string, string>
  /** Asserts that a refusal has its format, and gives the code where the format has one. */
  refused(status: number, json: Loose): { code?: string; message: string }
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

function openaiRefusal(_: number, json: Loose) {
  assert.deepEqual(Object.keys(json), ['error'])
  assert.deepEqual(Object.keys(json.error).sort(), ['code', 'message', 'param', 'type'])
  return { code: json.error.code, message: json.error.message }
}

const anthropicTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}
function anthropicRefusal(status: number, json: Loose) {
  assert.equal(json.type, 'error')
  assert.equal(json.error.type, anthropicTypes[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error'))
  return { message: json.error.message }
}

const googleStatuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  415: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
}
function googleRefusal(status: number, json: Loose) {
  assert.deepEqual(Object.keys(json), ['error'])
  assert.deepEqual([json.error.code, json.error.status], [status, googleStatuses[status]])
  return { message: json.error.message }
}

const messages = [{ role: 'user', content: 'hello' }]

export const entryPoints = {
  chat: {
    path: '/v1/chat/completions',
    model: 'gpt-4o',
    body: { model: 'gpt-4o', messages },
    credential: bearer,
    refused: openaiRefusal,
  },
  completions: {
    path: '/v1/completions',
    model: 'gpt-4o',
    body: { model: 'gpt-4o', prompt: 'hello' },
    credential: bearer,
    refused: openaiRefusal,
  },
  responses: {
    path: '/v1/responses',
    model: 'gpt-4o',
    body: { model: 'gpt-4o', input: 'hello' },
    credential: bearer,
    refused: openaiRefusal,
  },
  messages: {
    path: '/v1/messages',
    model: 'gpt-4o',
    body: { model: 'gpt-4o', max_tokens: 100, messages },
    credential: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    refused: anthropicRefusal,
    statuses: { 503: 529 },
  },
  gemini: {
    path: '/v1beta/models/gpt-4o:generateContent',
    model: 'gpt-4o',
    body: { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] },
    credential: (key) => ({ 'x-goog-api-key': key }),
    refused: googleRefusal,
  },
  embeddings: {
    path: '/v1/embeddings',
    model: 'text-embedding-3-small',
    body: { model: 'text-embedding-3-small', input: 'hello' },
    credential: bearer,
    refused: openaiRefusal,
  },
  /** Free of charge, so that no hold stands behind the gate. */
  moderations: {
    path: '/v1/moderations',
    model: 'omni-moderation-latest',
    body: { model: 'omni-moderation-latest', input: 'hello' },
    credential: bearer,
    refused: openaiRefusal,
  },
  speech: {
    path: '/v1/audio/speech',
    model: 'tts-1',
    body: { model: 'tts-1', input: 'hello', voice: 'alloy' },
    credential: bearer,
    refused: openaiRefusal,
  },
} satisfies Record<string, EntryPoint>
