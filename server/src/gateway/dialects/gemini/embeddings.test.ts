import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadRequest } from '../../forms/bad-request.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { countedBody, writeCountTokens } from './count-tokens.ts'
import { readBatchEmbedContents, readEmbedContent, writeBatchEmbedContents, writeEmbedContent } from './embeddings.ts'

const content = (...texts: string[]) => ({ parts: texts.map((text) => ({ text })) })

test('one text to embed', () => {
  assert.deepEqual(
    readEmbedContent({ content: content('a', 'b'), outputDimensionality: 256, taskType: 'CLUSTERING' }, 'e'),
    { model: 'e', input: 'a\nb', dimensions: 256, encoding_format: 'float', task_type: 'CLUSTERING' },
  )
  assert.deepEqual(readEmbedContent({ content: content('a'), output_dimensionality: 3 }, 'e'), {
    model: 'e',
    input: 'a',
    dimensions: 3,
    encoding_format: 'float',
  })
})

test('several texts to embed', () => {
  const requests = [{ model: 'models/x', content: content('a') }, { content: content('b') }]
  assert.deepEqual(readBatchEmbedContents({ requests }, 'e'), {
    model: 'e',
    input: ['a', 'b'],
    encoding_format: 'float',
  })
})

test('mistakes in what is to be embedded', () => {
  for (const body of [{}, { content: 'x' }, { content: { parts: [] } }, { content: { parts: [{ inlineData: {} }] } }])
    assert.throws(() => readEmbedContent(body, 'e'), BadRequest, JSON.stringify(body))
  for (const outputDimensionality of [0, 1.5, 'x', -1])
    assert.throws(() => readEmbedContent({ content: content('a'), outputDimensionality }, 'e'), BadRequest)
  const many = Array.from({ length: 101 }, () => ({ content: content('a') }))
  const unlike = [{ content: content('a'), outputDimensionality: 1 }, { content: content('b') }]
  for (const requests of [undefined, [], 'x', [null], many, unlike])
    assert.throws(() => readBatchEmbedContents({ requests }, 'e'), BadRequest)
})

test('vectors are given in the order of their texts', () => {
  const data = [
    { index: 1, embedding: [2] },
    { index: 0, embedding: [1] },
  ]
  assert.deepEqual(writeBatchEmbedContents({ data }), { embeddings: [{ values: [1] }, { values: [2] }] })
  assert.deepEqual(writeEmbedContent({ data: [{ index: 0, embedding: [1] }] }), { embedding: { values: [1] } })
  for (const response of [null, {}, { data: [] }, { data: [{}] }, { data: [{ embedding: 'x' }] }])
    assert.throws(() => writeEmbedContent(response), UpstreamFailure)
})

test('what is to be counted may be a whole request', () => {
  const inner = { contents: [] }
  assert.equal(countedBody({ generateContentRequest: inner }), inner)
  assert.equal(countedBody(inner), inner)
  assert.deepEqual(writeCountTokens(31), { totalTokens: 31 })
})
