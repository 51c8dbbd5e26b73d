import { hourOfRow } from '../../../server/src/domain/usage/logs/usage-hour.ts'
import { addToHours } from '../../../server/src/domain/usage/logs/usage-hours.queries.ts'
import type { TestServer } from '../../../server/test/harness/harness.ts'

/** A request that was charged, as the ledger and the usage log have it. Returns its id. */
export async function givenCharge({ deps }: TestServer, user_id: number, username: string, quota: number) {
  const created_at = deps.clock()
  const request_id = `request-${user_id}-${quota}`
  const facts = JSON.stringify({ a: [[1]], r: 1, c: 2, g: 1, l: [[0, quota, 1]], w: '/v1/chat/completions' })
  const call = { user_id, created_at, token_id: 0, model_name: 'gpt-4o', group: 'default', username, quota }
  const row = { ...call, type: 2, channel: 1, token_name: 'playground-default', use_time: 1 }
  const tokens = { prompt_tokens: quota, completion_tokens: 0 }
  await deps.store.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('ledger')
      .values({
        user_id,
        kind: 'charge',
        reference: request_id,
        amount: quota,
        channel_id: 1,
        is_logged: 1,
        created_at,
      })
      .execute()
    await transaction
      .updateTable('users')
      .set(({ eb }) => ({ quota: eb('quota', '-', quota), used_quota: eb('used_quota', '+', quota) }))
      .where('id', '=', user_id)
      .execute()
    await transaction
      .insertInto('logs')
      .values({ ...row, ...tokens, request_id, facts })
      .execute()
    await addToHours(transaction, [hourOfRow({ ...row, ...tokens }, 0)])
  })
  return request_id
}
