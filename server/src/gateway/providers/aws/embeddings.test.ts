import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { required } from '../testing.ts'
import { embeddingModels } from './embeddings.ts'
import { targetOf } from './testing.ts'

const embeddings = required(embeddingModels.single?.embeddings)
const split = required(embeddings.split)

// Source: bedrock-embedding-model.ts of @ai-sdk/amazon-bedrock 4.0.186 and the Bedrock user guide, read 2026-11-18.
const bodies: [model: string, request: JsonObject, body: JsonObject][] = [
  ['amazon.titan-embed-text-v2:0', { dimensions: 256 }, { inputText: 'sea', dimensions: 256 }],
  ['amazon.titan-embed-text-v1', {}, { inputText: 'sea' }],
  [
    'amazon.titan-embed-image-v1',
    { dimensions: 384 },
    { inputText: 'sea', embeddingConfig: { outputEmbeddingLength: 384 } },
  ],
  [
    'cohere.embed-v4:0',
    { dimensions: 512, input_type: 'search_query' },
    { texts: ['sea'], input_type: 'search_query', embedding_types: ['float'], output_dimension: 512 },
  ],
  ['cohere.embed-english-v3', {}, { texts: ['sea'], input_type: 'search_document', embedding_types: ['float'] }],
  [
    'amazon.nova-2-multimodal-embeddings-v1:0',
    {},
    {
      taskType: 'SINGLE_EMBEDDING',
      singleEmbeddingParams: { embeddingPurpose: 'GENERIC_INDEX', text: { truncationMode: 'END', value: 'sea' } },
    },
  ],
]
for (const [model, request, body] of bodies)
  test(`the request of ${model}${request.dimensions === undefined ? '' : ' with dimensions'}`, () => {
    const sent = embeddings.request({ model: 'm', input: ['sea'], ...request }, targetOf(model))
    assert.equal(sent.url, `https://bedrock-runtime.us-east-1.amazonaws.com/model/${encodeURIComponent(model)}/invoke`)
    assert.deepEqual(sent.body, body)
    assert.ok(sent.sign)
  })

test('Titan embeds one text per request, Cohere ninety-six', () => {
  const sizes = (model: string, count: number) =>
    split({ input: Array.from({ length: count }, (_, index) => `t${index}`) }, targetOf(model)).map(
      ({ input }) => (input as string[]).length,
    )
  assert.deepEqual(sizes('amazon.titan-embed-text-v2:0', 3), [1, 1, 1])
  assert.deepEqual(sizes('cohere.embed-v4:0', 100), [96, 4])
})

test('tokens instead of texts are for another channel', () => {
  assert.throws(
    () => split({ input: [[1, 2]] }, targetOf('cohere.embed-v4:0')),
    (error) => error instanceof UpstreamFailure && error.kind === 'unsupported',
  )
})
