import type { Call } from '../exchange/call.ts'
import { given, type JsonObject, textOf } from '../exchange/json.ts'
import { invalidValue, missingParameter, openaiError } from './errors.ts'

export type ImageTask = 'image_generation' | 'image_edit' | 'image_variation'

export const isGptImage = (model: string): boolean => model.startsWith('gpt-image')

const sizes: Record<string, string[]> = {
  'dall-e-2': ['256x256', '512x512', '1024x1024'],
  'dall-e-3': ['1024x1024', '1024x1792', '1792x1024'],
}
const qualities: Record<string, string[]> = { 'dall-e-2': ['standard'], 'dall-e-3': ['standard', 'hd'] }
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'application/octet-stream']

/** The fields of a request and its number of pictures, from a form or from JSON. */
export function imageFields(call: Call): { fields: JsonObject; pictures: number } {
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
export function checkImageRequest({ fields, pictures, model, task }: ImageRequest): void {
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
