import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draw } from '../../../lib/test/draw.ts'
import { givenAgent } from '../given-agent.ts'
import { EarningsCard } from './earnings-card.tsx'

const textOf = (self = givenAgent) => draw(EarningsCard, { self }).text

test('every state of the earnings has its amount and what it means', () => {
  assert.match(textOf(), /Available \$20\.00 Final shares and invitation rewards\. Payouts from \$10\.00\./)
  assert.match(textOf(), /Waiting \$15\.00 Final 14 days after the payment\./)
  assert.match(textOf(), /Under review \$5\.00 An administrator checks these shares\./)
  assert.match(textOf(), /In payout requests \$10\.00 Reserved until the payout is made\./)
  assert.match(textOf(), /Moved to balance \$30\.00/)
  assert.match(textOf(), /Paid out \$12\.00/)
  assert.match(textOf(), /Debt \$0\.00/)
})

test('the waiting time is that of the terms, and of spend where shares are of spend', () => {
  const { terms } = givenAgent
  assert.match(textOf({ ...givenAgent, terms: { ...terms, waiting_days: 1 } }), /Final 1 day after the payment\./)
  assert.match(textOf({ ...givenAgent, terms: { ...terms, basis: 'spend' } }), /Final 14 days after the spend\./)
})

test('only a debt that there is is marked', () => {
  const marked = (debt: number) => {
    const self = { ...givenAgent, earnings: { ...givenAgent.earnings, debt } }
    return draw(EarningsCard, { self })
      .tags('dd')
      .some((tag) => tag.includes('warning'))
  }
  assert.deepEqual([marked(0), marked(500_000)], [false, true])
})
