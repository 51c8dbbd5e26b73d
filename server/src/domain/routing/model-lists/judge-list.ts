import { listedModelsMax, type ReadingResult } from '@turnpike/contract/routing/model-lists'
import { isModelName } from '../channels/edit/check-channel.ts'
import type { KnownNames } from './known-names.ts'

/** A list as the upstream sent it, judged before anything follows from it. */
export type JudgedList = {
  result: Exclude<ReadingResult, 'none' | 'failed'>
  /** The names that can be names of models here, each once. */
  names: ReadonlySet<string>
  listed: number
  unusable: number
}

/** With fewer known models, all of them may retire at once. */
const knownMin = 4

/** Channels list their models by comma. */
const isUsable = (name: unknown): name is string =>
  typeof name === 'string' && name !== '' && name.trim() === name && !name.includes(',') && isModelName(name)

/**
 * Judges a list by the number of names in the newest list that counted, and by the names that it had and the channel
 * serves: an upstream in trouble may send a short list, or the list of somebody else.
 */
export function judgeList(
  list: readonly unknown[],
  before: { counted: number; known: KnownNames; serves(name: string): boolean },
  { acceptShrunk = false } = {},
): JudgedList {
  const listed = list.length
  if (listed > listedModelsMax) return { result: 'too_long', names: new Set(), listed, unusable: 0 }
  const usable = list.filter(isUsable)
  const names = new Set(usable)
  const judged = { names, listed, unusable: listed - usable.length }
  if (names.size === 0) return { ...judged, result: 'empty' }
  const known = [...before.known].filter(([name, { missed }]) => missed === 0 && before.serves(name))
  const remaining = known.filter(([name]) => names.has(name)).length
  const isShrunk = names.size * 2 < before.counted || (known.length >= knownMin && remaining * 2 < known.length)
  return { ...judged, result: isShrunk && !acceptShrunk ? 'shrunk' : 'ok' }
}
