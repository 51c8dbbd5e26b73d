import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { bumpRevision } from '../../../store/revision.ts'
import type { Store } from '../../../store/store.ts'
import { type Actor, type AuditEntry, logAdminAction, writeAudit } from '../../system/audit/audit.queries.ts'
import type { RecordedChange, RecordedFields } from '../../system/audit/recorded-change.ts'
import type { KeptVirtualModel, VirtualFields } from './virtual-models.queries.ts'

export type VirtualModelDeps = Pick<Deps, 'store' | 'options' | 'reload'>

/** One change at a time, in force on this instance when it returns and on the others within 2 s. */
export async function changing<Result>(
  { store, reload }: VirtualModelDeps,
  work: (transaction: Store) => Promise<Result>,
): Promise<Result> {
  const result = await store.transaction().execute(async (transaction) => {
    // First, because it locks the revision row: other changes wait here until this transaction has committed.
    await bumpRevision(transaction)
    return work(transaction)
  })
  await reload()
  return result
}

/** Names are unique, and no virtual model is a member of another. Its own name as a member is the real model's. */
export function checkNames(
  wanted: Pick<VirtualFields, 'name' | 'members'> & { id?: number },
  all: readonly KeptVirtualModel[],
) {
  const others = all.filter(({ id }) => id !== wanted.id)
  const names = new Set(others.map(({ name }) => name))
  if (names.has(wanted.name)) throw new AppError('virtual_name_taken', { params: { name: wanted.name } })
  const nested = wanted.members.find(({ model }) => names.has(model))
  if (nested) throw new AppError('virtual_nested', { params: { name: nested.model } })
  const holder = others.find(({ members }) => members.some(({ model }) => model === wanted.name))
  if (holder) throw new AppError('virtual_is_member', { params: { name: holder.name } })
}

export function existing(all: readonly KeptVirtualModel[], id: number): KeptVirtualModel {
  const found = all.find((each) => each.id === id)
  if (!found) throw new AppError('not_found')
  return found
}

export const changeOf = (id: number, fields: RecordedFields): RecordedChange => ({
  kind: 'virtual_model',
  subject: id,
  fields,
})

export const targetOf = ({ id, name }: { id: number; name: string }) => `#${id} ${name}`

export async function record(
  transaction: Store,
  actor: Actor,
  entry: AuditEntry & { target: string },
): Promise<number> {
  const id = await writeAudit(transaction, actor, entry)
  const params = { action: entry.action.replace('virtual_model.', ''), target: entry.target }
  await logAdminAction(transaction, actor, { user: actor, event: 'virtual_model_changed', params })
  return id
}
