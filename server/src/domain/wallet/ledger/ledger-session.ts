import type { Client, QueryResultRow } from 'pg'
import { isPooled } from '../../../store/postgres/is-pooled.ts'
import { postgresLibrary } from '../../../store/postgres/library.ts'
import { postgresClient } from '../../../store/postgres/postgres.ts'
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
  /** Begins a batch, with its limits where a connection pooler would hand the session, and its settings, to others. */
  begin: string
  /** Whether statements are prepared once; a connection pooler may run the next batch where they are unknown. */
  isPrepared: boolean
}

export async function openSession(url: string): Promise<Session> {
  const { Client } = postgresLibrary()
  const client = new Client({ ...postgresClient(url), pipeline: true, query_timeout: queryTimeoutMs })
  client.on('error', () => {}) // the failing query reports it as well
  try {
    await client.connect()
    if (await isPooled(client)) return { client, begin: `BEGIN; ${limits('SET LOCAL')}`, isPrepared: false }
    await client.query(limits('SET'))
    return { client, begin: 'BEGIN', isPrepared: true }
  } catch (error) {
    void client.end().catch(() => {})
    throw new DatabaseAway('no connection', { cause: error })
  }
}

/** An error of the server is thrown as it is; any other error of a query is a lost connection. */
export async function ask<Row extends QueryResultRow>(
  { client, isPrepared }: Session,
  text: string,
  values?: unknown[],
) {
  try {
    // A statement with values is prepared once per connection, under its own text.
    return await client.query<Row>(values ? { ...(isPrepared && { name: nameOf(text) }), text, values } : text)
  } catch (error) {
    throw error instanceof postgresLibrary().DatabaseError || error instanceof RangeError
      ? error
      : new DatabaseAway('the connection was lost', { cause: error })
  }
}

const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `ledger_${names.size}`
  names.set(text, name)
  return name
}
