import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderByWeight, randomOf } from './by-weight.ts'

const members = [
  { model: 'spare', weight: 0 },
  { model: 'often', weight: 3 },
  { model: 'seldom', weight: 1 },
  { model: 'other spare', weight: 0 },
]
/** The numbers in turn. */
const given = (...numbers: number[]) => {
  let next = 0
  return () => numbers[next++ % numbers.length] ?? 0
}
const names = (random: () => number) => orderByWeight(members, random).map(({ model }) => model)

test('members are drawn by weight, and the rest are fallbacks by weight; weight 0 is last, in the order of the list', () => {
  assert.deepEqual(names(given(0)), ['often', 'seldom', 'spare', 'other spare'])
  assert.deepEqual(names(given(0.7499)), ['often', 'seldom', 'spare', 'other spare'])
  assert.deepEqual(names(given(0.75)), ['seldom', 'often', 'spare', 'other spare'])
  assert.deepEqual(names(given(0.999999)), ['seldom', 'often', 'spare', 'other spare'])
})

test('a member is first as often as its weight says', () => {
  const random = randomOf(Buffer.alloc(32, 7).toString('base64url'))
  let often = 0
  for (let call = 0; call < 4000; call++) if (names(random)[0] === 'often') often++
  assert.ok(Math.abs(often - 3000) < 150, String(often))
})

test('the numbers of a conversation are its own, and the same every time', () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map((bytes) => bytes.toString('base64url'))
  const three = (conversation: string) => Array.from({ length: 3 }, randomOf(conversation))
  assert.deepEqual(three(one ?? ''), three(one ?? ''))
  assert.notDeepEqual(three(one ?? ''), three(other ?? ''))
  for (const number of three(one ?? '')) assert.ok(number >= 0 && number < 1)
})
