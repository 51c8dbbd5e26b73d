import { renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import type { Log } from '../log.ts'
import type { DatabaseAddress } from './dsn.ts'
import {
  type Migration,
  migrationsFolder,
  readMigrations,
  type Scope,
  statementsOf,
  titleOf,
} from './migration-files.ts'
import { createRecord, pendingAfter, readRecord, recordMigration, tableNames } from './migration-record.ts'
import { createPrivateFile } from './private-files.ts'
import { queryFailureOf } from './query-failure.ts'
import type { OpenStore, Store } from './store.ts'

type Options = {
  log?: Pick<Log, 'info'>
  folder?: string
  /** Skips a log database that is away. It is migrated later. */
  mayLackLog?: boolean
}
type MigrationOutcome = { applied: string[]; backup?: string; lacksLog?: true }

const busy = 5 // SQLITE_BUSY; the higher bits of a code only say why
const lockTimeoutMs = 10 * 60_000

/**
 * Brings the schema up to date, one transaction per migration. Any number of processes may try at once: each step takes
 * the lock, reads the record again, and applies the next migration. A process that is killed leaves its step undone.
 */
export async function migrate(
  open: OpenStore,
  { log, folder = migrationsFolder, mayLackLog = false }: Options = {},
): Promise<MigrationOutcome> {
  // A charge and its log row are written in one transaction, so the main database has the log tables too.
  const main = await migrateDatabase(open.store, open.main, ['main', 'log'], folder, log)
  if (open.logStore === open.store) return main
  try {
    await open.checkLog()
  } catch (error) {
    if (mayLackLog && queryFailureOf(error) === 'away') return { ...main, lacksLog: true }
    throw error
  }
  const logs = await migrateDatabase(open.logStore, open.log, ['log'], folder, log)
  return { applied: [...main.applied, ...logs.applied], backup: main.backup ?? logs.backup }
}

async function migrateDatabase(
  store: Store,
  address: DatabaseAddress,
  scopes: Scope[],
  folder: string,
  log: Options['log'],
): Promise<MigrationOutcome> {
  const migrations = scopes.flatMap((scope) => readMigrations(scope, folder))
  const outcome: MigrationOutcome = { applied: [] }
  // A first look without the lock: an ordinary start has no migration to apply and need not queue behind a writer.
  if (pendingAfter(await readRecord(store, address.kind), migrations).length === 0) return outcome

  const step = async (locked: Store) => {
    const [next] = pendingAfter(await readRecord(locked, address.kind), migrations)
    if (!next) return undefined
    const title = titleOf(next)
    if (address.kind === 'sqlite' && address.path !== ':memory:' && !outcome.backup && (await hasRows(locked))) {
      outcome.backup = backUpSqlite(address.path, title.replace('/', '-'), new Date())
      log?.info('database copied before migration', { path: outcome.backup })
    }
    log?.info('migration begins', { migration: title })
    await createRecord(locked)
    await apply(locked, next, address.kind)
    return title
  }
  for (;;) {
    const title = await underLock(store, address.kind, step, log)
    if (!title) return outcome
    outcome.applied.push(title)
    log?.info('migration applied', { migration: title })
  }
}

async function apply(store: Store, migration: Migration, kind: DatabaseAddress['kind']): Promise<void> {
  for (const statement of statementsOf(migration, kind)) {
    try {
      await store.executeQuery(CompiledQuery.raw(statement))
    } catch (error) {
      throw new Error(`migration ${titleOf(migration)} failed at: ${statement.slice(0, 200)}`, { cause: error })
    }
  }
  await recordMigration(store, migration)
}

/** Runs `work` in one transaction that no other process's migration overlaps. */
async function underLock<Result>(
  store: Store,
  kind: DatabaseAddress['kind'],
  work: (locked: Store) => Promise<Result>,
  log: Options['log'],
): Promise<Result> {
  const giveUpAt = performance.now() + lockTimeoutMs
  for (;;) {
    try {
      return await store.transaction().execute(async (locked) => {
        if (kind === 'postgres') await takePostgresLock(locked)
        return work(locked)
      })
    } catch (error) {
      // SQLite waits 5 s for the write lock; the migration of another process may need longer.
      const isBusy = error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy
      if (!isBusy || performance.now() > giveUpAt) throw error
      log?.info('waiting for another process to migrate')
      await pause(100)
    }
  }
}

async function takePostgresLock(store: Store): Promise<void> {
  // A migration, and the wait for its lock, may take longer than an ordinary transaction.
  await sql`set local statement_timeout = 0`.execute(store)
  await sql`set local lock_timeout = 0`.execute(store)
  await sql`set local idle_in_transaction_session_timeout = '1min'`.execute(store)
  await sql`select pg_advisory_xact_lock(hashtext('turnpike migrations'))`.execute(store)
}

/** Whether the database holds data that a failed migration could lose. */
async function hasRows(store: Store): Promise<boolean> {
  for (const table of await tableNames(store, 'sqlite')) {
    if (table === 'schema_migrations') continue
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(store)
    if (rows.length > 0) return true
  }
  return false
}

/**
 * Copies a live database file, as of its last commit, to `<file>.before-<version>-<time>`. The copy is read by a
 * connection of its own, so the caller may hold the write lock meanwhile. It gets its name only when it is complete.
 */
function backUpSqlite(path: string, version: string, now: Date): string {
  const copy = `${path}.before-${version}-${now.toISOString().replace(/\D/g, '').slice(0, 14)}`
  const partial = `${copy}.partial`
  rmSync(partial, { force: true })
  createPrivateFile(partial)
  const source = new DatabaseSync(path, { readOnly: true })
  try {
    source.prepare('VACUUM INTO ?').run(partial)
  } finally {
    source.close()
  }
  renameSync(partial, copy)
  return copy
}
