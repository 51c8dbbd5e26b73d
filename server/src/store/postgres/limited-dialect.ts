import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import type { FreshConnections } from './fresh-connections.ts'

/** The statements at the start of each transaction; undefined if the session has these settings. */
type FirstStatements = () => string | undefined

/** Sets timeouts per transaction, for connections whose session is shared with other clients. */
export class LimitedDialect extends PostgresDialect {
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
