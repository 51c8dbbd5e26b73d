import { undoSeconds } from '../../system/audit/undo.rules.ts'
import { isObject, parsedJson } from '../channels/edit/json-text.ts'

/** What is known about a name that an upstream listed while the channel served it. */
export type KnownName = {
  /** Readings in a row without it. */
  missed: number
  /** When a proposal removed it from the channel; 0 where none did. */
  removedAt: number
}
export type KnownNames = ReadonlyMap<string, KnownName>

/** Readings in a row that a name must be missing from, so that it counts as vanished. */
export const missedMin = 2

type Reading = { names: ReadonlySet<string>; serves(name: string): boolean; now: number }

/** The known names after a list that counted. */
export function knownAfter(known: KnownNames, { names, serves, now }: Reading): Map<string, KnownName> {
  const next = new Map<string, KnownName>()
  for (const [name, { missed, removedAt }] of known) {
    const isListed = names.has(name)
    // A name that was removed because it had vanished is a new one when it is listed again.
    if (isListed && removedAt > 0 && !serves(name)) continue
    if (!isListed && !serves(name) && hasEnded({ missed: missed + 1, removedAt }, now)) continue
    next.set(name, isListed ? { missed: 0, removedAt: 0 } : { missed: missed + 1, removedAt })
  }
  for (const name of names) if (serves(name) && !next.has(name)) next.set(name, { missed: 0, removedAt: 0 })
  return next
}

/** A removal is remembered for as long as it can be undone. */
const hasEnded = ({ missed, removedAt }: KnownName, now: number) =>
  removedAt > 0 ? removedAt + undoSeconds < now : missed >= missedMin

export const knownText = (known: KnownNames): string =>
  JSON.stringify(Object.fromEntries([...known].map(([name, { missed, removedAt }]) => [name, [missed, removedAt]])))

export function readKnown(text: string): Map<string, KnownName> {
  const stored = parsedJson(text)
  if (!isObject(stored)) return new Map()
  return new Map(
    Object.entries(stored).map(([name, value]) => {
      const [missed, removedAt] = value as [number, number] // only `knownText` writes it
      return [name, { missed, removedAt }]
    }),
  )
}
