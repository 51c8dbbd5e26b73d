import { type ChannelHealth, type ChannelSort, channelStatus } from '@turnpike/contract/routing/channel'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { containing } from '../../../store/like.ts'
import { countRows } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { isFailedRow } from './attempts/attempts.queries.ts'
import { type ChannelRow, shownColumns } from './channels.queries.ts'

/** Filters of the channel list; an absent one matches every channel. */
export type StoredFilter = {
  keyword?: string | undefined
  /** The keyword's hash, to find a channel by its whole key. */
  keyHash?: string | undefined
  model?: string | undefined
  group?: string | undefined
  status?: number | undefined
  /** With the channels that fail by their calls, which are in no column. */
  health?: { word: ChannelHealth; failing: readonly number[] } | undefined
  type?: number | undefined
}
export type ChannelOrder = {
  by: ChannelSort
  direction: 'asc' | 'desc'
  /** Channels that serve calls first, and those that an administrator disabled last. */
  enabledFirst?: boolean
}
export type ChannelPage = { limit: number; offset: number; order: ChannelOrder }

export const readChannelPage = (store: Store, filter: StoredFilter, page: ChannelPage): Promise<ChannelRow[]> =>
  store
    .selectFrom('channels')
    .select(shownColumns)
    .where((eb) => matches(eb, filter))
    .orderBy(orderOf(page.order))
    .limit(page.limit)
    .offset(page.offset)
    .execute()

/** Every channel that matches. */
export const readMatchingChannels = (store: Store, filter: StoredFilter): Promise<ChannelRow[]> =>
  store
    .selectFrom('channels')
    .select(shownColumns)
    .where((eb) => matches(eb, filter))
    .orderBy('id')
    .execute()

export const countChannels = (store: Store, filter: StoredFilter): Promise<number> =>
  countRows(store.selectFrom('channels').where((eb) => matches(eb, filter)))

/** Every channel of a page of tags; a tag matches when one of its channels does. */
export const readTagPage = (store: Store, filter: StoredFilter, page: ChannelPage): Promise<ChannelRow[]> =>
  store
    .selectFrom('channels')
    .select(shownColumns)
    .where('tag', 'in', (eb) =>
      eb
        .selectFrom('channels')
        .select('tag')
        .where('tag', '!=', '')
        .where((inner) => matches(inner, filter))
        .groupBy('tag')
        .orderBy('tag')
        .limit(page.limit)
        .offset(page.offset),
    )
    .orderBy('tag')
    .orderBy(orderOf(page.order))
    .execute()

export async function countTags(store: Store, filter: StoredFilter): Promise<number> {
  const { total } = await store
    .selectFrom('channels')
    .select(({ fn }) => fn.count<number>('tag').distinct().as('total'))
    .where('tag', '!=', '')
    .where((eb) => matches(eb, filter))
    .executeTakeFirstOrThrow()
  return total
}

export async function readTags(store: Store): Promise<string[]> {
  const rows = await store
    .selectFrom('channels')
    .select('tag')
    .where('tag', '!=', '')
    .groupBy('tag')
    .orderBy('tag')
    .execute()
  return rows.flatMap(({ tag }) => tag ?? [])
}

/** The whole table by status, and how many channels have failed. */
export async function countByState(store: Store, failing: readonly number[]) {
  const rows = await store
    .selectFrom('channels')
    .select([
      'status',
      ({ fn }) => fn.countAll<number>().as('count'),
      ({ fn }) =>
        fn
          .countAll<number>()
          .filterWhere((eb) => isFailedRow(eb, failing))
          .as('failed'),
    ])
    .groupBy('status')
    .execute()
  const countOf = (wanted: number) => rows.find(({ status }) => status === wanted)?.count ?? 0
  return {
    enabled: countOf(channelStatus.enabled),
    disabled: countOf(channelStatus.disabled),
    auto_disabled: countOf(channelStatus.autoDisabled),
    failed: rows.reduce((sum, { failed }) => sum + failed, 0),
  }
}

function matches(eb: ExpressionBuilder<Database, 'channels'>, filter: StoredFilter) {
  const ofKey = (hash: string) => eb.selectFrom('channel_keys').select('channel_id').where('key_hash', '=', hash)
  const { keyword, keyHash, model, group, status, health, type } = filter
  const id = /^[1-9]\d{0,14}$/.test(keyword ?? '') ? Number(keyword) : undefined
  return eb.and([
    ...(keyword === undefined
      ? []
      : [
          eb.or([
            contains('name', keyword),
            ...(id === undefined ? [] : [eb('id', '=', id)]),
            ...(keyHash === undefined ? [] : [eb('key_hash', '=', keyHash), eb('id', 'in', ofKey(keyHash))]),
          ]),
        ]),
    ...(model === undefined ? [] : [contains('models', model)]),
    ...(group === undefined ? [] : [isInGroup(group)]),
    ...(status === undefined ? [] : [eb('status', '=', status)]),
    ...(type === undefined ? [] : [eb('type', '=', type)]),
    ...(health === undefined ? [] : [isOfHealth(eb, health)]),
  ])
}

/** `healthOf` as an SQL condition. */
function isOfHealth(
  eb: ExpressionBuilder<Database, 'channels'>,
  { word, failing }: NonNullable<StoredFilter['health']>,
) {
  const isFailed = isFailedRow(eb, failing)
  if (word === 'failed') return isFailed
  return eb.and([eb.not(isFailed), eb('response_time', word === 'ok' ? '>' : '=', 0)])
}

/** Columns in which 0 means that there is no figure. */
const measured: Partial<Record<ChannelSort, string>> = {
  response_time: 'response_time',
  balance: 'balance_updated_time',
}

const { enabled, autoDisabled } = channelStatus
const byStatus = sql`case status when ${sql.lit(enabled)} then 0 when ${sql.lit(autoDisabled)} then 1 else 2 end`

/** Channels without a figure come last in both directions, and the newest first among equals. */
function orderOf({ by, direction, enabledFirst }: ChannelOrder) {
  const figure = measured[by]
  return sql.join([
    ...(enabledFirst ? [byStatus] : []),
    ...(figure ? [sql`case when ${sql.ref(figure)} = 0 then 1 else 0 end`] : []),
    direction === 'asc' ? sql`${sql.ref(by)} asc` : sql`${sql.ref(by)} desc`,
    sql`id desc`,
  ])
}

/** Ignores case in both databases; wildcards in the search text match themselves. */
const contains = (column: 'name' | 'models', text: string) =>
  sql<SqlBool>`lower(${sql.ref(column)}) like lower(${containing(text)}) escape '\\'`

/** Whether a channel's group list has exactly this group: removing `,name,` from the list changes it. */
function isInGroup(group: string) {
  const list = sql`',' || "group" || ','`
  return sql<SqlBool>`replace(${list}, ${`,${group},`}, '') <> ${list}`
}
