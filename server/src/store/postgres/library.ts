import { createRequire } from 'node:module'
import type * as pg from 'pg'
import type { ClientBase } from 'pg'

const load = createRequire(import.meta.url)

/** The client of PostgreSQL, loaded at its first use: a server on SQLite never needs it. */
export const postgresLibrary = (): typeof pg => load('pg') as typeof pg

/**
 * Whether the connection goes through a connection pooler such as PgBouncer. A pooler gives every client a process
 * number of its own, which differs from that of the server process. Settings of a session (SET, LISTEN, prepared
 * statements) could then reach the session of another client, so they are not used.
 */
export async function isPooled(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  // The client library keeps the number of its connection, but not in its types.
  return rows[0]?.pid !== (client as ClientBase & { processID?: number | null }).processID
}
