import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Recorded } from '../../store/migration-record.ts'
import { flushFile } from '../disk.ts'
import { Refusal } from '../refusal.ts'
import { byName, columnKind, type Draft, quoted, type Reading, type Row, type Snapshot } from './database-side.ts'

const batchRows = 200
const busyTimeoutMs = 30_000

/** Reads a SQLite file that may be in use, in one transaction. */
export function openSqliteSnapshot(path: string): Snapshot {
  const database = new DatabaseSync(path, { readOnly: true, readBigInts: true, timeout: busyTimeoutMs })
  database.exec('BEGIN')
  database.prepare('SELECT count(*) FROM sqlite_master').get() // the snapshot is of the first read
  return {
    ...readingOf(database),
    async close() {
      database.close()
    },
  }
}

/** A new SQLite file under another name until it is finished. */
export function openSqliteDraft(path: string): Draft {
  if (existsSync(path)) throw new Refusal(`There is a file at ${path} already.`)
  const partial = `${path}.partial`
  mkdirSync(dirname(path), { recursive: true })
  rmSync(partial, { force: true }) // left by a process that was ended
  closeSync(openSync(partial, 'wx', 0o600))
  const database = new DatabaseSync(partial, { readBigInts: true, enableForeignKeyConstraints: false })
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN')
  return {
    ...readingOf(database),
    async run(statement) {
      database.exec(statement)
    },
    async insert({ name, columns }, rows) {
      const names = columns.map((column) => quoted(column.name)).join(', ')
      const places = columns.map(() => '?').join(', ')
      const insert = database.prepare(`INSERT INTO ${quoted(name)} (${names}) VALUES (${places})`)
      for (const row of rows) insert.run(...(row as SQLInputValue[]))
    },
    async setLastIds(ids) {
      database.exec('DELETE FROM sqlite_sequence')
      const insert = database.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
      const isCounted = database.prepare(`SELECT 1 FROM sqlite_master WHERE name = ? AND sql LIKE '%AUTOINCREMENT%'`)
      for (const [name, last] of ids) if (isCounted.get(name)) insert.run(name, last)
    },
    async checkReferences() {
      const [broken] = database.prepare('PRAGMA foreign_key_check').all()
      if (broken) throw new Error(`a row of ${broken.table} refers to a row of ${broken.parent} that is missing`)
    },
    async finish() {
      database.exec('COMMIT; PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL')
      database.close()
      await flushFile(partial)
      renameSync(partial, path)
    },
    async abandon() {
      if (database.isOpen) database.close()
      rmSync(partial, { force: true })
    },
    async undo() {
      for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
    },
  }
}

function readingOf(database: DatabaseSync): Reading {
  const all = <Found>(text: string, ...values: string[]) => database.prepare(text).all(...values) as Found[]
  return {
    kind: 'sqlite',
    async bytes() {
      const [size] = all<{ bytes: bigint }>(
        'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
      )
      return Number(size?.bytes ?? 0)
    },
    async tables() {
      const tables = all<{ name: string }>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'`,
      )
      return tables.map(({ name }) => ({
        name,
        columns: all<{ name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)', name)
          .map((column) => ({ name: column.name, kind: columnKind(column.type) }))
          .sort(byName),
        references: all<{ table: string }>('SELECT "table" FROM pragma_foreign_key_list(?)', name).map(
          (reference) => reference.table,
        ),
      }))
    },
    async recorded() {
      const rows = all<Recorded>('SELECT scope, version, name, checksum FROM schema_migrations ORDER BY version')
      return rows.map((row) => ({ ...row, version: Number(row.version) }))
    },
    async *rows({ name, columns }) {
      const names = columns.map((column) => quoted(column.name)).join(', ')
      const statement = database.prepare(`SELECT ${names} FROM ${quoted(name)}`)
      statement.setReturnArrays(true)
      let batch: Row[] = []
      for (const row of statement.iterate()) {
        batch.push(row as unknown as Row)
        if (batch.length < batchRows) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },
    async lastIds() {
      const rows = all<{ name: string; seq: bigint }>('SELECT name, seq FROM sqlite_sequence WHERE seq > 0')
      return new Map(rows.map(({ name, seq }) => [name, seq]))
    },
    async logMonths() {
      const rows = all<{ at: bigint }>(
        `SELECT min(created_at) AS at FROM logs GROUP BY strftime('%Y-%m', created_at, 'unixepoch')`,
      )
      return rows.map(({ at }) => Number(at))
    },
  }
}
