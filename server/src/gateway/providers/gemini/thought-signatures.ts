import type { JsonObject } from '../../forms/chat.ts'
import { isObject, listOf, objectOf } from '../../translate/json/json-values.ts'
import type { BoundTexts } from '../provider.ts'

/** Google accepts this in place of a signature that is lost. */
export const signatureBypass = 'skip_thought_signature_validator'

/** Google reads every name in two spellings. */
const members = ['thoughtSignature', 'thought_signature'] as const

/** Google ties the signature of a thought to the project that it was made for. */
export const thoughtSignatures: BoundTexts = {
  members,
  map(body, change) {
    const mapPart = (part: unknown): unknown => {
      const name = isObject(part) ? members.find((each) => typeof part[each] === 'string') : undefined
      if (!isObject(part) || name === undefined) return part
      return { ...part, [name]: change(String(part[name])) ?? signatureBypass }
    }
    const mapTurn = (turn: unknown): unknown => {
      const parts = objectOf(turn)?.parts
      if (!isObject(turn) || !Array.isArray(parts)) return turn
      const own = parts.map(mapPart)
      return own.some((part, at) => part !== parts[at]) ? { ...turn, parts: own } : turn
    }
    const mapped: JsonObject = { ...body }
    if (Array.isArray(body.contents)) mapped.contents = listOf(body.contents).map(mapTurn)
    return mapped
  },
}
