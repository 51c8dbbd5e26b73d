import { type Call, createdSeconds } from '../exchange/call.ts'
import { given, type JsonObject, textOf } from '../exchange/json.ts'
import { eventStream, json, type MockResponse, namedFrame } from '../exchange/response.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { invalidValue, missingParameter, openaiError, openaiErrorBody } from './errors.ts'

/** The output tokens of a picture by quality, whatever its size. */
const outputTokens: Record<string, number> = { low: 272, medium: 1056, high: 4160, auto: 1056 }

export const imageGenerations = (call: Call): MockResponse => draw(call, 'image_generation')
export const imageEdits = (call: Call): MockResponse => draw(call, 'image_edit')
export const imageVariations = (call: Call): MockResponse => draw(call, 'image_variation')

function draw(call: Call, task: ImageTask): MockResponse {
  const { fields, pictures } = imageFields(call)
  const model = textOf(fields.model) || call.model || 'dall-e-2'
  checkImageRequest({ fields, pictures, model, task })
  const count = Number(fields.n ?? 1)
  if (!isGptImage(model)) {
    const asBytes = fields.response_format === 'b64_json'
    const revised = model === 'dall-e-3' ? { revised_prompt: fields.prompt } : {}
    const data = Array.from({ length: count }, (_, index) => ({
      ...(asBytes
        ? { b64_json: pixel.toString('base64') }
        : { url: `${call.origin}/mock-files/${call.serial}-${index}.png` }),
      ...revised,
    }))
    return json({ created: createdSeconds, data })
  }
  const usage = call.usage(imageUsage(fields, pictures, count))
  if (fields.stream === true || fields.stream === 'true') return streamed(fields, task, usage)
  const data = Array.from({ length: count }, () => ({ b64_json: pixel.toString('base64') }))
  return json({ created: createdSeconds, data, ...settings(fields), usage })
}

function imageUsage(fields: JsonObject, pictures: number, count: number) {
  const text_tokens = tokensOf(textOf(fields.prompt).length)
  const image_tokens = pictures * 323
  const output_tokens = count * (outputTokens[textOf(fields.quality) || 'auto'] ?? 1056)
  return {
    input_tokens: text_tokens + image_tokens,
    output_tokens,
    total_tokens: text_tokens + image_tokens + output_tokens,
    input_tokens_details: { text_tokens, image_tokens },
  }
}

const settings = (fields: JsonObject) => ({
  background: textOf(fields.background) || 'opaque',
  output_format: textOf(fields.output_format) || 'png',
  quality: textOf(fields.quality) || 'medium',
  size: textOf(fields.size) || '1024x1024',
})

function streamed(fields: JsonObject, task: ImageTask, usage: object | undefined): MockResponse {
  const shared = { b64_json: pixel.toString('base64'), created_at: createdSeconds, ...settings(fields) }
  const partials = Array.from({ length: Number(fields.partial_images ?? 0) }, (_, partial_image_index) =>
    namedFrame({ type: `${task}.partial_image`, ...shared, partial_image_index }),
  )
  const completed = namedFrame({ type: `${task}.completed`, ...shared, usage })
  return eventStream([...partials, completed], (status, message) =>
    namedFrame({ type: 'error', ...openaiErrorBody(status, message) }),
  )
}

type ImageTask = 'image_generation' | 'image_edit' | 'image_variation'

const isGptImage = (model: string): boolean => model.startsWith('gpt-image')

const sizes: Record<string, string[]> = {
  'dall-e-2': ['256x256', '512x512', '1024x1024'],
  'dall-e-3': ['1024x1024', '1024x1792', '1792x1024'],
}
const qualities: Record<string, string[]> = { 'dall-e-2': ['standard'], 'dall-e-3': ['standard', 'hd'] }
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'application/octet-stream']

/** The fields of a request and its number of pictures, from a form or from JSON. */
function imageFields(call: Call): { fields: JsonObject; pictures: number } {
  if (!call.form) {
    const named = [call.body.images, call.body.image].find(Array.isArray)
    return { fields: call.body, pictures: named?.length ?? (given(call.body, 'image') ? 1 : 0) }
  }
  const fields: JsonObject = {}
  let pictures = 0
  for (const [name, value] of call.form) {
    if (typeof value === 'string') fields[name] = value
    else if (!pictureTypes.includes(value.type))
      throw invalidValue(name, `unsupported mimetype ('${value.type}').`, 'unsupported_file_mimetype')
    else if (name === 'image' || name === 'image[]') pictures++
    else if (name !== 'mask')
      throw openaiError(400, `Unknown parameter: '${name}'.`, { param: name, code: 'unknown_parameter' })
  }
  return { fields, pictures }
}

type ImageRequest = { fields: JsonObject; pictures: number; model: string; task: ImageTask }

/** Refuses sizes, qualities and counts that a model does not support. */
function checkImageRequest({ fields, pictures, model, task }: ImageRequest): void {
  if (task !== 'image_variation' && textOf(fields.prompt) === '') throw missingParameter('prompt')
  if (task !== 'image_generation' && pictures === 0) throw missingParameter('image')
  if (task === 'image_variation' && model !== 'dall-e-2') throw invalidValue('model', "the value must be 'dall-e-2'.")
  if (task === 'image_edit' && model === 'dall-e-3') throw invalidValue('model', "'dall-e-3' cannot edit images.")
  const count = Number(fields.n ?? 1)
  const countMax = model === 'dall-e-3' ? 1 : 10
  if (!Number.isInteger(count) || count < 1 || count > countMax)
    throw invalidValue('n', `expected an integer from 1 to ${countMax}.`)
  const size = textOf(fields.size)
  const fits = isGptImage(model) ? /^(auto|\d+x\d+)$/.test(size) : (sizes[model] ?? [size]).includes(size)
  if (size !== '' && !fits) throw invalidValue('size', `'${size}' is not supported by ${model}.`)
  const quality = textOf(fields.quality)
  const allowed = isGptImage(model) ? ['low', 'medium', 'high', 'auto'] : (qualities[model] ?? [quality])
  if (quality !== '' && !allowed.includes(quality))
    throw invalidValue('quality', `supported values are ${allowed.join(', ')}.`)
  const foreign = isGptImage(model)
    ? ['response_format', 'style']
    : ['background', 'output_format', 'output_compression', 'moderation', 'stream', 'partial_images']
  for (const name of isGptImage(model) || sizes[model] ? foreign : []) {
    if (given(fields, name))
      throw openaiError(400, `Unknown parameter: '${name}'.`, { param: name, code: 'unknown_parameter' })
  }
}

/** A valid PNG of one transparent pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
