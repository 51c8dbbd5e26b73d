import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quotaMax } from '@turnpike/contract/quota'
import { secondPercent, shareOf, standingBase, takenBack } from './worth.ts'

test('a share is rounded down and exact', () => {
  const table: [base: number, percent: number, amount: number][] = [
    [1000, 10, 100],
    [999, 10, 99],
    [9, 10, 0],
    [10_000, 0.01, 1],
    [9999, 0.01, 0],
    [1000, 33.33, 333],
    [3, 66.67, 2],
    [1, 100, 1],
    [1000, 0, 0],
    [0, 50, 0],
    [quotaMax, 100, quotaMax],
    [quotaMax, 33.33, 3_002_099_511_605_172],
    [quotaMax, 0.07, 6_305_039_478_318],
  ]
  for (const [base, percent, amount] of table) assert.equal(shareOf(base, percent), amount, `${percent}% of ${base}`)
})

test('both levels together are never above 100 percent', () => {
  const table: [first: number, second: number, left: number][] = [
    [10, 5, 5],
    [100, 5, 0],
    [95, 5, 5],
    [95.01, 5, 4.99],
    [60.5, 50, 39.5],
    [99.99, 100, 0.01],
    [0, 100, 100],
  ]
  for (const [first, second, left] of table) {
    assert.equal(secondPercent(first, second), left, `${first} and ${second}`)
    assert.match(String(left), /^\d+(\.\d{1,2})?$/)
  }
})

test('what is taken back is rounded up, and is everything when everything was paid back', () => {
  const table: [amount: number, back: number, all: number, taken: number][] = [
    [100, 0, 1000, 0],
    [100, 1, 1000, 1],
    [100, 10, 1000, 1],
    [100, 11, 1000, 2],
    [100, 500, 1000, 50],
    [100, 999, 1000, 100],
    [100, 1000, 1000, 100],
    [100, 2000, 1000, 100],
    [1, 1, 1000, 1],
    [quotaMax, 1, 3, 3_002_399_751_580_331],
    [quotaMax, 2, 3, 6_004_799_503_160_661],
  ]
  for (const [amount, back, all, taken] of table)
    assert.equal(takenBack(amount, { all, back }), taken, `${back} of ${all}`)
})

test('the base of a share that was taken back in part is never counted twice', () => {
  for (const [base, amount] of [
    [1000, 100],
    [1000, 333],
    [7, 3],
    [1, 1],
    [quotaMax, 12345],
  ] as const)
    for (let reversed = 0; reversed < Math.min(amount, 400); reversed++) {
      const standing = standingBase({ base, amount, reversed })
      assert.ok(standing >= 1 && standing <= base, `${reversed} of ${amount}`)
      const next = takenBack(amount, { all: base, back: base - standing + 1 })
      assert.ok(next > reversed && next <= amount, `one more of ${base} takes back something`)
    }
  assert.equal(standingBase({ base: 1000, amount: 100, reversed: 100 }), 0)
})
