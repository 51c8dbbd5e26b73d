import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser } from '../browser/fake-browser.ts'

fakeBrowser()
const { language } = await import('../browser/preferences.ts')
const { dictionary } = await import('./text.ts')

const words = dictionary({
  title: ['Tokens', '令牌'],
  count: ['{count token} of {name}', '{name} 的 {count} 个令牌'],
  left: [({ count }: { count: number }) => (count > 0 ? `${count} left` : 'none'), ({ count }) => `剩余 ${count} 个`],
  template: ['{model} is replaced', '{model} 会被替换'],
})

test('a browser with neither language gets Chinese', () => {
  assert.equal(language.get(), 'zh')
  assert.equal(words.get()('title'), '令牌')
})

test('texts follow the chosen language, with their parameters', () => {
  language.set('en')
  assert.equal(words.get()('title'), 'Tokens')
  assert.equal(words.get()('count', { count: 3, name: 'Mei' }), '3 tokens of Mei')
  assert.equal(words.get()('left', { count: 0 }), 'none')
  language.set('zh')
  assert.equal(words.get()('count', { count: 3, name: '梅' }), '梅 的 3 个令牌')
  assert.equal(words.get()('left', { count: 2 }), '剩余 2 个')
})

test('a name of the server has a text if the dictionary or the common words have one without parameters', () => {
  assert.deepEqual(['title', 'input', 'count', 'left', 'toString', 'nothing'].map(words.has), [
    ...[true, true],
    ...[false, false, false, false],
  ])
})

test('a count is grouped, and its noun may be several words or end in a hiss', () => {
  language.set('en')
  const t = dictionary({
    rows: ['{count unused code}', '{count} 个未使用的兑换码'],
    found: ['{count match}', '{count} 处匹配'],
  }).get()
  assert.equal(t('rows', { count: 12_000 }), '12,000 unused codes')
  assert.equal(t('rows', { count: '1' }), '1 unused code')
  assert.equal(t('found', { count: 2 }), '2 matches')
})

test('a count of one has its noun in the singular', () => {
  language.set('en')
  const t = words.get()
  assert.equal(t('count', { count: 1, name: 'Mei' }), '1 token of Mei')
  assert.equal(t('count', { count: 0, name: 'Mei' }), '0 tokens of Mei')
})

test('braces in the value of a parameter stay as they are', () => {
  language.set('en')
  assert.equal(words.get()('template', { model: '{model}' }), '{model} is replaced')
  assert.equal(words.get()('count', { count: 2, name: '{count}$&' }), '2 tokens of {count}$&')
})

test('a missing parameter does not compile', () => {
  // @ts-expect-error the Chinese text has no name
  dictionary({ removed: ['{name} deleted', '已删除'] })
  language.set('en')
  // @ts-expect-error the count is missing
  assert.equal(words.get()('count', { name: 'Mei' }), 'undefined tokens of Mei')
})

test('a text keeps the language in which it was read', () => {
  language.set('en')
  const t = words.get()
  language.set('zh')
  assert.equal(t('title'), 'Tokens')
})

test('every dictionary has the common words, and a text of its own comes first', () => {
  const own = dictionary({ remove: ['Remove', '移除'] })
  language.set('en')
  assert.equal(own.get()('cancel'), 'Cancel')
  assert.equal(own.get()('remove'), 'Remove')
  language.set('zh')
  assert.equal(own.get()('cancel'), '取消')
  assert.equal(own.get()('remove'), '移除')
})
