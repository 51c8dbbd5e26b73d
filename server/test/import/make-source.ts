import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { familyRows } from './family-rows.ts'
import { type ColumnType, type GivenRow, schemas, type Value, type Version } from './family-schema.ts'

export type SourceKind = 'sqlite' | 'postgres' | 'mysql'

const types: Record<SourceKind, Record<ColumnType, string>> = {
  sqlite: {
    id: 'integer PRIMARY KEY AUTOINCREMENT',
    whole: 'bigint',
    text: 'text',
    name: 'varchar(191)',
    flag: 'numeric',
    decimal: 'real',
    time: 'datetime',
    json: 'json',
  },
  postgres: {
    id: 'bigserial PRIMARY KEY',
    whole: 'bigint',
    text: 'text',
    name: 'text',
    flag: 'boolean',
    decimal: 'numeric',
    time: 'timestamptz',
    json: 'json',
  },
  mysql: {
    id: 'bigint PRIMARY KEY AUTO_INCREMENT',
    whole: 'bigint',
    text: 'longtext',
    name: 'varchar(191)',
    flag: 'tinyint(1)',
    decimal: 'double',
    time: 'datetime(3)',
    json: 'json',
  },
}

export type Statement = { text: string; values: Value[] }

/** The tables of a version with the rows of an old installation. */
export function sourceStatements(kind: SourceKind, version: Version, upstream: string): Statement[] {
  const schema = schemas[version]
  const rows = familyRows(upstream)
  return Object.entries(schema).flatMap(([table, columns]) => {
    const definitions = Object.entries(columns).map(([name, type]) => `"${name}" ${types[kind][type]}`)
    const inserts = (rows[table] ?? []).map((row) => insertion(kind, table, columns, row))
    return [{ text: `CREATE TABLE "${table}" (${definitions.join(', ')})`, values: [] }, ...inserts]
  })
}

function insertion(kind: SourceKind, table: string, columns: Record<string, ColumnType>, row: GivenRow): Statement {
  const given = Object.entries(row).filter(([name]) => Object.hasOwn(columns, name))
  const marks = given.map((_, index) => (kind === 'postgres' ? `$${index + 1}` : '?'))
  const names = given.map(([name]) => `"${name}"`)
  return {
    text: `INSERT INTO "${table}" (${names.join(', ')}) VALUES (${marks.join(', ')})`,
    values: given.map(([, value]) => (kind !== 'postgres' && typeof value === 'boolean' ? Number(value) : value)),
  }
}

/** A SQLite file as an old installation leaves it. */
export function makeSqliteSource(version: Version, upstream: string, more: Statement[] = []): string {
  const path = join(mkdtempSync(join(tmpdir(), 'turnpike-test-')), 'one-api.db')
  const database = new DatabaseSync(path)
  database.exec('BEGIN')
  for (const { text, values } of [...sourceStatements('sqlite', version, upstream), ...more])
    database.prepare(text).run(...values.map((value) => (typeof value === 'boolean' ? Number(value) : value)))
  database.exec('COMMIT')
  database.close()
  return path
}
