import { channelStatus } from '@turnpike/contract/routing/channel'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../../../../store/schema.ts'
import type { Store } from '../../../../store/store.ts'

export type AttemptsRow = Selectable<Database['channel_attempts']>

const rowsAtOnce = 200

/** Writes the attempts of one process; replaces an existing row. */
export async function saveAttempts(store: Store, rows: readonly AttemptsRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await store
      .insertInto('channel_attempts')
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['channel_id', 'process']).doUpdateSet((values) => ({
          newest: values.ref('excluded.newest'),
          recent_failures: values.ref('excluded.recent_failures'),
          attempts: values.ref('excluded.attempts'),
        })),
      )
      .execute()
}

/** Which of these channels exist. */
export async function readExistingIds(store: Store, ids: readonly number[]): Promise<Set<number>> {
  const rows = await store.selectFrom('channels').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

export const readAttemptsOf = (store: Store, ids: readonly number[]) =>
  store
    .selectFrom('channel_attempts')
    .select(['channel_id', 'attempts'])
    .where('channel_id', 'in', ids)
    .orderBy('channel_id')
    .orderBy('process')
    .execute()

/** The rows since then of the channels with at least this many recent failures: no other channel can be failing. */
export const readSuspects = (store: Store, since: number, failuresMin: number, id?: number) =>
  store
    .selectFrom('channel_attempts as seen')
    .innerJoin('channels', 'channels.id', 'seen.channel_id')
    .select(['seen.channel_id', 'seen.attempts', 'channels.judged_from'])
    .where('seen.newest', '>=', since)
    .where('seen.channel_id', 'in', (eb) =>
      eb
        .selectFrom('channel_attempts')
        .select('channel_id')
        .where('recent_failures', '>', 0)
        .where('newest', '>=', since)
        .$if(id !== undefined, (query) => query.where('channel_id', '=', id ?? 0))
        .groupBy('channel_id')
        .having(({ fn }) => fn.sum('recent_failures'), '>=', failuresMin),
    )
    .orderBy('seen.channel_id')
    .orderBy('seen.process')
    .execute()

/** `isFailed` as an SQL condition; `failing` are the channels that fail by their calls. */
export const isFailedRow = (eb: ExpressionBuilder<Database, 'channels'>, failing: readonly number[]) =>
  eb.or([
    eb('status', '=', channelStatus.autoDisabled),
    eb('failed_time', '>', 0),
    ...(failing.length > 0 ? [eb('id', 'in', failing)] : []),
  ])

/** The failed channels that no administrator has disabled. */
export const readFailedChannels = (store: Store, failing: readonly number[]) =>
  store
    .selectFrom('channels')
    .select(['id', 'name', 'status', 'models', 'failed_time', 'judged_from'])
    .where('status', '!=', channelStatus.disabled)
    .where((eb) => isFailedRow(eb, failing))
    .orderBy('id')
    .execute()

/** The rows since then of these channels, each with the time from which its channel is judged. */
export const readJudgedAttempts = (store: Store, ids: readonly number[], since: number) =>
  store
    .selectFrom('channel_attempts as seen')
    .innerJoin('channels', 'channels.id', 'seen.channel_id')
    .select(['seen.channel_id', 'seen.attempts', 'channels.judged_from'])
    .where('seen.channel_id', 'in', ids)
    .where('seen.newest', '>=', since)
    .orderBy('seen.channel_id')
    .orderBy('seen.process')
    .execute()

const sum = (column: 'calls' | 'failures' | 'quota') => sql<number>`sum(${sql.ref(column)})`

/** The requests on each of these channels in the hours since then. */
export const readTraffic = (store: Store, ids: readonly number[], since: number) =>
  store
    .selectFrom('usage_hours')
    .select([
      'channel_id',
      sql<number>`sum(calls) + sum(failures)`.as('requests'),
      sum('failures').as('failed'),
      sum('quota').as('quota'),
    ])
    .where('hour', '>=', since - (since % 3600))
    .where('channel_id', 'in', ids)
    .groupBy('channel_id')
    .execute()

export const readAttemptsSince = (store: Store, since: number) =>
  store.selectFrom('channel_attempts').select(['channel_id', 'attempts']).where('newest', '>=', since).execute()

export const deleteAttempts = (store: Store, ids: readonly number[]) =>
  store.deleteFrom('channel_attempts').where('channel_id', 'in', ids).execute()

/** Rows that a process wrote after the channel was deleted. */
export const deleteOrphans = (store: Store) =>
  store
    .deleteFrom('channel_attempts')
    .where('channel_id', 'not in', (eb) => eb.selectFrom('channels').select('id'))
    .execute()

/** The channels of which more processes than this have written rows, ended ones included. */
export async function readCrowded(store: Store, processes: number): Promise<number[]> {
  const rows = await store
    .selectFrom('channel_attempts')
    .select('channel_id')
    .groupBy('channel_id')
    .having(({ fn }) => fn.countAll(), '>', processes)
    .execute()
  return rows.map(({ channel_id }) => channel_id)
}

export const readWholeRows = (store: Store, channelId: number): Promise<AttemptsRow[]> =>
  store.selectFrom('channel_attempts').selectAll().where('channel_id', '=', channelId).orderBy('process').execute()

/** Deletes a row unless its process has written it again since. */
export const deleteAttemptsRow = (store: Store, { channel_id, process, newest }: AttemptsRow) =>
  store
    .deleteFrom('channel_attempts')
    .where('channel_id', '=', channel_id)
    .where('process', '=', process)
    .where('newest', '=', newest)
    .execute()
