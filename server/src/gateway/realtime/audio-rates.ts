import type { JsonObject } from '../forms/chat.ts'
import { objectOf, textOf } from '../translate/json/json-values.ts'

/** Bytes per second of audio in each direction. */
export type AudioRates = { input: number; output: number }

const bytesPerSample = 2
const defaultSampleRate = 24_000
const g711BytesPerSecond = 8_000 // one byte per sample, for µ-law and A-law alike

/** Longer than any session: the most audio that is charged when a client sends audio faster than real time. */
export const secondsMax = 24 * 60 * 60

export const defaultAudioRates: AudioRates = {
  input: bytesPerSample * defaultSampleRate,
  output: bytesPerSample * defaultSampleRate,
}

/** Reads the audio formats of a session, under the older field names or the newer ones; an absent field keeps the known rate. */
export function readAudioRates(session: JsonObject, known: AudioRates): AudioRates {
  const audio = objectOf(session.audio)
  return {
    input: rateOf(session.input_audio_format ?? objectOf(audio?.input)?.format) ?? known.input,
    output: rateOf(session.output_audio_format ?? objectOf(audio?.output)?.format) ?? known.output,
  }
}

/** Until the upstream confirms a client's format, audio counts as the longer of the two durations it can have. */
export const slowerRates = (one: AudioRates, other: AudioRates): AudioRates => ({
  input: Math.min(one.input, other.input),
  output: Math.min(one.output, other.output),
})

function rateOf(format: unknown): number | undefined {
  const name = textOf(format) ?? textOf(objectOf(format)?.type)
  if (name === undefined) return undefined
  if (/^(g711_[ua]law|audio\/pcm[ua])$/.test(name)) return g711BytesPerSecond
  const rate = objectOf(format)?.rate
  const isValid = typeof rate === 'number' && rate >= g711BytesPerSecond && rate <= 48_000
  return bytesPerSample * (isValid ? rate : defaultSampleRate)
}

export const audioSecondsOf = (base64: unknown, bytesPerSecond: number): number =>
  typeof base64 === 'string' ? Buffer.byteLength(base64, 'base64') / bytesPerSecond : 0
