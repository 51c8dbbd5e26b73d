import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FaqEntry } from '@turnpike/contract/system/faq'
import { findQuestions, questionsIn } from './questions.ts'

const entry = (more: Partial<FaqEntry>): FaqEntry => ({
  question: '',
  answer: '',
  question_zh: '',
  answer_zh: '',
  ...more,
})
const entries = [
  entry({
    question: 'How do I pay?',
    answer: 'In the **wallet**, by card.',
    question_zh: '怎么付款？',
    answer_zh: '在钱包里。',
  }),
  entry({ question: 'Are there limits?', answer: 'See [the limits](/guide/prices#limits) of your group.' }),
  entry({ question_zh: '可以开发票吗？', answer_zh: '可以，请联系客服。' }),
]
const shown = (spoken: 'en' | 'zh') =>
  questionsIn(spoken, entries).map(({ question }) => `${question.lang} ${question.text}`)

test('a reader sees the own language, and the other one where that is missing', () => {
  assert.deepEqual(shown('en'), ['en How do I pay?', 'en Are there limits?', 'zh 可以开发票吗？'])
  assert.deepEqual(shown('zh'), ['zh 怎么付款？', 'en Are there limits?', 'zh 可以开发票吗？'])
})

test('an anchor is the same in both languages and leads to one question', () => {
  const anchors = (spoken: 'en' | 'zh') => questionsIn(spoken, entries).map(({ anchor }) => anchor)
  assert.deepEqual(anchors('en'), ['q-how-do-i-pay', 'q-are-there-limits', 'q-可以开发票吗'])
  assert.deepEqual(anchors('zh'), anchors('en'))
  const similar = ['Pay?', 'Pay!', '?', '!'].map((question) => entry({ question }))
  assert.deepEqual(
    questionsIn('en', similar).map(({ anchor }) => anchor),
    ['q-pay', 'q-pay-2', 'q--1', 'q--2'],
  )
})

test('a search finds both languages, questions before answers, and shows where an answer matches', () => {
  const found = (typed: string) =>
    findQuestions(questionsIn('en', entries), typed).map(({ anchor, excerpt }) => [anchor, excerpt])
  assert.deepEqual(found('pay'), [['q-how-do-i-pay', '']])
  assert.deepEqual(found('付款'), [['q-how-do-i-pay', '']])
  assert.deepEqual(found('wallet'), [['q-how-do-i-pay', 'In the wallet, by card.']])
  assert.deepEqual(found('钱包'), [['q-how-do-i-pay', '在钱包里。']])
  assert.deepEqual(found('group'), [['q-are-there-limits', 'See the limits of your group.']])
  assert.deepEqual(found('pay card'), [['q-how-do-i-pay', 'In the wallet, by card.']])
  assert.deepEqual(found('nothing of it'), [])
  const long = entry({ question: 'Q', answer: `${'Words before it. '.repeat(9)}\n\`\`\`sh\ncurl\n\`\`\`` })
  const [hit] = findQuestions(questionsIn('en', [long]), 'curl')
  assert.equal(hit?.excerpt, '…it. Words before it. Words before it. curl', 'it begins with a whole word')
})
