import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import { embeddingList } from './embedding-list.ts'

test('embeddings come one by one, as numbers or as the base64 of their bytes', () => {
  const usage = { ...noUsage, input: 3 }
  assert.deepEqual(embeddingList([[1, -0.5]], { model: 'm', format: undefined, usage }), {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [1, -0.5] }],
    model: 'm',
    usage: { prompt_tokens: 3, total_tokens: 3 },
  })
  const [{ embedding }] = embeddingList([[1, -0.5]], { model: 'm', format: 'base64' }).data as [{ embedding: string }]
  assert.deepEqual(
    new Float32Array(new Uint8Array(Buffer.from(embedding, 'base64')).buffer),
    new Float32Array([1, -0.5]),
  )
})

test('anything else is a bad response', () => {
  for (const nonsense of [null, {}, [1], [['x']], 'x'])
    assert.throws(() => embeddingList(nonsense, { model: 'm', format: 'float' }), { kind: 'bad_response' })
})
