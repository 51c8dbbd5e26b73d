import { randomUUID } from 'node:crypto'
import { agentAdminApi, agentApi } from '@turnpike/contract/money/agents/agent-api'
import type { AbuseSign } from '@turnpike/contract/money/agents/dividend'
import { usualTerms } from '@turnpike/contract/money/agents/terms'
import type { PayoutMethod } from '@turnpike/contract/money/agents/withdrawal'
import { post } from '../../../server/src/domain/money/wallet/ledger/ledger-post.ts'
import { type Client, saveOptions, type TestServer } from '../../../server/test/harness/harness.ts'
import { clientOf } from '../../../server/test/ledger/organisations.ts'
import { dollar } from '../organisation/firm-steps.ts'
import { asRoot, dataOf } from '../steps.ts'

/** Sales agents are on, and users may apply. */
export async function switchOn({ deps: { store, vault, reload } }: TestServer) {
  await saveOptions(store, vault, { AgentsEnabled: 'true', AgentApplication: 'review' })
  await reload()
}

/** A user who has applied; returns the id. */
export async function applicant(server: TestServer, username: string, note: string): Promise<number> {
  const id = await server.given.user({ username })
  dataOf(await (await clientOf(server, username)).call(agentApi.apply, { body: { note } }))
  return id
}

/** A user whom root has made an agent; returns the id. */
export async function agentNamed(server: TestServer, username: string): Promise<number> {
  const id = await server.given.user({ username })
  dataOf(await (await asRoot(server)).call(agentAdminApi.appoint, { body: { user_id: id } }))
  return id
}

/** Earnings of an agent, as the reward for an invitation or a share brings them. */
async function earn(
  { deps: { store, clock } }: TestServer,
  id: number,
  amount: number,
  kind: 'invite_reward' | 'dividend',
) {
  await store
    .transaction()
    .execute((transaction) => post(transaction, { user_id: id, kind, reference: randomUUID(), amount, at: clock() }))
}

type Held = { agent: number; payer: string; dollars: number; signs: readonly AbuseSign[] }

/** A share of an invited user's payment that waits for a review, as the job makes it. */
export async function heldShare(server: TestServer, { agent, payer, dollars, signs }: Held) {
  const { store, clock } = server.deps
  const amount = dollars * dollar
  await earn(server, agent, amount, 'dividend')
  await store
    .insertInto('dividends')
    .values({
      ...{ agent_id: agent, payer_id: await server.given.user({ username: payer }), level: 1, cause: 'payment' },
      ...{ reference: `order-of-${payer}`, base: amount * 10, share: '10', terms: JSON.stringify(usualTerms), amount },
      ...{ final_at: clock(), signs: signs.join(','), decision: 'held', created_at: clock() },
    })
    .execute()
}

/** A payout of an agent's own final earnings, by the first method. */
export async function askForPayout(server: TestServer, { agent, username, dollars }: Asked) {
  await earn(server, agent, dollars * dollar, 'invite_reward')
  const client = await clientOf(server, username)
  const [method] = dataOf(await client.call(agentApi.methods))
  if (!method) throw new Error('there is no payout method')
  const fields = method.fields.map(({ label }) => `${label} of ${username}`)
  dataOf(await client.call(agentApi.withdraw, { body: { amount: dollars * dollar, method_id: method.id, fields } }))
}
type Asked = { agent: number; username: string; dollars: number }

const bank: PayoutMethod = {
  ...{ id: 0, name: 'Bank account', name_zh: '银行账户', enabled: true },
  fields: [
    { label: 'Holder', label_zh: '户名', required: true },
    { label: 'Account', label_zh: '账号', required: true },
  ],
}

export const addBank = async (root: Client) =>
  dataOf(await root.call(agentAdminApi.setMethods, { body: { methods: [bank] } }))
