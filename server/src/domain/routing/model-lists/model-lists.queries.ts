import { channelStatus } from '@turnpike/contract/routing/channel'
import { keyStatus } from '@turnpike/contract/routing/channel-keys'
import type {
  NewIgnored,
  ProposalFilter,
  ProposalKind,
  WatchedChannelQuery,
  WatchSetting,
} from '@turnpike/contract/routing/model-lists'
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import { containing } from '../../../store/like.ts'
import { countRows } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

/** The row that holds for every channel without a row. */
export const forAll = 0
const rowsAtOnce = 500

export type SettingBy = WatchSetting & { actor_id: number; actor_name: string }

const settingOf = ({ patterns, ...row }: Pick<SettingRow, keyof SettingBy>): SettingBy => ({
  ...row,
  patterns: JSON.parse(patterns) as string[],
})
type SettingRow = Selectable<Database['model_list_settings']>

/** The settings by channel, the one for all included. */
export async function readSettings(store: Store, channelIds?: readonly number[]): Promise<Map<number, SettingBy>> {
  const rows = await store
    .selectFrom('model_list_settings')
    .select(['channel_id', 'mode', 'hours', 'patterns', 'actor_id', 'actor_name'])
    .$if(channelIds !== undefined, (query) => query.where('channel_id', 'in', [forAll, ...(channelIds ?? [])]))
    .execute()
  return new Map(rows.map(({ channel_id, ...row }) => [channel_id, settingOf(row)]))
}

export async function saveSettings(
  transaction: Store,
  channelIds: readonly number[],
  { patterns, ...setting }: SettingBy,
  at: number,
): Promise<void> {
  for (let from = 0; from < channelIds.length; from += rowsAtOnce)
    await transaction
      .insertInto('model_list_settings')
      .values(
        channelIds
          .slice(from, from + rowsAtOnce)
          .map((channel_id) => ({ channel_id, ...setting, patterns: JSON.stringify(patterns), set_at: at })),
      )
      .onConflict((conflict) =>
        conflict.column('channel_id').doUpdateSet((values) => ({
          mode: values.ref('excluded.mode'),
          hours: values.ref('excluded.hours'),
          patterns: values.ref('excluded.patterns'),
          actor_id: values.ref('excluded.actor_id'),
          actor_name: values.ref('excluded.actor_name'),
          set_at: values.ref('excluded.set_at'),
        })),
      )
      .execute()
}

export async function deleteSettings(transaction: Store, channelIds: readonly number[]): Promise<void> {
  for (let from = 0; from < channelIds.length; from += rowsAtOnce)
    await transaction
      .deleteFrom('model_list_settings')
      .where('channel_id', 'in', channelIds.slice(from, from + rowsAtOnce))
      .execute()
}

/** Whether the list of any channel may be watched. */
export const findWatching = (store: Store) =>
  store.selectFrom('model_list_settings').select('channel_id').where('mode', '<>', 'off').limit(1).executeTakeFirst()

/** Channels that an administrator has not disabled, and when their lists were read. */
export const readChannelsToWatch = (store: Store) =>
  store
    .selectFrom('channels')
    .leftJoin('model_list_readings', 'model_list_readings.channel_id', 'channels.id')
    .select([
      'channels.id',
      'channels.type',
      'channels.status',
      'model_list_readings.read_at',
      'model_list_readings.result',
    ])
    .where('channels.status', '<>', channelStatus.disabled)
    .orderBy('channels.id')
    .execute()

const watchedChannels = (store: Store, { keyword, mode, result }: Omit<WatchedChannelQuery, 'p' | 'page_size'>) =>
  store
    .selectFrom('channels')
    .leftJoin('model_list_settings', 'model_list_settings.channel_id', 'channels.id')
    .leftJoin('model_list_readings', 'model_list_readings.channel_id', 'channels.id')
    .$if(keyword !== undefined, (query) =>
      query.where(
        (eb) => sql<SqlBool>`lower(${eb.ref('channels.name')}) like lower(${containing(keyword ?? '')}) escape '\\'`,
      ),
    )
    .$if(mode !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.fn.coalesce(
            'model_list_settings.mode',
            eb
              .selectFrom('model_list_settings as all_channels')
              .select('all_channels.mode')
              .where('all_channels.channel_id', '=', forAll),
            sql.lit('off'),
          ),
          '=',
          mode ?? 'off',
        ),
      ),
    )
    .$if(result !== undefined, (query) =>
      query.where((eb) => eb(eb.fn.coalesce('model_list_readings.result', sql.lit('none')), '=', result ?? 'none')),
    )

/** A page of channels with their newest readings; with an id, that channel alone. */
export const readWatchedChannels = (store: Store, { p, page_size, ...filter }: WatchedChannelQuery, id?: number) =>
  watchedChannels(store, filter)
    .select(['channels.id', 'channels.name', 'channels.type', 'channels.status'])
    .select(['model_list_readings.read_at', 'model_list_readings.result', 'model_list_readings.reason'])
    .select(['model_list_readings.listed', 'model_list_readings.unusable'])
    .$if(id !== undefined, (query) => query.where('channels.id', '=', id ?? 0))
    .orderBy('channels.id', 'desc')
    .limit(page_size)
    .offset((p - 1) * page_size)
    .execute()
export type WatchedRow = Awaited<ReturnType<typeof readWatchedChannels>>[number]

export const countWatchedChannels = (store: Store, filter: WatchedChannelQuery): Promise<number> =>
  countRows(watchedChannels(store, filter))

export const readIdsOf = (store: Store, ids: readonly number[]) =>
  store.selectFrom('channels').select('id').where('id', 'in', ids).orderBy('id').execute()

export type ReadingRow = Selectable<Database['model_list_readings']>

export const findReading = (store: Store, channelId: number): Promise<ReadingRow | undefined> =>
  store.selectFrom('model_list_readings').selectAll().where('channel_id', '=', channelId).executeTakeFirst()

export const saveReading = (transaction: Store, row: ReadingRow) =>
  transaction
    .insertInto('model_list_readings')
    .values(row)
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(row))
    .execute()

export const saveKnown = (transaction: Store, channelId: number, known: string) =>
  transaction.updateTable('model_list_readings').set({ known }).where('channel_id', '=', channelId).execute()

export type ProposalRow = Selectable<Database['model_list_proposals']>

export const readProposalsOf = (store: Store, channelId: number): Promise<ProposalRow[]> =>
  store.selectFrom('model_list_proposals').selectAll().where('channel_id', '=', channelId).execute()

export async function insertProposals(
  transaction: Store,
  rows: readonly Insertable<Database['model_list_proposals']>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await transaction
      .insertInto('model_list_proposals')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
}

export async function changeProposals(
  transaction: Store,
  ids: readonly number[],
  change: Partial<Pick<ProposalRow, 'state' | 'missed' | 'taken_back'>>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += rowsAtOnce)
    await transaction
      .updateTable('model_list_proposals')
      .set(change)
      .where('id', 'in', ids.slice(from, from + rowsAtOnce))
      .execute()
}

export async function deleteProposals(transaction: Store, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += rowsAtOnce)
    await transaction
      .deleteFrom('model_list_proposals')
      .where('id', 'in', ids.slice(from, from + rowsAtOnce))
      .execute()
}

/**
 * Proposals that still hold: the channel may have got the appeared model since the reading, or lost the vanished one.
 * The routing index has a row per group and model of each channel.
 */
const holding = (store: Store) =>
  store
    .selectFrom('model_list_proposals')
    .innerJoin('channels', 'channels.id', 'model_list_proposals.channel_id')
    .where((eb) => {
      const isServed = eb.exists(
        eb
          .selectFrom('abilities')
          .select('abilities.channel_id')
          .whereRef('abilities.channel_id', '=', 'model_list_proposals.channel_id')
          .whereRef('abilities.model', '=', 'model_list_proposals.model'),
      )
      return eb.or([
        eb.and([eb('model_list_proposals.kind', '=', 'appeared'), eb.not(isServed)]),
        eb.and([eb('model_list_proposals.kind', '=', 'vanished'), isServed]),
      ])
    })

const matching = (store: Store, { channel, kind, state = 'open', keyword }: ProposalFilter) =>
  holding(store)
    .where('model_list_proposals.state', '=', state)
    .$if(channel !== undefined, (query) => query.where('model_list_proposals.channel_id', '=', channel ?? 0))
    .$if(kind !== undefined, (query) => query.where('model_list_proposals.kind', '=', kind ?? 'appeared'))
    .$if(keyword !== undefined, (query) =>
      query.where(
        (eb) =>
          sql<SqlBool>`lower(${eb.ref('model_list_proposals.model')}) like lower(${containing(keyword ?? '')}) escape '\\'`,
      ),
    )

/** Newest first, and the models of one reading of a channel by name. */
export const readProposals = (store: Store, filter: ProposalFilter, page: { limit: number; offset: number }) =>
  matching(store, filter)
    .selectAll('model_list_proposals')
    .select(['channels.name as channel_name', 'channels.status as channel_status'])
    .orderBy('model_list_proposals.first_seen_at', 'desc')
    .orderBy('model_list_proposals.channel_id')
    .orderBy('model_list_proposals.model')
    .orderBy('model_list_proposals.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countProposals = (store: Store, filter: ProposalFilter): Promise<number> =>
  countRows(matching(store, filter))

/** How many proposals there are, by state and kind. */
export const countByKind = (store: Store) =>
  holding(store)
    .select(({ fn }) => ['model_list_proposals.state', 'model_list_proposals.kind', fn.countAll<number>().as('count')])
    .groupBy(['model_list_proposals.state', 'model_list_proposals.kind'])
    .execute()

/** How many open proposals these channels have, by kind. */
export const countOpenOf = (store: Store, channelIds: readonly number[]) =>
  holding(store)
    .select(({ fn }) => [
      'model_list_proposals.channel_id',
      'model_list_proposals.kind',
      fn.countAll<number>().as('count'),
    ])
    .where('model_list_proposals.state', '=', 'open')
    .where('model_list_proposals.channel_id', 'in', channelIds)
    .groupBy(['model_list_proposals.channel_id', 'model_list_proposals.kind'])
    .execute()

export const readProposalsById = (store: Store, ids: readonly number[]): Promise<ProposalRow[]> =>
  store.selectFrom('model_list_proposals').selectAll().where('id', 'in', ids).orderBy('id').execute()

export async function readIgnored(store: Store, channelId?: number) {
  return store
    .selectFrom('ignored_models')
    .select(['channel_id', 'kind', 'pattern'])
    .$if(channelId !== undefined, (query) => query.where('channel_id', 'in', [forAll, channelId ?? 0]))
    .execute()
}

const ignoredRows = (store: Store) =>
  store.selectFrom('ignored_models').leftJoin('channels', 'channels.id', 'ignored_models.channel_id')

export const readIgnoredPage = (store: Store, { p, page_size }: { p: number; page_size: number }) =>
  ignoredRows(store)
    .selectAll('ignored_models')
    .select('channels.name as channel_name')
    .orderBy('ignored_models.id', 'desc')
    .limit(page_size)
    .offset((p - 1) * page_size)
    .execute()

export const findIgnored = (store: Store, { channel_id, kind, pattern }: NewIgnored) =>
  ignoredRows(store)
    .selectAll('ignored_models')
    .select('channels.name as channel_name')
    .where('ignored_models.channel_id', '=', channel_id)
    .where('ignored_models.kind', '=', kind)
    .where('ignored_models.pattern', '=', pattern)
    .executeTakeFirst()

/** How many ignored patterns there are, and how many of them have a wildcard. */
export const countIgnored = (store: Store) =>
  store
    .selectFrom('ignored_models')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('total'),
      fn
        .countAll<number>()
        .filterWhere(eb('pattern', 'like', '%*%'))
        .as('with_wildcard'),
    ])
    .executeTakeFirstOrThrow()

/** One that is there already stays. */
export async function insertIgnored(
  transaction: Store,
  rows: readonly NewIgnored[],
  { actor_name, created_at }: { actor_name: string; created_at: number },
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await transaction
      .insertInto('ignored_models')
      .values(rows.slice(from, from + rowsAtOnce).map((row) => ({ ...row, actor_name, created_at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export const deleteIgnored = (transaction: Store, id: number) =>
  transaction
    .deleteFrom('ignored_models')
    .where('id', '=', id)
    .returning(['channel_id', 'kind', 'pattern'])
    .executeTakeFirst()

/** The names of open proposals of a kind, of one channel or of all. */
export const readOpenModels = (store: Store, kind: ProposalKind, channelId?: number) =>
  store
    .selectFrom('model_list_proposals')
    .select(['id', 'model'])
    .where('kind', '=', kind)
    .where('state', '=', 'open')
    .$if(channelId !== undefined, (query) => query.where('channel_id', '=', channelId ?? 0))
    .execute()

/** The enabled keys of a channel that has several, those that are not paused first. */
export const readWorkingKeys = (store: Store, channelId: number, now: number, limit: number) =>
  store
    .selectFrom('channel_keys')
    .leftJoin('cooling', (join) =>
      join
        .onRef('cooling.channel_id', '=', 'channel_keys.channel_id')
        .onRef('cooling.key_id', '=', 'channel_keys.id')
        .on('cooling.until', '>', now),
    )
    .select('channel_keys.key_cipher')
    .where('channel_keys.channel_id', '=', channelId)
    .where('channel_keys.status', '=', keyStatus.enabled)
    .orderBy(sql`case when cooling.until is null then 0 else 1 end`)
    .orderBy('channel_keys.position')
    .orderBy('channel_keys.id')
    .limit(limit)
    .execute()
