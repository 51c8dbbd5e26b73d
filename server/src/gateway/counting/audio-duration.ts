import { audioTokensOf, secondsMax } from '../../domain/money/pricing/audio-usage.ts'
import { adtsSeconds } from './audio/aac.ts'
import { flacSeconds } from './audio/flac.ts'
import { mp3Seconds } from './audio/mp3.ts'
import { mp4Seconds } from './audio/mp4.ts'
import { oggSeconds } from './audio/ogg.ts'
import { wavSeconds } from './audio/wav.ts'
import { webmSeconds } from './audio/webm.ts'

/** Bytes per second of the formats without a header. */
const bytesPerSecondOf = new Map([
  ['pcm', 2 * 24_000],
  ['pcm16', 2 * 24_000],
  ['g711_ulaw', 8_000],
  ['g711_alaw', 8_000],
])

// Each reader recognises the first bytes of its format. MP3 and ADTS have no file header, so they come last.
const readers = [wavSeconds, flacSeconds, oggSeconds, mp4Seconds, webmSeconds, mp3Seconds, adtsSeconds]

/**
 * The duration of a recording in seconds, or undefined if it cannot be read. Never throws, whatever the bytes are.
 * Frames are counted, and durations in headers are ignored: a file must not be cheaper because it states a shorter one
 * (decision 32).
 */
export function audioSeconds(bytes: Uint8Array, format?: string): number | undefined {
  const bytesPerSecond = bytesPerSecondOf.get(format ?? '')
  if (bytesPerSecond !== undefined) return bytes.byteLength / bytesPerSecond
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const read of readers) {
    const seconds = readSafely(read, file)
    if (seconds !== undefined && seconds >= 0 && seconds <= secondsMax) return seconds
  }
  return undefined
}

function readSafely(read: (file: Buffer) => number | undefined, file: Buffer): number | undefined {
  try {
    return read(file)
  } catch (error) {
    // A read beyond the end: the file is truncated, or its lengths are wrong.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const bytesPerToken = 1000

/**
 * Tokens of speech that the upstream did not count: by its duration, or by its size where the duration cannot be read.
 */
export function speechTokens(bytes: Uint8Array, format?: string): number {
  const seconds = audioSeconds(bytes, format)
  return seconds === undefined ? Math.ceil(bytes.byteLength / bytesPerToken) : audioTokensOf(seconds)
}
