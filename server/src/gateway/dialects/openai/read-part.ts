import { BadRequest } from '../../forms/bad-request.ts'
import type { ContentPart, JsonObject } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { isDataUrl, parseDataUrl } from '../../translate/text/data-url.ts'

const audioFormats: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
}

/**
 * One part of a message's content. Known kinds are checked and their variants normalised; a kind newer than this code
 * passes unchanged.
 */
export function readPart(raw: unknown, path: string): ContentPart {
  if (typeof raw === 'string') return { type: 'text', text: raw }
  if (!isObject(raw) || typeof raw.type !== 'string')
    throw new BadRequest(`${path} must be an object with a type`, path)
  switch (raw.type) {
    case 'text':
      return checked(raw, typeof raw.text === 'string', `${path}.text must be a string`)
    case 'image_url':
    case 'video_url':
      return readUrl(raw, raw.type, path)
    case 'input_audio':
      return readAudio(raw, path)
    case 'file':
      return readFile(raw, path)
    default:
      return raw as ContentPart
  }
}

function checked(part: JsonObject, isValid: boolean, message: string): ContentPart {
  if (!isValid) throw new BadRequest(message, message.slice(0, message.indexOf(' ')))
  return part as ContentPart
}

/** Many clients send the URL as a string where an object is required. */
function readUrl(part: JsonObject, name: string, path: string): ContentPart {
  const value = part[name]
  if (typeof value === 'string') return { ...part, [name]: { url: value } } as ContentPart
  return checked(part, isObject(value) && typeof value.url === 'string', `${path}.${name}.url must be a string`)
}

function readAudio(part: JsonObject, path: string): ContentPart {
  const audio = part.input_audio
  if (!isObject(audio) || typeof audio.data !== 'string')
    throw new BadRequest(`${path}.input_audio.data must be a string`, `${path}.input_audio.data`)
  if (!isDataUrl(audio.data))
    return checked(part, typeof audio.format === 'string', `${path}.input_audio.format must be a string`)
  const parsed = parseDataUrl(audio.data)
  if (!parsed) throw new BadRequest(`${path}.input_audio.data must be base64`, `${path}.input_audio.data`)
  const format = audio.format ?? audioFormats[parsed.mime ?? ''] ?? parsed.mime?.replace(/^audio\//, '') ?? 'wav'
  return { ...part, input_audio: { ...audio, data: parsed.base64, format } } as ContentPart
}

function readFile(part: JsonObject, path: string): ContentPart {
  const { file } = part
  const isNamed = isObject(file) && [file.file_id, file.file_data].some((value) => typeof value === 'string')
  return checked(part, isNamed, `${path}.file must have a file_id or file_data`)
}
