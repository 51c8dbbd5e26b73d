import assert from 'node:assert/strict'
import { onBothDatabases } from '../../test/harness/databases.ts'
import { insertSession } from '../domain/identity/session/session.queries.ts'
import { insertUser } from '../domain/identity/users/users.queries.ts'
import type { Store } from '../store/store.ts'
import { housekeeping } from './housekeeping.ts'

const day = 86_400
const now = 1_800_000_000

async function givenSessions(store: Store, sessions: Record<string, { seen_at: number; expires_at: number }>) {
  const created = await insertUser(store, { username: 'lin', username_key: 'lin', created_at: now })
  assert.ok(created)
  for (const [id_hash, times] of Object.entries(sessions))
    await insertSession(store, {
      id_hash,
      user_id: created.id,
      version: 1,
      created_at: now - 40 * day,
      address: '',
      user_agent: '',
      ...times,
    })
}
const left = async (store: Store) =>
  (await store.selectFrom('sessions').select('id_hash').orderBy('id_hash').execute()).map(({ id_hash }) => id_hash)

onBothDatabases('sessions nobody can use any more are swept out, the others stay', async ({ store }) => {
  await givenSessions(store, {
    expired: { seen_at: now, expires_at: now - 1 },
    idle: { seen_at: now - 7 * day - 1, expires_at: now + day },
    alive: { seen_at: now - 6 * day, expires_at: now + 1 },
  })
  await housekeeping({ store, logStore: store, clock: () => now }, 'one')
  assert.deepEqual(await left(store), ['alive'])
})

onBothDatabases('of two instances one sweeps in a turn, and in the next turn either may', async ({ store }) => {
  await givenSessions(store, { alive: { seen_at: now, expires_at: now + 100 } })
  await housekeeping({ store, logStore: store, clock: () => now }, 'one')
  await housekeeping({ store, logStore: store, clock: () => now + 101 }, 'other')
  assert.deepEqual(await left(store), ['alive'], 'it was not the turn of the other')
  await housekeeping({ store, logStore: store, clock: () => now + 600 }, 'other')
  assert.deepEqual(await left(store), [])
})
