import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draw } from '../../../lib/test/draw.ts'
import { givenOther } from '../given-agent.ts'
import { Application } from './application.tsx'

const textOf = (more: object) => draw(Application, { self: { ...givenOther, ...more } }).text

test('whoever may apply sees the terms and the form', () => {
  const text = textOf({ may_apply: true })
  assert.match(text, /Earn a share 10% of each payment/)
  assert.match(text, /How will you bring people\? optional .*Send application/)
  assert.match(
    text,
    /Your share 10% of payments .*Waiting time Final after 14 days Smallest payout \$10\.00 Payout fee None/,
  )
})

test('without applications there is no form, and the page says so', () => {
  assert.match(textOf({}), /Applications are closed/)
  assert.doesNotMatch(textOf({}), /Send application/)
})

test('an application that waits or was refused says so, with the reason', () => {
  const applied = textOf({ status: 'applied' })
  assert.match(applied, /^Your application waits for an administrator/)
  assert.doesNotMatch(applied, /Send application|Applications are closed/)
  const refused = textOf({ status: 'refused', may_apply: true, reason: 'Too early' })
  assert.match(refused, /^Your application was refused Reason: Too early .*Send application/)
})

test('the terms name every part: basis, levels, what counts besides, and both parts of the fee', () => {
  const terms = {
    ...givenOther.terms,
    basis: 'spend',
    second_share: 2.5,
    counts: ['gifts', 'codes'],
    waiting_days: 0,
    withdrawal_min: 0,
    withdrawal_fee: 250_000,
    withdrawal_fee_share: 1,
  }
  assert.match(
    textOf({ terms }),
    /Your share 10% of spend Second level 2\.5% of spend .*What counts Spend of paid balance, gifts, redemption codes Waiting time Final immediately Smallest payout None Payout fee 1% \+ \$0\.50 End Without end/,
  )
})
