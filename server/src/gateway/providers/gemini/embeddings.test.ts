import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import { BadRequest } from '../../forms/bad-request.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { required } from '../testing.ts'
import { embeddings } from './embeddings.ts'
import { targetOf } from './testing.ts'

const target = targetOf('gemini-embedding-001')
const response = required(embeddings.response)

test('one text is embedded alone', () => {
  const { url, body } = embeddings.request({ model: 'e', input: 'a', dimensions: 256, task_type: 'CLUSTERING' }, target)
  assert.match(url, /\/v1beta\/models\/gemini-embedding-001:embedContent$/)
  assert.deepEqual(body, {
    model: 'models/gemini-embedding-001',
    content: { parts: [{ text: 'a' }] },
    outputDimensionality: 256,
    taskType: 'CLUSTERING',
  })
})

test('several texts are one batch', () => {
  const { url, body } = embeddings.request({ input: ['a', 'b'] }, target)
  assert.match(url, /:batchEmbedContents$/)
  const model = 'models/gemini-embedding-001'
  assert.deepEqual(body, {
    requests: [
      { model, content: { parts: [{ text: 'a' }] } },
      { model, content: { parts: [{ text: 'b' }] } },
    ],
  })
})

test('what cannot be embedded here is refused', () => {
  assert.throws(() => embeddings.request({}, target), BadRequest)
  assert.throws(() => embeddings.request({ input: [] }, target), BadRequest)
  assert.throws(() => embeddings.request(new FormData(), target), BadRequest)
  assert.throws(() => embeddings.request({ input: [1, 2] }, target), UpstreamFailure)
  assert.throws(() => embeddings.request({ input: Array(101).fill('a') }, target), UpstreamFailure)
})

test('responses of both kinds are lists', () => {
  const entry = (index: number, embedding: number[]) => ({ object: 'embedding', index, embedding })
  assert.deepEqual(response({ embedding: { values: [0.5] } }, { model: 'e' }), {
    object: 'list',
    model: 'e',
    data: [entry(0, [0.5])],
    usage: { prompt_tokens: 0, total_tokens: 0 },
  })
  const batch = {
    embeddings: [{ values: [1] }, { values: [2] }],
    usageMetadata: { promptTokenCount: 3, totalTokenCount: 3 },
  }
  assert.deepEqual(response(batch, { model: 'e' }), {
    object: 'list',
    model: 'e',
    data: [entry(0, [1]), entry(1, [2])],
    usage: { prompt_tokens: 3, total_tokens: 3 },
  })
})

test('a client that requests base64 gets it', () => {
  const { data } = response({ embedding: { values: [0.5] } }, { encoding_format: 'base64' })
  assert.equal(
    (data as { embedding: unknown }[])[0]?.embedding,
    Buffer.from(Float32Array.of(0.5).buffer).toString('base64'),
  )
})

test('usage is told where the upstream tells it', () => {
  assert.equal(embeddings.usage?.({ embedding: {} }), undefined)
  assert.deepEqual(embeddings.usage?.({ usageMetadata: { promptTokenCount: 2 } }), { ...noUsage, input: 2 })
})

test('a response without vectors is a failure', () => {
  for (const body of [
    null,
    [],
    'x',
    {},
    { embedding: {} },
    { embeddings: [] },
    { embeddings: [null] },
    { embedding: { values: ['a'] } },
  ])
    assert.throws(() => response(body, {}), UpstreamFailure, JSON.stringify(body))
})
