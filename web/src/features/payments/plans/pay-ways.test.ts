import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenWay, payWays } from './pay-ways.ts'

const stripe = { method: 'stripe', money: '20.00', currency: 'USD', renews: true }

test('a balance that is enough comes first', () => {
  const ways = payWays({ balance: { quota: 10, available: 10 }, methods: [stripe] })
  assert.deepEqual(
    ways.map(({ key, isPossible }) => [key, isPossible]),
    [
      ['balance', true],
      ['stripe', true],
    ],
  )
  assert.equal(chosenWay(ways, undefined)?.key, 'balance')
  assert.equal(chosenWay(ways, 'stripe')?.key, 'stripe')
})

test('a balance that is too low is listed, and cannot be chosen', () => {
  const short = { quota: 10, available: 9 }
  const ways = payWays({ balance: short, methods: [stripe] })
  assert.equal(ways[0]?.isPossible, false)
  assert.equal(chosenWay(ways, 'balance')?.key, 'stripe')
  assert.equal(chosenWay(payWays({ balance: short, methods: [] }), undefined), undefined)
})
