import { type Entries, isAmount, readMap, withEntry, writeMap } from '../../../components/options/map-text.ts'
import type { Words } from '../../../lib/text/words.ts'
import { jsonRule } from '../form/option-problem.ts'
import type { Rule } from '../form/section-table.ts'
import { isGroupName } from './group-maps.ts'

/** What the users of a group pay in another one, instead of its ratio. */
export type GroupPair = { user: string; group: string; ratio: number }
type PairMap = Entries<Entries<number>>

const readRatios = (value: unknown): Entries<number> | undefined => {
  const map = readMap(JSON.stringify(value))
  return map && [...map].every(([group, ratio]) => isGroupName(group) && isAmount(ratio))
    ? (map as Entries<number>) // every value was checked
    : undefined
}

/** Undefined while the text is no map of maps of ratios. */
export function readPairs(text: string): PairMap | undefined {
  const outer = readMap(text)
  if (!outer) return undefined
  const pairs = new Map<string, Entries<number>>()
  for (const [user, value] of outer) {
    const ratios = readRatios(value)
    if (!ratios || !isGroupName(user)) return undefined
    pairs.set(user, ratios)
  }
  return pairs
}

export const pairsOf = (map: PairMap): GroupPair[] =>
  [...map].flatMap(([user, ratios]) => [...ratios].map(([group, ratio]) => ({ user, group, ratio })))

/** The text with the ratio of a pair, or without the pair. A group without ratios is left out. */
export function textWithPair(map: PairMap, user: string, group: string, ratio: number | undefined): string {
  const ratios = withEntry(map.get(user) ?? new Map(), group, ratio)
  const next = withEntry(map, user, ratios.size > 0 ? ratios : undefined)
  return writeMap(new Map([...next].map(([name, each]) => [name, Object.fromEntries(each)])))
}

const shape: Words = [
  'Ratios between groups: an object such as { "vip": { "default": 0.8 } }',
  '分组间倍率：应为形如 { "vip": { "default": 0.8 } } 的对象',
]

export const pairsRule: Rule = jsonRule((value) => (readPairs(JSON.stringify(value)) ? undefined : shape))
