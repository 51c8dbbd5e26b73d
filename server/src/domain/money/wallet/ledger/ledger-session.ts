import { Socket } from 'node:net'
import type { Client, QueryResult, QueryResultRow } from 'pg'
import { isPooled } from '../../../../store/postgres/is-pooled.ts'
import { postgresLibrary } from '../../../../store/postgres/library.ts'
import { postgresClient } from '../../../../store/postgres/postgres.ts'
import { DatabaseAway } from './database-failure.ts'

/** A server that does not answer a query within this time counts as away. */
const queryTimeoutMs = 1500
/** Longer than a batch of another instance takes, much shorter than the time an operation waits for its commit. */
const lockTimeoutMs = 250
/**
 * When a process freezes inside a batch, the server ends that batch: calls of its users, which wait in another process,
 * are then still in time.
 */
const frozenTimeoutMs = 1000
const limits = (how: 'SET' | 'SET LOCAL') => `${how} lock_timeout = ${lockTimeoutMs};
  ${how} statement_timeout = ${frozenTimeoutMs}; ${how} idle_in_transaction_session_timeout = ${frozenTimeoutMs}`

/** A connection for batches of the ledger. */
export type Session = {
  client: Client
  /** What the client sends and receives by. */
  socket: Socket
  /** Begins a batch, with its limits where a connection pooler would hand the session, and its settings, to others. */
  begin: string
  /** Whether statements are prepared once; a connection pooler may run the next batch where they are unknown. */
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

/** Breaks a connection off that does not answer in time: every query that waits then fails. The client itself would wait for them. */
const breakIfLate = (socket: Socket): NodeJS.Timeout => setTimeout(() => socket.destroy(), queryTimeoutMs)

/**
 * An error of the server is thrown as it is; any other error of a query is a lost connection.
 *
 * The callback and the timer are our own: a promise of the library, and its timeout, set functions as members of the
 * query, and V8 keeps what those reach, here whole calls, until its next full collection.
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
