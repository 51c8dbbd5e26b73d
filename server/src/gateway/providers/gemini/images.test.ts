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
    parameters: {
      sampleCount: 2,
      aspectRatio: '16:9',
      sampleImageSize: '2K',
      personGeneration: 'allow_adult',
      includeRaiReason: true,
    },
  })
})

const parametersOf = (request: JsonObject, model = 'imagen-4.0-generate-001') =>
  (images.request({ prompt: 'x', ...request }, targetOf(model)).body as { parameters: JsonObject }).parameters

test('Imagen 3 has one size, so none is sent', () => {
  assert.equal(parametersOf({ quality: 'hd' }, 'imagen-3.0-generate-002').sampleImageSize, undefined)
})

test('Imagen writes the format that the client wants, if it can', () => {
  const optionsOf = (request: JsonObject) => parametersOf(request).outputOptions
  assert.deepEqual(optionsOf({ output_format: 'png', output_compression: 5 }), { mimeType: 'image/png' })
  assert.deepEqual(optionsOf({ output_format: 'jpeg' }), { mimeType: 'image/jpeg' })
  const compressed = { mimeType: 'image/jpeg', compressionQuality: 80 }
  assert.deepEqual(optionsOf({ output_format: 'jpeg', output_compression: 80 }), compressed)
  assert.equal(optionsOf({ output_format: 'webp' }), undefined)
})

test('a Gemini model draws in the ratios of its own', () => {
  const { body } = images.request({ prompt: 'x', size: '1536x1024', quality: 'high' }, drawing)
  const { generationConfig } = body as { generationConfig: JsonObject }
  assert.deepEqual(generationConfig.imageConfig, { aspectRatio: '3:2', imageSize: '2K' })
})

const frames: [request: JsonObject, aspectRatio: string | undefined, imageSize: string | undefined][] = [
  [{ size: '1024x1024' }, '1:1', undefined],
  [{ size: '1536x1024' }, '4:3', undefined],
  [{ size: '1024x1536' }, '3:4', undefined],
  [{ size: '1024x1792' }, '9:16', undefined],
  [{ size: '4:3' }, '4:3', undefined],
  [{ size: 'auto' }, undefined, undefined],
  [{ size: 'constructor' }, undefined, undefined],
  [{ quality: 'high' }, undefined, '2K'],
  [{ quality: 'standard' }, undefined, '1K'],
  [{ quality: 'auto' }, undefined, undefined],
]
for (const [request, aspectRatio, imageSize] of frames)
  test(`a picture of ${JSON.stringify(request)}`, () => {
    const parameters = parametersOf(request)
    assert.deepEqual(
      [parameters.aspectRatio, parameters.sampleImageSize, parameters.sampleCount],
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
