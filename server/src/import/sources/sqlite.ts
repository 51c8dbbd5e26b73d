import { existsSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import type { Connection } from './source.ts'

/** A file that is opened for reading only. */
export async function connectSqlite(path: string): Promise<Connection> {
  if (!existsSync(path)) throw new Error(`there is no file ${path}`)
  const database = new DatabaseSync(path, { readOnly: true })
  database.exec('BEGIN')
  const query: Connection['query'] = async (text, parameters = []) => {
    const statement = database.prepare(text)
    statement.setReadBigInts(true)
    const given = parameters.map((value) => (/^-?\d+$/.test(String(value)) ? BigInt(value) : value))
    return statement
      .all(...given)
      .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asText(value)])))
  }
  return {
    query,
    columns: () =>
      query(
        `SELECT tables.name AS "table", columns.name AS "column"
         FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`,
      ),
    close: async () => database.close(),
  }
}

function asText(value: SQLOutputValue): string | null {
  if (value === null) return null
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value)
}
