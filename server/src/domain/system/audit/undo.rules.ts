import { undoDays } from '@turnpike/contract/system/history'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { claimUndo, findAct, readChangesOf } from './changes.queries.ts'
import type { SubjectKind } from './recorded-change.ts'

export const undoSeconds = undoDays * 24 * 3600

/**
 * Claims an act for undoing, in the transaction that undoes it; of two requests, one is refused. The caller must have
 * checked that the user may change the act's rows.
 */
export async function claimAct(transaction: Store, kind: SubjectKind, id: number, now: number) {
  const act = await findAct(transaction, id)
  if (!act?.action.startsWith(`${kind}.`)) throw new AppError('undo_missing', { detail: { audit_id: id } })
  if (act.at + undoSeconds < now) throw new AppError('undo_expired')
  if (!(await claimUndo(transaction, id, now))) throw new AppError('undo_done')
  return { ...act, changes: await readChangesOf(transaction, id) }
}

export type ClaimedAct = Awaited<ReturnType<typeof claimAct>>

/** The one change of an act that changes one row. */
export function onlyChange({ changes, id }: ClaimedAct, kind: SubjectKind) {
  const change = changes.find((each) => each.kind === kind)
  if (!change?.fields || Object.keys(change.fields).length === 0)
    throw new AppError('undo_impossible', { detail: { audit_id: id } })
  return { id: Number(change.subject), fields: change.fields }
}

/** Refuses to undo an act whose row was changed since. */
export function changedSince(target: string, field: string): never {
  throw new AppError('undo_changed', { params: { target, field } })
}
