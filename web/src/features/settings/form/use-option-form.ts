import type { OptionKey } from '@turnpike/contract/options'
import { useState } from 'react'
import { plain } from '../../../components/options/option-texts.ts'
import type { StoredOptions } from '../../../components/options/use-options.ts'
import { useWords } from '../../../lib/text/words.ts'
import {
  conflictOf,
  editedTexts,
  isEdited,
  type OptionConflict,
  type OptionEdits,
  rebasedEdits,
  withEdits,
  withoutEdits,
} from './option-edits.ts'
import { optionProblem } from './option-problem.ts'
import { type OptionForm, type OptionRow, rowsOf, type SectionRow } from './section-table.ts'

export type OptionChange = { key: OptionKey; value: string; seen_revision?: string | undefined }

const keysOf = (section: SectionRow) => rowsOf(section).map(({ name }) => name)

/** The state of a whole tab: sections are saved one by one, and edits of a section stay while another one is shown. */
export function useOptionForm(sections: readonly SectionRow[], options: StoredOptions) {
  const say = useWords()
  // Kept apart from the stored texts: after a reload, fields without edits show the new texts and no edit is lost.
  const [edits, setEdits] = useState<OptionEdits>({})
  const [visited, setVisited] = useState<ReadonlySet<OptionKey>>(new Set())

  const { texts: stored, hiddenSet } = options
  const rows = new Map(
    sections.flatMap((section) =>
      rowsOf(section).map((row): [OptionKey, [OptionRow, SectionRow]] => [row.name, [row, section]]),
    ),
  )
  const texts = editedTexts(stored, edits)
  const visit = (keys: OptionKey[]) => setVisited((before) => new Set([...before, ...keys]))

  const isChanged = (key: OptionKey) => isEdited(key, options, edits)
  const labelOf = (key: OptionKey) => {
    const [row] = rows.get(key) ?? []
    return row ? say(row.label) : key
  }
  const problemOf = (key: OptionKey) => {
    const [row, section] = rows.get(key) ?? []
    const problem =
      row && isChanged(key) ? (section?.obstacle?.(stored) ?? optionProblem(row, texts[key] ?? '')) : undefined
    return problem && say(problem)
  }
  const changedIn = (section: SectionRow) => keysOf(section).filter(isChanged)

  const form: OptionForm = {
    texts,
    stored,
    isSet: (key) => hiddenSet.has(key),
    isChanged,
    edit: (changes) => setEdits((before) => withEdits(before, changes, stored)),
    revert: (...keys) => setEdits((before) => withoutEdits(before, (key) => keys.includes(key))),
    field: (key) => ({
      label: labelOf(key),
      problem: visited.has(key) ? problemOf(key) : undefined,
      isChanged: isChanged(key),
      onBlur: () => visit([key]),
    }),
  }
  return {
    form,
    labelOf,
    changedIn,
    /** The labels of all unsaved options, of every section. */
    changedNames: [...new Set(sections.flatMap(changedIn))].map(labelOf),
    /** Only options that differ from the stored ones, so that two administrators can change different options. */
    changesOf(section: SectionRow, now: StoredOptions): OptionChange[] {
      const wanted = editedTexts(now.texts, edits)
      return keysOf(section)
        .filter((key) => isEdited(key, now, edits))
        .map((key) => ({ key, value: plain(key, wanted[key] ?? ''), seen_revision: now.revisions[key] }))
    },
    /** The edited options of a section that another administrator has changed since in the same place. */
    conflictsIn: (section: SectionRow, now: StoredOptions): OptionConflict[] =>
      keysOf(section).flatMap((key) => conflictOf(key, edits[key], now.texts[key])),
    /** Keeps what was typed, as an edit of the texts that are stored now. */
    acceptStored: (section: SectionRow, now: StoredOptions) =>
      setEdits((before) => rebasedEdits(before, keysOf(section), now.texts)),
    /** True when no changed option has a problem; otherwise the fields show their problems. */
    passes(section: SectionRow) {
      visit(keysOf(section))
      return changedIn(section).every((key) => problemOf(key) === undefined)
    },
    discard: (section: SectionRow) => form.revert(...keysOf(section)),
    /** Drops the edits that were saved; text typed since the save began stays. */
    forgetSaved: (section: SectionRow) =>
      setEdits((before) => withoutEdits(before, (key, edit) => keysOf(section).includes(key) && edit === edits[key])),
  }
}
