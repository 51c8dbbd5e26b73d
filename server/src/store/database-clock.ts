import { sql } from 'kysely'
import type { OpenStore } from './store.ts'

/** Unix seconds by which expiry is decided, the same on every instance. */
export type DatabaseClock = { now(): number; sync(): Promise<void> }

type Local = { wallMs: () => number; monotonicMs: () => number }
const local: Local = { wallMs: () => Date.now(), monotonicMs: () => performance.now() }

/**
 * On PostgreSQL the database server's clock counts: each sync reads it, and the monotonic clock advances it until the
 * next sync, so that a wrong or jumping local clock changes nothing. On SQLite all processes share this machine's
 * clock.
 */
export function databaseClock(open: OpenStore, { wallMs, monotonicMs }: Local = local): DatabaseClock {
  if (open.dialect === 'sqlite') return { now: () => Math.floor(wallMs() / 1000), sync: async () => {} }
  let offsetMs = wallMs() - monotonicMs() // by the local clock until the first sync
  return {
    now: () => Math.floor((monotonicMs() + offsetMs) / 1000),
    async sync() {
      const requested = monotonicMs()
      const { ms } = await open.store
        .selectNoFrom(sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`.as('ms'))
        .executeTakeFirstOrThrow()
      offsetMs = ms - (requested + monotonicMs()) / 2 // the server read its clock about halfway through the round trip
    },
  }
}
