import type { FallbackKind, VirtualMember, VirtualMode } from '@turnpike/contract/routing/virtual-models'
import type { Selectable, Updateable } from 'kysely'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

/** A stored virtual model. */
export type KeptVirtualModel = {
  id: number
  name: string
  description: string
  mode: VirtualMode
  groups: readonly string[]
  is_enabled: boolean
  members: readonly VirtualMember[]
  fallback_on: readonly FallbackKind[]
  updated_at: number
}
export type VirtualFields = Omit<KeptVirtualModel, 'id' | 'updated_at'>

const columns = [
  'id',
  'name',
  'description',
  'mode',
  'groups',
  'is_enabled',
  'members',
  'fallback_on',
  'updated_at',
] as const
type Row = Pick<Selectable<Database['virtual_models']>, (typeof columns)[number]>

/** The contract checked every value before it was written. */
const kept = ({ mode, groups, is_enabled, members, fallback_on, ...row }: Row): KeptVirtualModel => ({
  ...row,
  mode: mode as VirtualMode,
  groups: JSON.parse(groups) as string[],
  is_enabled: is_enabled === 1,
  members: JSON.parse(members) as VirtualMember[],
  fallback_on: JSON.parse(fallback_on) as FallbackKind[],
})

/** The columns of these fields. */
export const columnsOf = (fields: Partial<VirtualFields>) => {
  const { name, description, mode, groups, is_enabled, members, fallback_on } = fields
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(mode !== undefined && { mode }),
    ...(groups !== undefined && { groups: JSON.stringify(groups) }),
    ...(is_enabled !== undefined && { is_enabled: is_enabled ? (1 as const) : (0 as const) }),
    ...(members !== undefined && { members: JSON.stringify(members) }),
    ...(fallback_on !== undefined && { fallback_on: JSON.stringify(fallback_on) }),
  }
}

const live = (store: Store) => store.selectFrom('virtual_models').select(columns).where('deleted_at', 'is', null)

/** Sorted by name here, because the two databases sort differently. */
export async function readVirtualModels(store: Store): Promise<KeptVirtualModel[]> {
  const rows = await live(store).execute()
  return rows.map(kept).sort((one, other) => (one.name < other.name ? -1 : 1))
}

export async function insertVirtualModel(transaction: Store, fields: VirtualFields, at: number): Promise<number> {
  const { name, description, mode, groups, is_enabled, members, fallback_on } = fields
  const { id } = await transaction
    .insertInto('virtual_models')
    .values({
      name,
      description,
      mode,
      groups: JSON.stringify(groups),
      is_enabled: is_enabled ? 1 : 0,
      members: JSON.stringify(members),
      fallback_on: JSON.stringify(fallback_on),
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateVirtualModel = (
  transaction: Store,
  id: number,
  change: Updateable<Database['virtual_models']>,
  at: number,
) =>
  transaction
    .updateTable('virtual_models')
    .set({ ...change, updated_at: at })
    .where('id', '=', id)
    .execute()

/** The row stays, so that the deletion can be undone. */
export const deleteVirtualModel = (transaction: Store, id: number, at: number) =>
  transaction.updateTable('virtual_models').set({ deleted_at: at }).where('id', '=', id).execute()

/** The name of a virtual model that was deleted at this time. */
export async function findDeletedName(transaction: Store, id: number, deletedAt: number): Promise<string | undefined> {
  const row = await transaction
    .selectFrom('virtual_models')
    .select('name')
    .where('id', '=', id)
    .where('deleted_at', '=', deletedAt)
    .executeTakeFirst()
  return row?.name
}

/** Brings back a virtual model that was deleted at this time; undefined when it is not there. */
export async function restoreVirtualModel(
  transaction: Store,
  id: number,
  deletedAt: number,
): Promise<KeptVirtualModel | undefined> {
  const row = await transaction
    .updateTable('virtual_models')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', '=', deletedAt)
    .returning(columns)
    .executeTakeFirst()
  return row && kept(row)
}

/** Which models enabled channels serve in which groups. */
export const readServedInGroups = (store: Store) =>
  store.selectFrom('abilities').select(['group', 'model']).distinct().where('enabled', '=', 1).execute()
