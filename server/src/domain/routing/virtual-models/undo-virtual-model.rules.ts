import { type VirtualMember, virtualModelsMax } from '@turnpike/contract/routing/virtual-models'
import { AppError } from '../../../http/app-error.ts'
import { announcedChange } from '../../../store/revision.ts'
import type { Store } from '../../../store/store.ts'
import { type Actor, targetOf } from '../../system/audit/audit.queries.ts'
import { inverted, type RecordedFields } from '../../system/audit/recorded-change.ts'
import { changedSince, claimAct, onlyChange } from '../../system/audit/undo.rules.ts'
import { changeOf, checkNames, existing, record, type VirtualModelDeps } from './virtual-model-acts.ts'
import {
  columnsOf,
  findDeletedName,
  type KeptVirtualModel,
  readVirtualModels,
  restoreVirtualModel,
  updateVirtualModel,
} from './virtual-models.queries.ts'

/** Undoes that a virtual model was deleted or changed, unless the same was changed since. */
export const undoVirtualModelAct = (deps: VirtualModelDeps, actor: Actor, actId: number): Promise<void> =>
  announcedChange(deps, async (transaction) => {
    const act = await claimAct(transaction, 'virtual_model', actId, actor.at)
    const { id, fields } = onlyChange(act, 'virtual_model')
    const all = await readVirtualModels(transaction)
    const back = fields.deleted_at
      ? await restored(transaction, id, Number(fields.deleted_at.after), all)
      : await changedBack(transaction, id, fields, all, actor.at)
    const changes = [changeOf(id, inverted(fields))]
    await record(transaction, actor, { action: 'virtual_model.undo', target: targetOf(back), changes })
  })

async function restored(transaction: Store, id: number, deletedAt: number, others: readonly KeptVirtualModel[]) {
  if (others.length >= virtualModelsMax)
    throw new AppError('virtual_too_many', { params: { maximum: virtualModelsMax } })
  const deleted = await findDeletedName(transaction, id, deletedAt)
  if (deleted === undefined) throw new AppError('undo_missing')
  // The unique index would refuse it as well, but without a reason.
  if (others.some(({ name }) => name === deleted))
    throw new AppError('virtual_name_taken', { params: { name: deleted } })
  const back = await restoreVirtualModel(transaction, id, deletedAt)
  if (!back) throw new AppError('undo_missing')
  checkNames(back, others)
  return back
}

async function changedBack(
  transaction: Store,
  id: number,
  fields: RecordedFields,
  all: readonly KeptVirtualModel[],
  at: number,
) {
  const now = existing(all, id)
  const columns: Record<string, unknown> = columnsOf(now)
  for (const [name, { after }] of Object.entries(fields)) if (columns[name] !== after) changedSince(now.name, name)
  const earlier = Object.fromEntries(Object.entries(fields).map(([name, { before }]) => [name, before]))
  const { name = now.name, members } = earlier
  const wanted = members ? (JSON.parse(String(members)) as VirtualMember[]) : now.members // as it was written then
  checkNames({ id, name: String(name), members: wanted }, all)
  await updateVirtualModel(transaction, id, earlier, at)
  return { id, name: String(name) }
}
