import assert from 'node:assert/strict'
import { onBothDatabases } from '../../../../test/harness/databases.ts'
import { silent } from '../../../../test/harness/ledger.ts'
import { createFailureLog } from './failure-log.ts'

const now = 1_800_000_000
const failed = (user_id: number) => ({
  request_id: 'r',
  user_id,
  username: `user ${user_id}`,
  token_id: 1,
  token_name: 'key',
  model_name: 'a\0b',
  group: 'default',
  channel: 0,
  use_time: 0,
  content: 'status_code=503, no',
  account_id: 0,
  other: user_id === 1 ? { status_code: 403, refused: true } : { status_code: 503 },
})

onBothDatabases('thousands of failed calls of many keys are written together, sixty of each key', async ({ store }) => {
  const log = createFailureLog({ store, clock: () => now, log: silent })
  const keys = 60
  for (let user = 0; user < keys; user++) for (let count = 0; count < 70; count++) log.note(failed(user))
  await log.close()
  const rows = await store.selectFrom('logs').select(['type', 'quota', 'model_name']).execute()
  assert.equal(rows.length, keys * 60)
  assert.deepEqual(rows[0], { type: 5, quota: 0, model_name: 'ab' })
  for (const table of ['usage_hours', 'usage_days'] as const) {
    const hours = await store.selectFrom(table).select(['calls', 'failures']).execute()
    assert.equal(hours.length, keys)
    assert.ok(
      hours.every(({ calls, failures }) => calls === 0 && failures === 60),
      table,
    )
  }
  assert.deepEqual(await store.selectFrom('usage_model_hours').select(['calls', 'failures', 'refusals']).execute(), [
    { calls: 0, failures: keys * 60, refusals: 60 },
  ])
  const refused = await store
    .selectFrom('usage_days')
    .select(['user_id', 'refusals'])
    .where('refusals', '>', 0)
    .execute()
  assert.deepEqual(refused, [{ user_id: 1, refusals: 60 }])
})
