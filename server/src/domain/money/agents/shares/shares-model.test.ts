import assert from 'node:assert/strict'
import type { OwnTerms } from '@turnpike/contract/money/agents/terms'
import { onBothDatabases, openTest } from '../../../../../test/harness/databases.ts'
import { driftsOf, now, silent } from '../../../../../test/harness/ledger.ts'
import { isLongRun } from '../../../../../test/harness/long-run.ts'
import { seededRandom } from '../../../../../test/harness/random.ts'
import { day, type Market, marketOf } from '../../../../../test/ledger/agents.ts'
import { SharesModel } from '../../../../../test/ledger/shares-model.ts'
import type { OpenStore } from '../../../../store/store.ts'
import { saveAgent } from '../agents.queries.ts'
import { availableOf } from '../earnings.rules.ts'
import { shareOrders } from './run-shares.rules.ts'

const seeds = process.env.LEDGER_SEED ? [Number(process.env.LEDGER_SEED)] : isLongRun ? [1, 2, 3, 4, 5] : [5]
const steps = isLongRun ? 600 : 200

for (const seed of seeds)
  onBothDatabases(
    `random payments, refunds, disputes and payouts of two processes do what the model says, seed ${seed}`,
    async (open) => {
      const second = await openTest(open.main)
      try {
        await compare(open, [marketOf(open.store), marketOf(second.store)], seed)
      } finally {
        await second.close()
      }
    },
  )

async function compare(open: OpenStore, [market, other]: [Market, Market], seed: number): Promise<void> {
  const random = seededRandom(seed)
  const { below, pick } = random
  const model = new SharesModel()
  const terms = (): OwnTerms => {
    const isRare = below(8) === 0
    return {
      share: pick([0, 7.5, 10, 33.33, 60, 60, 100]),
      second_share: pick([0, 5, 12.34, 60]),
      waiting_days: pick([0, 0, 0, 0, 1, 30]),
      basis: isRare ? 'spend' : 'payments',
      ends_at: isRare ? market.at + day : 0,
    }
  }

  // Three agents, of whom the first has invited the third; somebody else whom the first has invited brings people, too.
  const agents: number[] = []
  for (const inviter of [0, 0, 2]) {
    const invitedBy = inviter === 0 ? 0 : (agents[0] ?? 0)
    const own = terms()
    const id = await market.agent({ invitedBy, terms: own })
    await market.pay(id, { payer_mark: `mark of ${id}` })
    model.addAgent(id, invitedBy, now - 5 * day, own)
    agents.push(id)
  }
  const between = await market.person({ invitedBy: agents[0] ?? 0 })
  model.inviters.set(between, agents[0] ?? 0)
  const payers: number[] = []
  for (const invitedBy of [...agents, ...agents, between, 0]) {
    const id = await market.person({ invitedBy })
    model.inviters.set(id, invitedBy)
    payers.push(id)
    if (payers.length <= 3) model.suspects.add(id)
  }
  // The own orders of agents bring their inviters shares as well.
  for (const { trade_no, user_id } of await open.store.selectFrom('top_ups').select(['trade_no', 'user_id']).execute())
    model.pay(trade_no, { payer: user_id, quota: 1000, cents: 1000, at: now })

  const anyOrder = () => pick([...model.orders.keys()])
  /** Often everything that may leave, sometimes more. */
  const anyAmount = async (id: number) => {
    const { available } = await availableOf(open.store, { id, aff_quota: await market.earningsOf(id) }, market.at)
    return pick([available, available, available + 1, below(400)]) || 1
  }
  const acts: Record<string, () => Promise<void>> = {
    async pay() {
      for (let count = 0; count < 3; count++) {
        const payer = pick(payers)
        const paid = { quota: below(5000) + 1, cents: below(3000) + 1, at: market.at }
        const payer_mark = model.suspects.has(payer) ? `mark of ${model.inviters.get(payer)}` : ''
        model.pay(await market.pay(payer, { ...paid, payer_mark }), { payer, ...paid })
      }
    },
    async refund() {
      const trade_no = anyOrder()
      const { cents } = model.orders.get(trade_no) ?? assert.fail()
      const total = pick([cents, below(cents) + 1])
      await market.refund(trade_no, total)
      model.refund(trade_no, total)
    },
    async failRefund() {
      const trade_no = anyOrder()
      await market.failRefund(trade_no)
      model.failRefund(trade_no)
    },
    async dispute() {
      const trade_no = anyOrder()
      const { cents: all } = model.orders.get(trade_no) ?? assert.fail()
      const [status, ref] = [pick(['open', 'won', 'lost', 'appealed'] as const), pick(['one', 'two']) + trade_no]
      const cents = pick([all, below(all) + 1])
      await market.dispute(trade_no, status, { cents, ref })
      model.dispute(trade_no, ref, status, cents)
    },
    async ask() {
      const agent = pick(agents)
      const amount = await anyAmount(agent)
      const id = await market.ask(agent, amount)
      if (id) model.requests.set(id, { agent, amount, status: 'asked' })
    },
    async endRequest() {
      const asked = [...model.requests].filter(([, { status }]) => status === 'asked')
      if (asked.length === 0) return
      const [id, request] = pick(asked)
      request.status = pick(['paid', 'paid', 'refused', 'cancelled'] as const)
      await market.endRequest(id, request.status)
      const agent = model.agents.get(request.agent) ?? assert.fail()
      if (request.status === 'paid') agent.paid += request.amount
    },
    async move() {
      const id = pick(agents)
      const amount = await anyAmount(id)
      const agent = model.agents.get(id) ?? assert.fail()
      if ((await market.move(id, amount)) === undefined) agent.moved += amount
    },
    async terms() {
      const id = pick(agents)
      const changed = terms()
      await market.setTerms(id, changed)
      model.setTerms(id, changed, market.at)
    },
    async standing() {
      // What was paid before is looked at first: the model does not know what an agent was at an earlier time.
      await runBoth()
      const ended = agents.filter((each) => model.agents.get(each)?.until !== Number.POSITIVE_INFINITY)
      const id = ended[0] ?? pick(agents)
      const agent = model.agents.get(id) ?? assert.fail()
      agent.until = agent.until === Number.POSITIVE_INFINITY ? market.at : Number.POSITIVE_INFINITY
      const isOver = agent.until === market.at
      await saveAgent(open.store, id, {
        ...{ status: isOver ? 'ended' : 'active', ended_at: isOver ? market.at : 0, updated_at: market.at },
      })
    },
    async decide() {
      const held = await open.store.selectFrom('dividends').selectAll().where('decision', '=', 'held').execute()
      if (held.length === 0) return
      const { id, reference, level } = pick(held)
      const decision = pick(['released', 'refused'] as const)
      await market.decide(id, decision)
      const share = model.shares.find((each) => each.order === reference && each.level === level)
      if (share) share.decision = decision
    },
    async time() {
      market.at += pick([1, 3600, 3600, day, day, 10 * day])
    },
    run: () => runBoth(),
  }

  /** Both processes at once, with transactions that fail and a lease that is lost; and then once more, until the end. */
  async function runBoth(): Promise<void> {
    other.at = market.at
    const chance = below(3)
    const broken = (each: Market) => ({
      ...each,
      log: silent,
      clock: () => {
        if (chance === 0 && random.next() < 0.3) throw new Error('the process was killed')
        return each.at
      },
    })
    const lease = async () => chance !== 1 || random.next() < 0.5
    await Promise.all([shareOrders(broken(market), lease), shareOrders(broken(other), lease)])
    await Promise.all([shareOrders(market, async () => true), shareOrders(other, async () => true)])
    model.run()
    await checkAll()
  }

  async function checkAll(): Promise<void> {
    for (const id of agents) {
      const shares = (await market.sharesOf(id)).map(
        (row) =>
          `${row.reference} ${row.level}: ${row.amount - row.reversed} of ${row.amount} ${row.final_at} ${row.decision}`,
      )
      const expected = model.shares
        .filter(({ agent }) => agent === id)
        .map(
          (share) =>
            `${share.order} ${share.level}: ${model.worth(share)} of ${share.amount} ${share.final_at} ${share.decision}`,
        )
      assert.deepEqual(shares.sort(), expected.sort(), `shares of ${id}`)
      const standing = { earnings: await market.earningsOf(id), debt: await market.debtOf(id) }
      assert.deepEqual(standing, model.standing(id), `earnings and debt of ${id}`)
    }
    const due = await open.store.selectFrom('top_ups').select('id').where('shares_due', '<>', 0).execute()
    assert.deepEqual(due, [])
    assert.deepEqual(await driftsOf(open, market.at), [])
  }

  const weights = {
    ...{ pay: 5, refund: 5, failRefund: 2, dispute: 4, ask: 4, endRequest: 3, move: 4 },
    ...{ terms: 1, standing: 1, decide: 2, time: 3, run: 4 },
  }
  const names = Object.entries(weights).flatMap(([name, weight]) => Array<string>(weight).fill(name))
  const done = new Map<string, number>()
  for (let step = 0; step < steps; step++) {
    const name = pick(names)
    done.set(name, (done.get(name) ?? 0) + 1)
    await acts[name]?.()
  }
  await runBoth()
  assert.deepEqual([...done.keys()].sort(), Object.keys(acts).sort(), 'everything happened')
  const states = new Set(model.shares.map(({ decision }) => decision))
  assert.ok(model.shares.length >= 20, `${model.shares.length} shares`)
  assert.ok(states.has('refused') || states.has('released'), 'some held shares were decided')
  const left = [...model.agents.values()].reduce((sum, { moved, paid }) => sum + moved + paid, 0)
  assert.ok(left > 0)
}
