import {
  type MemberChoice,
  type NewVirtualModel,
  type VirtualModel,
  type VirtualModelChange,
  virtualModelsMax,
} from '@turnpike/contract/routing/virtual-models'
import type { Undoable } from '@turnpike/contract/system/history'
import { AppError } from '../../../http/app-error.ts'
import { announcedChange } from '../../../store/revision.ts'
import { buildPriceBook, priceOf } from '../../money/pricing/price-book.ts'
import { type Actor, targetOf } from '../../system/audit/audit.queries.ts'
import type { RecordedFields } from '../../system/audit/recorded-change.ts'
import { checkSeen, rowRevision } from '../../system/audit/row-revision.ts'
import { changeOf, checkNames, existing, record, type VirtualModelDeps } from './virtual-model-acts.ts'
import {
  columnsOf,
  deleteVirtualModel,
  insertVirtualModel,
  type KeptVirtualModel,
  readServedInGroups,
  readVirtualModels,
  updateVirtualModel,
  type VirtualFields,
} from './virtual-models.queries.ts'

export const listVirtualModels = async ({ store }: Pick<VirtualModelDeps, 'store'>): Promise<VirtualModel[]> =>
  (await readVirtualModels(store)).map(wire)

/** The models that channels serve, by name. */
export async function memberChoices({
  store,
  options,
}: Pick<VirtualModelDeps, 'store' | 'options'>): Promise<MemberChoice[]> {
  const prices = buildPriceBook(options.current())
  const served = Map.groupBy(await readServedInGroups(store), ({ model }) => model)
  return [...served]
    .map(([model, rows]) => ({
      model,
      groups: rows.map(({ group }) => group).sort(),
      is_priced: priceOf(prices, model) !== undefined,
    }))
    .sort((one, other) => (one.model < other.model ? -1 : 1))
}

export const createVirtualModel = (
  deps: VirtualModelDeps,
  actor: Actor,
  wanted: NewVirtualModel,
): Promise<VirtualModel> =>
  announcedChange(deps, async (transaction) => {
    const all = await readVirtualModels(transaction)
    if (all.length >= virtualModelsMax)
      throw new AppError('virtual_too_many', { params: { maximum: virtualModelsMax } })
    checkNames(wanted, all)
    checkGroups(wanted.groups, deps)
    const id = await insertVirtualModel(transaction, wanted, actor.at)
    await record(transaction, actor, {
      action: 'virtual_model.create',
      target: targetOf({ id, ...wanted }),
      detail: { ...wanted },
    })
    return wire({ id, ...wanted, updated_at: actor.at })
  })

export const changeVirtualModel = (
  deps: VirtualModelDeps,
  actor: Actor,
  { id, seen_revision: seen, ...wanted }: VirtualModelChange,
): Promise<{ data: VirtualModel } & Undoable> =>
  announcedChange(deps, async (transaction) => {
    const all = await readVirtualModels(transaction)
    const before = existing(all, id)
    await checkSeen(transaction, { kind: 'virtual_model', subject: id, seen, stored: revisionOf(before) })
    const next: KeptVirtualModel = { ...before, ...definedIn(wanted), updated_at: actor.at }
    checkNames(next, all)
    checkGroups(wanted.groups ?? [], deps)
    const fields = changedColumns(before, next)
    if (Object.keys(fields).length === 0) return { data: wire(before) }
    await updateVirtualModel(transaction, id, columnsOf(next), actor.at)
    const undo_id = await record(transaction, actor, {
      action: actionOf(fields, next),
      target: targetOf(next),
      changes: [changeOf(id, fields)],
    })
    return { data: wire(next), undo_id }
  })

export const removeVirtualModel = (
  deps: VirtualModelDeps,
  actor: Actor,
  id: number,
): Promise<{ data: undefined } & Undoable> =>
  announcedChange(deps, async (transaction) => {
    const before = existing(await readVirtualModels(transaction), id)
    await deleteVirtualModel(transaction, id, actor.at)
    const changes = [changeOf(id, { deleted_at: { before: null, after: actor.at } })]
    const target = targetOf(before)
    const undo_id = await record(transaction, actor, { action: 'virtual_model.delete', target, changes })
    return { data: undefined, undo_id }
  })

function checkGroups(groups: readonly string[], { options }: VirtualModelDeps): void {
  const { GroupRatio } = options.current()
  const unknown = groups.find((group) => !Object.hasOwn(GroupRatio, group))
  if (unknown !== undefined) throw new AppError('group_unknown', { params: { group: unknown } })
}

const definedIn = (wanted: Partial<VirtualFields>): Partial<VirtualFields> =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))

function changedColumns(before: KeptVirtualModel, next: KeptVirtualModel): RecordedFields {
  const [from, to]: Record<string, string | number>[] = [columnsOf(before), columnsOf(next)]
  return Object.fromEntries(
    Object.keys({ ...to })
      .filter((column) => from?.[column] !== to?.[column])
      .map((column) => [column, { before: from?.[column] ?? null, after: to?.[column] ?? null }]),
  )
}

/** A change of the switch alone has its own action. */
function actionOf(fields: RecordedFields, { is_enabled }: KeptVirtualModel): string {
  if (Object.keys(fields).join() !== 'is_enabled') return 'virtual_model.update'
  return is_enabled ? 'virtual_model.enable' : 'virtual_model.disable'
}

const revisionOf = ({ name, description, mode, groups, is_enabled, members, fallback_on }: VirtualFields): string =>
  rowRevision(name, description, mode, groups, is_enabled, members, fallback_on)

const wire = (row: KeptVirtualModel): VirtualModel => ({
  ...row,
  groups: [...row.groups],
  members: [...row.members],
  fallback_on: [...row.fallback_on],
  revision: revisionOf(row),
})
