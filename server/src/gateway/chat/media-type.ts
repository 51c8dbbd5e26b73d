import { imageSize } from '../counting/image-size.ts'

export type MediaKind = 'image' | 'audio' | 'video' | 'file'

const pixelsMax = 50_000_000

/** Signatures of file types: bytes at an offset, as latin1. */
const beginnings: [mime: string, at: number, bytes: string][] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavi'],
  ['image/heic', 4, 'ftyphei'],
  ['image/heic', 4, 'ftyphev'],
  ['image/heif', 4, 'ftypmif'],
  ['image/heif', 4, 'ftypmsf'],
  ['application/pdf', 0, '%PDF'],
  ['audio/wav', 8, 'WAVE'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/flac', 0, 'fLaC'],
  ['video/webm', 0, '\x1aE\xdf\xa3'],
  ['video/mp4', 4, 'ftyp'],
]

const sniff = (bytes: Buffer): string | undefined =>
  beginnings.find(([, at, begins]) => bytes.toString('latin1', at, at + begins.length) === begins)?.[0]

/** Types without a signature in their bytes: the server's content type is believed. */
const believed: Record<Exclude<MediaKind, 'image'>, RegExp> = {
  audio: /^audio\/[\w.+-]+$/,
  video: /^video\/[\w.+-]+$/,
  file: /^(audio|video|text)\/[\w.+-]+$|^application\/(pdf|json)$/,
}

/** The type of downloaded bytes; undefined when it does not fit the kind of part that named them. */
export function mediaTypeOf(kind: MediaKind, { type, bytes }: { type: string; bytes: Buffer }): string | undefined {
  const known = sniff(bytes)
  const isImage = known?.startsWith('image/') === true
  if (kind === 'image' || (kind === 'file' && isImage)) return isImage && hasFairSize(bytes) ? known : undefined
  if (believed[kind].test(type)) return type
  return known !== undefined && believed[kind].test(known) ? known : undefined
}

/** An image of unreadable size may have any size. */
function hasFairSize(bytes: Buffer): boolean {
  const size = imageSize(bytes)
  return size !== undefined && size.width * size.height <= pixelsMax
}
