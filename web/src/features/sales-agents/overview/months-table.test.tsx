import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draw } from '../../../lib/test/draw.ts'
import { MonthChart } from './month-chart.tsx'
import { MonthsTable } from './months-table.tsx'

const dollar = 500_000
const months = [
  { month: '2026-11', joined: 4, converted: 2, base: 310 * dollar, shares: 31 * dollar, reversed: 0 },
  { month: '2026-10', joined: 6, converted: 3, base: 820 * dollar, shares: 82 * dollar, reversed: 8 * dollar },
]

test('each month has its people, conversion and dividends, and the months have a sum', () => {
  const { text } = draw(MonthsTable, { months, basis: 'payments' })
  assert.match(text, /November 2026 4 registered · 2 paying · 50% 4 2 50% \$310\.00 \$31\.00 — October 2026/)
  assert.match(text, /Total 10 registered · 5 paying · 50% 10 5 50% \$1,130\.00 \$113\.00 −? ?\$8\.00/)
  assert.match(draw(MonthsTable, { months, basis: 'spend' }).text, /They spent/)
})

test('the chart says its sum, and every bar says its month', () => {
  const { tags, text } = draw(MonthChart, { months: months.toReversed() })
  const titles = tags('div').flatMap((tag) => /title="([^"]+)"/.exec(tag)?.[1] ?? [])
  assert.deepEqual(titles, ['October 2026: $82.00, $8.00 taken back', 'November 2026: $31.00'])
  assert.ok(tags('div').some((tag) => tag.includes('Dividends of the last 12 months: $113.00')))
  assert.match(text, /\$100 \$50 Oct Nov Kept Taken back/)
})

test('months without dividends have no axis', () => {
  const { text } = draw(MonthChart, { months: months.map((month) => ({ ...month, shares: 0, reversed: 0 })) })
  assert.doesNotMatch(text, /\$/)
})
