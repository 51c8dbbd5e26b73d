import type { OptionKey } from '@turnpike/contract/options'
import { useState } from 'react'
import { plain } from '../../../components/options/option-texts.ts'
import type { StoredOptions } from '../../../components/options/use-options.ts'
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
import type { OptionForm } from './option-form.ts'
import type { OptionSpec, SettingsSection } from './settings-section.ts'

export type OptionChange = { key: OptionKey; value: string; seen_revision?: string | undefined }

const keysOf = ({ options }: SettingsSection) => Object.keys(options) as OptionKey[] // a section names options only

/** The state of a whole tab: sections are saved one by one, and edits of a section stay while another one is shown. */
export function useOptionForm(sections: readonly SettingsSection[], options: StoredOptions) {
  // Kept apart from the stored texts: after a reload, fields without edits show the new texts and no edit is lost.
  const [edits, setEdits] = useState<OptionEdits>({})
  const [visited, setVisited] = useState<ReadonlySet<OptionKey>>(new Set())

  const { texts: stored, hiddenSet } = options
  const specs: Partial<Record<OptionKey, OptionSpec>> = Object.assign({}, ...sections.map((each) => each.options))
  const texts = editedTexts(stored, edits)
  const visit = (keys: OptionKey[]) => setVisited((before) => new Set([...before, ...keys]))

  const isChanged = (key: OptionKey) => isEdited(key, options, edits)
  const labelOf = (key: OptionKey) => specs[key]?.label ?? key
  const problemOf = (key: OptionKey) => (isChanged(key) ? specs[key]?.rule(texts[key] ?? '') : undefined)
  const changedIn = (section: SettingsSection) => keysOf(section).filter(isChanged)

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
    changesOf(section: SettingsSection, now: StoredOptions): OptionChange[] {
      const wanted = editedTexts(now.texts, edits)
      return keysOf(section)
        .filter((key) => isEdited(key, now, edits))
        .map((key) => ({ key, value: plain(key, wanted[key] ?? ''), seen_revision: now.revisions[key] }))
    },
    /** The edited options of a section that another administrator has changed since in the same place. */
    conflictsIn: (section: SettingsSection, now: StoredOptions): OptionConflict[] =>
      keysOf(section).flatMap((key) => conflictOf(key, edits[key], now.texts[key])),
    /** Keeps what was typed, as an edit of the texts that are stored now. */
    acceptStored: (section: SettingsSection, now: StoredOptions) =>
      setEdits((before) => rebasedEdits(before, keysOf(section), now.texts)),
    /** True when no changed option has a problem; otherwise the fields show their problems. */
    passes(section: SettingsSection) {
      visit(keysOf(section))
      return changedIn(section).every((key) => problemOf(key) === undefined)
    },
    discard: (section: SettingsSection) => form.revert(...keysOf(section)),
    /** Drops the edits that were saved; text typed since the save began stays. */
    forgetSaved: (section: SettingsSection) =>
      setEdits((before) => withoutEdits(before, (key, edit) => key in section.options && edit === edits[key])),
  }
}
