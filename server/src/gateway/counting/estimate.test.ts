import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateByClass, estimateTokens } from './estimate.ts'

const cases: [text: string, claude: number, gemini: number, other: number][] = [
  ['', 0, 0, 0],
  ['word', 1.13, 1.15, 1.02],
  ['two words', 1.13 * 2 + 0.39, 1.15 * 2 + 0.2, 1.02 * 2 + 0.42],
  ['2026', 1.63, 2.8, 1.55],
  ['abc123def', 1.13 * 2 + 1.63, 1.15 * 2 + 2.8, 1.02 * 2 + 1.55],
  ['你好吗', 1.21 * 3, 0.68 * 3, 0.85 * 3],
  ['ひらがな', 1.21 * 4, 0.68 * 4, 0.85 * 4],
  ['한국', 1.21 * 2, 0.68 * 2, 0.85 * 2],
  ['𠮷', 1.21, 0.68, 0.85],
  ['!', 0.4, 0.38, 0.4],
  ['∑', 4.52, 1.05, 2.68],
  ['/:?&=;#%', 1.26 * 8, 1.2 * 8, 8],
  ['@', 2.82, 2.5, 2],
  ['😀', 2.6, 1.08, 2.12],
  ['\n\t', 0.89 * 2, 1.15 * 2, 0.5 * 2],
  ['été', 1.13, 1.15, 1.02],
  ['привет мир', 1.13 * 2 + 0.39, 1.15 * 2 + 0.2, 1.02 * 2 + 0.42],
]
const ceil = (tokens: number) => Math.ceil(Math.round(tokens * 100) / 100)

test('every kind of character weighs what its family says, and the sum is rounded up', () => {
  for (const [text, claude, gemini, other] of cases) {
    assert.equal(estimateByClass(text, 'claude-sonnet-4-5'), ceil(claude), text)
    assert.equal(estimateByClass(text, 'gemini-2.5-pro'), ceil(gemini), text)
    assert.equal(estimateByClass(text, 'deepseek-chat'), ceil(other), text)
  }
})

test('a hundred words take 102 tokens and not one more', () => {
  assert.equal(estimateByClass('a1'.repeat(100), 'deepseek-chat'), 102 + 155)
})

test('half a character, a zero byte and a very long text are counted like any other', () => {
  assert.equal(estimateByClass('\ud800\u0000', 'deepseek-chat'), 1)
  const long = 'word '.repeat(200_001)
  assert.equal(estimateByClass(long, 'deepseek-chat'), estimateTokens(long))
})
