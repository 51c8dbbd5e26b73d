import type { ClientBase } from 'pg'

/**
 * Whether a connection pooler such as PgBouncer is between us and the server: it gives every client a process number of its
 * own, which is not that of the server process behind it. What belongs to a session (SET, LISTEN, prepared statements) may
 * then reach another client's session, and is not used.
 */
export async function isPooled(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  // The client library keeps the number that it was given at the connection, and does not say so in its types.
  return rows[0]?.pid !== (client as ClientBase & { processID?: number | null }).processID
}
