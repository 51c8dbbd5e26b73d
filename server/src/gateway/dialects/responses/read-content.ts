import { BadRequest } from '../../forms/bad-request.ts'
import type { ContentPart } from '../../forms/chat.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'

/** The content of an item: one text stays a string, several parts stay parts. */
export function readContent(raw: unknown, path: string): string | ContentPart[] {
  if (typeof raw === 'string') return raw
  if (!Array.isArray(raw)) throw new BadRequest(`${path} must be a string or a list of parts`, path)
  const parts = raw.map((part, index) => readPart(part, `${path}[${index}]`))
  const [only] = parts
  return parts.length === 1 && only?.type === 'text' && typeof only.text === 'string' ? only.text : parts
}

function readPart(raw: unknown, path: string): ContentPart {
  if (!isObject(raw)) throw new BadRequest(`${path} must be an object`, path)
  switch (raw.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return { type: 'text', text: requiredText(raw.text, `${path}.text`) }
    case 'refusal':
      return { type: 'text', text: requiredText(raw.refusal, `${path}.refusal`) }
    case 'input_image': {
      const url = requiredText(raw.image_url, `${path}.image_url`)
      return { type: 'image_url', image_url: { url, ...(textOf(raw.detail) && { detail: textOf(raw.detail) }) } }
    }
    case 'input_file':
      return readFile(raw.file_id, raw.filename, raw.file_data ?? raw.file_url, path)
    case 'input_audio':
      if (!isObject(raw.input_audio))
        throw new BadRequest(`${path}.input_audio must be an object`, `${path}.input_audio`)
      return {
        type: 'input_audio',
        input_audio: {
          data: requiredText(raw.input_audio.data, `${path}.input_audio.data`),
          format: requiredText(raw.input_audio.format, `${path}.input_audio.format`),
        },
      }
    default:
      throw new BadRequest(`${path}.type is not supported here`, `${path}.type`)
  }
}

function requiredText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw new BadRequest(`${path} must be a string`, path)
  return value
}

function readFile(id: unknown, name: unknown, data: unknown, path: string): ContentPart {
  const file = {
    ...(textOf(id) && { file_id: textOf(id) }),
    ...(textOf(name) && { filename: textOf(name) }),
    ...(textOf(data) && { file_data: textOf(data) }),
  }
  if (!file.file_id && !file.file_data) throw new BadRequest(`${path} must name a file`, path)
  return { type: 'file', file }
}
