import { audioTokensOf } from '../../domain/pricing/audio-usage.ts'
import { audioSeconds } from './audio-duration.ts'

const bytesPerToken = 1000

/** Tokens of speech a model made without counting them: by its length, or by its size where the length cannot be read. */
export function speechTokens(bytes: Uint8Array, format?: string): number {
  const seconds = audioSeconds(bytes, format)
  return seconds === undefined ? Math.ceil(bytes.byteLength / bytesPerToken) : audioTokensOf(seconds)
}
