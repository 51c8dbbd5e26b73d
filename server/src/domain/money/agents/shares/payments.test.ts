import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { onBothDatabases, openTest } from '../../../../../test/harness/databases.ts'
import { eventually } from '../../../../../test/harness/eventually.ts'
import { driftsOf, now } from '../../../../../test/harness/ledger.ts'
import { day, type Market, marketOf } from '../../../../../test/ledger/agents.ts'
import { givenOrganisation } from '../../../../../test/ledger/organisations.ts'
import type { OpenStore } from '../../../../store/store.ts'
import { lockDueOrder, noteShared, readDueOrders } from './due-orders.queries.ts'

/** A test on both databases, after which the books must balance. */
const onMarket = (name: string, body: (market: Market, open: OpenStore) => Promise<void>) =>
  onBothDatabases(name, async (open) => {
    await body(marketOf(open.store), open)
    assert.deepEqual(await driftsOf(open), [])
  })

/** Whether a transaction waits for another one. SQLite has one writer at a time. */
async function isWaiting({ store, dialect }: OpenStore): Promise<boolean> {
  if (dialect === 'sqlite') return true
  const { rows } = await sql`SELECT 1 FROM pg_locks WHERE NOT granted AND database = (
    SELECT oid FROM pg_database WHERE datname = current_database()) OR (NOT granted AND locktype = 'transactionid')`.execute(
    store,
  )
  return rows.length > 0
}

const worthsOf = async (market: Market, agent_id: number) =>
  (await market.sharesOf(agent_id)).map(({ amount, reversed }) => amount - reversed)

onMarket('a payment brings its inviter a share once, however often the job runs', async (market) => {
  const agent = await market.agent({ terms: { share: 12.5, waiting_days: 3 } })
  const payer = await market.person({ invitedBy: agent })
  const trade_no = await market.pay(payer, { quota: 1001 })
  assert.equal(await market.earningsOf(agent), 0, 'a payment waits for no agent')
  for (let times = 0; times < 3; times++) await market.shareAll()
  const [share, ...more] = await market.sharesOf(agent)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [share?.payer_id, share?.level, share?.cause, share?.reference, share?.base, share?.share, share?.amount],
    [payer, 1, 'payment', trade_no, 1001, '12.5', 125],
  )
  assert.deepEqual([share?.final_at, share?.decision, share?.signs], [now + 3 * day, '', ''])
  assert.equal(JSON.parse(share?.terms ?? '').share, 12.5)
  assert.deepEqual(await market.entriesOf(agent), [
    { kind: 'dividend', reference: `payment ${trade_no} 1`, amount: 125, detail: '12.5% of payments' },
  ])
  assert.equal(await market.earningsOf(agent), 125)
  const rows = await market.store.selectFrom('logs').select(['content', 'other']).where('user_id', '=', agent).execute()
  assert.deepEqual(
    rows.map(({ content, other }) => [content, JSON.parse(other)]),
    [['获得分成 ＄125.000000', { event: 'dividend', params: { amount: '＄125.000000' } }]],
    'it does not name the payer',
  )
})

onMarket('a share of nothing is none', async (market) => {
  const agent = await market.agent({ terms: { share: 10 } })
  const payer = await market.person({ invitedBy: agent })
  await market.pay(payer, { quota: 9 })
  await market.pay(payer, { quota: 1000, cents: 0 })
  await market.shareAll()
  assert.deepEqual(await market.sharesOf(agent), [])
})

onMarket('payments of organisations bring shares, whoever of them has bought', async (market) => {
  const agent = await market.agent()
  const founder = await market.person({ invitedBy: agent })
  const own = await market.pay(founder, { quota: 5000 })
  const org = await givenOrganisation(market.store, founder, { quota: 0 })
  await market.store.updateTable('users').set({ inviter_id: agent }).where('id', '=', org).execute()
  const member = await market.person()
  const ofOrg = await market.pay(org, { quota: 2000, caller_id: member })
  await market.shareAll()
  assert.deepEqual(
    (await market.sharesOf(agent)).map(({ payer_id, reference, amount }) => [payer_id, reference, amount]),
    [
      [founder, own, 500],
      [org, ofOrg, 200],
    ],
  )
})

onMarket('the second level has its own share of its own terms, and both never exceed the payment', async (market) => {
  const second = await market.agent({ terms: { second_share: 5 } })
  const first = await market.agent({ invitedBy: second, terms: { share: 97.5 } })
  const payer = await market.person({ invitedBy: first })
  const between = await market.person({ invitedBy: second })
  const ofBetween = await market.person({ invitedBy: between })
  await market.pay(payer, { quota: 1000 })
  await market.pay(ofBetween, { quota: 1000 })
  await market.shareAll()
  const shares = (await market.sharesOf(second)).map(({ level, share, amount }) => [level, share, amount])
  assert.deepEqual(await worthsOf(market, first), [975])
  assert.deepEqual(shares, [
    [2, '2.5', 25],
    [2, '5', 50],
  ])
})

onMarket('the terms of the time of the payment apply, however late the job runs', async (market) => {
  const agent = await market.agent({ terms: { share: 10 } })
  const payer = await market.person({ invitedBy: agent })
  await market.pay(payer)
  market.at += 100
  await market.setTerms(agent, { share: 30 })
  await market.pay(payer)
  market.at += 100
  await market.setTerms(agent, { share: 30, ends_at: market.at + 100 })
  await market.pay(payer)
  market.at += 100
  await market.pay(payer) // at its end
  await market.setTerms(agent, { basis: 'spend', share: 50 })
  await market.pay(payer, { at: market.at + 1 })
  await market.shareAll()
  assert.deepEqual(await worthsOf(market, agent), [100, 300, 300])
})

onMarket(
  'payments before an agent began, after the end, and without agents bring nothing, later neither',
  async (market) => {
    const agent = await market.agent({ active_from: now - 100 })
    const payer = await market.person({ invitedBy: agent })
    const early = await market.pay(payer, { at: now - 101 })
    await market.pay(payer, { at: now - 100 })
    await market.end(agent, now)
    await market.pay(payer, { at: now - 1 })
    await market.pay(payer, { at: now })
    const applied = await market.person({ invitedBy: agent })
    const ofNobody = await market.person({ invitedBy: applied })
    await market.pay(ofNobody)
    await market.shareAll()
    assert.deepEqual(await worthsOf(market, agent), [100, 100])
    await market.refund(early, 100)
    await market.shareAll()
    assert.equal((await market.sharesOf(agent)).length, 2)
  },
)

onBothDatabases(
  'while agents are switched off nothing is shared, and what was shared is still taken back',
  async (open) => {
    const on = marketOf(open.store)
    const off = marketOf(open.store, { AgentsEnabled: false })
    const agent = await on.agent()
    const payer = await on.person({ invitedBy: agent })
    const before = await on.pay(payer)
    await on.shareAll()
    const during = await on.pay(payer)
    await on.refund(before, 1000)
    await off.shareAll()
    assert.deepEqual(await worthsOf(on, agent), [0])
    await on.refund(during, 500)
    await on.shareAll()
    assert.deepEqual(await worthsOf(on, agent), [0], 'a refund makes no share')
    assert.deepEqual(await driftsOf(open), [])
  },
)

onMarket('an agent whose account is disabled or cancelled gets nothing', async (market) => {
  for (const change of [{ status: 2 }, { deleted_at: now }]) {
    const agent = await market.agent()
    const payer = await market.person({ invitedBy: agent })
    await market.store.updateTable('users').set(change).where('id', '=', agent).execute()
    await market.pay(payer)
    await market.shareAll()
    assert.deepEqual(await market.sharesOf(agent), [])
  }
})

onMarket('a refund takes back its part, and all of it in the end; one that fails returns it', async (market) => {
  const agent = await market.agent({ terms: { share: 10 } })
  const payer = await market.person({ invitedBy: agent })
  const trade_no = await market.pay(payer, { quota: 1005, cents: 999 })
  await market.shareAll()
  const worths = []
  for (const total of [1, 333, 998]) {
    await market.refund(trade_no, total)
    await market.shareAll()
    worths.push(...(await worthsOf(market, agent)))
  }
  assert.deepEqual(worths, [99, 66, 0], 'a hundredth that is left is worth less than one')
  await market.refund(trade_no, 999)
  await market.shareAll()
  assert.deepEqual([await worthsOf(market, agent), await market.earningsOf(agent)], [[0], 0])
  await market.failRefund(trade_no)
  await market.failRefund(trade_no)
  await market.shareAll()
  assert.deepEqual([await worthsOf(market, agent), await market.earningsOf(agent)], [[66], 66])
  const entries = await market.entriesOf(agent)
  assert.deepEqual(
    entries.map(({ kind, reference, amount }) => [kind, reference, amount]),
    [
      ['dividend', `payment ${trade_no} 1`, 100],
      ['dividend_reversal', `payment ${trade_no} 1 1`, 1],
      ['dividend_reversal', `payment ${trade_no} 1 2`, 33],
      ['dividend_reversal', `payment ${trade_no} 1 3`, 66],
      ['dividend', `payment ${trade_no} 1 4`, 66],
    ],
  )
})

onMarket('a payment that is refunded before the job has seen it brings what is left', async (market) => {
  const agent = await market.agent()
  const payer = await market.person({ invitedBy: agent })
  await market.refund(await market.pay(payer), 1000)
  const half = await market.pay(payer)
  await market.refund(half, 500)
  await market.shareAll()
  assert.deepEqual([await worthsOf(market, agent), await market.earningsOf(agent)], [[0, 50], 50])
})

onMarket('a refund while the job looks at its order makes the order due again', async (market, open) => {
  const agent = await market.agent()
  const payer = await market.person({ invitedBy: agent })
  const second = await openTest(open.main)
  try {
    const other = marketOf(second.store)
    for (const state of ['new', 'refunded']) {
      const trade_no = await market.pay(payer)
      if (state === 'refunded') {
        await market.shareAll()
        await market.refund(trade_no, 100)
      }
      const { id } = await market.store
        .selectFrom('top_ups')
        .select('id')
        .where('trade_no', '=', trade_no)
        .executeTakeFirstOrThrow()
      let isRefunded = false
      let refunding: Promise<unknown> = Promise.resolve()
      await market.inTransaction(async (transaction) => {
        assert.ok(await lockDueOrder(transaction, id))
        refunding = other.refund(trade_no, 1000).then(() => {
          isRefunded = true
        })
        await eventually('the refund waits', async () => isRefunded || isWaiting(open))
        await noteShared(transaction, id)
      })
      await refunding
      const due = await readDueOrders(market.store, 0, 10)
      assert.deepEqual(
        due.map((order) => order.trade_no),
        [trade_no],
        state,
      )
      await market.shareAll()
    }
  } finally {
    await second.close()
  }
})

onMarket(
  'a dispute takes the share back while it is open or lost, and beside a refund nothing more',
  async (market) => {
    const agent = await market.agent()
    const payer = await market.person({ invitedBy: agent })
    const trade_no = await market.pay(payer)
    await market.shareAll()
    const steps = [
      ['open', 400, 'disputed', 60],
      ['open', 400, 'repeated', 60],
      ['open', 1000, 'disputed', 0],
      ['won', 1000, 'dispute_won', 100],
      ['open', 1000, 'repeated', 100],
      ['appealed', 1000, 'disputed', 0],
      ['lost', 1000, 'refunded', 0],
      ['won', 1000, 'dispute_won', 100],
      ['lost', 1000, 'refunded', 0],
      ['appealed', 1000, 'disputed', 0],
      ['won', 1000, 'dispute_won', 100],
    ] as const
    for (const [status, cents, effect, worth] of steps) {
      assert.equal(await market.dispute(trade_no, status, { cents }), effect, status)
      await market.shareAll()
      assert.deepEqual(await worthsOf(market, agent), [worth], `${status} ${cents}`)
    }
    await market.refund(trade_no, 1000)
    await market.shareAll()
    assert.deepEqual(await worthsOf(market, agent), [0])
    assert.equal(await market.dispute(trade_no, 'lost'), 'repeated')
    await market.dispute(trade_no, 'won')
    await market.shareAll()
    assert.deepEqual(await worthsOf(market, agent), [0], 'it was refunded')
  },
)

onMarket('what has left is a debt, which later shares pay first', async (market) => {
  const agent = await market.agent({ terms: { share: 10, waiting_days: 0 } })
  const payer = await market.person({ invitedBy: agent })
  const trade_no = await market.pay(payer)
  await market.shareAll()
  assert.equal(await market.move(agent, 70), undefined)
  await market.refund(trade_no, 1000)
  await market.shareAll()
  assert.deepEqual([await market.earningsOf(agent), await market.debtOf(agent)], [0, 70])
  await market.pay(payer, { quota: 500 })
  await market.shareAll()
  assert.deepEqual([await market.earningsOf(agent), await market.debtOf(agent)], [0, 20])
  await market.pay(payer, { quota: 500 })
  await market.shareAll()
  assert.deepEqual([await market.earningsOf(agent), await market.debtOf(agent)], [30, 0])
  const paid = (await market.entriesOf(agent)).filter(({ detail }) => detail === 'debt')
  assert.deepEqual(
    paid.map(({ kind, amount }) => [kind, amount]),
    [
      ['dividend_reversal', 50],
      ['dividend_reversal', 20],
    ],
  )
})

onMarket('a refund that fails after its share had left pays the debt', async (market) => {
  const agent = await market.agent({ terms: { waiting_days: 0 } })
  const trade_no = await market.pay(await market.person({ invitedBy: agent }))
  await market.shareAll()
  await market.move(agent, 70)
  await market.refund(trade_no, 1000)
  await market.shareAll()
  await market.failRefund(trade_no)
  await market.shareAll()
  assert.deepEqual([await market.earningsOf(agent), await market.debtOf(agent)], [30, 0])
})

onMarket('a reversal leaves what a payout has reserved, and a refused request pays the debt', async (market) => {
  const agent = await market.agent({ terms: { waiting_days: 0 } })
  const payer = await market.person({ invitedBy: agent })
  const trade_no = await market.pay(payer)
  await market.shareAll()
  const [first, second] = [await market.ask(agent, 60), await market.ask(agent, 30)]
  assert.ok(first && second)
  await market.refund(trade_no, 1000)
  await market.shareAll()
  assert.deepEqual([await market.earningsOf(agent), await market.debtOf(agent)], [90, 90])
  await market.endRequest(first, 'refused')
  assert.deepEqual([await market.earningsOf(agent), await market.debtOf(agent)], [30, 30])
  await market.endRequest(second, 'paid')
  assert.deepEqual([await market.earningsOf(agent), await market.debtOf(agent)], [0, 30])
})

onMarket('only final earnings that nothing has reserved are moved to the balance', async (market) => {
  const agent = await market.agent({ terms: { waiting_days: 1 } })
  const payer = await market.person({ invitedBy: agent })
  await market.pay(payer, { at: now - day })
  await market.pay(payer, { at: now })
  await market.shareAll()
  await market.ask(agent, 40)
  assert.equal(await market.move(agent, 61), 'earnings_insufficient')
  assert.equal(await market.move(agent, 201), 'affiliate_insufficient')
  assert.equal(await market.move(agent, 60), undefined)
  assert.equal(await market.move(agent, 1), 'earnings_insufficient')
  market.at += day
  assert.equal(await market.move(agent, 100), undefined)
  assert.equal(await market.earningsOf(agent), 40)
})

onMarket('invited users who refund leave their inviter nothing, however often', async (market) => {
  const second = await market.agent({ terms: { second_share: 20, waiting_days: 0 } })
  const agent = await market.agent({ invitedBy: second, terms: { share: 50, waiting_days: 0 } })
  const payer = await market.person({ invitedBy: agent })
  for (let times = 0; times < 4; times++) {
    const trade_no = await market.pay(payer)
    await market.shareAll()
    for (const id of [agent, second]) await market.move(id, await market.earningsOf(id))
    if (times % 2) await market.dispute(trade_no, 'lost')
    else await market.refund(trade_no, 1000)
    await market.shareAll()
  }
  const { store } = market
  for (const id of [agent, second]) {
    const { quota } = await store.selectFrom('users').select('quota').where('id', '=', id).executeTakeFirstOrThrow()
    assert.deepEqual([await market.earningsOf(id), quota - (await market.debtOf(id))], [0, 0], 'what has left is owed')
  }
})
