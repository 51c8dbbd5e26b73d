import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser } from '../../../lib/browser/fake-browser.ts'

fakeBrowser()
const { creditOf, eventText, failureOf } = await import('./log-event.ts')

const gift = {
  content: '新用户注册赠送 ＄0.200000',
  other: JSON.stringify({ event: 'new_user_gift', params: { amount: '＄0.200000' } }),
}

test('an event is told in the language of the reader, with amounts as the console writes them', () => {
  assert.equal(eventText(gift, 'en'), 'New-user gift $0.20')
  assert.equal(eventText(gift, 'zh'), '新用户注册赠送 $0.20')
  const change = { event: 'quota_changed', params: { before: '＄1.234560', after: '＄20.000000' } }
  assert.equal(
    eventText({ content: '', other: JSON.stringify(change) }, 'en'),
    'An administrator changed the balance from $1.23456 to $20.00',
  )
})

test('a row without an event, or with one that is newer, says what was written', () => {
  for (const other of ['', 'null', '{', '{"event":"toString"}', '{"event":"of tomorrow"}'])
    assert.equal(eventText({ content: 'as written', other }, 'en'), 'as written')
})

test('a credit is shown as one, a change by an administrator is not', () => {
  assert.equal(creditOf(gift), '+$0.20')
  assert.equal(creditOf({ other: JSON.stringify({ event: 'code_redeemed', params: { amount: '5000' } }) }), '+5000')
  assert.equal(creditOf({ other: JSON.stringify({ event: 'dividend', params: { amount: '5000' } }) }), '+5000')
  assert.equal(creditOf({ other: JSON.stringify({ event: 'quota_changed', params: { before: '1' } }) }), undefined)
})

test('the reason of a failure is told without what the page shows beside it', () => {
  const content = 'status_code=503, No available channels for model x (request id: 2026)'
  assert.deepEqual(failureOf({ content, other: '' }), { status: '503', reason: 'No available channels for model x' })
  assert.deepEqual(failureOf({ content: 'broken', other: '{"status_code":500}' }), { status: '500', reason: 'broken' })
})
