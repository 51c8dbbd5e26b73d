import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser } from '../../../lib/browser/fake-browser.ts'

fakeBrowser()
const { isNews, stillFailing } = await import('./dismissed.ts')

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
