import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BillingPreference } from '@turnpike/contract/money/plans/billing'
import { type PayingPot, sourcesFor } from './paying-plans.ts'

const pot = (id: number, change: Partial<PayingPot> = {}): PayingPot => ({
  id,
  title: 'Pro',
  models: undefined,
  groups: undefined,
  allowsOverflow: true,
  room: 100,
  isNext: false,
  ...change,
})
const call = { model: 'gpt-4o', group: 'default' }
const first = (pots: readonly PayingPot[], about = call) =>
  sourcesFor({ preference: 'subscription_first', pots }, about)

test('the preference decides whether plans or the balance pay, and which of them first', () => {
  const by = (preference: BillingPreference, pots = [pot(1)]) => sourcesFor({ preference, pots }, call)
  assert.deepEqual(by('subscription_first'), [1, 0])
  assert.deepEqual(by('wallet_first'), [0, 1])
  assert.deepEqual(by('subscription_only'), [1])
  assert.equal(by('wallet_only'), undefined)
  assert.equal(by('subscription_first', []), undefined)
  assert.deepEqual(by('subscription_only', []), [], 'nothing may pay')
})

test('a plan pays for its models and groups; a custom assistant goes by the name that all of them share', () => {
  const limited = [pot(1, { models: new Set(['gpt-4o', 'gpt-4-gizmo-*']), groups: new Set(['default']) })]
  assert.deepEqual(first(limited), [1, 0])
  assert.deepEqual(first(limited, { ...call, model: 'gpt-4-gizmo-abc' }), [1, 0])
  assert.equal(first(limited, { ...call, model: 'gpt-4o-mini' }), undefined)
  assert.equal(first(limited, { ...call, group: 'vip' }), undefined)
})

test('a plan that forbids it keeps the balance from paying for its models', () => {
  const strict = pot(1, { allowsOverflow: false, models: new Set(['gpt-4o']) })
  assert.deepEqual(first([strict]), [1])
  assert.deepEqual(first([strict, pot(2)]), [1, 2])
  assert.deepEqual(first([strict, pot(2)], { ...call, model: 'gpt-4o-mini' }), [2, 0])
})

test('a call names two pots: the one that ends first, and the one with the most room', () => {
  assert.deepEqual(first([pot(1), pot(2), pot(3)]), [1, 2, 0])
  assert.deepEqual(first([pot(1, { room: 0 }), pot(2), pot(3)]), [2, 3, 0])
  assert.deepEqual(first([pot(1, { room: 1 }), pot(2, { room: 1 }), pot(3)]), [1, 3, 0], 'small rests stop no call')
  assert.deepEqual(first([pot(1, { room: 0 }), pot(2, { room: 0 })]), [1, 2, 0], 'what is held may come back')
})

test('a pot that begins soon pays for calls that run by then', () => {
  const next = pot(2, { isNext: true, room: 0 })
  assert.deepEqual(first([pot(1), next]), [1, 2, 0])
  assert.deepEqual(first([pot(1, { room: 0 }), next]), [1, 2, 0])
  assert.deepEqual(first([pot(1), next, pot(3)]), [1, 3, 0], 'one that runs comes before it')
  assert.equal(first([next]), undefined, 'it does not pay yet')
})
