import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser } from '../../../lib/browser/fake-browser.ts'

fakeBrowser()
const { isNews, isRecent, stillFailing } = await import('./dismissed.ts')

test('a closed banner appears again for a channel that it did not name', () => {
  assert.equal(isNews([], []), false)
  assert.equal(isNews([3], []), true)
  assert.equal(isNews([3], [3]), false)
  assert.equal(isNews([3], [3, 4]), false, 'one that works again is no news')
  assert.equal(isNews([3, 5], [3, 4]), true)
})

test('a channel that works again is forgotten', () => {
  assert.deepEqual(stillFailing([3], [3, 4]), [3])
  assert.deepEqual(stillFailing([], [3, 4]), [])
  assert.equal(isNews([3, 4], stillFailing([3], [3, 4])), true)
})

test('an old failure is no news; a channel that was disabled for it is for a day', () => {
  const now = 1_800_000_000
  const seen = (status: number, age: number) => isRecent({ status, last_at: now - age }, now)
  assert.deepEqual([seen(1, 1800), seen(1, 1801), seen(3, 1801), seen(3, 86_401)], [true, false, true, false])
  assert.equal(isRecent({ status: 1, last_at: 0 }, now), true)
})
