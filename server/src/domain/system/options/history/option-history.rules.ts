import { isOptionKey, type OptionValues } from '@turnpike/contract/options'
import type { FieldChange, HistoryEntry, RevertState } from '@turnpike/contract/system/history'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import type { Actor } from '../../audit/audit.queries.ts'
import { type ActRow, countActs, readActs, readChangesIn } from '../../audit/changes.queries.ts'
import type { RecordedFields } from '../../audit/recorded-change.ts'
import { changeOptions } from '../change-options.rules.ts'
import { storedOptions } from '../live-options.ts'
import { optionRevision } from '../option-texts.ts'
import { isUnshown, revertChanges, revertedText, wholeValue } from './option-changes.ts'

type OptionHistoryDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'reload'>
type Query = { keyword?: string | undefined; p: number; page_size: number }

/** Changes of options whose name contains the keyword, newest first. */
export async function optionHistory({ store, vault, options }: OptionHistoryDeps, { keyword, p, page_size }: Query) {
  // A whole name means that option only, and not those whose names begin with it.
  const filter = keyword !== undefined && isOptionKey(keyword) ? { subject: keyword } : { keyword }
  const query = { kind: 'option' as const, ...filter, p, page_size }
  const [acts, total] = await Promise.all([readActs(store, query), countActs(store, query)])
  const ids = acts.map(({ id }) => id)
  const changes = await readChangesIn(store, 'option', ids)
  const { values } = await storedOptions(store, vault, options.current())
  const items = acts.map((act): HistoryEntry => {
    const fields = changes.get(act.id)?.fields
    return {
      id: act.id,
      at: act.at,
      actor_name: act.actor_name,
      action: act.action,
      target: act.target,
      count: 1,
      changes: fields ? shownChanges(fields) : changesInDetail(act),
      ...revertOf(act.target, fields, values),
      undo_state: 'none',
    }
  })
  return { items, total, page: p, page_size }
}

const shownChanges = (fields: RecordedFields): FieldChange[] =>
  Object.entries(fields).map(([field, { before, after, hidden = false }]) => ({
    field,
    before,
    after,
    is_hidden: hidden,
  }))

/** An act from a version that did not record values: its audit row has them as texts, cut short. */
function changesInDetail({ detail, target }: ActRow): FieldChange[] {
  if (!isOptionKey(target) || isUnshown(target)) return [{ field: wholeValue, is_hidden: true }]
  const { before, after } = JSON.parse(detail || '{}') as { before?: string; after?: string }
  return [{ field: wholeValue, before, after, is_hidden: false }]
}

type Revert = { revert: FieldChange[]; revert_state: RevertState }

function revertOf(key: string, fields: RecordedFields | undefined, values: OptionValues): Revert {
  if (!isOptionKey(key) || !fields) return { revert: [], revert_state: 'unrecorded' }
  if (isUnshown(key)) return { revert: [], revert_state: 'secret' }
  const revert = revertChanges(key, values, fields)
  return { revert, revert_state: revert.length > 0 ? 'possible' : 'same' }
}

/** Restores the value from before a change: a change like any other. */
export async function revertOption(deps: OptionHistoryDeps, actor: Actor, id: number): Promise<undefined> {
  const { store, vault, options } = deps
  const change = (await readChangesIn(store, 'option', [id])).get(id)
  if (!change) throw new AppError('not_found')
  const { subject: key, fields } = change
  if (!isOptionKey(key) || !fields || isUnshown(key)) throw new AppError('revert_impossible')
  const { values } = await storedOptions(store, vault, options.current())
  // With the revision, so that a concurrent change is not overwritten.
  const seen_revision = optionRevision(key, values)
  await changeOptions(deps, actor, [{ key, value: revertedText(key, values, fields), seen_revision }])
}
