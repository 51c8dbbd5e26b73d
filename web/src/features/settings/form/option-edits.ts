import type { OptionKey } from '@turnpike/contract/options'
import { isHiddenOption } from '@turnpike/contract/system/option-api'
import { isObject, parseJson } from '../../../components/fields/json-problem.ts'
import { type OptionTexts, plain } from '../../../components/options/option-texts.ts'
import type { StoredOptions } from '../../../components/options/use-options.ts'

/** The typed text, and the stored text that it replaced: another administrator may have saved since. */
export type Edit = { text: string; base: string | undefined }
export type OptionEdits = Partial<Record<OptionKey, Edit>>

const keysOf = (edits: OptionEdits) => Object.keys(edits) as OptionKey[] // only options are edited

/** The texts of the fields: the stored ones, overlaid by the typed ones. */
export function editedTexts(stored: OptionTexts, edits: OptionEdits): OptionTexts {
  const typed = keysOf(edits).map((key) => {
    const { text = '', base } = edits[key] ?? {}
    const now = stored[key]
    return [key, base === undefined || now === undefined || now === base ? text : rebased(base, text, now)]
  })
  return { ...stored, ...Object.fromEntries(typed) }
}

/** Whether saving an edit would change the option. A secret that was edited to an empty text will be removed. */
export function isEdited(key: OptionKey, { texts: stored, hiddenSet }: StoredOptions, edits: OptionEdits): boolean {
  const edit = edits[key]
  if (!edit) return false
  if (isHiddenOption(key)) return edit.text !== '' || hiddenSet.has(key)
  return plain(key, editedTexts(stored, { [key]: edit })[key] ?? '') !== plain(key, stored[key] ?? '')
}

/** An option that somebody else changed in the same place as the reader. */
export type OptionConflict = { key: OptionKey; opened: string; theirs: string; mine: string }

/** At most one conflict. Different members of a map, changed by two people, are merged without a conflict. */
export function conflictOf(key: OptionKey, edit: Edit | undefined, theirs: string | undefined): OptionConflict[] {
  if (!edit || edit.base === undefined || theirs === undefined) return []
  const { base, text } = edit
  const isSame = (one: string, other: string) => plain(key, one) === plain(key, other)
  if (isSame(base, theirs) || isSame(text, theirs) || isMergeable(base, text, theirs)) return []
  return [{ key, opened: base, theirs, mine: text }]
}

/** The same edits, made on the texts that are stored now. */
export function rebasedEdits(edits: OptionEdits, keys: readonly OptionKey[], stored: OptionTexts): OptionEdits {
  const rebase = (key: OptionKey, edit: Edit): Edit => {
    const now = stored[key]
    if (edit.base === undefined || now === undefined || now === edit.base) return edit
    return { text: rebased(edit.base, edit.text, now), base: now }
  }
  return Object.fromEntries(
    keysOf(edits).map((key) => {
      const edit = edits[key] as Edit // the keys are those of the edits
      return [key, keys.includes(key) ? rebase(key, edit) : edit]
    }),
  )
}

export function withEdits(before: OptionEdits, changes: OptionTexts, stored: OptionTexts): OptionEdits {
  const added = Object.entries(changes).map(([key, text]) => [key, { text, base: stored[key as OptionKey] }])
  return { ...before, ...Object.fromEntries(added) }
}

export function withoutEdits(before: OptionEdits, isGone: (key: OptionKey, edit: Edit) => boolean): OptionEdits {
  return Object.fromEntries(Object.entries(before).filter(([key, edit]) => !isGone(key as OptionKey, edit)))
}

function membersOf(text: string): Map<string, unknown> | undefined {
  const parsed = parseJson(text)
  return 'value' in parsed && isObject(parsed.value) ? new Map(Object.entries(parsed.value)) : undefined
}

const isSameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether two people changed different members of a map. */
function isMergeable(base: string, mine: string, theirs: string): boolean {
  const [before, typed, now] = [membersOf(base), membersOf(mine), membersOf(theirs)]
  if (!before || !typed || !now) return false
  const names = new Set([...before.keys(), ...typed.keys(), ...now.keys()])
  const isMoved = (map: Map<string, unknown>, name: string) => !isSameValue(before.get(name), map.get(name))
  return [...names].every(
    (name) => !isMoved(typed, name) || !isMoved(now, name) || isSameValue(typed.get(name), now.get(name)),
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
  for (const [name, value] of typed)
    if (!before.has(name) || !isSameValue(before.get(name), value)) now.set(name, value)
  return JSON.stringify(Object.fromEntries(now), null, 2)
}
