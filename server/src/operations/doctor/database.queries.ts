import { sql } from 'kysely'
import { isPostgres } from '../../store/is-postgres.ts'
import { countRows } from '../../store/row-counts.ts'
import type { Store } from '../../store/store.ts'

export type PostgresSettings = {
  server_version: string
  fsync: string
  synchronous_commit: string
  full_page_writes: string
  max_connections: string
  superuser_reserved_connections: string
  server_encoding: string
  TimeZone: string
}

export async function readPostgresSettings(store: Store): Promise<PostgresSettings> {
  const { rows } = await sql<{ name: string; setting: string }>`SELECT name, setting FROM pg_settings WHERE name IN
    ('server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'max_connections',
     'superuser_reserved_connections', 'server_encoding', 'TimeZone')`.execute(store)
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting])) as PostgresSettings
}

export async function readSqliteSettings(store: Store): Promise<{ version: string; journal: string }> {
  const version = await sql<{ version: string }>`SELECT sqlite_version() AS version`.execute(store)
  const journal = await sql<{ journal_mode: string }>`PRAGMA journal_mode`.execute(store)
  return { version: version.rows[0]?.version ?? '', journal: journal.rows[0]?.journal_mode ?? '' }
}

export async function countLogs(store: Store): Promise<number> {
  // PostgreSQL counts slowly, and has an estimate.
  const query = isPostgres(store)
    ? sql<{ count: number }>`SELECT coalesce(sum(greatest(reltuples, 0)), 0)::bigint AS count FROM pg_class
        WHERE relkind = 'r' AND (oid = 'logs'::regclass OR oid IN
          (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'logs'::regclass))`
    : sql<{ count: number }>`SELECT count(*) AS count FROM logs`
  return (await query.execute(store)).rows[0]?.count ?? 0
}

export const countOldHolds = (store: Store, before: number): Promise<number> =>
  countRows(store.selectFrom('holds').where('expires_at', '<', before))

export const readEnabledChannels = (store: Store, enabled: number) =>
  store
    .selectFrom('channels')
    .select(['id', 'name', 'type', 'base_url', 'setting', 'proxy_cipher'])
    .where('status', '=', enabled)
    .orderBy('id')
    .execute()
