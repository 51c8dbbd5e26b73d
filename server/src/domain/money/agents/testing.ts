import { randomUUID } from 'node:crypto'
import { agentAdminApi, agentApi } from '@turnpike/contract/money/agents/agent-api'
import { type OwnTerms, usualTerms } from '@turnpike/contract/money/agents/terms'
import type { Insertable } from 'kysely'
import { setOptions } from '../../../../test/harness/accounts.ts'
import type { Client, TestServer } from '../../../../test/harness/harness.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { dataOf, person } from '../../identity/organisations/testing.ts'
import { post } from '../wallet/ledger/ledger-post.ts'
import { verifyLedger } from '../wallet/verify/verify.ts'
import { saveAgent } from './agents.queries.ts'

export const at = (id: number) => ({ params: { id: String(id) } })

/** Somebody new who is an agent since the beginning of time. */
export async function givenAgent(server: TestServer, name?: string): Promise<Client> {
  const client = await person(server, name === undefined ? {} : { username: name })
  await saveAgent(server.deps.store, client.userId, { status: 'active', active_from: 1, updated_at: 1 })
  return client
}

type Share = Partial<Insertable<Database['dividends']>> & { agent_id: number; amount: number }

/** A share with its entry. It is of a payment of ten times its amount by a new account, and final, unless it says otherwise. */
export const givenShare = (store: Store, { agent_id, amount, ...change }: Share): Promise<number> =>
  store.transaction().execute(async (transaction) => {
    const payer_id = change.payer_id ?? (await givenInvited(transaction, agent_id))
    const { cause = 'payment', created_at = 1, level = 1 } = change
    const reference = change.reference ?? `order-${randomUUID()}`
    const row = { agent_id, payer_id, level, cause, reference, base: 10 * amount, share: '10', amount }
    const { id } = await transaction
      .insertInto('dividends')
      .values({ ...row, terms: JSON.stringify(usualTerms), final_at: created_at, created_at, ...change })
      .returning('id')
      .executeTakeFirstOrThrow()
    const entry = { user_id: agent_id, kind: 'dividend', reference: `${cause} ${reference} ${level}` } as const
    await post(transaction, { ...entry, amount, at: created_at })
    return id
  })

/** An account that an agent has invited. */
export async function givenInvited(
  store: Store,
  inviter_id: number,
  change: Partial<Insertable<Database['users']>> = {},
) {
  const name = randomUUID()
  const { id } = await store
    .insertInto('users')
    .values({ username: name, username_key: name, created_at: 1, inviter_id, ...change })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function givenOrder(store: Store, user_id: number, change: Partial<Insertable<Database['top_ups']>> = {}) {
  const trade_no = randomUUID()
  const order = { provider: 'epay', payment_method: 'zfb', price_snapshot: '', status: 'success', complete_time: 1 }
  await store
    .insertInto('top_ups')
    .values({
      ...order,
      user_id,
      trade_no,
      amount: 1,
      money: '1.00',
      quota: 1,
      create_time: 1,
      shares_due: 0,
      ...change,
    })
    .execute()
  return trade_no
}

/** A way to be paid that needs a bank account, and the terms of the installation. */
export async function openDesk(server: TestServer, root: Client, terms: OwnTerms = {}): Promise<number> {
  await setOptions(server, { AgentsEnabled: 'true', AgentApplication: 'review' })
  dataOf(await root.call(agentAdminApi.setTerms, { body: { scope: 'installation', terms } }))
  const fields = [
    { label: 'Account number', label_zh: '银行账号', required: true },
    { label: 'Remark', label_zh: '备注', required: false },
  ]
  const method = { name: 'Bank transfer', name_zh: '银行转账', enabled: true, fields }
  const [saved] = dataOf(await root.call(agentAdminApi.setMethods, { body: { methods: [method] } }))
  if (!saved) throw new Error('no way to be paid')
  return saved.id
}

export const earningsOf = async (client: Client) => dataOf(await client.call(agentApi.self)).earnings

export async function driftsOf({ deps }: TestServer, dialect: 'sqlite' | 'postgres') {
  const { store, logStore, clock } = deps
  return (await verifyLedger({ store, logStore, dialect }, clock())).drifts
}
