import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import type { DatabaseAddress } from '../../src/store/dsn.ts'
import { migrate } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/store.ts'
import { atEnd } from '../harness/at-end.ts'
import { freshDatabase } from '../harness/databases.ts'
import { startPostgres } from '../outside/postgres.ts'
import { startRelay } from '../outside/tcp-relay.ts'

/** A database that can be taken away and given back. */
export type Outage = { address: DatabaseAddress; begin(): Promise<void> | void; end(): Promise<void> | void }

export async function lockedFile(t: TestContext): Promise<Outage> {
  const { address, drop } = await freshDatabase('sqlite')
  atEnd(t, drop)
  assert.ok(address.kind === 'sqlite')
  const other = new DatabaseSync(address.path)
  atEnd(t, () => other.close())
  return { address, begin: () => other.exec('BEGIN IMMEDIATE'), end: () => other.exec('COMMIT') }
}

async function crashedServer(t: TestContext): Promise<Outage> {
  const server = await startPostgres()
  atEnd(t, server.stop)
  const address = { kind: 'postgres', url: server.url } as const
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  // The test server promises little about commits; here a commit must survive the crash of the server.
  await admin.query('ALTER DATABASE postgres SET synchronous_commit = on')
  await admin.end()
  const open = await openStore({ main: address, synchronous: 'FULL', poolSize: 2 })
  await migrate(open)
  await open.close()
  return { address, begin: server.crash, end: server.start }
}

/** A database behind a wire that can be cut. */
export async function wired(t: TestContext) {
  const { address, drop } = await freshDatabase('postgres')
  atEnd(t, drop)
  assert.ok(address.kind === 'postgres')
  const url = new URL(address.url)
  const relay = await startRelay({ hostname: url.hostname, port: Number(url.port) })
  atEnd(t, relay.cut)
  url.port = String(relay.port)
  return { direct: address, address: { kind: 'postgres', url: url.href } as const, relay }
}

async function relayed(t: TestContext, how: 'cut' | 'freeze'): Promise<Outage> {
  const { address, relay } = await wired(t)
  return { address, begin: relay[how], end: relay.restore }
}

export const outages: Record<string, (t: TestContext) => Promise<Outage>> = {
  'a SQLite file that another process locks': lockedFile,
  'a PostgreSQL server that crashes': crashedServer,
  'a PostgreSQL server that refuses connections': (t) => relayed(t, 'cut'),
  'a PostgreSQL server that does not respond': (t) => relayed(t, 'freeze'),
}
