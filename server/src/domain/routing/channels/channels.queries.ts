import { channelStatus } from '@turnpike/contract/routing/channel'
import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { lockChannelRows, lockChannels } from './channel-locks.queries.ts'

type ChannelsTable = Database['channels']

const routingColumns = [
  'id',
  'name',
  'type',
  'status',
  'key_cipher',
  'priority',
  'weight',
  'models',
  'group',
  'auto_ban',
  'max_input_tokens',
  'model_mapping',
  'status_code_mapping',
  'setting',
  'param_override',
  'header_override',
  'base_url',
  'other',
  'openai_organization',
  'multi_key_mode',
  'proxy_cipher',
] as const

/** The columns that administrators write; the key and a proxy's password are written apart, encrypted. */
export const writtenColumns = [
  'type',
  'name',
  'models',
  'group',
  'base_url',
  'other',
  'openai_organization',
  'test_model',
  'model_mapping',
  'status_code_mapping',
  'setting',
  'param_override',
  'header_override',
  'tag',
  'priority',
  'weight',
  'auto_ban',
  'max_input_tokens',
] as const

/** The columns of a channel that may leave the server: all but its secrets. */
export const shownColumns = [
  ...writtenColumns,
  'id',
  'status',
  'other_info',
  'created_time',
  'test_time',
  'response_time',
  'failed_time',
  'failure_reason',
  'used_quota',
  'balance',
  'balance_updated_time',
  'multi_key_mode',
] as const

/** The key and the address of the proxy, encrypted, and what a key is found by. */
const secretColumns = ['key_cipher', 'key_hash', 'proxy_cipher'] as const
type SecretColumn = (typeof secretColumns)[number]

export type WrittenColumns = Pick<Selectable<ChannelsTable>, (typeof writtenColumns)[number]>
export type ChannelRow = Pick<Selectable<ChannelsTable>, (typeof shownColumns)[number]>
/** The columns a change by an administrator may set; counters and balances have queries of their own. */
export type ChannelUpdate = Partial<
  WrittenColumns &
    Pick<
      Selectable<ChannelsTable>,
      'status' | 'other_info' | SecretColumn | 'judged_from' | 'multi_key_mode' | keyof typeof noFailure
    >
>

export const noFailure = { failed_time: 0, failure_reason: '' }

/** Every channel, as routing needs it; disabled ones too, so that a call pinned to one can be refused by name. */
export const readChannelsForRouting = (store: Store) =>
  store.selectFrom('channels').select(routingColumns).orderBy('id').execute()

/** One of them, whether it is enabled or not. */
export const findChannelForRouting = (store: Store, id: number) =>
  store.selectFrom('channels').select(routingColumns).where('id', '=', id).executeTakeFirst()

/** Every channel, as the routing index needs it. */
export const readChannelsToIndex = (store: Store) =>
  store
    .selectFrom('channels')
    .select(['id', 'status', 'group', 'models', 'priority', 'weight', 'tag'])
    .orderBy('id')
    .execute()

export const findChannel = (store: Store, id: number): Promise<ChannelRow | undefined> =>
  store.selectFrom('channels').select(shownColumns).where('id', '=', id).executeTakeFirst()

/** With the secrets, encrypted as stored. */
export const findChannelWithKey = (store: Store, id: number) =>
  store
    .selectFrom('channels')
    .select([...shownColumns, ...secretColumns])
    .where('id', '=', id)
    .executeTakeFirst()

export type ChannelWithKey = ChannelRow & Pick<Selectable<ChannelsTable>, SecretColumn>

export async function readChannelsWithKey(store: Store, ids: readonly number[]): Promise<ChannelWithKey[]> {
  const rows: ChannelWithKey[] = []
  for (let from = 0; from < ids.length; from += idsAtOnce)
    rows.push(
      ...(await store
        .selectFrom('channels')
        .select([...shownColumns, ...secretColumns])
        .where('id', 'in', ids.slice(from, from + idsAtOnce))
        .orderBy('id')
        .execute()),
    )
  return rows
}

export const readChannelsById = (store: Store, ids: readonly number[]): Promise<ChannelRow[]> =>
  store.selectFrom('channels').select(shownColumns).where('id', 'in', ids).orderBy('id').execute()

export const readChannelsOfTag = (store: Store, tag: string): Promise<ChannelRow[]> =>
  store.selectFrom('channels').select(shownColumns).where('tag', '=', tag).orderBy('id').execute()

export async function readIdsOfDisabled(store: Store): Promise<number[]> {
  const rows = await store
    .selectFrom('channels')
    .select('id')
    .where('status', 'in', [channelStatus.disabled, channelStatus.autoDisabled])
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Rows and ids per statement: a statement takes some ten thousand values. */
const rowsAtOnce = 500
const idsAtOnce = 1000

/** Returns the ids in the order of the rows. */
export async function insertChannels(store: Store, rows: readonly Insertable<ChannelsTable>[]): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const inserted = await store
      .insertInto('channels')
      .values(rows.slice(from, from + rowsAtOnce))
      .returning('id')
      .execute()
    ids.push(...inserted.map(({ id }) => id))
  }
  return ids
}

export async function changeChannels(store: Store, ids: readonly number[], change: ChannelUpdate): Promise<void> {
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const some = ids.slice(from, from + idsAtOnce)
    await lockChannelRows(store, some)
    await store.updateTable('channels').set(change).where('id', 'in', some).execute()
  }
}

/** Deletes channels and returns their rows, as they were. */
export async function deleteChannels(store: Store, ids: readonly number[]): Promise<Selectable<ChannelsTable>[]> {
  await lockChannelRows(store, ids)
  return store.deleteFrom('channels').where('id', 'in', ids).returningAll().execute()
}

/** Disables an enabled channel automatically. Returns false when it was disabled already, by another call or instance. */
export async function autoDisableChannel(store: Store, id: number, otherInfo: string): Promise<boolean> {
  await lockChannels(store)
  const changed = await store
    .updateTable('channels')
    .set({ status: channelStatus.autoDisabled, other_info: otherInfo })
    .where('id', '=', id)
    .where('status', '=', channelStatus.enabled)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  await store.updateTable('abilities').set({ enabled: 0 }).where('channel_id', '=', id).execute()
  return true
}
