import type { ChatMessage, JsonObject } from '../../forms/chat.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { isDataUrl, parseDataUrl, plainBase64, sniffMime } from '../../translate/text/data-url.ts'

export type Block = JsonObject & { type: string }

const imageTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])
const isWebUrl = (url: string): boolean => /^https?:\/\//i.test(url)

/** The content of a message as blocks. Anthropic refuses blank texts, so they are left out. */
export function blocksOf(content: ChatMessage['content']): Block[] {
  if (typeof content === 'string') return textBlocks(content)
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown) => (isObject(part) ? blocksOfPart(part) : []))
}

export const textBlocks = (text: unknown, cacheControl?: JsonObject): Block[] =>
  typeof text === 'string' && text.trim() !== '' ? [{ type: 'text', text, ...cacheControl }] : []

/** The `cache_control` of a part, to be spread into its block. */
export const cacheControlOf = ({ cache_control }: JsonObject): JsonObject => (cache_control ? { cache_control } : {})

function blocksOfPart(part: JsonObject): Block[] {
  switch (part.type) {
    case 'text':
      return textBlocks(part.text, cacheControlOf(part))
    case 'refusal':
      return textBlocks(part.refusal)
    case 'image_url':
      return [
        { ...imageBlock(textOf(part.image_url) ?? textOf(objectOf(part.image_url)?.url)), ...cacheControlOf(part) },
      ]
    case 'file':
      return [{ ...fileBlock(objectOf(part.file) ?? {}), ...cacheControlOf(part) }]
    default:
      throw unsupported(`This model takes no content of type ${String(part.type).slice(0, 40)}`, 'messages')
  }
}

function imageBlock(url: string | undefined): Block {
  if (url === undefined) throw unsupported('An image_url part needs a url', 'messages')
  if (isWebUrl(url)) return { type: 'image', source: { type: 'url', url } }
  const data = parseDataUrl(url)
  if (!data) throw unsupported('A picture must be an http(s) address or a base64 data: address', 'messages')
  if (data.mime === 'application/pdf') return documentBlock(data.mime, data.base64)
  // The type read from the bytes is more reliable than the client's, and Anthropic refuses a wrong type.
  const sniffed = sniffMime(data.base64.slice(0, 64))
  const mime =
    sniffed && imageTypes.has(sniffed) ? sniffed : (data.mime ?? 'image/jpeg').replace(/^image\/jpg$/, 'image/jpeg')
  if (!imageTypes.has(mime)) throw unsupported('Pictures must be JPEG, PNG, GIF or WebP', 'messages')
  return { type: 'image', source: { type: 'base64', media_type: mime, data: data.base64 } }
}

function fileBlock(file: JsonObject): Block {
  const id = textOf(file.file_id)
  const name = textOf(file.filename)
  const title = name === undefined ? {} : { title: name }
  // Ids of Anthropic's files have this prefix; those of other companies do not.
  if (id?.startsWith('file_')) return { type: 'document', source: { type: 'file', file_id: id }, ...title }
  const data = textOf(file.file_data) ?? textOf(file.file_url)
  if (data === undefined) throw unsupported('Files must be sent with their content', 'messages')
  if (isWebUrl(data)) return { type: 'document', source: { type: 'url', url: data }, ...title }
  const parsed = isDataUrl(data) ? parseDataUrl(data) : { mime: undefined, base64: plainBase64(data) }
  if (!parsed) throw unsupported('file_data must be base64', 'messages')
  const block = documentBlock(mimeOf(parsed.mime ?? sniffMime(parsed.base64), name), parsed.base64)
  return block.type === 'document' ? { ...block, ...title } : block
}

const mimeOf = (mime: string | undefined, name = ''): string | undefined => {
  if (mime !== undefined && mime !== 'application/octet-stream') return mime
  return /\.pdf$/i.test(name) ? 'application/pdf' : /\.(?:txt|md|csv)$/i.test(name) ? 'text/plain' : mime
}

function documentBlock(mime: string | undefined, base64: string): Block {
  if (mime === 'application/pdf')
    return { type: 'document', source: { type: 'base64', media_type: mime, data: base64 } }
  if (mime !== undefined && imageTypes.has(mime))
    return { type: 'image', source: { type: 'base64', media_type: mime, data: base64 } }
  if (!mime?.startsWith('text/')) throw unsupported('Files must be PDF or plain text', 'messages')
  const text = Buffer.from(base64, 'base64').toString('utf8')
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text } }
}

/** Files stored at Anthropic need a beta header. */
export const usesFiles = (blocks: readonly Block[]): boolean =>
  blocks.some(({ source }) => isObject(source) && source.type === 'file')
