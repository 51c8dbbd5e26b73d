import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import type { ClientConfig, CustomTypesConfig } from 'pg'
import { FreshConnections } from './fresh-connections.ts'
import { isPooled, postgresLibrary } from './library.ts'

/** A new billable call must be refused within 2 s when the database is away. */
const connectTimeoutMs = 2000
/** Reports over a large log need this much time. A statement that waits for a lock ends much earlier. */
const statementTimeoutMs = 30_000
const lockTimeoutMs = 5000
/** The server releases the locks of a process that froze inside a transaction after this time. */
const idleInTransactionTimeoutMs = 5000

/** The type numbers of PostgreSQL. */
const [bool, int8, numeric] = [16, 20, 1700]

/** Counts and sums arrive as int8 or numeric. They are read as numbers, and refused if a number would not be exact. */
function exactInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not an exact integer`)
  return value
}

const parsers = new Map<number, (text: string) => unknown>([
  [int8, exactInteger],
  [numeric, exactInteger],
  [bool, (text) => (text === 't' ? 1 : 0)], // comparisons are 0 and 1 in SQLite, and so are our columns
])
const getTypeParser = ((oid: number, format?: 'text') =>
  parsers.get(oid) ?? postgresLibrary().types.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser']

/** Client settings for pooled connections and for connections outside the pool. */
export const postgresClient = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'turnpike',
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  types: { getTypeParser },
})

const limits = {
  statement_timeout: statementTimeoutMs,
  lock_timeout: lockTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
}
const statements = (how: 'SET' | 'SET LOCAL', settings: Record<string, string | number>) =>
  Object.entries(settings)
    .map(([name, value]) => `${how} ${name} = ${value}`)
    .join('; ')

export function postgresDialect(url: string, poolSize: number, readOnly = false): LimitedDialect {
  const ofConnection = statements('SET', { ...limits, ...(readOnly && { default_transaction_read_only: 'on' }) })
  const ofTransaction = statements('SET LOCAL', { ...limits, ...(readOnly && { transaction_read_only: 'on' }) })
  let isBehindPooler = false
  const connections = new FreshConnections((opened) => {
    const pool = new (postgresLibrary().Pool)({
      ...postgresClient(url),
      max: poolSize,
      async onConnect(client) {
        opened(client)
        isBehindPooler = await isPooled(client)
        // As statements, not as start-up parameters: connection poolers before the server refuse unknown parameters.
        if (!isBehindPooler) await client.query(ofConnection)
      },
    })
    return pool.on('error', ignoreError)
  })
  return new LimitedDialect(connections, () => (isBehindPooler ? ofTransaction : undefined))
}

/** The pool repeats the errors of idle connections, and drops these. Without a listener an error would end the process. */
function ignoreError() {}

/** The statements at the start of each transaction; undefined if the session has these settings. */
type FirstStatements = () => string | undefined

/** Sets timeouts per transaction, for connections whose session is shared with other clients. */
class LimitedDialect extends PostgresDialect {
  readonly #pool: FreshConnections
  readonly #first: FirstStatements

  constructor(pool: FreshConnections, first: FirstStatements) {
    super({ pool })
    this.#pool = pool
    this.#first = first
  }

  override createDriver(): PostgresDriver {
    return new LimitedDriver(this.#pool, this.#first)
  }
}

class LimitedDriver extends PostgresDriver {
  readonly #first: FirstStatements

  constructor(pool: FreshConnections, first: FirstStatements) {
    super({ pool })
    this.#first = first
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const first = this.#first()
    if (!first) return super.beginTransaction(connection, settings)
    const { isolationLevel, accessMode } = settings
    const begin = ['START TRANSACTION', isolationLevel && `ISOLATION LEVEL ${isolationLevel}`, accessMode]
    // In one message: a failure in between would leave a transaction open that nobody rolls back.
    await connection.executeQuery(CompiledQuery.raw(`${begin.filter(Boolean).join(' ')}; ${first}`))
  }
}
