import { sql } from 'kysely'
import type { Store } from '../../../../store/store.ts'
import { type HourRange, splitRange } from '../../../usage/logs/usage-hours.queries.ts'

/** The requests of a model on one channel; those of channel 0 were refused before a channel was chosen. */
export type ModelTraffic = { channel_id: number; calls: number; failures: number; quota: number }

/** The requests of a model by channel; of these groups, where groups are given. */
export async function readModelTraffic(
  store: Store,
  model: string,
  range: HourRange,
  groups: readonly string[] | undefined,
): Promise<ModelTraffic[]> {
  const parts = await Promise.all(
    splitRange(range).map(([table, { from, to }]) =>
      store
        .selectFrom(table)
        .select([
          'channel_id',
          sql<number>`sum(calls)`.as('calls'),
          sql<number>`sum(failures)`.as('failures'),
          sql<number>`sum(quota)`.as('quota'),
        ])
        .where('hour', '>=', from)
        .where('hour', '<', to)
        .where('model_name', '=', model)
        .$if(groups !== undefined, (query) => query.where('group', 'in', groups ?? []))
        .groupBy('channel_id')
        .execute(),
    ),
  )
  return parts.flat()
}

/** The channels that list the model, whether they are enabled or not. */
export async function readIdsServing(store: Store, model: string): Promise<number[]> {
  const rows = await store.selectFrom('abilities').select('channel_id').distinct().where('model', '=', model).execute()
  return rows.map(({ channel_id }) => channel_id)
}
