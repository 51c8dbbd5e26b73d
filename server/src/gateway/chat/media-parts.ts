import type { ContentPart, JsonObject } from '../forms/chat.ts'
import { isObject, objectOf, textOf } from '../translate/json/json-values.ts'
import { parseDataUrl } from '../translate/text/data-url.ts'
import type { MediaKind } from './media-type.ts'

export type MediaAddress = { kind: MediaKind; url: string }

/** The members of each kind of part that may hold an address. */
const mediaParts = {
  image_url: { kind: 'image', fields: ['url'] },
  video_url: { kind: 'video', fields: ['url'] },
  input_audio: { kind: 'audio', fields: ['data'] },
  file: { kind: 'file', fields: ['file_data', 'file_url'] },
} as const satisfies Record<string, { kind: MediaKind; fields: readonly string[] }>
type MediaPartType = keyof typeof mediaParts

const mediaPartType = (part: JsonObject): MediaPartType | undefined =>
  typeof part.type === 'string' && Object.hasOwn(mediaParts, part.type) ? (part.type as MediaPartType) : undefined // it is a key

const isRemote = (url: string | undefined): url is string => url !== undefined && /^https?:\/\//i.test(url)

/** A media part with the texts that may be its address or its data; undefined for any other part. */
function readMediaPart(part: unknown) {
  const type = isObject(part) ? mediaPartType(part) : undefined
  if (!isObject(part) || type === undefined) return undefined
  const { kind, fields } = mediaParts[type]
  const holder = part[type]
  return { type, kind, holder, texts: [textOf(holder), ...fields.map((field) => textOf(objectOf(holder)?.[field]))] }
}

/** The address that a part names; undefined for text and inline media. */
export function addressOf(part: unknown): MediaAddress | undefined {
  const media = readMediaPart(part)
  const url = media?.texts.find(isRemote)
  return media && url !== undefined ? { kind: media.kind, url } : undefined
}

export type InlineFile = { name: string; mime: string; bytes: Buffer }

/** The file inside a part; undefined for text and addresses. */
export function inlineMediaOf(part: unknown): InlineFile | undefined {
  const media = readMediaPart(part)
  const data = media?.texts.find((text) => text !== undefined && !isRemote(text))
  if (!media || data === undefined) return undefined
  const { type, kind, holder } = media
  const format = textOf(objectOf(holder)?.format)
  const parsed =
    parseDataUrl(data) ?? (type === 'input_audio' ? { mime: `audio/${format ?? 'wav'}`, base64: data } : undefined)
  if (!parsed) return undefined
  const { mime = kind === 'image' ? 'image/jpeg' : 'application/octet-stream', base64 } = parsed
  const name = textOf(objectOf(holder)?.filename) ?? `${kind}.${mime.split('/')[1]?.replace(/\W.*$/, '') || 'bin'}`
  return { name, mime, bytes: Buffer.from(base64, 'base64') }
}

/** The same part with other data or another address. */
export function withData(part: ContentPart, data: string): ContentPart {
  const type = mediaPartType(part)
  if (type === undefined) return part
  const field = mediaParts[type].fields[0]
  const { file_url: _, ...holder } = objectOf(part[type as keyof ContentPart]) ?? {}
  // Every type above names a part kind whose object has that field.
  return { ...part, [type]: { ...holder, [field]: data } } as ContentPart
}
