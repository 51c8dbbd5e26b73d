import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onBothDatabases } from '../../../../../test/harness/databases.ts'
import { driftsOf, now } from '../../../../../test/harness/ledger.ts'
import { day, type Market, marketOf } from '../../../../../test/ledger/agents.ts'
import { givenOrganisation } from '../../../../../test/ledger/organisations.ts'

const session = (market: Market, user_id: number, address: string, user_agent: string, seen_at = now) =>
  market.store
    .insertInto('sessions')
    .values({
      id_hash: randomUUID(),
      user_id,
      version: 1,
      created_at: seen_at,
      seen_at,
      expires_at: now,
      address,
      user_agent,
    })
    .execute()
const act = (market: Market, actor_id: number, address: string, at = now) =>
  market.store
    .insertInto('audit')
    .values({
      at,
      actor_id,
      actor_name: 'x',
      action: 'account.password',
      target: '',
      detail: '',
      address,
      request_id: '',
    })
    .execute()

type Case = { signs: string; given(market: Market, agent: number, payer: number): Promise<unknown> }
const cases: Record<string, Case> = {
  'nothing in common': {
    signs: '',
    async given(market, agent, payer) {
      await session(market, agent, '203.0.113.7', 'Firefox')
      await session(market, payer, '203.0.113.8', 'Firefox')
    },
  },
  'the same address with another browser': {
    signs: 'address',
    async given(market, agent, payer) {
      await session(market, agent, '203.0.113.7', 'Firefox')
      await session(market, payer, '203.0.113.7', 'Safari')
    },
  },
  'the same address and browser': {
    signs: 'address,device',
    async given(market, agent, payer) {
      await session(market, agent, '203.0.113.7', 'Firefox')
      await session(market, payer, '203.0.113.7', 'Firefox')
    },
  },
  'the same IPv6 network': {
    signs: 'address',
    async given(market, agent, payer) {
      await session(market, agent, '2001:db8:1:2::7', 'Firefox')
      await session(market, payer, '2001:db8:1:2:ffff::8', 'Safari')
    },
  },
  'the address of an act of theirs': {
    signs: 'address',
    async given(market, agent, payer) {
      await act(market, agent, '203.0.113.7', now - 89 * day)
      await session(market, payer, '::ffff:203.0.113.7', 'Firefox')
    },
  },
  'the same address, long ago': {
    signs: '',
    async given(market, agent, payer) {
      await act(market, agent, '203.0.113.7', now - 91 * day)
      await session(market, payer, '203.0.113.7', 'Firefox')
    },
  },
  'a proxy of this machine': {
    signs: '',
    async given(market, agent, payer) {
      for (const id of [agent, payer]) await session(market, id, '127.0.0.1', 'Firefox')
      for (const id of [agent, payer]) await act(market, id, '')
    },
  },
  'the same payer at the payment provider': {
    signs: 'payer',
    given: (market, agent) => market.pay(agent, { payer_mark: 'mark' }),
  },
  'the agent is the own inviter': {
    signs: 'circle',
    given: (market, agent) => invite(market, agent, agent),
  },
  'the payer has invited the agent': {
    signs: 'circle',
    given: (market, agent, payer) => invite(market, agent, payer),
  },
  'the payer has invited who has invited the agent': {
    signs: 'circle',
    async given(market, agent, payer) {
      const between = await market.person({ invitedBy: payer })
      await invite(market, agent, between)
    },
  },
}
const invite = (market: Market, id: number, inviter_id: number) =>
  market.store.updateTable('users').set({ inviter_id }).where('id', '=', id).execute()

for (const [name, { signs, given }] of Object.entries(cases))
  onBothDatabases(`signs of abuse: ${name}: ${signs || 'none'}`, async (open) => {
    const market = marketOf(open.store)
    const agent = await market.agent({ terms: { waiting_days: 0 } })
    const payer = await market.person({ invitedBy: agent })
    await given(market, agent, payer)
    await market.pay(payer, { payer_mark: 'mark' })
    const held = await market.shareAll()
    const [share] = (await market.sharesOf(agent)).filter(({ payer_id }) => payer_id === payer)
    assert.deepEqual([share?.signs, share?.decision, held > 0], [signs, signs ? 'held' : '', signs !== ''])
    assert.equal(await market.move(agent, 100), signs ? 'earnings_insufficient' : undefined, 'a held share stays')
    assert.deepEqual(await driftsOf(open), [])
  })

onBothDatabases('an agent who was entered as the own inviter gains nothing', async (open) => {
  const market = marketOf(open.store)
  const agent = await market.agent({ terms: { share: 50, second_share: 50, waiting_days: 0 } })
  await invite(market, agent, agent)
  await market.pay(agent)
  assert.equal(await market.shareAll(), 2)
  assert.deepEqual(
    (await market.sharesOf(agent)).map(({ signs, decision }) => [signs, decision]),
    [
      ['circle', 'held'],
      ['circle', 'held'],
    ],
  )
  assert.equal(await market.move(agent, 1), 'earnings_insufficient')
  assert.deepEqual(await driftsOf(open), [])
})

onBothDatabases('in a circle of agents nobody gains', async (open) => {
  const market = marketOf(open.store)
  const terms = { share: 40, second_share: 40, waiting_days: 0 }
  const [one, two, three] = [
    await market.agent({ terms }),
    await market.agent({ terms }),
    await market.agent({ terms }),
  ]
  await invite(market, one, two)
  await invite(market, two, three)
  await invite(market, three, one)
  for (const id of [one, two, three]) await market.pay(id)
  assert.equal(await market.shareAll(), 6)
  for (const id of [one, two, three]) assert.equal(await market.move(id, 1), 'earnings_insufficient')
  assert.deepEqual(await driftsOf(open), [])
})

onBothDatabases('an organisation is compared by who created it and who bought for it', async (open) => {
  const market = marketOf(open.store)
  const agent = await market.agent()
  await session(market, agent, '203.0.113.7', 'Firefox')
  const [founder, buyer] = [await market.person({ invitedBy: agent }), await market.person()]
  const org = await givenOrganisation(market.store, founder, { quota: 0 })
  await invite(market, org, agent)
  await market.pay(org, { caller_id: buyer })
  await market.shareAll()
  await session(market, buyer, '203.0.113.7', 'Safari')
  await market.pay(org, { caller_id: founder })
  await market.pay(org, { caller_id: buyer })
  await market.pay(org, { caller_id: agent })
  await market.shareAll()
  await session(market, founder, '203.0.113.7', 'Firefox')
  await market.pay(org, { caller_id: founder })
  await market.shareAll()
  assert.deepEqual(
    (await market.sharesOf(agent)).map(({ signs }) => signs),
    ['', '', 'address', 'address,device,circle', 'address,device'],
  )
  assert.deepEqual(await driftsOf(open), [])
})
