import { heifSize, type ImageSize } from './heif-size.ts'

/** An image has its size in its first bytes. If more than this comes before it, the size is not read. */
const headerBytesMax = 64 * 1024
const base64LengthMax = Math.ceil(headerBytesMax / 3) * 4
const mediaTypeLengthMax = 256

/** Width and height from the header of a PNG, JPEG, GIF, WebP, AVIF or HEIF. Never throws, whatever the bytes are. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headerBytesMax))
  try {
    const size = pngSize(header) ?? gifSize(header) ?? jpegSize(header) ?? webpSize(header) ?? heifSize(header)
    return size && size.width > 0 && size.height > 0 ? size : undefined
  } catch (error) {
    // A read beyond the end: the header is truncated, or its lengths are wrong.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Only as much of the text is decoded as a header needs. */
export const imageSizeOfBase64 = (base64: string): ImageSize | undefined =>
  imageSize(Buffer.from(base64.slice(0, base64LengthMax), 'base64'))

/** Undefined also for a URL that is not a data URL. */
export function imageSizeOfUrl(url: string): ImageSize | undefined {
  const mediaType = url.slice(0, mediaTypeLengthMax)
  const comma = mediaType.indexOf(',')
  if (comma === -1 || !/^data:.*;base64,/i.test(mediaType)) return undefined
  return imageSizeOfBase64(url.slice(comma + 1, comma + 1 + base64LengthMax))
}

const textAt = (header: Buffer, start: number, length: number) => header.toString('latin1', start, start + length)

function pngSize(header: Buffer): ImageSize | undefined {
  if (textAt(header, 0, 8) !== '\x89PNG\r\n\x1a\n' || textAt(header, 12, 4) !== 'IHDR') return undefined
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) }
}

function gifSize(header: Buffer): ImageSize | undefined {
  if (!/^GIF8[79]a/.test(textAt(header, 0, 6))) return undefined
  return { width: header.readUInt16LE(6), height: header.readUInt16LE(8) }
}

function jpegSize(header: Buffer): ImageSize | undefined {
  if (textAt(header, 0, 3) !== '\xff\xd8\xff') return undefined
  let at = 2
  for (;;) {
    while (header.readUInt8(at) !== 0xff) at += 1
    while (header.readUInt8(at) === 0xff) at += 1
    const marker = header.readUInt8(at)
    at += 1
    if (isFrame(marker)) return { height: header.readUInt16BE(at + 3), width: header.readUInt16BE(at + 5) }
    if (marker === 0xda || marker === 0xd9) return undefined // the pixels, or the end
    if (marker < 0xd0 || marker > 0xd8) at += Math.max(2, header.readUInt16BE(at)) // restarts have no content
  }
}

/** SOF0 to SOF15; three numbers of that range have other meanings. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function webpSize(header: Buffer): ImageSize | undefined {
  if (textAt(header, 0, 4) !== 'RIFF' || textAt(header, 8, 4) !== 'WEBP') return undefined
  switch (textAt(header, 12, 4)) {
    case 'VP8 ':
      return { width: header.readUInt16LE(26) & 0x3fff, height: header.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = header.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: header.readUIntLE(24, 3) + 1, height: header.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}
