import type { NewPriceSource, SourceRun } from '@turnpike/contract/money/price-sources'
import type { Selectable } from 'kysely'
import type { MoneyTables } from '../../../../store/schema/money.ts'
import type { Store } from '../../../../store/store.ts'

/** A source with the state of its readings. */
export type SourceRow = NewPriceSource & {
  id: number
  created_at: number
  next_run_at: number
  last_run: SourceRun | null
  good_models: number
}

const rowOf = ({ is_enabled, kind, rules, last_run, ...row }: Selectable<MoneyTables['price_sources']>): SourceRow => ({
  ...row,
  kind: kind as SourceRow['kind'], // checked before it was written, like the two below
  is_enabled: is_enabled === 1,
  ...(JSON.parse(rules) as Pick<
    NewPriceSource,
    'models' | 'patterns' | 'factor' | 'group' | 'recharge_factor' | 'apply_percent'
  >),
  last_run: last_run === '' ? null : (JSON.parse(last_run) as SourceRun),
})

function columnsOf({ name, kind, address, is_enabled, interval_hours, ...rules }: NewPriceSource) {
  return { name, kind, address, is_enabled: is_enabled ? 1 : 0, interval_hours, rules: JSON.stringify(rules) } as const
}

export async function readSources(store: Store): Promise<SourceRow[]> {
  const rows = await store.selectFrom('price_sources').selectAll().orderBy('name').orderBy('id').execute()
  return rows.map(rowOf)
}

export async function findSource(store: Store, id: number): Promise<SourceRow | undefined> {
  const row = await store.selectFrom('price_sources').selectAll().where('id', '=', id).executeTakeFirst()
  return row && rowOf(row)
}

export async function readDueSources(store: Store, now: number): Promise<number[]> {
  const rows = await store
    .selectFrom('price_sources')
    .select('id')
    .where('is_enabled', '=', 1)
    .where('next_run_at', '<=', now)
    .orderBy('next_run_at')
    .execute()
  return rows.map(({ id }) => id)
}

export async function countSources(store: Store): Promise<number> {
  const row = await store
    .selectFrom('price_sources')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export const insertSource = (store: Store, source: NewPriceSource, now: number) =>
  store
    .insertInto('price_sources')
    .values({ ...columnsOf(source), created_at: now, next_run_at: now, last_run: '', good_models: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()

/** A changed source is read soon, and no earlier reading bounds the number of its models. */
export const updateSource = (store: Store, id: number, source: NewPriceSource, now: number) =>
  store
    .updateTable('price_sources')
    .set({ ...columnsOf(source), next_run_at: now, good_models: 0 })
    .where('id', '=', id)
    .execute()

export async function deleteSource(store: Store, id: number): Promise<void> {
  await store.deleteFrom('price_proposals').where('source_id', '=', id).execute()
  await store.deleteFrom('price_sources').where('id', '=', id).execute()
}

export const setNextRun = (store: Store, id: number, nextRunAt: number) =>
  store.updateTable('price_sources').set({ next_run_at: nextRunAt }).where('id', '=', id).execute()

export const writeRun = (store: Store, id: number, run: SourceRun, goodModels: number, nextRunAt: number) =>
  store
    .updateTable('price_sources')
    .set({ last_run: JSON.stringify(run), good_models: goodModels, next_run_at: nextRunAt })
    .where('id', '=', id)
    .execute()
