import { Client, type QueryResultRow } from 'pg'

/** One query on a connection of its own. Fails when the server is away. */
export async function queryPostgres<Row extends QueryResultRow>(
  url: string,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000, query_timeout: 70_000 })
  client.on('error', () => {}) // the query fails as well
  try {
    await client.connect()
    const { rows } = await client.query<Row>(text, values)
    return rows
  } finally {
    await client.end().catch(() => {})
  }
}
