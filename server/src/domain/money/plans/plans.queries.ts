import type { Insertable, Selectable, Updateable } from 'kysely'
import { changesRow, countRows } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

export type PlanRow = Selectable<Database['plans']>
type PlanChange = Omit<Updateable<Database['plans']>, 'id' | 'created_at' | 'deleted_at'>

const existing = (store: Store) => store.selectFrom('plans').where('deleted_at', 'is', null)

export const findPlan = (store: Store, id: number): Promise<PlanRow | undefined> =>
  existing(store).selectAll().where('id', '=', id).executeTakeFirst()

export const readPlans = (store: Store): Promise<PlanRow[]> =>
  existing(store).selectAll().orderBy('sort_order', 'desc').orderBy('id', 'desc').execute()

export const readOfferedPlans = (store: Store): Promise<PlanRow[]> =>
  existing(store).selectAll().where('enabled', '=', 1).orderBy('sort_order', 'desc').orderBy('id', 'desc').execute()

/** The titles of plans, also of deleted ones. */
export const readTitles = (store: Store) =>
  store.selectFrom('plans').select(['id', 'title', 'deleted_at']).orderBy('id').execute()

export const countPlans = (store: Store): Promise<number> => countRows(existing(store))

export const insertPlan = (transaction: Store, plan: Insertable<Database['plans']>): Promise<PlanRow> =>
  transaction.insertInto('plans').values(plan).returningAll().executeTakeFirstOrThrow()

/** Undefined where there is no such plan. */
export const savePlan = (transaction: Store, id: number, change: PlanChange): Promise<PlanRow | undefined> =>
  transaction
    .updateTable('plans')
    .set(change)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** The row stays, because subscriptions and orders name it. False where there is no such plan. */
export const deletePlan = (transaction: Store, id: number, at: number): Promise<boolean> =>
  changesRow(
    transaction.updateTable('plans').set({ deleted_at: at }).where('id', '=', id).where('deleted_at', 'is', null),
  )

/** The subscriptions of each plan: those that run, and all. */
export const countByPlan = (store: Store) =>
  store
    .selectFrom('subscriptions')
    .select('plan_id')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('sold'),
      fn.sum<number>(eb.case().when('status', '=', 'active').then(1).else(0).end()).as('running'),
    ])
    .groupBy('plan_id')
    .execute()
