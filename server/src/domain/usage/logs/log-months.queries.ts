import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { isPostgres } from '../../../store/is-postgres.ts'
import type { Store } from '../../../store/store.ts'
import type { LogMonth } from './log-month.ts'

/** Calls queue behind a waiting lock request, so this is well below the lock timeout of the ledger. */
const lockTimeoutMs = 100
const attemptsMax = 5
const pauseMs = 200
const lockStates: ReadonlySet<unknown> = new Set(['55P03', '40P01']) // not available in time, deadlock

const bounds = String.raw`FROM \('(-?\d+)'\) TO \('(-?\d+)'\)`

/** The months that have a table, oldest first. SQLite keeps one table for all of them. */
export async function readLogMonths(store: Store): Promise<LogMonth[]> {
  if (!isPostgres(store)) return []
  const { rows } = await sql<LogMonth>`
    SELECT name, bounds[1]::bigint AS start, bounds[2]::bigint AS end FROM (
      SELECT relname AS name, regexp_match(pg_get_expr(relpartbound, pg_class.oid), ${bounds}) AS bounds
      FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'logs'::regclass
    ) AS parts
    WHERE bounds IS NOT NULL ORDER BY start`.execute(store)
  return rows
}

/**
 * Creates the table of a month, and moves rows of that month from the default table into it. Returns false when the
 * month has a table already, and undefined when a lock could not be taken. Attaching a table blocks readers of the log
 * only; `CREATE TABLE … PARTITION OF` would block writers as well.
 */
export const makeLogMonth = (store: Store, { name, start, end }: LogMonth): Promise<boolean | undefined> =>
  changeMonths(store, async (transaction, months) => {
    if (months.some((one) => one.start < end && start < one.end)) return false
    const month = sql.table(name)
    await sql`CREATE TABLE ${month} (LIKE logs INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`.execute(transaction)
    await sql`LOCK TABLE logs_default IN ACCESS EXCLUSIVE MODE`.execute(transaction)
    await sql`WITH early AS (
        DELETE FROM logs_default WHERE created_at >= ${start} AND created_at < ${end} RETURNING *
      ) INSERT INTO ${month} SELECT * FROM early`.execute(transaction)
    await sql`ALTER TABLE logs ATTACH PARTITION ${month}
      FOR VALUES FROM (${sql.lit(start)}) TO (${sql.lit(end)})`.execute(transaction)
    return true
  })

/** Drops a month with all its rows. Returns how many there were; undefined when a lock could not be taken. */
export const dropLogMonth = (store: Store, { name }: LogMonth): Promise<number | undefined> =>
  changeMonths(store, async (transaction, months) => {
    if (!months.some((one) => one.name === name)) return 0 // another instance has just dropped it
    const month = sql.table(name)
    await sql`LOCK TABLE ${month} IN SHARE MODE`.execute(transaction) // no row is inserted between counting and dropping
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${month}`.execute(transaction)
    await sql`DROP TABLE ${month}`.execute(transaction)
    return rows[0]?.count ?? 0
  })

/** Changes the partitions of the log, one change at a time. Lock timeouts are short, so that calls never wait long. */
async function changeMonths<Result>(
  store: Store,
  change: (transaction: Store, months: LogMonth[]) => Promise<Result>,
): Promise<Result | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await store.transaction().execute(async (transaction) => {
        await sql`SET LOCAL lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(transaction)
        await sql`SET LOCAL statement_timeout = 0`.execute(transaction) // many rows may have to be moved or counted
        await sql`LOCK TABLE ONLY logs IN SHARE UPDATE EXCLUSIVE MODE`.execute(transaction)
        return change(transaction, await readLogMonths(transaction))
      })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && lockStates.has(error.code))) throw error
      if (attempt === attemptsMax) return undefined
      await pause(pauseMs)
    }
  }
}
