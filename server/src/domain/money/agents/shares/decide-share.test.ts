import assert from 'node:assert/strict'
import { onBothDatabases } from '../../../../../test/harness/databases.ts'
import { driftsOf } from '../../../../../test/harness/ledger.ts'
import { marketOf } from '../../../../../test/ledger/agents.ts'
import type { OpenStore } from '../../../../store/store.ts'

/** An agent with a share that is held, because its payer pays for the agent too. */
async function givenHeld(open: OpenStore) {
  const market = marketOf(open.store)
  const agent = await market.agent({ terms: { waiting_days: 0 } })
  await market.pay(agent, { payer_mark: 'mark' })
  const payer = await market.person({ invitedBy: agent })
  const trade_no = await market.pay(payer, { payer_mark: 'mark' })
  await market.shareAll()
  const [share] = await market.sharesOf(agent)
  assert.equal(share?.decision, 'held')
  const shown = async () => {
    const [row] = await market.sharesOf(agent)
    return [row?.decision, (row?.amount ?? 0) - (row?.reversed ?? 0), await market.earningsOf(agent)]
  }
  return { market, agent, payer, trade_no, id: share.id, shown }
}
const codeOf = (deciding: Promise<void>) =>
  deciding.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  )

onBothDatabases('a released share is one like any other', async (open) => {
  const { market, agent, id, shown, trade_no } = await givenHeld(open)
  assert.equal(await codeOf(market.decide(id, 'released')), 'ok')
  assert.deepEqual(await shown(), ['released', 100, 100])
  assert.equal(await codeOf(market.decide(id, 'refused')), 'agent_decided')
  await market.refund(trade_no, 500)
  await market.shareAll()
  assert.deepEqual(await shown(), ['released', 50, 50])
  assert.equal(await market.move(agent, 50), undefined)
  const [row] = await market.sharesOf(agent)
  assert.deepEqual([row?.decided_by, row?.reason, row?.signs], ['chief', 'looked at it', 'payer'])
  const acts = await open.store.selectFrom('audit').select(['action', 'target', 'detail']).execute()
  assert.deepEqual(
    acts.map(({ action, target }) => [action, target]),
    [['dividend.release', String(id)]],
  )
  assert.deepEqual(await driftsOf(open), [])
})

onBothDatabases('a refused share is worth nothing, whatever becomes of its payment', async (open) => {
  const { market, agent, id, shown, trade_no } = await givenHeld(open)
  await market.refund(trade_no, 300)
  await market.shareAll()
  assert.deepEqual(await shown(), ['held', 70, 70])
  assert.equal(await codeOf(market.decide(id, 'refused')), 'ok')
  assert.deepEqual(await shown(), ['refused', 0, 0])
  assert.equal(await codeOf(market.decide(id, 'released')), 'agent_decided')
  await market.failRefund(trade_no)
  await market.dispute(trade_no, 'open')
  await market.shareAll()
  await market.dispute(trade_no, 'won')
  await market.shareAll()
  assert.deepEqual(await shown(), ['refused', 0, 0])
  const log = await open.store.selectFrom('logs').select('content').where('user_id', '=', agent).orderBy('id').execute()
  assert.equal(log.at(-1)?.content, '分成 ＄70.000000 未通过审核')
  assert.deepEqual(await driftsOf(open), [])
})

onBothDatabases(
  'agents do not decide about their own shares, and nobody about shares that do not wait',
  async (open) => {
    const { market, agent, payer, id } = await givenHeld(open)
    assert.equal(await codeOf(market.decide(id, 'released', agent)), 'agent_own')
    assert.equal(await codeOf(market.decide(id + 1000, 'released')), 'not_found')
    await market.pay(payer)
    const other = await market.agent()
    await market.pay(await market.person({ invitedBy: other }))
    await market.shareAll()
    const [share] = await market.sharesOf(other)
    assert.equal(await codeOf(market.decide(share?.id ?? 0, 'refused')), 'agent_decided')
  },
)

onBothDatabases('of twenty decisions at once one counts', async (open) => {
  const { market, id, shown } = await givenHeld(open)
  const codes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => codeOf(market.decide(id, index % 2 ? 'released' : 'refused'))),
  )
  assert.equal(codes.filter((code) => code === 'ok').length, 1)
  const [decision, worth] = await shown()
  assert.equal(worth, decision === 'refused' ? 0 : 100)
  assert.deepEqual(await driftsOf(open), [])
})
