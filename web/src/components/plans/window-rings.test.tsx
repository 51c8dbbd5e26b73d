import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WindowState } from '@turnpike/contract/money/plans/billing'
import { draw } from '../../lib/test/draw.ts'
import { WindowRings } from './window-rings.tsx'

const now = Math.floor(Date.now() / 1000)
const hours: WindowState = { every: 'hours', hours: 5, amount: 2_500_000, used: 0, resets_at: 0 }

test('a ring shows the used share, the amounts and when the window begins again', () => {
  const month: WindowState = { every: 'month', amount: 10_000_000, used: 2_500_000, resets_at: now + 90_000 }
  const { text } = draw(WindowRings, { windows: [month, { ...hours, used: 2_500_000, resets_at: now + 7_300 }] })
  assert.match(text, /25 ?% Month \$5 of \$20 Resets in 1 d/)
  assert.match(text, /100 ?% 5 hours \$5 of \$5 Resets in 2 h/)
})

test('a window that has not begun says so, and a pot without a limit has no ring beside others', () => {
  const total: WindowState = { every: 'total', amount: 0, used: 7, resets_at: now + 90_000 }
  const both = draw(WindowRings, { windows: [total, hours] })
  assert.match(both.text, /^0 ?% 5 hours \$0 of \$5 Begins with the next request$/)
  const alone = draw(WindowRings, { windows: [{ ...total, used: 500_000 }] })
  assert.match(alone.text, /^No spending limit \$1 used Ends in 1 d$/)
})
