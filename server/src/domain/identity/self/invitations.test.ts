import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { selfApi } from '@turnpike/contract/identity/self'
import { logApi } from '@turnpike/contract/usage/log'
import { assertBooksBalance, rowOf, setOptions } from '../../../../test/harness/accounts.ts'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type Client, type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { day, marketOf } from '../../../../test/ledger/agents.ts'
import { saveAgent } from '../../money/agents/agents.queries.ts'
import { post } from '../../money/wallet/ledger/ledger-post.ts'

async function signedIn(server: TestServer, username: string): Promise<Client> {
  const client = server.client()
  await client.signIn(username)
  return client
}
const codeIn = ({ response }: { response: { success: boolean; code?: string } }) =>
  response.success ? 'ok' : response.code

for (const kind of databaseKindsOfRun)
  describe(`earnings of invitations on ${kind}`, () => {
    const servers = useServers(kind, { server: {} })

    async function givenEarnings(username: string, amount: number): Promise<Client> {
      const { store, clock } = servers.server.deps
      const user_id = await servers.server.given.user({ username })
      await store
        .transaction()
        .execute((transaction) =>
          post(transaction, { user_id, kind: 'invite_reward', reference: username, amount, at: clock() }),
        )
      return signedIn(servers.server, username)
    }
    const transfer = (client: Client, quota: unknown) =>
      client.call(selfApi.affiliateTransfer, { body: { quota: quota as number } })

    test('an account without a code is given one, and keeps it', async () => {
      const { server } = servers
      await server.given.user({ username: 'codeless' })
      await server.deps.store.updateTable('users').set({ aff_code: '' }).where('username', '=', 'codeless').execute()
      const client = await signedIn(server, 'codeless')
      const codes = await Promise.all(Array.from({ length: 4 }, () => client.call(selfApi.affiliateCode)))
      const [first] = codes.map(({ response }) => (response.success ? response.data : ''))
      assert.match(first ?? '', /^[A-Za-z0-9]{8,}$/)
      for (const { response } of codes) assert.ok(response.success && response.data === first)
    })

    test('earnings move to the balance by at least one unit, with a message and a log row', async () => {
      const { server } = servers
      await setOptions(server, { QuotaPerUnit: '500000' })
      const client = await givenEarnings('earner', 1_200_000)
      const tooLow = await transfer(client, 499_999)
      assert.ok(!tooLow.response.success)
      assert.deepEqual([tooLow.response.code, tooLow.response.params], ['transfer_too_low', { minimum: '$1.00' }])
      assert.equal(codeIn(await transfer(client, 1_200_001)), 'affiliate_insufficient')
      for (const quota of [-500_000, 500_000.5, '500000', null, Number.MAX_SAFE_INTEGER + 1])
        assert.equal((await transfer(client, quota)).response.success, false, String(quota))
      const moved = await transfer(client, 700_000)
      assert.ok(moved.response.success)
      assert.equal(moved.response.message, '邀请收益转入余额 $1.40')
      const row = await rowOf(server, 'earner')
      assert.deepEqual([row.quota, row.aff_quota, row.aff_history_quota], [700_000, 500_000, 1_200_000])
      const { response } = await client.call(logApi.self, { query: {} })
      assert.ok(response.success)
      assert.deepEqual(
        response.data.items.map(({ type, content }) => [type, content]),
        [[4, '邀请收益转入余额 ＄1.400000']],
      )
    })

    test('shares move when they are final and no payout has reserved them, and the message names what may move', async () => {
      const { server } = servers
      const client = await givenEarnings('sharer', 1_000_000)
      const market = marketOf(server.deps.store)
      market.at = server.deps.clock()
      await saveAgent(market.store, client.userId, { status: 'active', active_from: 1, updated_at: 1 })
      await market.setTerms(client.userId, { share: 50, waiting_days: 1 }, 1)
      const payer = await market.person({ invitedBy: client.userId })
      await market.pay(payer, { quota: 4_000_000, at: market.at - 2 * day })
      await market.pay(payer, { quota: 4_000_000 })
      await market.shareAll()
      await market.ask(client.userId, 500_000)
      const refused = await transfer(client, 2_500_001)
      assert.ok(!refused.response.success)
      assert.deepEqual(
        [refused.response.code, refused.response.params],
        ['earnings_insufficient', { available: '$5.00' }],
      )
      assert.equal(codeIn(await transfer(client, 5_000_001)), 'affiliate_insufficient')
      const codes = await Promise.all(Array.from({ length: 8 }, () => transfer(client, 500_000)))
      assert.equal(codes.filter((response) => codeIn(response) === 'ok').length, 5)
      const row = await rowOf(server, 'sharer')
      assert.deepEqual([row.quota, row.aff_quota], [2_500_000, 2_500_000])
      await assertBooksBalance(server)
    })

    test('many transfers at once never move more than there is, and the books balance', async () => {
      const { server } = servers
      const client = await givenEarnings('racer', 2_600_000)
      const codes = await Promise.all(Array.from({ length: 12 }, () => transfer(client, 500_000)))
      assert.equal(codes.filter((response) => codeIn(response) === 'ok').length, 5)
      const row = await rowOf(server, 'racer')
      assert.deepEqual([row.quota, row.aff_quota], [2_500_000, 100_000])
      await assertBooksBalance(server)
    })
  })
