import { Client } from 'pg'
import type { Recorded } from '../../store/migration-record.ts'
import { postgresClient } from '../../store/postgres/postgres.ts'
import { Refusal } from '../refusal.ts'
import {
  byName,
  type Column,
  type ColumnKind,
  columnKind,
  type Draft,
  quoted,
  type Reading,
  type Snapshot,
  type Table,
  type Value,
} from './database-side.ts'

/** A row may hold a picture. */
const batchRows = 200
const parametersMax = 30_000
/**
 * A large table takes longer than the statements of a server may. For the transaction only: behind a connection pooler the
 * session is used by others afterwards.
 */
const settings = `SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '10s';
  SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'`

/** Reads a PostgreSQL database in one transaction, while others may write to it. */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = await connect(url)
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${settings}`)
  await client.query('SELECT 1') // the snapshot is of the first statement
  return { ...readingOf(client), close: () => client.end() }
}

/** An empty PostgreSQL database, filled in one transaction. */
export async function openPostgresDraft(url: string): Promise<Draft> {
  const client = await connect(url)
  const { rows } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() LIMIT 1',
  )
  if (rows[0]) {
    await client.end()
    throw new Refusal(`The PostgreSQL database is not empty: it has a table ${rows[0].name}. Name an empty database.`)
  }
  await client.query(`BEGIN; ${settings}`)
  const end = async (statement: string) => {
    await client.query(statement)
    await client.end()
  }
  return {
    ...readingOf(client),
    async run(statement) {
      await client.query(statement)
    },
    async insert(table, rows) {
      const size = Math.max(1, Math.floor(parametersMax / table.columns.length))
      for (let from = 0; from < rows.length; from += size) {
        const part = rows.slice(from, from + size)
        await client.query({ text: insertText(table, part.length), values: part.flat() })
      }
    },
    async setLastIds(ids) {
      // Some ids of SQLite continue after the highest row, without a record of the last one.
      const { rows: tables } = await client.query<{ name: string }>(tablesText)
      for (const { name } of tables) {
        const sequence = await sequenceOf(client, name)
        if (!sequence) continue
        await client.query(
          `SELECT setval($1, last) FROM (
          SELECT greatest($2::bigint, max(id)) AS last FROM ${quoted(name)}) AS ids WHERE last > 0`,
          [sequence, ids.get(name) ?? 0n],
        )
      }
    },
    async checkReferences() {}, // every insert was checked
    finish: () => end('COMMIT'),
    abandon: () => end('ROLLBACK').catch(() => client.end()),
    undo: () => dropEverything(url),
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ ...postgresClient(url), types: { getTypeParser: () => (text: string) => text } })
  client.on('error', () => {}) // the query that runs fails as well
  try {
    await client.connect()
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string }
    const { host, pathname } = new URL(url)
    throw new Refusal(`PostgreSQL ${host}${pathname} cannot be opened: ${message || code}`)
  }
  return client
}

/** Removes everything that a committed and then refused copy has created; the schema was empty before. */
async function dropEverything(url: string): Promise<void> {
  const client = await connect(url)
  try {
    await client.query(`BEGIN; ${settings}; DO $$ DECLARE made record; BEGIN
      FOR made IN SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() LOOP
        EXECUTE format('DROP TABLE IF EXISTS %I CASCADE', made.name);
      END LOOP;
      FOR made IN SELECT pg_proc.oid::regprocedure AS name FROM pg_proc
        JOIN pg_namespace ON pg_namespace.oid = pronamespace
        WHERE nspname = current_schema() AND prorettype = 'trigger'::regtype LOOP
        EXECUTE format('DROP FUNCTION IF EXISTS %s CASCADE', made.name);
      END LOOP;
    END $$; COMMIT`)
  } finally {
    await client.end()
  }
}

function insertText({ name, columns }: Table, count: number): string {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const rows = Array.from({ length: count }, (_, row) => {
    const places = columns.map((_, column) => `$${row * columns.length + column + 1}`)
    return `(${places.join(', ')})`
  })
  return `INSERT INTO ${quoted(name)} (${names}) VALUES ${rows.join(', ')}`
}

async function sequenceOf(client: Client, table: string): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string | null }>(
    `SELECT pg_get_serial_sequence($1, 'id') AS name FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attname = 'id' AND NOT attisdropped`,
    [quoted(table)],
  )
  return rows[0]?.name ?? undefined
}

const ownSchema = '(SELECT oid FROM pg_namespace WHERE nspname = current_schema())'
/** Partitions are read as their table. */
const tablesText = `SELECT oid, relname AS name FROM pg_class
  WHERE relnamespace = ${ownSchema} AND relkind IN ('r', 'p') AND NOT relispartition`
const columnsText = `SELECT tables.name AS table, attname AS name, format_type(atttypid, NULL) AS type
  FROM pg_attribute JOIN (${tablesText}) AS tables ON tables.oid = attrelid
  WHERE attnum > 0 AND NOT attisdropped AND attgenerated = ''
    AND coalesce(col_description(attrelid, attnum), '') <> 'computed by a trigger'`
const referencesText = `SELECT conrelid::regclass::text AS table, relname AS other
  FROM pg_constraint JOIN pg_class ON pg_class.oid = confrelid WHERE contype = 'f' AND connamespace = ${ownSchema}`

function readingOf(client: Client): Reading {
  const all = async <Found extends object>(text: string) => (await client.query<Found>(text)).rows
  return {
    kind: 'postgres',
    async bytes() {
      const [size] = await all<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes')
      return Number(size?.bytes ?? 0)
    },
    async tables() {
      const tables = await all<{ name: string }>(tablesText)
      const columns = Map.groupBy(
        await all<{ table: string; name: string; type: string }>(columnsText),
        ({ table }) => table,
      )
      const references = await all<{ table: string; other: string }>(referencesText)
      return tables.map(({ name }) => ({
        name,
        columns: (columns.get(name) ?? [])
          .map((column): Column => ({ name: column.name, kind: columnKind(column.type) }))
          .sort(byName),
        references: references.filter(({ table }) => table === name).map(({ other }) => other),
      }))
    },
    async recorded() {
      const rows = await all<Recorded>(
        'SELECT scope, version, name, checksum FROM schema_migrations ORDER BY schema_migrations.version',
      )
      return rows.map((row) => ({ ...row, version: Number(row.version) }))
    },
    async *rows({ name, columns }) {
      const names = columns.map((column) => quoted(column.name)).join(', ')
      const cursor = `DECLARE copied_rows NO SCROLL CURSOR FOR SELECT ${names} FROM ${quoted(name)}`
      await client.query(cursor)
      for (;;) {
        const { rows } = await client.query<(string | null)[]>({
          text: `FETCH ${batchRows} FROM copied_rows`,
          rowMode: 'array',
        })
        if (rows.length > 0)
          yield rows.map((row) => row.map((text, index) => readValue(text, columns[index]?.kind ?? 'text')))
        if (rows.length < batchRows) break
      }
      await client.query('CLOSE copied_rows')
    },
    async lastIds() {
      const ids = new Map<string, bigint>()
      for (const { name } of await all<{ name: string }>(tablesText)) {
        const sequence = await sequenceOf(client, name)
        if (!sequence) continue
        const [state] = await all<{ last: string }>(`SELECT last_value AS last FROM ${sequence} WHERE is_called`)
        if (state) ids.set(name, BigInt(state.last))
      }
      return ids
    },
    async logMonths() {
      const rows = await all<{ at: string }>(
        `SELECT min(created_at) AS at FROM logs GROUP BY date_trunc('month', to_timestamp(created_at) AT TIME ZONE 'UTC')`,
      )
      return rows.map(({ at }) => Number(at))
    },
  }
}

function readValue(text: string | null, kind: ColumnKind): Value {
  if (text === null) return null
  if (kind === 'integer') return BigInt(text)
  if (kind === 'real') return Number(text)
  return kind === 'bytes' ? Buffer.from(text.slice(2), 'hex') : text
}
