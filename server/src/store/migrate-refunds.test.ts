import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd } from '../../test/harness/at-end.ts'
import { databaseKinds, freshDatabase, openTest } from '../../test/harness/databases.ts'
import { givenUser } from '../../test/harness/ledger.ts'
import { hourOfRow, rollUps, type UsageHour } from '../domain/usage/logs/usage-hour.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder } from './migration-files.ts'

const charged = 1_800_000_000
const refunded = charged + 3 * 3600

for (const kind of databaseKinds)
  test(`refunds of earlier versions are taken out of the hours [${kind}]`, async (t) => {
    const { address, drop } = await freshDatabase(kind, { migrated: false })
    atEnd(t, drop)
    const open = await openTest(address)
    atEnd(t, open.close)
    const { store } = open
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
    atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
    cpSync(migrationsFolder, folder, { recursive: true })
    for (const file of readdirSync(join(folder, 'main'))) if (file >= '0028') rmSync(join(folder, 'main', file))
    await migrate(open, { folder })

    const user_id = await givenUser(store)
    const { username } = await store.selectFrom('users').select('username').executeTakeFirstOrThrow()
    const call = { user_id, token_id: 0, model_name: 'suno_music', group: 'default' }
    const row = { ...call, channel: 3, username, token_name: 'playground-default', created_at: charged }
    const usage = { prompt_tokens: 0, completion_tokens: 0, use_time: 0 }
    const logged: UsageHour[] = []
    for (const [request_id, amount, is_logged] of [
      ['kept', 10, 1],
      ['back', 20, 1],
      ['unlogged', 40, 0],
    ] as const) {
      const entry = { user_id, reference: request_id, amount, channel_id: 3 }
      await store
        .insertInto('ledger')
        .values({ ...entry, kind: 'charge', is_logged, created_at: charged })
        .execute()
      if (is_logged) logged.push(hourOfRow({ ...row, ...usage, type: 2, quota: amount }, 0))
      const times = { created_at: charged, updated_at: charged, submit_time: charged * 1000 }
      const about = { platform: 'suno', action: 'MUSIC', properties: '{}' } as const
      await store
        .insertInto('tasks')
        .values({ ...call, ...times, ...about, request_id, channel_id: 3 })
        .execute()
      if (request_id !== 'kept')
        await store
          .insertInto('ledger')
          .values({ ...entry, kind: 'refund', created_at: refunded })
          .execute()
    }
    const { hours, days, modelHours } = rollUps(logged)
    await store.insertInto('usage_hours').values(hours).execute()
    await store.insertInto('usage_days').values(days).execute()
    await store.insertInto('usage_model_hours').values(modelHours).execute()
    await migrate(open)

    for (const table of ['usage_hours', 'usage_model_hours'] as const)
      assert.deepEqual(
        await store.selectFrom(table).select(['hour', 'calls', 'quota']).orderBy('hour').execute(),
        [
          { hour: charged - (charged % 3600), calls: 2, quota: 30 },
          { hour: refunded - (refunded % 3600), calls: 0, quota: -20 },
        ],
        table,
      )
    const ofDays = await store.selectFrom('usage_days').select(['calls', 'quota']).execute()
    assert.deepEqual(ofDays, [{ calls: 2, quota: 10 }])
  })
