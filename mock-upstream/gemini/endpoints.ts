import { absentModel, type Call } from '../exchange/call.ts'
import { isInteger, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { completionFor } from '../model/completion.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { vectorOf } from '../model/vector.ts'
import { pixel } from '../openai/images.ts'
import { camelKeys } from './camel-keys.ts'
import { partsOf } from './content-rules.ts'
import { checkNames, invalidArgument } from './errors.ts'
import { readContents } from './read-contents.ts'
import { modelMissing } from './request-rules.ts'

const batchMax = 100
const usualDimensions = 3072

/** Free of charge. */
export function countTokens(call: Call): MockResponse {
  const body = camelKeys(call.body) as JsonObject // an object in, an object out
  const request = isObject(body.generateContentRequest) ? body.generateContentRequest : body
  if (objectsIn(request.contents).length === 0)
    throw invalidArgument('* CountTokensRequest.contents: contents is not specified')
  return json({ totalTokens: completionFor(readContents(request), call.counts).counts.input })
}

export function embedContent(call: Call): MockResponse {
  const { values, tokens } = embed(call, camelKeys(call.body) as JsonObject) // an object in, an object out
  return json({ embedding: { values }, ...usageOf(call, tokens) })
}

export function batchEmbedContents(call: Call): MockResponse {
  const requests = objectsIn(camelKeys(call.body.requests))
  if (requests.length === 0) throw invalidArgument('* BatchEmbedContentsRequest.requests: requests is not specified')
  if (requests.length > batchMax)
    throw invalidArgument(`* BatchEmbedContentsRequest.requests: at most ${batchMax} requests can be in one batch`)
  for (const [index, { model }] of requests.entries()) {
    if (model !== `models/${call.model}`)
      throw invalidArgument(
        `* BatchEmbedContentsRequest.requests[${index}].model: model must match the one of the batch`,
      )
  }
  const embedded = requests.map((request) => embed(call, request))
  const tokens = embedded.reduce((sum, each) => sum + each.tokens, 0)
  return json({ embeddings: embedded.map(({ values }) => ({ values })), ...usageOf(call, tokens) })
}

function embed(call: Call, request: JsonObject): { values: number[]; tokens: number } {
  if (call.model === absentModel) throw modelMissing(call.model, 'embedContent')
  const parts = isObject(request.content) ? partsOf(request.content) : []
  const text = parts.map((part) => textOf(part.text)).join('\n')
  if (text === '') throw invalidArgument('* EmbedContentRequest.content: contents is not specified')
  const dimensions = request.outputDimensionality ?? usualDimensions
  if (!isInteger(dimensions, 1, usualDimensions))
    throw invalidArgument('* EmbedContentRequest.output_dimensionality: must be between 1 and 3072')
  return { values: vectorOf(text, dimensions), tokens: tokensOf(text.length) }
}

/** Older models report no counts. */
const usageOf = (call: Call, promptTokenCount: number): JsonObject =>
  call.model === 'gemini-embedding-001'
    ? {}
    : { usageMetadata: call.usage({ promptTokenCount, totalTokenCount: promptTokenCount }) }

// The parameters of generateImages that @google/genai 1.30 converts for the Gemini API and 2.32 for Vertex, and the
// values that its GenerateImagesConfig documents (dist/genai.d.ts). Read 2026-11-18.
const imagenParameters = new Set(
  (
    'storageUri negativePrompt sampleCount aspectRatio guidanceScale seed safetySetting personGeneration includeSafetyAttributes ' +
    'includeRaiReason language outputOptions addWatermark sampleImageSize enhancePrompt'
  ).split(' '),
)
const imagenRatios = ['1:1', '3:4', '4:3', '9:16', '16:9']

function checkImagen(model: string, parameters: JsonObject): void {
  checkNames(parameters, 'parameters', imagenParameters)
  const { sampleCount = 1, aspectRatio, sampleImageSize } = parameters
  if (!isInteger(sampleCount, 1, 4)) throw invalidArgument('sampleCount must be between 1 and 4')
  if (aspectRatio !== undefined && !imagenRatios.includes(textOf(aspectRatio)))
    throw invalidArgument(`aspectRatio must be one of ${imagenRatios.join(', ')}`)
  if (sampleImageSize === undefined) return
  if (model.startsWith('imagen-3')) throw invalidArgument('sampleImageSize is not supported for this model')
  if (!['1K', '2K'].includes(textOf(sampleImageSize))) throw invalidArgument('sampleImageSize must be 1K or 2K')
}

/** Imagen has its own endpoint. A filtered image has a reason if the request wants one. */
export function predict(call: Call): MockResponse {
  const prompt = textOf(objectsIn(call.body.instances)[0]?.prompt)
  if (prompt === '') throw invalidArgument('instances[0].prompt is required')
  const parameters = isObject(call.body.parameters) ? call.body.parameters : {}
  checkImagen(call.model, parameters)
  if (prompt.includes('trip the filter'))
    return json({
      predictions: parameters.includeRaiReason === true ? [{ raiFilteredReason: 'The prompt was filtered.' }] : [],
    })
  const prediction = { mimeType: 'image/png', bytesBase64Encoded: pixel.toString('base64') }
  return json({ predictions: Array.from({ length: Number(parameters.sampleCount ?? 1) }, () => prediction) })
}
