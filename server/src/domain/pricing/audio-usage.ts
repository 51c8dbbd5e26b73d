import { checkCount, noUsage, type Usage } from './usage.ts'

const secondsMax = 24 * 60 * 60

function checkSeconds(seconds: number): number {
  if (!(seconds >= 0 && seconds <= secondsMax)) throw new RangeError('a duration is 0 seconds to one day')
  return seconds
}

const tokensAt = (seconds: number, tokensPerMinute: number) =>
  Math.round((checkSeconds(seconds) * tokensPerMinute) / 60)

/** Audio whose tokens nobody counted: a minute is a thousand tokens, and a second begun is a second. */
export const audioTokensOf = (seconds: number): number => tokensAt(Math.ceil(checkSeconds(seconds)), 1000)

/** Transcribing so many seconds, where the upstream does not report tokens. */
export const transcriptionUsage = (seconds: number): Usage => ({ ...noUsage, input: audioTokensOf(seconds) })

/** Speaking a text, for models that charge by the character. */
export function speechUsage(text: string): Usage {
  let characters = 0
  for (const _ of text) characters += 1
  return { ...noUsage, input: checkCount(characters) }
}

/** A realtime session that ends before the upstream counted. The numbers per minute are those of this family. */
export const realtimeInputTokens = (seconds: number): number => tokensAt(seconds, 100 / 0.06)
export const realtimeOutputTokens = (seconds: number): number => tokensAt(seconds, 200 / 0.24)
