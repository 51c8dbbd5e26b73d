import assert from 'node:assert/strict'
import type { OwnTerms } from '@turnpike/contract/money/agents/terms'
import { onBothDatabases } from '../../../../../test/harness/databases.ts'
import { driftsOf, now } from '../../../../../test/harness/ledger.ts'
import { seededRandom } from '../../../../../test/harness/random.ts'
import { day, type Market, marketOf } from '../../../../../test/ledger/agents.ts'
import { post } from '../../wallet/ledger/ledger-post.ts'
import { dayOf, dayText } from './share-spend.rules.ts'

const midnight = dayOf(now) * day
const spendTerms: OwnTerms = { basis: 'spend', share: 10, waiting_days: 0 }

/** A market at the beginning of a day that was counted, and a way to its next day. */
const onSpend = (name: string, body: (market: Market, nextDay: () => Promise<void>) => Promise<void>) =>
  onBothDatabases(name, async (open) => {
    const market = marketOf(open.store)
    market.at = midnight
    await market.shareAll()
    await body(market, async () => {
      market.at = (dayOf(market.at) + 1) * day + 5
      for (let times = 0; times < 2; times++) await market.shareAll()
    })
    assert.deepEqual(await driftsOf(open), [])
  })
const sharesOf = async (market: Market, agent: number) =>
  (await market.sharesOf(agent)).map(({ reference, base, amount, reversed }) => [reference, base, amount - reversed])

onSpend('spend brings a share a day, up to what was paid', async (market, nextDay) => {
  const agent = await market.agent({ terms: spendTerms })
  const payer = await market.person({ invitedBy: agent, quota: 300 })
  const days = [0, 1, 2, 3].map((later) => dayText(dayOf(midnight) + later))
  await market.pay(payer, { quota: 1000 })
  await market.spend(payer, 455)
  await nextDay()
  await nextDay()
  await market.spend(payer, 700)
  await nextDay()
  await market.spend(payer, 100)
  await nextDay()
  assert.deepEqual(await sharesOf(market, agent), [
    [`${days[0]} ${payer}`, 455, 45],
    [`${days[2]} ${payer}`, 545, 54],
  ])
  const [first] = await market.sharesOf(agent)
  assert.deepEqual([first?.cause, first?.final_at], ['spend', midnight + day])
  assert.equal((await market.entriesOf(agent))[0]?.detail, '10% of spend')
})

onSpend('a gift brings nothing, unless the terms name it', async (market, nextDay) => {
  for (const [counts, expected] of [
    [[], []],
    [['gifts'], [300]],
    [['codes'], []],
  ] as const) {
    const agent = await market.agent({ terms: { ...spendTerms, counts: [...counts] } })
    const payer = await market.person({ invitedBy: agent, quota: 300 })
    await market.spend(payer, 300)
    await nextDay()
    assert.deepEqual(
      (await sharesOf(market, agent)).map(([, base]) => base),
      expected,
      counts.join(),
    )
  }
})

onSpend('terms that stop to count gifts take nothing back', async (market, nextDay) => {
  const agent = await market.agent({ terms: { ...spendTerms, counts: ['gifts'] } })
  const payer = await market.person({ invitedBy: agent, quota: 300 })
  await market.spend(payer, 300)
  await nextDay()
  await market.setTerms(agent, spendTerms)
  await market.pay(payer)
  await market.spend(payer, 50)
  await nextDay()
  await nextDay()
  assert.deepEqual(
    (await sharesOf(market, agent)).map(([, base, worth]) => [base, worth]),
    [
      [300, 30],
      [50, 5],
    ],
  )
})

onSpend('the terms at the beginning of the day apply to the whole day', async (market, nextDay) => {
  const agent = await market.agent({ terms: spendTerms })
  const payer = await market.person({ invitedBy: agent })
  await market.pay(payer, { quota: 10_000 })
  market.at = midnight + 1
  await market.setTerms(agent, { ...spendTerms, share: 20 })
  await market.spend(payer, 100)
  await nextDay()
  await market.spend(payer, 100)
  await market.setTerms(agent, { ...spendTerms, share: 20, ends_at: market.at + 1 })
  await nextDay()
  await market.spend(payer, 100)
  await nextDay()
  await market.setTerms(agent, spendTerms)
  await market.spend(payer, 100)
  await nextDay()
  await market.end(agent)
  await market.spend(payer, 100)
  await nextDay()
  await market.spend(payer, 100)
  await nextDay()
  assert.deepEqual(
    (await sharesOf(market, agent)).map(([, , worth]) => worth),
    [10, 20, 10],
  )
})

onSpend(
  'what was spent before is not counted after a change of the basis, nor is what was shared as a payment',
  async (market, nextDay) => {
    const agent = await market.agent()
    const [payer, idle] = [await market.person({ invitedBy: agent }), await market.person({ invitedBy: agent })]
    for (const id of [payer, idle]) await market.pay(id, { quota: 1000 })
    await market.spend(payer, 600)
    await nextDay()
    await market.setTerms(agent, spendTerms)
    for (const id of [payer, idle]) await market.spend(id, 100)
    await nextDay()
    for (const id of [payer, idle]) await market.spend(id, 100)
    await nextDay()
    assert.equal((await market.sharesOf(agent)).length, 2, 'the two payments alone')
    await market.pay(payer, { quota: 50 })
    await market.spend(payer, 100)
    await nextDay()
    assert.deepEqual(
      (await market.sharesOf(agent)).map(({ cause, base }) => [cause, base]),
      [
        ['payment', 1000],
        ['payment', 1000],
        ['spend', 50],
      ],
    )
  },
)

onSpend('an account from before the agent counts from now on', async (market, nextDay) => {
  const agent = await market.agent({ terms: spendTerms, active_from: midnight - day })
  const old = await market.person({ invitedBy: agent, created_at: midnight - 2 * day })
  const young = await market.person({ invitedBy: agent, created_at: midnight - day })
  for (const id of [old, young]) {
    await market.pay(id, { quota: 1000, at: midnight - day })
    await market.spend(id, 100)
  }
  await nextDay()
  for (const id of [old, young]) await market.spend(id, 50)
  await nextDay()
  assert.deepEqual(
    (await market.sharesOf(agent)).map(({ payer_id, base }) => [payer_id, base]),
    [
      [young, 100],
      [old, 50],
      [young, 50],
    ],
  )
})

onSpend('refunds of requests and of payments take spend back, newest first', async (market, nextDay) => {
  const agent = await market.agent({ terms: spendTerms })
  const payer = await market.person({ invitedBy: agent })
  const trade_no = await market.pay(payer, { quota: 1000, cents: 1000 })
  for (const amount of [300, 400]) {
    await market.spend(payer, amount)
    await nextDay()
  }
  const worths = async () => (await sharesOf(market, agent)).map(([, , worth]) => worth)
  assert.deepEqual(await worths(), [30, 40])
  await market.spend(payer, -150)
  await nextDay()
  assert.deepEqual(await worths(), [30, 25])
  await market.spend(payer, 150)
  await nextDay()
  assert.deepEqual(await worths(), [30, 25, 15])
  await market.refund(trade_no, 100) // unspent
  await nextDay()
  assert.deepEqual(await worths(), [30, 25, 15])
  await market.dispute(trade_no, 'open', { cents: 500 })
  await nextDay()
  assert.deepEqual(await worths(), [30, 10, 0], '300 of 700 are not paid any more')
  await market.dispute(trade_no, 'lost', { cents: 1000 })
  await nextDay()
  assert.deepEqual([await worths(), await market.earningsOf(agent)], [[0, 0, 0], 0])
})

onSpend('the second level shares in spend, by its own terms', async (market, nextDay) => {
  const second = await market.agent({ terms: { basis: 'spend', second_share: 50, waiting_days: 0 } })
  const first = await market.agent({ invitedBy: second, terms: { ...spendTerms, share: 60 } })
  const payer = await market.person({ invitedBy: first })
  await market.pay(payer, { quota: 1000 })
  await market.spend(payer, 100)
  await nextDay()
  await market.setTerms(first, { share: 60 })
  await nextDay()
  await market.spend(payer, 100)
  await nextDay()
  assert.deepEqual(
    (await sharesOf(market, first)).map(([, , worth]) => worth),
    [60],
  )
  assert.deepEqual(
    (await sharesOf(market, second)).map(([, , worth]) => worth),
    [40, 40],
  )
})

onSpend('random spend, gifts, refunds and changed terms never bring more than was paid', async (market, nextDay) => {
  const { below, pick } = seededRandom(7)
  const terms = () => ({
    ...spendTerms,
    share: pick([100, 100, 40]),
    basis: pick(['spend', 'spend', 'payments'] as const),
  })
  const agent = await market.agent({ terms: { ...spendTerms, share: 100 } })
  const person = () => market.person({ invitedBy: agent, quota: 100_000 })
  const payers = [await person(), await person()]
  const orders: { trade_no: string; quota: number; cents: number; back: number; disputed: number }[] = []
  const acts = {
    pay: async () => {
      const paid = { quota: below(900) + 1, cents: below(900) + 1 }
      orders.push({ trade_no: await market.pay(pick(payers), paid), ...paid, back: 0, disputed: 0 })
      await market.shareAll()
    },
    spend: () => market.spend(pick(payers), below(500) + 1),
    refundOfCalls: async () => {
      const payer = pick(payers)
      const { used_quota } = await market.store
        .selectFrom('users')
        .select('used_quota')
        .where('id', '=', payer)
        .executeTakeFirstOrThrow()
      if (used_quota > 0) await market.spend(payer, -below(used_quota) - 1)
    },
    refund: async () => {
      const order = pick(orders)
      if (order.disputed > 0) return
      order.back = Math.max(order.back, below(order.cents) + 1)
      await market.refund(order.trade_no, order.back)
    },
    dispute: async () => {
      const order = pick(orders)
      const isWon = below(2) === 0
      order.disputed = isWon ? 0 : order.cents
      await market.dispute(order.trade_no, isWon ? 'won' : 'lost', { cents: order.cents })
    },
    terms: () => market.setTerms(agent, terms()),
    move: async () => void (await market.move(agent, below(300) + 1)),
  }
  await acts.pay()
  let most = 0
  for (let round = 0; round < 25; round++) {
    for (let act = 0; act < 4; act++) await pick([...Object.values(acts), acts.pay, acts.spend, acts.spend])()
    await nextDay()
    const paid = orders.reduce((sum, { quota, cents, back, disputed }) => {
      return sum + Math.floor((quota * Math.max(0, cents - back - disputed)) / cents)
    }, 0)
    const worth = (await market.sharesOf(agent)).reduce((sum, { amount, reversed }) => sum + amount - reversed, 0)
    assert.ok(worth <= paid, `round ${round}: ${worth} of ${paid}`)
    most = Math.max(most, worth)
  }
  assert.ok(most > 500)
})

onSpend('imported orders and spend bring nothing', async (market, nextDay) => {
  const agent = await market.agent({ terms: spendTerms })
  const payer = await market.person({ invitedBy: agent })
  await market.store
    .insertInto('top_ups')
    .values({
      ...{ user_id: payer, trade_no: 'other server', provider: 'epay', payment_method: 'wx', amount: 1, money: '1.00' },
      ...{ quota: 1000, price_snapshot: '', status: 'success', create_time: midnight, complete_time: midnight },
      ...{ completed_by: 'import', shares_due: 0 },
    })
    .execute()
  await market.inTransaction((transaction) =>
    post(transaction, { user_id: payer, kind: 'top_up', reference: 'other server', amount: 1000, at: midnight }),
  )
  await market.spend(payer, 100)
  await nextDay()
  assert.deepEqual(await sharesOf(market, agent), [])
})
