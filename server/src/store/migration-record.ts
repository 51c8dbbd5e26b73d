import { sql } from 'kysely'
import type { DatabaseAddress } from './dsn.ts'
import { type Migration, titleOf } from './migration-files.ts'
import type { Store } from './store.ts'

/** A database that must not be migrated. The message tells the operator what to do. */
export class MigrationRefused extends Error {}

export type Recorded = { scope: string; version: number; name: string; checksum: string }

const recordTable = 'schema_migrations'
const recordColumns = ['scope', 'version', 'name', 'checksum', 'applied_at']

/** The migrations applied to this database so far; none for an empty database. */
export async function readRecord(store: Store, kind: DatabaseAddress['kind']): Promise<Recorded[]> {
  const tables = await tableNames(store, kind)
  const others = tables.filter((table) => table !== recordTable)
  const isOurs = tables.includes(recordTable) && (await hasRecordColumns(store, kind))
  const recorded = isOurs
    ? await store
        .selectFrom('schema_migrations')
        .select(['scope', 'version', 'name', 'checksum'])
        .orderBy('version')
        .execute()
    : []
  if (recorded.length === 0 && others.length > 0)
    throw new MigrationRefused(
      `The database holds tables (${others.slice(0, 5).join(', ')}${others.length > 5 ? ', …' : ''}) but no record of our ` +
        'migrations: it belongs to another program or was copied only in part. Name an empty database, or restore a whole copy.',
    )
  return recorded
}

/** The migrations still to apply. Refuses a record that does not match the migration files. */
export function pendingAfter(recorded: Recorded[], migrations: Migration[]): Migration[] {
  for (const row of recorded) {
    const migration = migrations.find(({ scope, version }) => scope === row.scope && version === row.version)
    if (!migration) {
      if (!migrations.some(({ scope }) => scope === row.scope)) continue // its tables have moved to another database
      throw new MigrationRefused(
        `The database has migration ${titleOf(row)}, which this version of Turnpike does not know. ` +
          'Start the newer version again, or restore the copy made before the upgrade.',
      )
    }
    if (migration.checksum !== row.checksum)
      throw new MigrationRefused(
        `Migration ${titleOf(row)} is not the text that was applied to this database. ` +
          'Put the released file back; a change to the schema is a new migration.',
      )
  }
  const isDone = ({ scope, version }: Migration) =>
    recorded.some((row) => row.scope === scope && row.version === version)
  const pending = migrations.filter((migration) => !isDone(migration))
  for (const skipped of pending) {
    const later = recorded.find(({ scope, version }) => scope === skipped.scope && version > skipped.version)
    if (later)
      throw new MigrationRefused(
        `Migration ${titleOf(skipped)} was never applied to this database although ${titleOf(later)} was. ` +
          'Restore a copy from before that, then start again.',
      )
  }
  return pending
}

export async function recordMigration(store: Store, { scope, version, name, checksum }: Migration): Promise<void> {
  const applied_at = Math.floor(Date.now() / 1000)
  await store.insertInto('schema_migrations').values({ scope, version, name, checksum, applied_at }).execute()
}

export const createRecordText = `CREATE TABLE IF NOT EXISTS schema_migrations (
    scope TEXT NOT NULL,
    version BIGINT NOT NULL,
    name TEXT NOT NULL,
    checksum TEXT NOT NULL,
    applied_at BIGINT NOT NULL,
    PRIMARY KEY (scope, version)
  )`

export async function createRecord(store: Store): Promise<void> {
  await sql.raw(createRecordText).execute(store)
}

export async function tableNames(store: Store, kind: DatabaseAddress['kind']): Promise<string[]> {
  const query =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not glob 'sqlite_*'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  const { rows } = await query.execute(store)
  return rows.map(({ name }) => name)
}

/** Other programs have a table of this name too. */
async function hasRecordColumns(store: Store, kind: DatabaseAddress['kind']): Promise<boolean> {
  const query =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_info(${recordTable})`
      : sql<{ name: string }>`select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = ${recordTable}`
  const { rows } = await query.execute(store)
  return recordColumns.every((column) => rows.some(({ name }) => name === column))
}
