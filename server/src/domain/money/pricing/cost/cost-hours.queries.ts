import { sql } from 'kysely'
import type { Store } from '../../../../store/store.ts'
import { type CostHour, costKey, costSums } from './cost-hour.ts'

/** Adds to the row of an hour, in the caller's transaction. The charges of calls are added by the ledger. */
export async function addToCostHour(transaction: Store, row: CostHour): Promise<void> {
  const grown = Object.fromEntries(
    costSums.map((column) => [
      column,
      sql<number>`${sql.ref(`cost_hours.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
    ]),
  )
  await transaction
    .insertInto('cost_hours')
    .values(row)
    .onConflict((conflict) => conflict.columns([...costKey]).doUpdateSet(grown))
    .execute()
}
