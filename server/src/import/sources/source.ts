import type { Row } from '../row.ts'

/** Another server's data, which is only ever read. */
export type Source = {
  /** The columns of each table. */
  tables: ReadonlyMap<string, ReadonlySet<string>>
  /** Every row of a table; none where it does not exist. */
  rows(table: string): Promise<Row[]>
  isEmpty(table: string): Promise<boolean>
  /** The next rows of a log by their id, from a time on. */
  page(table: string, from: { afterId: string; since: number; limit: number }): Promise<Row[]>
  close(): Promise<void>
}

/** One connection in a read-only transaction. Values are texts, because the types of databases differ. */
export type Connection = {
  /** Parameters are written as question marks, names between double quotes. */
  query(text: string, parameters?: readonly (string | number)[]): Promise<Row[]>
  /** Pairs of `table` and `column`. */
  columns(): Promise<Row[]>
  close(): Promise<void>
}

const rowsAtOnce = 1000

export async function sourceOver(connection: Connection): Promise<Source> {
  const tables = new Map<string, Set<string>>()
  for (const { table, column } of await connection.columns()) {
    if (!table || !column) continue
    const known = tables.get(table) ?? new Set()
    tables.set(table, known.add(column))
  }
  const named = (table: string) => `SELECT * FROM "${table}"`
  return {
    tables,
    async rows(table) {
      if (!tables.has(table)) return []
      if (!tables.get(table)?.has('id')) return connection.query(named(table))
      const rows: Row[] = []
      for (let afterId: string | undefined; ; ) {
        const next = `${named(table)}${afterId === undefined ? '' : ' WHERE id > ?'} ORDER BY id LIMIT ${rowsAtOnce}`
        const some = await connection.query(next, afterId === undefined ? [] : [afterId])
        rows.push(...some)
        afterId = some.at(-1)?.id ?? undefined
        if (some.length < rowsAtOnce || afterId === undefined) return rows
      }
    },
    isEmpty: async (table) => (await connection.query(`${named(table)} LIMIT 1`)).length === 0,
    async page(table, { afterId, since, limit }) {
      if (!tables.has(table)) return []
      const text = `${named(table)} WHERE id > ? AND created_at >= ? ORDER BY id LIMIT ${limit}`
      return connection.query(text, [afterId, since])
    },
    close: () => connection.close(),
  }
}
