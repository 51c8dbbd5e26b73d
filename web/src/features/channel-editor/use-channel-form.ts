import type { ChannelToEdit } from '@turnpike/contract/routing/channel'
import { useMemo, useRef, useState } from 'react'
import { useSeen } from '../../components/conflict/use-conflict.ts'
import { changedKeys } from '../../components/form/changed-keys.ts'
import { useEdits } from '../../components/form/use-edits.ts'
import { language } from '../../lib/browser/preferences.ts'
import { channelRefusalText } from '../../lib/text/channel-refusal-text.ts'
import { editorText } from './channel-editor.text.ts'
import { checkDraft, type Problem } from './check-draft.ts'
import { draftOf, type FieldName, fieldsOf, newDraft } from './draft.ts'
import { isRowProblem } from './overrides/override-problem.ts'
import { useRowWords } from './overrides/row-problem.text.ts'
import { fieldsText } from './sections/fields.text.ts'
import { traitsOf } from './sections/type-traits.ts'

export type ChannelForm = ReturnType<typeof useChannelForm>

/** The state of the editor: its values, which of them differ from the stored channel, and their problems. */
export function useChannelForm(stored: ChannelToEdit | undefined) {
  const t = editorText.use()
  const tField = fieldsText.use()
  const rowWords = useRowWords()
  const spoken = language.use()
  const start = useMemo(() => (stored ? draftOf(stored) : newDraft), [stored])
  const { values, edit, forget } = useEdits(start)
  const page = useRef<HTMLFormElement>(null)
  const [visited, setVisited] = useState<ReadonlySet<FieldName>>(new Set())

  const traits = traitsOf(values.type)
  const fields = fieldsOf(values)
  const changed = changedKeys(fieldsOf(start), fields)
  const problems = checkDraft(values, stored)
  const seen = useSeen(stored, changed.length > 0)

  const labelOf = (name: FieldName) => tField(name === 'other' && traits.other ? traits.other.meaning : name)

  function textOf(problem: Problem) {
    const { code, params } = problem
    if (code === 'key_not_document') return tField('keyNotDocument')
    return isRowProblem(code) ? (rowWords(problem) ?? code) : channelRefusalText(code, spoken, params)
  }
  function words(problem: Problem) {
    const text = textOf(problem)
    const { place } = problem
    return place ? t('brokenAt', { text, ...place }) : text
  }

  const visit = (...names: FieldName[]) => setVisited((before) => new Set([...before, ...names]))

  return {
    /** The element that holds the fields. */
    page,
    stored,
    /** The channel as it was when its editing began. */
    seen,
    values,
    fields,
    traits,
    edit,
    forget,
    changed,
    labelOf,
    /** True when these fields have no problem; otherwise shows the problems and focuses the first. */
    passes(names: FieldName[]) {
      visit(...names)
      if (!names.some((name) => problems[name])) return true
      // The messages are drawn after this handler.
      requestAnimationFrame(() => page.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return false
    },
    /** The problem of a field, once the field has lost the focus. */
    problemOf: (name: FieldName) => (visited.has(name) ? problems[name] : undefined),
    /** For a `Field`. A field has no problem before it first loses the focus. */
    field(name: FieldName) {
      const problem = visited.has(name) ? problems[name] : undefined
      return {
        label: labelOf(name),
        problem: problem && words(problem),
        isChanged: stored !== undefined && changed.includes(name),
        onBlur: () => visit(name),
      }
    },
  }
}
