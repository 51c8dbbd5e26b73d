import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { setOptions } from '../../test/harness/accounts.ts'
import { databaseKindsOfRun, givenStore } from '../../test/harness/databases.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { useServers } from '../../test/harness/harness.ts'
import { planningStore } from '../../test/harness/query-plans.ts'
import { marketOf } from '../../test/ledger/agents.ts'
import { type Mailbox, startMailbox } from '../../test/outside/mailbox.ts'
import { insertUser } from '../domain/identity/users/users.queries.ts'
import { takeLease } from '../store/lease.ts'
import type { Store } from '../store/store.ts'
import { runShares } from './run-shares.ts'

for (const kind of databaseKindsOfRun)
  describe(`the job of shares on ${kind}`, () => {
    const servers = useServers(kind, { server: {} })
    let mailbox: Mailbox
    before(async () => {
      mailbox = await startMailbox()
      const ServerAddress = 'https://console.example.org'
      await setOptions(servers.server, { ...mailbox.options, ServerAddress, AgentsEnabled: 'true' })
    })
    after(() => mailbox.stop())

    /** A database beside that of the server, whose own job would come between. */
    async function given(t: TestContext) {
      const { deps } = servers.server
      const { store } = await givenStore(t, kind)
      const market = marketOf(store)
      market.at = deps.clock()
      return { store, market, deps: { ...deps, store } }
    }
    const person = (store: Store, username: string, level: number) =>
      insertUser(store, {
        ...{
          username,
          username_key: username,
          role: level,
          status: 1,
          email: `${username}@example.org`,
          created_at: 1,
        },
      })

    test('administrators are told once per run that shares are held, and users are not', async (t) => {
      const { store, market, deps } = await given(t)
      await person(store, 'ops', role.admin)
      await person(store, 'lin', role.ordinary)
      const agent = await market.agent({ active_from: market.at - 1000 })
      await market.pay(agent, { payer_mark: 'mark' })
      const payers = [await market.person({ invitedBy: agent }), await market.person({ invitedBy: agent })]
      for (const payer of payers) await market.pay(payer, { payer_mark: 'mark' })
      await runShares(deps, 'one')
      assert.equal((await market.sharesOf(agent)).length, 2)
      await eventually('administrators have mail', () => mailbox.mails.length > 0)
      assert.deepEqual(
        mailbox.mails.map(({ to }) => to),
        [['ops@example.org']],
      )
      assert.match(mailbox.mails[0]?.text ?? '', /2 new dividends show signs of abuse[\s\S]*\/agent\/manage/)
      await runShares(deps, 'one')
      assert.equal(mailbox.mails.length, 1)
    })

    test('it does nothing while another instance does it', async (t) => {
      const { store, market, deps } = await given(t)
      const agent = await market.agent({ active_from: market.at - 1000 })
      await market.pay(await market.person({ invitedBy: agent }))
      assert.ok(await takeLease(store, 'shares', 'another', 60, market.at))
      await runShares(deps, 'one')
      assert.deepEqual(await market.sharesOf(agent), [])
    })
  })

test('it finds its work by an index', async (t) => {
  const { store, plans } = planningStore((await givenStore(t, 'sqlite')).store)
  const market = marketOf(store)
  const agent = await market.agent({ terms: { basis: 'spend', counts: ['gifts'] } })
  await market.shareAll()
  const payer = await market.person({ invitedBy: agent, quota: 5 })
  await market.spend(payer, 5)
  market.at += 86_400
  await market.shareAll()
  assert.match((await plans('top_ups'))[0] ?? '', /top_ups_shares_due/)
  const ofLedger = (await plans('ledger')).join()
  assert.match(ofLedger, /ledger_credits \(kind=\? AND id>\? AND id<\?\)/)
  assert.match(ofLedger, /ledger_credits_by_user \(user_id=\? AND kind=\?\)/)
  assert.match((await plans('users')).join(), /users_by_inviter \(inviter_id=\? AND id>\?\)/)
})
