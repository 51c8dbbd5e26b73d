import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { type Actor, recordAct, type TargetedEntry } from '../../system/audit/audit.queries.ts'
import type { RecordedChange, RecordedFields } from '../../system/audit/recorded-change.ts'
import type { KeptVirtualModel, VirtualFields } from './virtual-models.queries.ts'

export type VirtualModelDeps = Pick<Deps, 'store' | 'options' | 'reload'>

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

export const record = (transaction: Store, actor: Actor, entry: TargetedEntry) =>
  recordAct(transaction, actor, entry, 'virtual_model_changed')
