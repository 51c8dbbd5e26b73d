import { adtsSeconds } from './audio/adts.ts'
import { flacSeconds } from './audio/flac.ts'
import { mp3Seconds } from './audio/mp3.ts'
import { mp4Seconds } from './audio/mp4.ts'
import { oggSeconds } from './audio/ogg.ts'
import { wavSeconds } from './audio/wav.ts'
import { webmSeconds } from './audio/webm.ts'

/** Bytes per second of the formats that have no header to tell. */
const headerless = new Map([
  ['pcm', 2 * 24_000],
  ['pcm16', 2 * 24_000],
  ['g711_ulaw', 8_000],
  ['g711_alaw', 8_000],
])

// Each knows its own first bytes; the two that only have frames come last, where nothing else has claimed the file.
const readers = [wavSeconds, flacSeconds, oggSeconds, mp4Seconds, webmSeconds, mp3Seconds, adtsSeconds]

// Longer than any upload: a header that claims more lies.
const secondsMax = 24 * 60 * 60

/** How long a recording is, read from its own bytes. Whatever they are, it never throws; undefined when it cannot tell. */
export function audioSeconds(bytes: Uint8Array, format?: string): number | undefined {
  const bytesPerSecond = headerless.get(format ?? '')
  if (bytesPerSecond !== undefined) return bytes.byteLength / bytesPerSecond
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const read of readers) {
    const seconds = readCarefully(read, file)
    if (seconds !== undefined && seconds >= 0 && seconds <= secondsMax) return seconds
  }
  return undefined
}

function readCarefully(read: (file: Buffer) => number | undefined, file: Buffer): number | undefined {
  try {
    return read(file)
  } catch (error) {
    // A read beyond the end: the file was cut short, or lies about its lengths.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
