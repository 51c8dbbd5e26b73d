import { BadRequest } from '../../forms/bad-request.ts'
import type { ContentPart } from '../../forms/chat.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'

/** The content of an item: one text stays a string, several parts stay parts. */
export function readContent(raw: unknown, place: string): string | ContentPart[] {
  if (typeof raw === 'string') return raw
  if (!Array.isArray(raw)) throw new BadRequest(`${place} must be a string or a list of parts`, place)
  const parts = raw.map((part, index) => readPart(part, `${place}[${index}]`))
  const [only] = parts
  return parts.length === 1 && only?.type === 'text' && typeof only.text === 'string' ? only.text : parts
}

function readPart(raw: unknown, place: string): ContentPart {
  if (!isObject(raw)) throw new BadRequest(`${place} must be an object`, place)
  switch (raw.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return { type: 'text', text: needed(raw.text, `${place}.text`) }
    case 'refusal':
      return { type: 'text', text: needed(raw.refusal, `${place}.refusal`) }
    case 'input_image': {
      const url = needed(raw.image_url, `${place}.image_url`)
      return { type: 'image_url', image_url: { url, ...(textOf(raw.detail) && { detail: textOf(raw.detail) }) } }
    }
    case 'input_file':
      return readFile(raw.file_id, raw.filename, raw.file_data ?? raw.file_url, place)
    case 'input_audio':
      if (!isObject(raw.input_audio))
        throw new BadRequest(`${place}.input_audio must be an object`, `${place}.input_audio`)
      return {
        type: 'input_audio',
        input_audio: {
          data: needed(raw.input_audio.data, `${place}.input_audio.data`),
          format: needed(raw.input_audio.format, `${place}.input_audio.format`),
        },
      }
    default:
      throw new BadRequest(`${place}.type is not supported here`, `${place}.type`)
  }
}

function needed(value: unknown, place: string): string {
  if (typeof value !== 'string') throw new BadRequest(`${place} must be a string`, place)
  return value
}

function readFile(id: unknown, name: unknown, data: unknown, place: string): ContentPart {
  const file = {
    ...(textOf(id) && { file_id: textOf(id) }),
    ...(textOf(name) && { filename: textOf(name) }),
    ...(textOf(data) && { file_data: textOf(data) }),
  }
  if (!file.file_id && !file.file_data) throw new BadRequest(`${place} must name a file`, place)
  return { type: 'file', file }
}
