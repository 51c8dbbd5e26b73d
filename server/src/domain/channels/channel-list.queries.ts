import { channelStatus } from '@turnpike/contract/channel'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { containing } from '../../store/like.ts'
import type { Database } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { type ChannelRow, shownColumns } from './channels.queries.ts'

/** Filters of the channel list; an absent one matches every channel. */
export type ChannelFilter = {
  keyword?: string | undefined
  /** The keyword's hash, to find a channel by its whole key. */
  keyHash?: string | undefined
  model?: string | undefined
  group?: string | undefined
}
export type ChannelPage = { limit: number; offset: number; byId: boolean }

export const readChannelPage = (store: Store, filter: ChannelFilter, page: ChannelPage): Promise<ChannelRow[]> =>
  store
    .selectFrom('channels')
    .select(shownColumns)
    .where((eb) => matches(eb, filter))
    .$if(!page.byId, (query) => query.orderBy('priority', 'desc'))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export async function countChannels(store: Store, filter: ChannelFilter): Promise<number> {
  const { total } = await store
    .selectFrom('channels')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where((eb) => matches(eb, filter))
    .executeTakeFirstOrThrow()
  return total
}

/** Every channel of a page of tags; a tag matches when one of its channels does. */
export const readTagPage = (store: Store, filter: ChannelFilter, page: ChannelPage): Promise<ChannelRow[]> =>
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
    .$if(!page.byId, (query) => query.orderBy('priority', 'desc'))
    .orderBy('id', 'desc')
    .execute()

export async function countTags(store: Store, filter: ChannelFilter): Promise<number> {
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

export async function countByStatus(store: Store) {
  const rows = await store
    .selectFrom('channels')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  const countOf = (wanted: number) => rows.find(({ status }) => status === wanted)?.count ?? 0
  return {
    enabled: countOf(channelStatus.enabled),
    disabled: countOf(channelStatus.disabled),
    auto_disabled: countOf(channelStatus.autoDisabled),
  }
}

function matches(eb: ExpressionBuilder<Database, 'channels'>, { keyword, keyHash, model, group }: ChannelFilter) {
  const id = /^[1-9]\d{0,14}$/.test(keyword ?? '') ? Number(keyword) : undefined
  return eb.and([
    ...(keyword === undefined
      ? []
      : [
          eb.or([
            contains('name', keyword),
            ...(id === undefined ? [] : [eb('id', '=', id)]),
            ...(keyHash === undefined ? [] : [eb('key_hash', '=', keyHash)]),
          ]),
        ]),
    ...(model === undefined ? [] : [contains('models', model)]),
    ...(group === undefined ? [] : [isInGroup(group)]),
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
