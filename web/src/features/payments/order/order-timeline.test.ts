import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderExpiresAfterSeconds } from '@turnpike/contract/money/payment'
import { stepsOf } from './order-timeline.ts'

const pending = { status: 'pending', create_time: 1000, complete_time: 0, is_expired: false }
const expiry = 1000 + orderExpiresAfterSeconds
const names = (order: typeof pending) => stepsOf(order).map(({ name }) => name)

test('an order is created, then it waits, then it is credited', () => {
  assert.deepEqual(names(pending), ['created', 'waiting'])
  assert.deepEqual(stepsOf({ ...pending, status: 'success', complete_time: 1060 }), [
    { name: 'created', at: 1000 },
    { name: 'credited', at: 1060 },
  ])
})

test('an order that was not paid expires, and a late payment is credited after that', () => {
  assert.deepEqual(names({ ...pending, is_expired: true }), ['created', 'expired'])
  assert.deepEqual(stepsOf({ ...pending, status: 'success', complete_time: expiry + 5 }), [
    { name: 'created', at: 1000 },
    { name: 'expired', at: expiry },
    { name: 'credited', at: expiry + 5 },
  ])
})
