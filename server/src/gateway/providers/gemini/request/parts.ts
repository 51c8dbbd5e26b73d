import { BadRequest } from '../../../forms/bad-request.ts'
import type { ChatMessage, JsonObject } from '../../../forms/chat.ts'
import { isObject, objectOf, textOf } from '../../../translate/json/json-values.ts'
import { unsupported } from '../../../translate/response/unsupported.ts'
import { isDataUrl, parseDataUrl, plainBase64, sniffMime } from '../../../translate/text/data-url.ts'

export type Part = JsonObject

export const textParts = (text: unknown): Part[] => (typeof text === 'string' && text !== '' ? [{ text }] : [])

export const inlinePart = (mimeType: string, data: string): Part => ({ inlineData: { mimeType, data } })

/** The content of a message as parts. Gemini refuses empty texts, so they are left out. */
export function partsOf(content: ChatMessage['content']): Part[] {
  if (typeof content === 'string') return textParts(content)
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown) => (isObject(part) ? partsOfPart(part) : []))
}

function partsOfPart(part: JsonObject): Part[] {
  switch (part.type) {
    case 'text':
      return textParts(part.text)
    case 'refusal':
      return textParts(part.refusal)
    case 'image_url':
      return [mediaPart(urlIn(part.image_url), 'image/jpeg')]
    case 'video_url':
      return [mediaPart(urlIn(part.video_url), 'video/mp4')]
    case 'input_audio':
      return [audioPart(objectOf(part.input_audio) ?? {})]
    case 'file':
      return [filePart(objectOf(part.file) ?? {})]
    default:
      throw unsupported(`This model takes no content of type ${String(part.type).slice(0, 40)}`, 'messages')
  }
}

const urlIn = (value: unknown): string => textOf(value) ?? textOf(objectOf(value)?.url) ?? ''

const invalidUrl = (message: string) => new BadRequest(message, 'messages', 'invalid_image_url')

/** Data goes inline. A URL that was not fetched before is for Google to fetch. */
function mediaPart(url: string, mimeDefault: string): Part {
  if (isDataUrl(url)) {
    const data = parseDataUrl(url)
    if (!data?.base64) throw invalidUrl('A data: address must hold base64')
    return inlinePart(data.mime ?? mimeDefault, data.base64)
  }
  if (!/^(?:https?|gs):\/\//i.test(url)) throw invalidUrl('Media must be an http(s) address or a base64 data: address')
  const mimeType = mimeOfName(url.replace(/[?#].*$/s, ''))
  return { fileData: { ...(mimeType && { mimeType }), fileUri: url } }
}

function audioPart({ data, format }: JsonObject): Part {
  if (typeof data !== 'string' || data === '') throw new BadRequest('input_audio needs data', 'messages')
  const parsed = isDataUrl(data) ? parseDataUrl(data) : { mime: undefined, base64: plainBase64(data) }
  if (!parsed) throw new BadRequest('input_audio.data must be base64', 'messages')
  const audioFormat = textOf(format)
    ?.toLowerCase()
    .replace(/[^a-z0-9.+-]/g, '')
  return inlinePart(parsed.mime ?? `audio/${audioFormat || 'wav'}`, parsed.base64)
}

function filePart(file: JsonObject): Part {
  const id = textOf(file.file_id)
  const data = textOf(file.file_data) ?? textOf(file.file_url)
  if (data === undefined) {
    // Google's own files have URLs; ids of other companies' files cannot be read here.
    if (id !== undefined && keepsAddress(id)) return mediaPart(id, 'application/pdf')
    throw unsupported('This model cannot read files by id: send their content', 'messages')
  }
  if (/^https?:\/\//i.test(data)) return mediaPart(data, 'application/pdf')
  const parsed = isDataUrl(data) ? parseDataUrl(data) : { mime: undefined, base64: plainBase64(data) }
  if (!parsed?.base64) throw new BadRequest('file_data must be base64', 'messages')
  const mimeByName = mimeOfName(textOf(file.filename) ?? '')
  const isGeneric = parsed.mime === undefined || parsed.mime === 'application/octet-stream'
  const mime = isGeneric ? (mimeByName ?? sniffMime(parsed.base64) ?? 'application/pdf') : parsed.mime
  return inlinePart(mime ?? 'application/pdf', parsed.base64)
}

const mimes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heif',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  mp3: 'audio/mp3',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
}

function mimeOfName(name: string): string | undefined {
  const extension = /\.([a-z0-9]{2,4})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(mimes, extension) ? mimes[extension] : undefined
}

const upstreamUrls =
  /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/|youtu\.be\/|generativelanguage\.googleapis\.com\/v\w+\/files\/)|^gs:\/\//i

/** Only Google can fetch YouTube videos and files stored at Google. */
export const keepsAddress = (url: string): boolean => upstreamUrls.test(url)
