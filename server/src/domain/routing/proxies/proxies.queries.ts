import type { Selectable } from 'kysely'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

export type ProxyRow = Selectable<Database['proxies']>

/** Sorted by name here, because the two databases sort differently. */
export async function readProxies(store: Store): Promise<ProxyRow[]> {
  const rows = await store.selectFrom('proxies').select(['id', 'name', 'address_cipher', 'updated_at']).execute()
  return rows.sort((one, other) => (one.name < other.name ? -1 : 1))
}

export async function insertProxy(transaction: Store, row: Omit<ProxyRow, 'id'> & { id?: number }): Promise<number> {
  const { id } = await transaction.insertInto('proxies').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateProxy = (transaction: Store, id: number, change: Partial<ProxyRow>) =>
  transaction.updateTable('proxies').set(change).where('id', '=', id).execute()

export const deleteProxy = (transaction: Store, id: number) =>
  transaction.deleteFrom('proxies').where('id', '=', id).execute()

/** Channels whose settings mention a proxy. */
export const readChannelsWithProxy = (store: Store) =>
  store
    .selectFrom('channels')
    .select(['id', 'name', 'setting', 'proxy_cipher'])
    .where('setting', 'like', '%"proxy"%')
    .orderBy('id')
    .execute()
