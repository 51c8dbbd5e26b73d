import { noUsage } from '../../../domain/money/pricing/usage.ts'
import { isForm } from '../../../light/is-form.ts'
import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import type { SingleOperation } from '../provider.ts'
import { type ActionRequest, actionRequest } from './address.ts'
import { emptyResponse, geminiFailure, promptBlocked } from './failure.ts'
import { hasImageSizes, isImagen } from './request/model-traits.ts'
import { blockReasonIn } from './response/read-response.ts'
import { usageOfGemini } from './response/usage.ts'

type Ratios = Readonly<Record<string, string>>

const ratios: Ratios = {
  '1024x1024': '1:1',
  '1536x1024': '3:2',
  '1024x1536': '2:3',
  '1792x1024': '16:9',
  '1024x1792': '9:16',
}
/** Imagen accepts 1:1, 3:4, 4:3, 9:16 and 16:9. */
const imagenRatios: Ratios = { ...ratios, '1536x1024': '4:3', '1024x1536': '3:4' }
const imagenTokens = 258

function ratioOf(size: unknown, table: Ratios): string | undefined {
  if (typeof size !== 'string') return undefined
  if (/^\d{1,2}:\d{1,2}$/.test(size)) return size
  return Object.hasOwn(table, size) ? table[size] : undefined
}

/** Only sent where the client chose a quality: not every model accepts a size. */
function sizeOf(quality: unknown): string | undefined {
  if (typeof quality !== 'string' || quality === 'auto') return undefined
  return quality === 'hd' || quality === 'high' ? '2K' : '1K'
}

/** Imagen writes PNG and JPEG; the compression is JPEG's. */
function outputOptionsOf({ output_format, output_compression }: JsonObject): JsonObject | undefined {
  if (output_format === 'png') return { mimeType: 'image/png' }
  if (output_format !== 'jpeg') return undefined
  return definedOf({
    mimeType: 'image/jpeg',
    compressionQuality: typeof output_compression === 'number' ? output_compression : undefined,
  })
}

/** A request to Imagen, with the fields that the converters of @google/genai 2.32 and 1.30 write. */
function imagenBody(request: JsonObject, model: string, prompt: string, count: number): JsonObject {
  const parameters = definedOf({
    sampleCount: count,
    aspectRatio: ratioOf(request.size, imagenRatios),
    sampleImageSize: hasImageSizes(model) ? sizeOf(request.quality) : undefined,
    outputOptions: outputOptionsOf(request),
    personGeneration: 'allow_adult',
    includeRaiReason: true, // without it, a filtered image is absent and has no reason
  })
  return { instances: [{ prompt }], parameters }
}

/** Images of Imagen, which only makes images, or of a Gemini model that also writes text. */
export const imageOperation = (requestAction: ActionRequest): SingleOperation => ({
  request(request, target) {
    if (isForm(request)) throw new BadRequest('The request body must be a JSON object')
    const prompt = textOf(request.prompt)
    if (prompt === undefined) throw new BadRequest('prompt is required', 'prompt')
    const count = typeof request.n === 'number' ? request.n || 1 : 1
    if (isImagen(target.model))
      return requestAction(target, 'predict', imagenBody(request, target.model, prompt, count))
    if (count > 1) throw unsupported('This model draws one picture at a time: n must be 1', 'n')
    const imageConfig = definedOf({ aspectRatio: ratioOf(request.size, ratios), imageSize: sizeOf(request.quality) })
    return requestAction(target, 'generateContent', {
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      generationConfig: {
        responseModalities: ['TEXT', 'IMAGE'],
        ...(Object.keys(imageConfig).length > 0 && { imageConfig }),
      },
    })
  },
  response(body, _, facts) {
    if (!isObject(body)) throw badResponse()
    if (isObject(body.error)) throw geminiFailure(200, body)
    const data = isObject(body.predictions) || Array.isArray(body.predictions) ? predicted(body) : drawn(body)
    return { created: facts?.now ?? 0, data: data.map((b64_json) => ({ b64_json })) }
  },
  usage(body) {
    const response = objectOf(body)
    const usage = usageOfGemini(response?.usageMetadata)
    if (usage) return usage
    const count = listOf(response?.predictions).filter((each) => imageIn(each) !== undefined).length
    return count > 0 ? { ...noUsage, image_output: count * imagenTokens } : undefined
  },
})

export const images: SingleOperation = imageOperation(actionRequest)

const imageIn = (prediction: unknown): string | undefined =>
  isObject(prediction) ? textOf(prediction.bytesBase64Encoded) : undefined

/** Images that Google's filter removed are left out. */
function predicted(body: JsonObject): string[] {
  const predictions = listOf(body.predictions)
  const drawnImages = predictions.map(imageIn).filter((image) => image !== undefined)
  if (drawnImages.length > 0) return drawnImages
  const reason = predictions.map((each) => (isObject(each) ? textOf(each.raiFilteredReason) : undefined)).find(Boolean)
  throw reason === undefined ? emptyResponse() : allFiltered(reason)
}

function drawn(body: JsonObject): string[] {
  const candidates = listOf(body.candidates).filter(isObject)
  const parts = candidates.flatMap(({ content }) => listOf(objectOf(content)?.parts)).filter(isObject)
  const drawnImages = parts
    .filter(({ thought }) => thought !== true)
    .map(({ inlineData }) => textOf(objectOf(inlineData)?.data))
    .filter((image) => image !== undefined)
  if (drawnImages.length > 0) return drawnImages
  const blocked = blockReasonIn(body)
  if (blocked !== undefined) throw promptBlocked(blocked)
  const reason = textOf(candidates[0]?.finishReason)
  throw reason === undefined || reason === 'STOP' ? emptyResponse() : allFiltered(reason)
}

const allFiltered = (reason: string): UpstreamFailure =>
  new UpstreamFailure('content_refused', {
    status: 400,
    message: `the provider held every picture back: ${reason.slice(0, 200)}`,
    type: 'invalid_request_error',
    code: 'content_filter',
  })
