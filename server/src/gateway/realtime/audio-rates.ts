import type { JsonObject } from '../forms/chat.ts'
import { objectOf, textOf } from '../translate/json/json-values.ts'

/** How many bytes a second of sound takes, each way. */
export type AudioRates = { input: number; output: number }

const bytesPerSample = 2
const usualRate = 24_000
const telephone = 8_000 // a byte a sample, whichever of the two laws

/** Longer than any session; one that sends sound faster than it sounds is taken for this. */
export const secondsMax = 24 * 60 * 60

export const usualAudio: AudioRates = { input: bytesPerSample * usualRate, output: bytesPerSample * usualRate }

/** What a session says of its sound: the older names first, then the newer ones; what it does not say stays. */
export function readAudioRates(session: JsonObject, known: AudioRates): AudioRates {
  const audio = objectOf(session.audio)
  return {
    input: rateOf(session.input_audio_format ?? objectOf(audio?.input)?.format) ?? known.input,
    output: rateOf(session.output_audio_format ?? objectOf(audio?.output)?.format) ?? known.output,
  }
}

/** A client's wish may be refused: until the upstream says which of two holds, sound is taken for the longer it can be. */
export const slowerRates = (one: AudioRates, other: AudioRates): AudioRates => ({
  input: Math.min(one.input, other.input),
  output: Math.min(one.output, other.output),
})

function rateOf(format: unknown): number | undefined {
  const name = textOf(format) ?? textOf(objectOf(format)?.type)
  if (name === undefined) return undefined
  if (/^(g711_[ua]law|audio\/pcm[ua])$/.test(name)) return telephone
  const rate = objectOf(format)?.rate
  const isFair = typeof rate === 'number' && rate >= telephone && rate <= 48_000
  return bytesPerSample * (isFair ? rate : usualRate)
}

export const audioSecondsOf = (base64: unknown, bytesPerSecond: number): number =>
  typeof base64 === 'string' ? Buffer.byteLength(base64, 'base64') / bytesPerSecond : 0
