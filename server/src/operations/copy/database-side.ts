import type { Recorded } from '../../store/migration-record.ts'

/** A stored value without loss: 64-bit integers do not fit a number. */
export type Value = string | bigint | number | Uint8Array | null
export type Row = Value[]

export type ColumnKind = 'integer' | 'real' | 'text' | 'bytes'
/** A column that is stored; generated columns are computed again where rows are written. */
export type Column = { name: string; kind: ColumnKind }
/** Columns by name, so that tables of both kinds of database have the same order. */
export type Table = { name: string; columns: Column[]; references: string[] }

export type Reading = {
  kind: 'sqlite' | 'postgres'
  /** How large it is on its disk. */
  bytes(): Promise<number>
  tables(): Promise<Table[]>
  recorded(): Promise<Recorded[]>
  rows(table: Table): AsyncIterable<Row[]>
  /** The last id that each table gave out: the id of a deleted row is not given to another. */
  lastIds(): Promise<Map<string, bigint>>
  /** Times of log rows, one for each month (UTC) that has rows. */
  logMonths(): Promise<number[]>
}

/** A database as of one moment; later writes are not seen. */
export type Snapshot = Reading & { close(): Promise<void> }

/** A database that is being filled. Other connections see the rows after `finish`; after `abandon` no row is left. */
export type Draft = Reading & {
  run(statement: string): Promise<void>
  insert(table: Table, rows: Row[]): Promise<void>
  setLastIds(ids: Map<string, bigint>): Promise<void>
  /** Fails where a row refers to one that is missing. */
  checkReferences(): Promise<void>
  finish(): Promise<void>
  abandon(): Promise<void>
  /** Removes a finished draft again. */
  undo(): Promise<void>
}

/** Column types as our migrations write them, and as PostgreSQL names them. */
export function columnKind(type: string): ColumnKind {
  if (/^(bigint|integer|smallint|int)$/i.test(type)) return 'integer'
  if (/^(double precision|real)$/i.test(type)) return 'real'
  if (/^text$/i.test(type)) return 'text'
  if (/^(bytea|blob)$/i.test(type)) return 'bytes'
  throw new Error(`columns of type ${type} cannot be copied yet`)
}

/** Tables after those that they refer to. */
export function inOrderOfReference(tables: Table[]): Table[] {
  const sorted: Table[] = []
  const visit = (table: Table) => {
    if (sorted.includes(table)) return
    for (const name of table.references) {
      const other = tables.find((one) => one.name === name)
      if (other && other !== table) visit(other)
    }
    sorted.push(table)
  }
  for (const table of tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))) visit(table)
  return sorted
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const byName = (a: Column, b: Column) => (a.name < b.name ? -1 : 1)
