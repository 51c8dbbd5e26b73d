import type { JsonObject } from '../../../forms/chat.ts'
import { countOf, isObject, listOf, objectOf } from '../../../translate/json/json-values.ts'

/** The frames of a stream that came as one list, joined to the answer they are pieces of. */
export function joinFrames(frames: readonly unknown[]): JsonObject {
  const candidates = new Map<number, JsonObject>()
  const partsOf = new Map<number, unknown[]>()
  const answer: JsonObject = {}
  for (const frame of frames) {
    if (!isObject(frame)) continue
    if (frame.error !== undefined) return frame
    Object.assign(answer, frame)
    for (const [ordinal, candidate] of listOf(frame.candidates).entries()) {
      if (!isObject(candidate)) continue
      const index = candidate.index === undefined ? ordinal : countOf(candidate.index)
      const parts = partsOf.get(index) ?? []
      for (const part of listOf(objectOf(candidate.content)?.parts)) parts.push(part)
      partsOf.set(index, parts)
      candidates.set(index, { ...candidates.get(index), ...candidate, index, content: { role: 'model', parts } })
    }
  }
  return candidates.size > 0 ? { ...answer, candidates: [...candidates.values()] } : answer
}
