import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf, readGuide } from './read-guide.ts'
import { readMessages, readTexts } from './read-texts.ts'
import { otherNamesOfProvider, problemsIn, problemsOf, retiredChinese, retiredEnglish } from './retired-words.ts'

const english = (text: string, file = 'web/src/a.text.ts') => problemsOf(text, retiredEnglish, file)
const chinese = (text: string) => problemsOf(text, retiredChinese, 'web/src/a.text.ts')

test('a retired word is named with the word to use', () => {
  assert.deepEqual(english('Calls go to the upstream'), ['Calls: use request', 'upstream: use provider'])
  assert.deepEqual(chinese('客户的额度'), ['客户: use 用户', '额度: use 余额、上限或金额'])
  assert.deepEqual(english('Quota'), ['Quota: use balance, spending limit or amount'])
})

test('a word is right where it means something else', () => {
  for (const text of ['Tool calls of the model', '{calls} requests', '{amount} quota', 'Insufficient user quota'])
    assert.deepEqual(english(text), [], text)
  for (const text of ['客户端', '工具调用', '{amount} 额度', '令牌额度不足']) assert.deepEqual(chinese(text), [], text)
  assert.deepEqual(english('Group ratio', 'web/src/features/settings/a.ts'), [])
  assert.deepEqual(english('Group ratio', 'web/src/features/pricing/a.ts'), ['ratio: use multiplier'])
})

test('a sentence has at most 20 words, a parameter is one', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
  assert.deepEqual(english(`${words(20)}. ${words(20)}. {count channel}`), [])
  assert.deepEqual(english(`Short. ${words(21)}.`), [`21 words, at most 20: ${words(21)}.`])
})

test('code and addresses of the guide are no words', () => {
  assert.deepEqual(linesOf('# Call\n```\nupstream\n```\n| a [key](calls.md) | `call` |'), [
    ['# Call'],
    [],
    [],
    [],
    ['a [key]', '`…`'],
  ])
})

test('the console, its messages and mails use no retired words and no long sentences', () => {
  assert.deepEqual(problemsIn(readTexts(['web/src', 'contract/src', 'server/src'])), [])
})

test('reasons of failures and log events call a provider by that name', () => {
  const reason = (text: string) => otherNamesOfProvider([{ file: 'a.ts', text }])
  assert.deepEqual(reason('the upstream failed'), ['a.ts: “the upstream failed”: upstream: use provider'])
  assert.deepEqual(otherNamesOfProvider(readMessages(['contract/src', 'server/src'])), [])
})

test('the guide uses no retired words and no long sentences', () => {
  assert.deepEqual(problemsIn(readGuide()), [])
})
