import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser } from '../../lib/browser/fake-browser.ts'

fakeBrowser()
const { language } = await import('../../lib/browser/preferences.ts')
const { changeWords } = await import('./change-words.ts')

test('an act has words in both languages and leads to its page', () => {
  language.set('en')
  assert.deepEqual(changeWords('channel.update'), { words: 'Channel edited', path: '/channel' })
  assert.deepEqual(changeWords('agent.set_terms'), { words: 'Sales agent terms changed', path: '/agent/manage' })
  assert.deepEqual(changeWords('price.schedule'), { words: 'Price change scheduled', path: '/price-book' })
  language.set('zh')
  assert.equal(changeWords('code.create').words, '兑换码：新增')
})

test('an act without words of its own is a change', () => {
  language.set('en')
  assert.equal(changeWords('group.limits').words, 'Group changed')
  assert.equal(changeWords('user.toString').words, 'User changed')
})
