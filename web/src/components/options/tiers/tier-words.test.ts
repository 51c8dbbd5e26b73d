import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser } from '../../../lib/browser/fake-browser.ts'

fakeBrowser()
const { language } = await import('../../../lib/browser/preferences.ts')
const spoken = language.get()
language.set('en')
const { tierText } = await import('./tier.text.ts')
const { daysWords, tierLines } = await import('./tier-words.ts')
const t = tierText.get()
language.set(spoken) // other tests share the process

test('a line for each tier says when it applies and what it costs', () => {
  const tiers = {
    lengths: [{ above: 200_000, ratio: 2, completion_ratio: 3 }],
    services: {
      flex: { ratio: 0.5 },
      priority: { ratio: 2, cache_read_ratio: 0.1, lengths: [{ above: 1_000_000, ratio: 3 }] },
    },
    times: { zone: 'Asia/Shanghai', spans: [{ from: '00:30', to: '08:30', days: [1, 2, 3, 4, 5], factor: 0.5 }] },
  }
  assert.deepEqual(tierLines(tiers, { input: 0.625, output: 8 }, 500_000, t), [
    'Above 200K input tokens: $2.50 / $7.50',
    'Priority: $2.50 / $20.00',
    'Priority, above 1M input tokens: $3.75 / $30.00',
    'Flex: × 0.5',
    '00:30–08:30 Mon–Fri (Asia/Shanghai): × 0.5',
  ])
})

test('days in a row are a span', () => {
  assert.deepEqual(
    [
      [1, 2, 3, 4, 5],
      [0, 6],
      [0, 5, 6],
      [1, 3, 5],
    ].map((days) => daysWords(days, t)),
    ['Mon–Fri', 'Sat, Sun', 'Fri–Sun', 'Mon, Wed, Fri'],
  )
})
