import type { EventEmitter } from 'node:events'
import type { PostgresPool } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import { queryFailureOf } from '../query-failure.ts'
import { postgresLibrary } from './library.ts'

/**
 * Hands out no connection that was opened before the last loss of one. A server that restarts, or a failover, ends all of them,
 * and the pool learns of each separately: a query that is repeated would meet one lost connection after the other until it has
 * no attempts left.
 */
export class FreshConnections implements PostgresPool {
  readonly #pool: Pool
  readonly #openedAt = new WeakMap<object, number>()
  #lostAt = Number.NEGATIVE_INFINITY

  constructor(makePool: (opened: (client: ClientBase) => void) => Pool) {
    this.#pool = makePool((client) => this.#watch(client))
  }

  get Client() {
    return postgresLibrary().Client
  }

  get options() {
    return this.#pool.options
  }

  async connect() {
    for (;;) {
      const client = await this.#pool.connect()
      if (this.#isFresh(client)) return client
      client.release(true)
    }
  }

  end() {
    return this.#pool.end()
  }

  #watch(client: ClientBase): void {
    this.#openedAt.set(client, performance.now())
    const lost = () => {
      // The loss of an older connection is no news.
      if (this.#isFresh(client)) this.#lostAt = performance.now()
    }
    // Without a listener this error would end the process. The query of a connection that breaks fails as well.
    client.on('error', lost)
    // A server that ends a connection announces it first, and the pool would hand the connection out until it is
    // closed. The client library has this event, but not in its types.
    const { connection } = client as ClientBase & { connection: EventEmitter }
    connection.on('errorMessage', (error: unknown) => {
      if (queryFailureOf(error) === 'away') lost()
    })
  }

  #isFresh(client: object): boolean {
    return (this.#openedAt.get(client) ?? Number.POSITIVE_INFINITY) > this.#lostAt
  }
}
