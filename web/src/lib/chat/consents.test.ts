import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser } from '../browser/fake-browser.ts'

fakeBrowser({ 'chat-consents': '{"broken":' })
const { giveConsent, hasConsent } = await import('./consents.ts')

test('a consent holds for one token and one receiver, and is stored', () => {
  assert.equal(hasConsent(7, 'chat.example'), false)
  giveConsent(7, 'chat.example')
  giveConsent(7, 'chat.example')
  assert.equal(hasConsent(7, 'chat.example'), true)
  assert.equal(hasConsent(8, 'chat.example'), false)
  assert.equal(hasConsent(7, 'other.example'), false)
  assert.equal(hasConsent(7, 'chat.example:8443'), false)
  // Files that share a process share its browser globals: the file that ran last has set them.
  assert.equal(localStorage.getItem('chat-consents'), '["7 chat.example"]')
})

test('the oldest consents are forgotten, so that the list has an end', () => {
  for (let id = 100; id < 300; id += 1) giveConsent(id, 'chat.example')
  assert.equal(hasConsent(7, 'chat.example'), false)
  assert.equal(hasConsent(299, 'chat.example'), true)
})
