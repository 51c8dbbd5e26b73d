import type { ContentPart, JsonObject } from '../forms/chat.ts'
import { isObject, objectOf, textOf } from '../translate/json/json-values.ts'
import type { MediaKind } from './media-type.ts'

export type MediaAddress = { kind: MediaKind; url: string }

/** Where a part says what it shows. */
const places = {
  image_url: { kind: 'image', fields: ['url'] },
  video_url: { kind: 'video', fields: ['url'] },
  input_audio: { kind: 'audio', fields: ['data'] },
  file: { kind: 'file', fields: ['file_data', 'file_url'] },
} as const satisfies Record<string, { kind: MediaKind; fields: readonly string[] }>
type Place = keyof typeof places

const placeOf = (part: JsonObject): Place | undefined =>
  typeof part.type === 'string' && Object.hasOwn(places, part.type) ? (part.type as Place) : undefined // it is a key

const isRemote = (url: string | undefined): url is string => url !== undefined && /^https?:\/\//i.test(url)

/** The address of a part that names one; undefined for text, and for what is in the request already. */
export function addressOf(part: unknown): MediaAddress | undefined {
  const place = isObject(part) ? placeOf(part) : undefined
  if (!isObject(part) || place === undefined) return undefined
  const { kind, fields } = places[place]
  const holder = part[place]
  const texts = [textOf(holder), ...fields.map((field) => textOf(objectOf(holder)?.[field]))]
  const url = texts.find(isRemote)
  return url === undefined ? undefined : { kind, url }
}

/** The same part with the bytes in place of the address. */
export function withData(part: ContentPart, data: string): ContentPart {
  const place = placeOf(part)
  if (place === undefined) return part
  const field = places[place].fields[0]
  const { file_url: _, ...holder } = objectOf(part[place as keyof ContentPart]) ?? {}
  // Every place above is a kind of part of that name, holding an object with that field.
  return { ...part, [place]: { ...holder, [field]: data } } as ContentPart
}
