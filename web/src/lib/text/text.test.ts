import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser } from '../browser/fake-browser.ts'

fakeBrowser()
const { language } = await import('../browser/preferences.ts')
const { dictionary, textOf } = await import('./text.ts')

const words = dictionary({
  title: ['Tokens', '令牌'],
  count: [({ count }: { count: number }) => `${count} tokens`, ({ count }) => `${count} 个令牌`],
})

test('a browser with neither language gets Chinese', () => {
  assert.equal(language.get(), 'zh')
  assert.equal(textOf(words)('title'), '令牌')
})

test('texts follow the chosen language, with their parameters', () => {
  language.set('en')
  assert.equal(textOf(words)('title'), 'Tokens')
  assert.equal(textOf(words)('count', { count: 3 }), '3 tokens')
  language.set('zh')
  assert.equal(textOf(words)('count', { count: 3 }), '3 个令牌')
})

test('a text keeps the language in which it was read', () => {
  language.set('en')
  const t = textOf(words)
  language.set('zh')
  assert.equal(t('title'), 'Tokens')
})

test('every dictionary has the common words, and a text of its own comes first', () => {
  const own = dictionary({ remove: ['Remove', '移除'] })
  language.set('en')
  assert.equal(textOf(own)('cancel'), 'Cancel')
  assert.equal(textOf(own)('remove'), 'Remove')
  language.set('zh')
  assert.equal(textOf(own)('cancel'), '取消')
  assert.equal(textOf(own)('remove'), '移除')
})
