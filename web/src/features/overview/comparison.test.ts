import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeText, comparisonOf, shareText } from './comparison.ts'

const figures = { requests: 0, failures: 0, quota: 0, known_quota: 0, cost: 0, shares: 0, top_ups: 0 }
const money = {
  since: 0,
  today: { ...figures, quota: 999 },
  until: 7200,
  today_until: { ...figures, quota: 150 },
  yesterday_until: { ...figures, quota: 100 },
}

test('whole hours are compared, never the hour that is not over', () => {
  assert.deepEqual(
    comparisonOf(money, ({ quota }) => quota),
    { today: 150, before: 100, change: 0.5 },
  )
  assert.equal(
    comparisonOf({ ...money, until: 0 }, ({ quota }) => quota),
    undefined,
  )
  assert.equal(comparisonOf(money, ({ top_ups }) => top_ups)?.change, undefined, 'nothing yesterday')
})

test('changes and shares are short', () => {
  assert.deepEqual([0.124, -0.03, 0.001, 40].map(changeText), ['+12%', '−3%', '±0%', '>+999%'])
  assert.deepEqual(
    [shareText(1, 3), shareText(0, 3), shareText(1, 100_000), shareText(0, 0)],
    ['33.3%', '0%', '<0.1%', '0%'],
  )
})
