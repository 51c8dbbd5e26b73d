import { checkCount, noUsage, type Usage } from './usage.ts'

/** No recording is longer. */
export const secondsMax = 24 * 60 * 60

function checkSeconds(seconds: number): number {
  if (!(seconds >= 0 && seconds <= secondsMax)) throw new RangeError('a duration is 0 seconds to one day')
  return seconds
}

const tokensAt = (seconds: number, tokensPerMinute: number) =>
  Math.round((checkSeconds(seconds) * tokensPerMinute) / 60)

/** Tokens of audio by its duration, for upstreams that report none: a thousand per minute, seconds rounded up. */
export const audioTokensOf = (seconds: number): number => tokensAt(Math.ceil(checkSeconds(seconds)), 1000)

/** Usage of a transcription where the upstream reports no tokens. */
export const transcriptionUsage = (seconds: number): Usage => ({ ...noUsage, input: audioTokensOf(seconds) })

/** Speech models priced by character rather than by tokens in and sound out. */
export const isByCharacter = (model: string): boolean => /^(tts|speech)-/.test(model)

/** Usage of speech for models priced by the character. */
export function speechUsage(text: string): Usage {
  let characters = 0
  for (const _ of text) characters += 1
  return { ...noUsage, input: checkCount(characters) }
}

/** Tokens of a realtime session that ends before the upstream reports them, at the rates of related gateways. */
export const realtimeInputTokens = (seconds: number): number => tokensAt(seconds, 100 / 0.06)
export const realtimeOutputTokens = (seconds: number): number => tokensAt(seconds, 200 / 0.24)
