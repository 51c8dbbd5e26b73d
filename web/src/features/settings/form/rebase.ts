import { isObject, parseJson } from '../../../components/fields/json-problem.ts'

function membersOf(text: string): Map<string, unknown> | undefined {
  const parsed = parseJson(text)
  return 'value' in parsed && isObject(parsed.value) ? new Map(Object.entries(parsed.value)) : undefined
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether two people changed different members of a map. */
export function isMergeable(base: string, mine: string, theirs: string): boolean {
  const [before, typed, now] = [membersOf(base), membersOf(mine), membersOf(theirs)]
  if (!before || !typed || !now) return false
  const names = new Set([...before.keys(), ...typed.keys(), ...now.keys()])
  const isMoved = (map: Map<string, unknown>, name: string) => !isSame(before.get(name), map.get(name))
  return [...names].every(
    (name) => !isMoved(typed, name) || !isMoved(now, name) || isSame(typed.get(name), now.get(name)),
  )
}

/**
 * The text typed over `base`, after another administrator has saved `theirs`. Maps are merged member by member: a price
 * that another administrator changed meanwhile must not be set back by a change of another price.
 */
export function rebased(base: string, mine: string, theirs: string): string {
  const [before, typed, now] = [membersOf(base), membersOf(mine), membersOf(theirs)]
  if (!before || !typed || !now) return mine
  for (const name of before.keys()) if (!typed.has(name)) now.delete(name)
  for (const [name, value] of typed) if (!before.has(name) || !isSame(before.get(name), value)) now.set(name, value)
  return JSON.stringify(Object.fromEntries(now), null, 2)
}
