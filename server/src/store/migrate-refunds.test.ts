import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseKinds } from '../../test/harness/databases.ts'
import { givenEarlierDatabase, givenEarlierUser } from '../../test/harness/migrations/earlier-version.ts'
import { hourOfRow, rollUps, type UsageHour } from '../domain/usage/logs/usage-hour.ts'
import { migrate } from './migrate.ts'

const charged = 1_800_000_000
const refunded = charged + 3 * 3600

for (const kind of databaseKinds)
  test(`refunds of earlier versions are taken out of the hours [${kind}]`, async (t) => {
    const { open } = await givenEarlierDatabase(t, kind, { main: '0028' })
    const { store } = open
    const { user_id, username } = await givenEarlierUser(open)
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
    const earlier = (rows: UsageHour[]) => rows.map(({ account_id, ...row }) => row)
    await store.insertInto('usage_hours').values(earlier(hours)).execute()
    await store.insertInto('usage_days').values(earlier(days)).execute()
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
