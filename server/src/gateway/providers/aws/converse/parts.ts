import type { ChatMessage, JsonObject } from '../../../forms/chat.ts'
import { isObject, objectOf, textOf } from '../../../translate/json/json-values.ts'
import { unsupported } from '../../../translate/response/unsupported.ts'
import { isDataUrl, parseDataUrl, plainBase64, sniffMime } from '../../../translate/text/data-url.ts'

/** A content block of Converse: an object with one member, which names its kind. */
export type Block = JsonObject

// The formats of Converse, by media type. Source: the enums of @aws-sdk/client-bedrock-runtime 3.1162.0, read
// 2026-11-18; bytes are base64 in JSON.
const imageFormats: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}
const documentFormats: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/markdown': 'md',
}
const videoFormats: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
  'video/webm': 'webm',
  'video/x-flv': 'flv',
  'video/mpeg': 'mpeg',
  'video/x-ms-wmv': 'wmv',
  'video/3gpp': 'three_gp',
}
const audioFormats: ReadonlySet<string> = new Set(
  'aac flac m4a mka mkv mp3 mp4 mpeg mpga ogg opus pcm wav webm x-aac'.split(' '),
)

const formatIn = (formats: Readonly<Record<string, string>>, mime = ''): string | undefined =>
  Object.hasOwn(formats, mime) ? formats[mime] : undefined

/** Gives every document of a request a name of its own, since Converse refuses equal names. */
export type DocumentNames = (filename: string | undefined) => string

/** Names may only have letters, digits, single spaces, hyphens, parentheses and brackets. */
export function createDocumentNames(): DocumentNames {
  const used = new Set<string>()
  return (filename) => {
    const plain = (filename ?? '')
      .replace(/\.\w{1,5}$/, '')
      .replace(/[^a-zA-Z0-9()[\]-]+/g, ' ')
      .trim()
      .slice(0, 150)
    const base = plain || 'document'
    let name = base
    for (let count = 2; used.has(name); count++) name = `${base} (${count})`
    used.add(name)
    return name
  }
}

/** The end of a part of the prompt that is worth keeping in the cache. */
const cachePoint: Block = { cachePoint: { type: 'default' } }
export const isCachePoint = (block: Block): boolean => block.cachePoint !== undefined

/** The blocks, and a cache point after them if a client has marked their message or part so. */
export const withCachePoint = (blocks: Block[], { cache_control }: JsonObject): Block[] => {
  const last = blocks.at(-1)
  return isObject(cache_control) && last && !isCachePoint(last) ? [...blocks, cachePoint] : blocks
}

/** The content of a message as blocks. Converse refuses blank texts, so they are left out. */
export function blocksOf(content: ChatMessage['content'], nameOf: DocumentNames): Block[] {
  if (typeof content === 'string') return textBlocks(content)
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown) => (isObject(part) ? withCachePoint(blocksOfPart(part, nameOf), part) : []))
}

export const textBlocks = (text: unknown): Block[] => (typeof text === 'string' && text.trim() !== '' ? [{ text }] : [])

function blocksOfPart(part: JsonObject, nameOf: DocumentNames): Block[] {
  switch (part.type) {
    case 'text':
      return textBlocks(part.text)
    case 'refusal':
      return textBlocks(part.refusal)
    case 'image_url':
      return [mediaBlock(urlIn(part.image_url), nameOf)]
    case 'video_url':
      return [mediaBlock(urlIn(part.video_url), nameOf)]
    case 'input_audio':
      return [audioBlock(objectOf(part.input_audio) ?? {})]
    case 'file':
      return [fileBlock(objectOf(part.file) ?? {}, nameOf)]
    default:
      throw unsupported(`This model takes no content of type ${String(part.type).slice(0, 40)}`, 'messages')
  }
}

const urlIn = (value: unknown): string => textOf(value) ?? textOf(objectOf(value)?.url) ?? ''

const withBytes = (kind: string, format: string, bytes: string, more: JsonObject = {}): Block => ({
  [kind]: { format, ...more, source: { bytes } },
})

function mediaBlock(url: string, nameOf: DocumentNames): Block {
  const data = parseDataUrl(url)
  if (!data) throw unsupported('Media must be a base64 data: address', 'messages')
  // The type read from the bytes is more reliable than the client's.
  return blockOf(sniffMime(data.base64.slice(0, 64)) ?? data.mime, data.base64, undefined, nameOf)
}

function audioBlock({ data, format }: JsonObject): Block {
  const name = (textOf(format) ?? 'wav').toLowerCase()
  if (typeof data !== 'string' || !audioFormats.has(name)) throw unsupported('This audio is not supported', 'messages')
  return withBytes('audio', name, plainBase64(data))
}

function fileBlock(file: JsonObject, nameOf: DocumentNames): Block {
  const data = textOf(file.file_data) ?? textOf(file.file_url)
  const filename = textOf(file.filename)
  if (data === undefined) throw unsupported('Files must be sent with their content', 'messages')
  const parsed = isDataUrl(data) ? parseDataUrl(data) : { mime: undefined, base64: plainBase64(data) }
  if (!parsed) throw unsupported('file_data must be base64', 'messages')
  const isGeneric = parsed.mime === undefined || parsed.mime === 'application/octet-stream'
  const mime = isGeneric ? (mimeOfName(filename) ?? sniffMime(parsed.base64)) : parsed.mime
  return blockOf(mime, parsed.base64, filename, nameOf)
}

/** Documents' formats are the extensions of their names. */
function mimeOfName(filename = ''): string | undefined {
  const extension = /\.([a-z]{2,4})$/i.exec(filename)?.[1]?.toLowerCase()
  return Object.keys(documentFormats).find((mime) => documentFormats[mime] === extension)
}

function blockOf(mime: string | undefined, bytes: string, filename: string | undefined, nameOf: DocumentNames): Block {
  const image = formatIn(imageFormats, mime)
  if (image !== undefined) return withBytes('image', image, bytes)
  const video = formatIn(videoFormats, mime)
  if (video !== undefined) return withBytes('video', video, bytes)
  // Other kinds of text, such as source code, are plain text.
  const document = formatIn(documentFormats, mime) ?? (mime?.startsWith('text/') ? 'txt' : undefined)
  if (document === undefined) throw unsupported(`This model takes no files of type ${mime ?? 'unknown'}`, 'messages')
  return withBytes('document', document, bytes, { name: nameOf(filename) })
}
