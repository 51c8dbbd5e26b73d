import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../forms/chat.ts'
import type { SingleKind } from '../provider.ts'
import { testTarget } from '../testing.ts'
import { jina } from './jina.ts'

const target = testTarget({ type: 38, base_url: 'https://api.jina.ai', model: '' })
const sent = (kind: SingleKind, request: JsonObject) =>
  jina.single?.[kind]?.request(request, { ...target, model: String(request.model) })
const response = (kind: SingleKind, body: unknown) => jina.single?.[kind]?.response?.(body, {})

test('an embedding is requested in Jina’s own words', () => {
  const request = sent('embeddings', {
    model: 'jina-embeddings-v3',
    input: 'hi',
    encoding_format: 'base64',
    dimensions: 64,
    user: 'u',
  })
  assert.equal(request?.url, 'https://api.jina.ai/v1/embeddings')
  assert.deepEqual(request?.headers, { authorization: 'Bearer k', accept: 'application/json' })
  assert.deepEqual(request?.body, {
    model: 'jina-embeddings-v3',
    input: ['hi'],
    embedding_type: 'base64',
    dimensions: 64,
  })
})

test('its own fields pass, pictures among the texts too, and floats are the default', () => {
  const own = { model: 'jina-embeddings-v4', task: 'retrieval.query', normalized: true, late_chunking: false }
  const input = [{ text: 'a' }, { image: 'https://x/a.png' }]
  assert.deepEqual(sent('embeddings', { ...own, input, encoding_format: 'float' })?.body, { ...own, input })
  const chosen = sent('embeddings', { ...own, input, encoding_format: 'base64', embedding_type: 'ubinary' })
  assert.deepEqual(chosen?.body, { ...own, input, embedding_type: 'ubinary' })
})

test('tokens are not embedded', () => {
  for (const input of [
    [1, 2],
    [[1], [2]],
  ])
    assert.throws(() => sent('embeddings', { model: 'm', input }), { kind: 'unsupported', status: 400, param: 'input' })
})

test('embeddings with all of their counts pass unchanged', () => {
  const data = [{ object: 'embedding', index: 0, embedding: [0.5] }]
  const whole = { model: 'm', object: 'list', usage: { total_tokens: 5, prompt_tokens: 5 }, data }
  assert.equal(response('embeddings', whole), whole)
})

test('a ranking has documents as objects and usage in OpenAI’s words', () => {
  const body = {
    model: 'jina-reranker-v3',
    usage: { total_tokens: 12 },
    results: [{ index: 0, relevance_score: 0.7, document: 'd0' }],
  }
  assert.deepEqual(response('rerank', body), {
    model: 'jina-reranker-v3',
    usage: { prompt_tokens: 12, completion_tokens: 0, total_tokens: 12 },
    results: [{ index: 0, relevance_score: 0.7, document: { text: 'd0' } }],
  })
})

test('a ranking passes as the client wrote it, with documents or without', () => {
  const call = { model: 'jina-reranker-v3', query: { text: 'q' }, documents: ['a'], return_documents: false, top_n: 1 }
  const request = sent('rerank', call)
  assert.equal(request?.url, 'https://api.jina.ai/v1/rerank')
  assert.deepEqual(request?.body, call)
})

test('a mistake in a field is told with its path', () => {
  const detail = [{ loc: ['body', 'query'], msg: 'field required', type: 'value_error.missing' }]
  const { status, message, type, param, code } = jina.failure(422, { detail }, {})
  assert.deepEqual(
    [status, message, type, param, code],
    [422, 'field required', 'invalid_request_error', 'body.query', 'value_error.missing'],
  )
})

test('its errors are told apart', () => {
  const kinds: [number, string][] = [
    [401, 'bad_key'],
    [402, 'no_balance'],
    [403, 'no_permission'],
    [422, 'bad_request'],
    [429, 'rate_limited'],
    [503, 'overloaded'],
  ]
  for (const [status, kind] of kinds) assert.equal(jina.failure(status, { detail: 'm' }, {}).kind, kind)
  const long = { code: 402, status: 40203, name: 'InsufficientBalanceError', message: 'm', readableMessage: 'r' }
  assert.equal(jina.failure(402, long, {}).message, 'm')
  assert.equal(jina.failureIn?.({ detail: 'm' })?.kind, 'overloaded')
  assert.equal(jina.failureIn?.({ data: [] }), undefined)
})

test('nothing else is offered', () => {
  assert.deepEqual(
    [jina.chat, jina.models, jina.balance, Object.keys(jina.single ?? {})],
    [undefined, undefined, undefined, ['embeddings', 'rerank']],
  )
})

test('an empty account is no missing permission', () => {
  const message = 'Account balance not enough to run this query, please recharge.'
  for (const status of [402, 403])
    assert.equal(jina.failure(status, { name: 'InsufficientBalanceError', message }, {}).kind, 'no_balance')
})
