import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { selfApi } from '@turnpike/contract/identity/self'
import { role } from '@turnpike/contract/identity/user'
import { agentAdminApi, agentApi } from '@turnpike/contract/money/agents/agent-api'
import { databaseKinds } from '../../../../../test/harness/databases.ts'
import { type Client, givenPassword, useServers } from '../../../../../test/harness/harness.ts'
import { isLongRun } from '../../../../../test/harness/long-run.ts'
import type { Store } from '../../../../store/store.ts'
import { dataOf, person, refusalOf } from '../../../identity/organisations/testing.ts'
import { lockPerson } from '../../../identity/user-admin/user-admin.queries.ts'
import { post } from '../../wallet/ledger/ledger-post.ts'
import { readReserved, setDebt } from '../agents.queries.ts'
import { at, driftsOf, earningsOf, givenAgent, givenShare, openDesk } from '../testing.ts'

const unit = 500_000
const later = 4_000_000_000
/** As many again find nothing left. */
const paidMax = isLongRun ? 100 : 25
const rounds = isLongRun ? 10 : 3

for (const kind of databaseKinds)
  describe(`payouts at once, on two instances with ${kind}`, () => {
    const servers = useServers(kind, { one: {}, two: {} })
    let roots: Client[]
    let method_id: number
    before(async () => {
      const root = await person(servers.one, { username: 'first-root', role: role.root })
      await person(servers.one, { username: 'second-root', role: role.root })
      method_id = await openDesk(servers.one, root, { withdrawal_min: 1, withdrawal_fee: 1, withdrawal_fee_share: 0 })
      await servers.two.deps.reload()
      roots = [root, await elsewhere('second-root')]
    })
    /** The same person at the other instance. */
    const elsewhere = async (username: string) => {
      const client = servers.two.client()
      await client.signIn(username, givenPassword)
      return client
    }
    const store = () => servers.one.deps.store
    const ask = (client: Client, amount: number) =>
      client.call(agentApi.withdraw, { body: { amount, method_id, fields: ['account'] } })
    /** Asks again while all connections to the database are taken; such a request has done nothing. */
    const answered = async <Result extends Parameters<typeof refusalOf>[0]>(act: () => Promise<Result>) => {
      for (;;) {
        const outcome = await act()
        if (refusalOf(outcome) !== 'database_error') return outcome
      }
    }
    const transfer = (client: Client, quota: number) => client.call(selfApi.affiliateTransfer, { body: { quota } })
    const pay = (client: Client, id: number) =>
      client.call(agentAdminApi.payWithdrawal, { ...at(id), body: { reference: `N${id}` } })
    const earner = async (username: string, amount: number) => {
      const agent = await givenAgent(servers.one, username)
      await givenShare(store(), { agent_id: agent.userId, amount })
      return [agent, await elsewhere(username)] as const
    }
    const paidTo = async (user_id: number) => {
      const { amount } = await store()
        .selectFrom('ledger')
        .select(({ fn }) => fn.sum<number>('amount').as('amount'))
        .where('kind', '=', 'withdrawal')
        .where('user_id', '=', user_id)
        .executeTakeFirstOrThrow()
      return Number(amount)
    }

    test('of many requests at once, those that fit into what is final are made and paid, each once', async () => {
      const clients = await earner('busy', 10 * paidMax + 7)
      const [agent] = clients
      await givenShare(store(), { agent_id: agent.userId, amount: 300, final_at: later })
      await givenShare(store(), { agent_id: agent.userId, amount: 200, decision: 'held' })
      const outcomes = await Promise.all(
        Array.from({ length: 2 * paidMax }, (_, index) => answered(() => ask(clients[index % 2] ?? agent, 10))),
      )
      const codes = Map.groupBy(outcomes, refusalOf)
      assert.deepEqual([codes.get('')?.length, codes.get('earnings_insufficient')?.length], [paidMax, paidMax])
      assert.partialDeepStrictEqual(await earningsOf(agent), {
        total: 10 * paidMax + 507,
        available: 7,
        reserved: 10 * paidMax,
      })
      assert.equal(dataOf(await agent.call(agentApi.withdrawals, { query: {} })).total, paidMax)

      const ids = (codes.get('') ?? []).map((outcome) => dataOf(outcome).id)
      await store().updateTable('withdrawals').set({ status: 'approved' }).where('id', 'in', ids).execute()
      const paid = await Promise.all(ids.flatMap((id) => roots.map((client) => answered(() => pay(client, id)))))
      const won = Map.groupBy(paid, refusalOf)
      assert.deepEqual([won.get('')?.length, won.get('agent_decided')?.length], [paidMax, paidMax])
      assert.equal(await paidTo(agent.userId), 10 * paidMax)
      assert.partialDeepStrictEqual(await earningsOf(agent), {
        total: 507,
        available: 7,
        reserved: 0,
        withdrawn: 10 * paidMax,
      })
      assert.deepEqual(await driftsOf(servers.one, kind), [])
    })

    test('of two who approve at once one wins, and of paying and refusing', async () => {
      const [agent] = await earner('contested', 1000)
      for (let round = 0; round < rounds; round++) {
        const { id } = dataOf(await ask(agent, 100))
        const [one, two] = roots
        assert.ok(one && two)
        const approved = await Promise.all(
          [one, two].map((client) => client.call(agentAdminApi.approveWithdrawal, at(id))),
        )
        assert.deepEqual(approved.map(refusalOf).sort(), ['', 'agent_decided'])
        const refusing = two.call(agentAdminApi.refuseWithdrawal, { ...at(id), body: { reason: 'no' } })
        const codes = (await Promise.all([pay(one, id), refusing])).map(refusalOf)
        assert.deepEqual(codes.sort(), ['', 'agent_decided'])
      }
      const { total, available, withdrawn } = await earningsOf(agent)
      assert.deepEqual([available, total + withdrawn, await paidTo(agent.userId)], [total, 1000, withdrawn])
    })

    test('an amount is asked for or moved to the balance, never both', async () => {
      const [agent, same] = await earner('split', 10 * unit)
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? ask(agent, unit) : transfer(same, unit))),
      )
      assert.equal(outcomes.filter((outcome) => refusalOf(outcome) === '').length, 10)
      const { total, available, reserved, moved } = await earningsOf(agent)
      assert.deepEqual([available, total, reserved + moved], [0, reserved, 10 * unit])
      assert.deepEqual(await driftsOf(servers.one, kind), [])
    })

    test('a reversal and a request at once take no more than there is; the rest is a debt', async () => {
      for (let round = 0; round < rounds; round++) {
        const [agent] = await earner(`reversed-${round}`, 100)
        const [asked] = await Promise.all([ask(agent, 60), reverse(servers.two.deps.store, agent.userId, 100)])
        const { total, available, reserved, debt } = await earningsOf(agent)
        const expected = refusalOf(asked) === '' ? [60, 0, 60, 60] : [0, 0, 0, 0]
        assert.deepEqual([total, available, reserved, debt], expected)
      }
    })
  })

/** Takes a whole share back, as far as no request has reserved it. */
const reverse = (store: Store, agent_id: number, amount: number) =>
  store.transaction().execute(async (transaction) => {
    const person = await lockPerson(transaction, agent_id)
    assert.ok(person)
    await transaction.updateTable('dividends').set({ reversed: amount }).where('agent_id', '=', agent_id).execute()
    const { reserved } = await readReserved(transaction, agent_id, later)
    const taken = Math.min(amount, person.aff_quota - reserved)
    const entry = { user_id: agent_id, kind: 'dividend_reversal', reference: randomUUID(), at: 1 } as const
    if (taken > 0) await post(transaction, { ...entry, amount: taken })
    await setDebt(transaction, agent_id, amount - taken)
  })
