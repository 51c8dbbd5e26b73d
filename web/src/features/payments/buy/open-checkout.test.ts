import assert from 'node:assert/strict'
import { test } from 'node:test'
import { opensInSameTab } from './open-checkout.ts'

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test('only Safari pays in the same tab', () => {
  assert.equal(opensInSameTab(`Mozilla/5.0 (Macintosh) ${webKit} Version/18.5 Safari/605.1.15`), true)
  assert.equal(opensInSameTab(`Mozilla/5.0 (Macintosh) ${webKit} Chrome/140.0.0.0 Safari/537.36`), false)
  assert.equal(opensInSameTab('Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/142.0'), false)
})
