import assert from 'node:assert/strict'
import type { CreditKind } from '@turnpike/contract/money/agents/terms'
import { onBothDatabases } from '../../../../../test/harness/databases.ts'
import { driftsOf } from '../../../../../test/harness/ledger.ts'
import { type Market, marketOf } from '../../../../../test/ledger/agents.ts'
import { post } from '../../wallet/ledger/ledger-post.ts'
import { postOpening } from '../../wallet/ledger/opening.ts'

type Kind = 'grant' | 'redemption' | 'adjustment_credit'
const credit = (market: Market, user_id: number, kind: Kind, reference: string) =>
  market.inTransaction((transaction) => post(transaction, { user_id, kind, reference, amount: 1000, at: market.at }))
const creditAll = async (market: Market, payer: number, name: string) => {
  for (const kind of ['grant', 'redemption', 'adjustment_credit'] as const)
    await credit(market, payer, kind, `${name} ${payer}`)
}
const referencesOf = async (market: Market, agent: number) =>
  (await market.sharesOf(agent)).map(({ cause, reference, amount }) => `${cause} ${reference} ${amount}`)

onBothDatabases('credits without a payment bring shares only where the terms name them, once', async (open) => {
  const market = marketOf(open.store)
  await market.shareAll()
  const counted: CreditKind[][] = [[], ['gifts'], ['codes'], ['changes'], ['gifts', 'changes']]
  const agents = []
  for (const counts of counted) {
    const agent = await market.agent({ terms: { counts } })
    const payer = await market.person({ invitedBy: agent })
    await creditAll(market, payer, 'c')
    agents.push({ agent, payer, counts })
  }
  for (let times = 0; times < 4; times++) await market.shareAll()
  const kinds = { gifts: 'grant', codes: 'redemption', changes: 'adjustment_credit' } as const
  for (const { agent, payer, counts } of agents)
    assert.deepEqual(
      (await referencesOf(market, agent)).sort(),
      counts.map((kind) => `credit ${kinds[kind]} c ${payer} 100`).sort(),
    )
  assert.deepEqual(await driftsOf(open), [])
})

onBothDatabases(
  'imported balances, returned refunds, credits of before and those without agents bring nothing',
  async (open) => {
    const market = marketOf(open.store)
    const counts: CreditKind[] = ['gifts', 'codes', 'changes']
    const agent = await market.agent({ terms: { counts } })
    const payer = await market.person({ invitedBy: agent })
    await creditAll(market, payer, 'before the first run')
    await market.shareAll()
    const figures = { used_quota: 0, request_count: 0, aff_count: 0, aff_history_quota: 0, aff_quota: 0 }
    await market.inTransaction((transaction) =>
      postOpening(transaction, { user_id: payer, reference: 'row 1', quota: 700, ...figures, at: market.at }),
    )
    const trade_no = await market.pay(payer)
    await market.refund(trade_no, 1000)
    await market.failRefund(trade_no)
    await market.shareAll()
    const off = marketOf(open.store, { AgentsEnabled: false })
    await creditAll(market, payer, 'while it was off')
    await off.shareAll()
    await market.shareAll()
    await market.end(agent)
    await creditAll(market, payer, 'after the end')
    await market.shareAll()
    assert.deepEqual(await referencesOf(market, agent), [`payment ${trade_no} 100`])
    assert.deepEqual(await driftsOf(open), [])
  },
)

onBothDatabases('a credit that appears after later ones is found at the next run', async (open) => {
  const market = marketOf(open.store)
  const agent = await market.agent({ terms: { counts: ['gifts'] } })
  const payer = await market.person({ invitedBy: agent })
  await market.shareAll()
  await credit(market, payer, 'grant', 'first')
  // Its id is smaller than that of the next entry, and the job does not see it yet.
  const { id } = await open.store
    .selectFrom('ledger')
    .select('id')
    .where('reference', '=', 'first')
    .executeTakeFirstOrThrow()
  await open.store
    .updateTable('ledger_marks')
    .set({ before_last: id - 1, last: id })
    .where('name', '=', 'credit shares')
    .execute()
  await credit(market, payer, 'grant', 'second')
  await market.shareAll()
  assert.deepEqual(await referencesOf(market, agent), ['credit grant first 100', 'credit grant second 100'])
  assert.deepEqual(await driftsOf(open), [])
})
