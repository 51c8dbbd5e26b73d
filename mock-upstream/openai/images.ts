import { type Call, createdSeconds } from '../exchange/call.ts'
import { type JsonObject, textOf } from '../exchange/json.ts'
import { eventStream, json, type MockResponse, namedFrame } from '../exchange/response.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { openaiErrorBody } from './errors.ts'
import { checkImageRequest, type ImageTask, imageFields, isGptImage } from './image-rules.ts'
import { pixel } from './pixel.ts'

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
