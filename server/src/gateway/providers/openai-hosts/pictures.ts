import type { JsonObject } from '../../forms/chat.ts'
import { isObject, listOf, objectOf } from '../../translate/json/json-values.ts'
import type { SingleQuirks } from '../openai-shaped/single.ts'

/** OpenAI's image fields that other vendors do not know. */
const foreignFields = ['quality', 'style', 'user', 'background', 'moderation', 'output_compression', 'partial_images']

/** xAI has aspect ratios instead of sizes. */
export const xaiPictures: SingleQuirks = { droppedFields: [...foreignFields, 'size', 'stream'] }

/** Together requires width and height, and has another name for base64 data. */
export const togetherPictures: SingleQuirks = {
  adjust(body) {
    const [, width, height] = /^(\d+)x(\d+)$/.exec(String(body.size)) ?? []
    if (width && height) Object.assign(body, { width: Number(width), height: Number(height) })
    if (body.response_format === 'b64_json') body.response_format = 'base64'
  },
  droppedFields: [...foreignFields, 'size', 'stream'],
  response: (body, _, about) => ({ created: about?.now, ...objectOf(body) }),
}

/**
 * Ark draws several images as one sequence. Their number is always the one that the charge is computed from, and a
 * failed image of the sequence is left out.
 */
export const arkPictures: SingleQuirks = {
  adjust(body) {
    delete body.sequential_image_generation
    delete body.sequential_image_generation_options
    if (typeof body.n !== 'number' || body.n <= 1) return
    body.sequential_image_generation = 'auto'
    body.sequential_image_generation_options = { max_images: body.n }
  },
  droppedFields: [...foreignFields, 'n', 'stream'],
  response(body) {
    const response: JsonObject = objectOf(body) ?? {}
    const pictures = listOf(response.data)
    const drawn = pictures.filter((picture) => isObject(picture) && picture.error === undefined)
    return drawn.length === pictures.length ? response : { ...response, data: drawn }
  },
}
