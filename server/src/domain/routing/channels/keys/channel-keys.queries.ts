import { keyStatus } from '@turnpike/contract/routing/channel-keys'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '../../../../store/schema.ts'
import type { Store } from '../../../../store/store.ts'
import { lockChannels } from '../channel-locks.queries.ts'

export type KeyRow = Selectable<Database['channel_keys']>
export type NewKey = Insertable<Database['channel_keys']>

const rowsAtOnce = 500

/** The keys of all channels that have several, as routing needs them. */
export const readKeysForRouting = (store: Store) =>
  store
    .selectFrom('channel_keys')
    .select(['id', 'channel_id', 'key_cipher'])
    .where('status', '=', keyStatus.enabled)
    .orderBy('channel_id')
    .orderBy('position')
    .orderBy('id')
    .execute()

export const readKeysOf = (store: Store, channelIds: readonly number[]): Promise<KeyRow[]> =>
  store
    .selectFrom('channel_keys')
    .selectAll()
    .where('channel_id', 'in', channelIds)
    .orderBy('channel_id')
    .orderBy('position')
    .orderBy('id')
    .execute()

/** One key, whether it is enabled or not; without an id the first enabled one, or else the first. */
export const findKey = (store: Store, channelId: number, id?: number) =>
  store
    .selectFrom('channel_keys')
    .select(['id', 'key_cipher', 'key_hash'])
    .where('channel_id', '=', channelId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy(sql`case status when ${sql.lit(keyStatus.enabled)} then 0 else 1 end`)
    .orderBy('position')
    .orderBy('id')
    .executeTakeFirst()

export async function insertKeys(store: Store, rows: readonly NewKey[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await store
      .insertInto('channel_keys')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
}

type KeyChange = Partial<Omit<KeyRow, 'id' | 'channel_id' | 'used_quota' | 'calls'>>

export const changeKey = (store: Store, id: number, change: KeyChange) =>
  store.updateTable('channel_keys').set(change).where('id', '=', id).execute()

export async function deleteKeys(store: Store, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += rowsAtOnce)
    await store
      .deleteFrom('channel_keys')
      .where('id', 'in', ids.slice(from, from + rowsAtOnce))
      .execute()
}

/** Disables an enabled key, unless it is the last of its channel. Returns the outcome. */
export async function autoDisableKey(
  store: Store,
  { id, channelId, reason, at }: { id: number; channelId: number; reason: string; at: number },
): Promise<'disabled' | 'last' | 'done'> {
  await lockChannels(store)
  const enabled = await store
    .selectFrom('channel_keys')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('status', '=', keyStatus.enabled)
    .limit(2)
    .execute()
  if (enabled.length === 1 && enabled[0]?.id === id) return 'last'
  const { numUpdatedRows } = await store
    .updateTable('channel_keys')
    .set({ status: keyStatus.autoDisabled, reason, status_time: at, last_error: reason, last_error_time: at })
    .where('id', '=', id)
    .where('status', '=', keyStatus.enabled)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? 'disabled' : 'done'
}

export const noteKeyError = (store: Store, id: number, last_error: string, last_error_time: number) =>
  store.updateTable('channel_keys').set({ last_error, last_error_time }).where('id', '=', id).execute()

export const addKeySpending = (store: Store, id: number, spent: { quota: number; calls: number }) =>
  store
    .updateTable('channel_keys')
    .set((eb) => ({ used_quota: eb('used_quota', '+', spent.quota), calls: eb('calls', '+', spent.calls) }))
    .where('id', '=', id)
    .execute()
