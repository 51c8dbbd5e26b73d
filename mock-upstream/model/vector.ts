import { markOf } from '../exchange/call.ts'

/** A unit vector that depends on the text alone: equal texts have equal vectors, other texts distant ones. */
export function vectorOf(text: string, dimensions: number): number[] {
  let state = Number.parseInt(markOf(text), 16) | 1
  const values = Array.from({ length: dimensions }, () => {
    // xorshift: small, and the same on every machine.
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state / 2 ** 31
  })
  const length = Math.hypot(...values) || 1
  return values.map((value) => Math.fround(value / length))
}

export const vectorBytes = (vector: number[]): string => Buffer.from(new Float32Array(vector).buffer).toString('base64')
