import { audioTokensOf } from '../../domain/money/pricing/audio-usage.ts'
import { audioSeconds } from './audio-duration.ts'

const bytesPerToken = 1000

/**
 * Tokens of speech that the upstream did not count: by its duration, or by its size where the duration cannot be read.
 */
export function speechTokens(bytes: Uint8Array, format?: string): number {
  const seconds = audioSeconds(bytes, format)
  return seconds === undefined ? Math.ceil(bytes.byteLength / bytesPerToken) : audioTokensOf(seconds)
}
