import { BadRequest } from '../../forms/bad-request.ts'
import type { ContentPart, JsonObject } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { isDataUrl, parseDataUrl } from '../../translate/text/data-url.ts'

const formats: Readonly<Record<string, string>> = { 'audio/mpeg': 'mp3', 'audio/x-wav': 'wav', 'audio/wave': 'wav' }

/**
 * One part of a message's content. Known kinds are checked and their loose spellings made one; a kind newer than this
 * file passes as it is.
 */
export function readPart(raw: unknown, place: string): ContentPart {
  if (typeof raw === 'string') return { type: 'text', text: raw }
  if (!isObject(raw) || typeof raw.type !== 'string')
    throw new BadRequest(`${place} must be an object with a type`, place)
  switch (raw.type) {
    case 'text':
      return checked(raw, typeof raw.text === 'string', `${place}.text must be a string`)
    case 'image_url':
    case 'video_url':
      return readAddress(raw, raw.type, place)
    case 'input_audio':
      return readAudio(raw, place)
    case 'file':
      return readFile(raw, place)
    default:
      return raw as ContentPart
  }
}

function checked(part: JsonObject, isRight: boolean, message: string): ContentPart {
  if (!isRight) throw new BadRequest(message, message.slice(0, message.indexOf(' ')))
  return part as ContentPart
}

/** Many clients write the address alone where an object with it belongs. */
function readAddress(part: JsonObject, name: string, place: string): ContentPart {
  const value = part[name]
  if (typeof value === 'string') return { ...part, [name]: { url: value } } as ContentPart
  return checked(part, isObject(value) && typeof value.url === 'string', `${place}.${name}.url must be a string`)
}

function readAudio(part: JsonObject, place: string): ContentPart {
  const audio = part.input_audio
  if (!isObject(audio) || typeof audio.data !== 'string')
    throw new BadRequest(`${place}.input_audio.data must be a string`, `${place}.input_audio.data`)
  if (!isDataUrl(audio.data))
    return checked(part, typeof audio.format === 'string', `${place}.input_audio.format must be a string`)
  const parsed = parseDataUrl(audio.data)
  if (!parsed) throw new BadRequest(`${place}.input_audio.data must be base64`, `${place}.input_audio.data`)
  const format = audio.format ?? formats[parsed.mime ?? ''] ?? parsed.mime?.replace(/^audio\//, '') ?? 'wav'
  return { ...part, input_audio: { ...audio, data: parsed.base64, format } } as ContentPart
}

function readFile(part: JsonObject, place: string): ContentPart {
  const { file } = part
  const isNamed = isObject(file) && [file.file_id, file.file_data].some((value) => typeof value === 'string')
  return checked(part, isNamed, `${place}.file must have a file_id or file_data`)
}
