import { bareModel } from '../../translate/max-tokens-field.ts'

/** The features that a Claude model accepts and refuses. Each generation refuses more. */
export type ModelTraits = {
  /** Thinking is requested with a budget of tokens, by effort alone, or not supported. */
  thinking: 'budget' | 'adaptive' | 'none'
  /**
   * How thinking is switched off: by leaving it out, by `disabled`, or not at all, so that the lowest effort is sent.
   */
  thinkingOff: 'silence' | 'disabled' | 'least'
  /** There is an effort above `high`. */
  hasXhigh: boolean
  takesSampling: boolean
  takesTopPBesideTemperature: boolean
  takesForcedCalls: boolean
  /** A conversation may end with the beginning of the assistant's message. */
  takesPrefill: boolean
  hasJsonOutput: boolean
  /** The longest output; a request for more is refused. */
  outputMax: number
  outputDefault: number
}

const named = /claude-(?:(\d)(?:[-.](\d))?-)?([a-z]+)(?:-(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?)?/

/** `claude-opus-4-8` and `claude-3-7-sonnet-20250219` as 408 and 307: generations that can be compared. */
export function generationOf(model: string): { family: string; generation: number | undefined } {
  const match = named.exec(bareModel(model))
  const major = match?.[1] ?? match?.[4]
  const minor = (match?.[1] ? match[2] : match?.[5]) ?? '0'
  return { family: match?.[3] ?? '', generation: major === undefined ? undefined : Number(major) * 100 + Number(minor) }
}

function outputMaxOf(family: string, generation: number): number {
  if (generation < 307) return 8192
  if (generation >= 406) return 128_000
  return family === 'opus' && generation < 405 ? 32_000 : 64_000
}

/**
 * By the model's name. A name without a number is most likely another company's model behind this API, which supports
 * its older form; a number newer than this code counts as the strictest generation.
 */
export function traitsOf(model: string): ModelTraits {
  const { family, generation } = generationOf(model)
  const known = generation ?? 400
  const thinking = known < 307 ? 'none' : known < 406 ? 'budget' : 'adaptive'
  const thinkingOff = known < 407 ? 'silence' : known <= 500 ? 'disabled' : 'least'
  return {
    thinking,
    thinkingOff,
    hasXhigh: known >= 407,
    takesSampling: known < 407,
    takesTopPBesideTemperature: known < 401,
    takesForcedCalls: known <= 500,
    takesPrefill: known < 406,
    hasJsonOutput: known >= 405 || (known === 401 && family === 'opus'),
    outputMax: generation === undefined ? Number.MAX_SAFE_INTEGER : outputMaxOf(family, generation),
    outputDefault: known < 400 ? 4096 : 8192,
  }
}
