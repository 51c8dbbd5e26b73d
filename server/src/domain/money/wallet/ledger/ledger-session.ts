import { Socket } from 'node:net'
import type { Client, QueryResult, QueryResultRow } from 'pg'
import { isPooled, postgresLibrary } from '../../../../store/postgres/library.ts'
import { postgresClient } from '../../../../store/postgres/postgres.ts'
import { DatabaseAway } from './database-failure.ts'

/** The database counts as away if it does not answer a query in this time. */
const queryTimeoutMs = 1500
/** Longer than a batch of another instance, and much shorter than an operation waits for its commit. */
const lockTimeoutMs = 250
/**
 * PostgreSQL ends the batch of a process that freezes, early enough for calls of the same users that wait in another
 * process.
 */
const frozenTimeoutMs = 1000
const limits = (how: 'SET' | 'SET LOCAL') => `${how} lock_timeout = ${lockTimeoutMs};
  ${how} statement_timeout = ${frozenTimeoutMs}; ${how} idle_in_transaction_session_timeout = ${frozenTimeoutMs}`

/** A connection for batches of the ledger. */
export type Session = {
  client: Client
  /** The connection of the client. */
  socket: Socket
  /**
   * The statement that begins a batch. Behind a connection pooler it also sets the timeouts, because sessions are
   * shared.
   */
  begin: string
  /** Whether statements are prepared once. Behind a connection pooler the next batch may run in another session. */
  isPrepared: boolean
}

export async function openSession(url: string): Promise<Session> {
  const { Client } = postgresLibrary()
  const socket = new Socket()
  const client = new Client({ ...postgresClient(url), pipeline: true, stream: () => socket })
  client.on('error', () => {}) // the failing query reports it as well
  let timer: NodeJS.Timeout | undefined
  try {
    await client.connect()
    timer = breakIfLate(socket)
    if (await isPooled(client)) return { client, socket, begin: `BEGIN; ${limits('SET LOCAL')}`, isPrepared: false }
    await client.query(limits('SET'))
    return { client, socket, begin: 'BEGIN', isPrepared: true }
  } catch (error) {
    void client.end().catch(() => {})
    throw new DatabaseAway('no connection', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Destroys a connection that does not answer in time, so that all its queries fail. The client itself would wait for
 * them.
 */
const breakIfLate = (socket: Socket): NodeJS.Timeout => setTimeout(() => socket.destroy(), queryTimeoutMs)

/**
 * Rejects with the error of the server as it is, and with DatabaseAway for any other error.
 *
 * Uses a callback and a timer of its own. The promise and the timeout of the library set functions as members of the
 * query, and V8 then keeps all that they reach, here whole calls, until its next full collection.
 */
export function ask<Row extends QueryResultRow>(
  { client, socket, isPrepared }: Session,
  text: string,
  values?: unknown[],
) {
  // A statement with values is prepared once per connection, under its own text.
  const query = values ? { ...(isPrepared && { name: nameOf(text) }), text, values } : text
  return new Promise<QueryResult<Row>>((resolve, reject) => {
    const timer = breakIfLate(socket)
    client.query<Row>(query, (error: Error | null, result) => {
      clearTimeout(timer)
      if (!error) resolve(result)
      else reject(isOfServer(error) ? error : new DatabaseAway('the connection was lost', { cause: error }))
    })
  })
}

const isOfServer = (error: Error): boolean =>
  error instanceof postgresLibrary().DatabaseError || error instanceof RangeError

const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `ledger_${names.size}`
  names.set(text, name)
  return name
}
