import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser } from '../../../lib/browser/fake-browser.ts'

fakeBrowser()
const { language } = await import('../../../lib/browser/preferences.ts')
const { lineWords } = await import('./line-words.ts')
const { priceText } = await import('./prices.text.ts')

test('a time of day names its weekdays, so that two with the same hours can be told apart', () => {
  const span = { from: '20:00', to: '23:00', factor: 1.2, zone: 'Asia/Shanghai' }
  const words = (days?: number[]) =>
    lineWords({ name: 'span', span: { ...span, ...(days && { days }) } }, priceText.get())
  language.set('en')
  assert.equal(words(), '20:00–23:00 Asia/Shanghai')
  assert.equal(words([1, 2, 3, 4, 5]), '20:00–23:00 Mon–Fri Asia/Shanghai')
  language.set('zh')
  assert.equal(words([6, 0]), '20:00–23:00 周六、周日 Asia/Shanghai')
})
