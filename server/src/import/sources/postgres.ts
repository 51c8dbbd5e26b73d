import { Client } from 'pg'
import type { Row } from '../row.ts'
import type { Connection } from './source.ts'

/** One snapshot for the whole import, in a read-only transaction. */
export async function connectPostgres(url: string): Promise<Connection> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: () => (text: string) => text },
  })
  await client.connect()
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
  const query: Connection['query'] = async (text, parameters = []) => {
    let number = 0
    const { rows } = await client.query<Row>(
      text.replaceAll('?', () => `$${++number}`),
      [...parameters],
    )
    return rows
  }
  return {
    query,
    columns: () =>
      query(
        `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
         WHERE table_schema = current_schema()`,
      ),
    close: () => client.end(),
  }
}
