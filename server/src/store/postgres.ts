import { PostgresDialect } from 'kysely'
import { type ClientConfig, Pool, types } from 'pg'

/** A new billable call must be refused within 2 s when the database is away. */
const connectTimeoutMs = 2000
const statementTimeoutMs = 30_000
/** A process that froze inside a transaction gives its row locks back after this. */
const idleInTransactionTimeoutMs = 60_000

const { BOOL, INT8, NUMERIC } = types.builtins

/** Counts and sums arrive as int8 or numeric. They are numbers for us, exact or not at all. */
function exactInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not an exact integer`)
  return value
}

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, exactInteger],
  [NUMERIC, exactInteger],
  [BOOL, (text) => (text === 't' ? 1 : 0)], // comparisons are 0 and 1 in SQLite, and so are our columns
])
const getTypeParser = ((oid: number, format?: 'text') =>
  parsers.get(oid) ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser

/** How we speak to a PostgreSQL server, on a pooled connection or on one of its own. */
export const postgresClient = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'turnpike',
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  types: { getTypeParser },
})

export function postgresDialect(url: string, poolSize: number): PostgresDialect {
  const pool = new Pool({
    ...postgresClient(url),
    max: poolSize,
    async onConnect(client) {
      client.on('error', ignoreError)
      // As statements, not as start-up parameters: connection poolers between us and the server refuse unknown ones.
      await client.query(
        `SET statement_timeout = ${statementTimeoutMs}; SET idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`,
      )
    },
  })
  pool.on('error', ignoreError)
  return new PostgresDialect({ pool })
}

/**
 * A connection that breaks says so twice: its query fails, and it emits an error that ends the process if nobody listens.
 * The first is enough. The pool drops the connection and opens another for the next query.
 */
function ignoreError() {}
