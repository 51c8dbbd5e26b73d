import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { required } from '../testing.ts'
import { images } from './images.ts'
import { targetOf } from './testing.ts'

const imagen = targetOf('imagen-4.0-generate-001')
const drawing = targetOf('gemini-3-pro-image')
const response = required(images.response)
const isKind = (kind: string) => (error: unknown) => error instanceof UpstreamFailure && error.kind === kind

test('Imagen predicts', () => {
  const { url, body } = images.request({ prompt: 'a cat', n: 2, size: '1792x1024', quality: 'hd' }, imagen)
  assert.match(url, /\/models\/imagen-4\.0-generate-001:predict$/)
  assert.deepEqual(body, {
    instances: [{ prompt: 'a cat' }],
    parameters: { sampleCount: 2, aspectRatio: '16:9', imageSize: '2K', personGeneration: 'allow_adult' },
  })
})

const frames: [request: JsonObject, aspectRatio: string | undefined, imageSize: string | undefined][] = [
  [{ size: '1024x1024' }, '1:1', undefined],
  [{ size: '1536x1024' }, '3:2', undefined],
  [{ size: '1024x1536' }, '2:3', undefined],
  [{ size: '1024x1792' }, '9:16', undefined],
  [{ size: '4:3' }, '4:3', undefined],
  [{ size: 'auto' }, undefined, undefined],
  [{ size: 'constructor' }, undefined, undefined],
  [{ quality: 'high' }, undefined, '2K'],
  [{ quality: 'standard' }, undefined, '1K'],
]
for (const [request, aspectRatio, imageSize] of frames)
  test(`a picture of ${JSON.stringify(request)}`, () => {
    const { parameters } = images.request({ prompt: 'x', ...request }, imagen).body as { parameters: JsonObject }
    assert.deepEqual(
      [parameters.aspectRatio, parameters.imageSize, parameters.sampleCount],
      [aspectRatio, imageSize, 1],
    )
  })

test('a model that also writes text is told to draw', () => {
  const { url, body } = images.request({ prompt: 'a cat', size: '16:9' }, drawing)
  assert.match(url, /:generateContent$/)
  assert.deepEqual(body, {
    contents: [{ role: 'user', parts: [{ text: 'a cat' }] }],
    generationConfig: { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '16:9' } },
  })
  assert.throws(() => images.request({ prompt: 'a cat', n: 2 }, drawing), isKind('unsupported'))
})

test('a prompt is needed', () => {
  assert.throws(() => images.request({ prompt: '' }, imagen), BadRequest)
  assert.throws(() => images.request(new FormData(), imagen), BadRequest)
})

test('pictures that were filtered are left out, and none at all is a refusal', () => {
  const shown = { mimeType: 'image/png', bytesBase64Encoded: 'QUJD' }
  const hidden = { raiFilteredReason: 'because' }
  assert.deepEqual(response({ predictions: [shown, hidden] }, {}, { now: 7 }), {
    created: 7,
    data: [{ b64_json: 'QUJD' }],
  })
  assert.throws(() => response({ predictions: [hidden] }, {}), isKind('content_refused'))
  assert.throws(() => response({ predictions: [] }, {}), isKind('bad_response'))
  assert.deepEqual(images.usage?.({ predictions: [shown, hidden, shown] }), { ...noUsage, image_output: 516 })
})

test('drawn pictures are found among the words', () => {
  const parts = [
    { inlineData: { mimeType: 'image/png', data: 'draft' }, thought: true },
    { text: 'here' },
    { inlineData: { mimeType: 'image/png', data: 'QUJD' } },
  ]
  const usageMetadata = {
    promptTokenCount: 2,
    candidatesTokenCount: 9,
    candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 8 }],
  }
  const body = { candidates: [{ content: { parts } }], usageMetadata }
  assert.deepEqual(response(body, {}).data, [{ b64_json: 'QUJD' }])
  assert.deepEqual(images.usage?.(body), { ...noUsage, input: 2, output: 1, image_output: 8 })
})

test('why there is no picture is told', () => {
  for (const body of [
    null,
    'x',
    [],
    {},
    { predictions: {} },
    { predictions: [null] },
    { candidates: [{ content: 7 }] },
  ])
    assert.throws(() => response(body, {}), isKind('bad_response'), JSON.stringify(body))
  assert.throws(() => response({ promptFeedback: { blockReason: 'SAFETY' } }, {}), isKind('content_refused'))
  assert.throws(() => response({ candidates: [{ finishReason: 'IMAGE_SAFETY' }] }, {}), isKind('content_refused'))
  assert.throws(() => response({ candidates: [{ finishReason: 'STOP' }] }, {}), isKind('bad_response'))
  assert.throws(() => response({ error: { code: 503, message: 'm', status: 'UNAVAILABLE' } }, {}), isKind('overloaded'))
})
