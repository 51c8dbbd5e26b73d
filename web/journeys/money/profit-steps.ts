import { addToCostHour } from '../../../server/src/domain/money/pricing/cost/cost-hours.queries.ts'
import { addToHours } from '../../../server/src/domain/usage/logs/usage-hours.queries.ts'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { asRoot, createChannel } from '../steps.ts'

export async function givenChannel(server: TestServer, name: string): Promise<number> {
  return createChannel(await asRoot(server), { name, models: 'gpt-4o,gpt-4o-mini' })
}

/** Calls of this hour as the ledger adds them up: four dollars of sales, of which three have a cost. */
export async function givenSales(server: TestServer, channel_id: number) {
  const { store } = server.deps
  const user_id = await server.given.user({ username: `buyer-${channel_id}` })
  const now = Math.floor(Date.now() / 1000)
  const key = { hour: now - (now % 3600), user_id, channel_id, model_name: 'gpt-4o', group: 'default' }
  const names = { token_id: 1, username: `buyer-${channel_id}`, token_name: 'key' }
  const tokens = { prompt_tokens: 100, completion_tokens: 100, use_seconds: 1, first_calls: 0, first_ms: 0 }
  await addToHours(store, [{ ...key, ...names, ...tokens, calls: 40, failures: 0, quota: 2_000_000 }])
  const sums = { calls: 30, quota: 1_500_000, cost: 500_000, losses: 2, lost: 50_000, refunded: 0 }
  await addToCostHour(store, { ...key, ...sums })
}
