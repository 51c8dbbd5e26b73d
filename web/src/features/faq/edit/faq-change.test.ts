import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FaqEntry } from '@turnpike/contract/system/faq'
import { changedFaq, type FaqChange } from './faq-change.ts'
import { problemsOf } from './question-problems.ts'

const entry = (question: string, answer = 'So.'): FaqEntry => ({ question, answer, question_zh: '', answer_zh: '' })
const [a, b, c] = [entry('A'), entry('B'), entry('C')]
const names = (change: FaqChange) => changedFaq([a, b, c], change)?.map(({ question }) => question)

test('entries are added, edited, moved and deleted', () => {
  assert.deepEqual(names({ after: entry('N') }), ['A', 'B', 'C', 'N'])
  assert.deepEqual(names({ after: entry('N'), at: 1 }), ['A', 'N', 'B', 'C'])
  assert.deepEqual(names({ before: b, after: entry('N') }), ['A', 'N', 'C'])
  assert.deepEqual(names({ before: a, after: a, at: 2 }), ['B', 'C', 'A'])
  assert.deepEqual(names({ before: c, after: c, at: 0 }), ['C', 'A', 'B'])
  assert.deepEqual(names({ before: b }), ['A', 'C'])
})

test('an entry that somebody else has changed or deleted is not overwritten', () => {
  assert.equal(names({ before: entry('B', 'Other words.'), after: entry('N') }), undefined)
  assert.equal(names({ before: entry('D') }), undefined)
  assert.deepEqual(names({ before: { ...b }, after: b, at: 0 }), ['B', 'A', 'C'], 'the same texts are the same entry')
})

test('a form names the field that is missing, too long or taken', () => {
  const problems = (change: Partial<FaqEntry>) =>
    problemsOf({ ...entry('', ''), ...change }, [entry('Taken'), { ...entry(''), question_zh: '已有' }], 'question_zh')
  assert.deepEqual(problems({}), { question_zh: 'missing' })
  assert.deepEqual(problems({ question: 'Q' }), { answer: 'answerMissing' })
  assert.deepEqual(problems({ question: 'Q', answer: 'A', answer_zh: '答' }), { question_zh: 'questionMissing' })
  assert.deepEqual(problems({ question: 'x'.repeat(201), answer: 'A' }), { question: 'questionInvalid' })
  assert.deepEqual(problems({ question: 'Q', answer: 'x'.repeat(10_001) }), { answer: 'answerInvalid' })
  assert.deepEqual(problems({ question: 'Taken', answer: 'A' }), { question: 'twice' })
  assert.deepEqual(problems({ question_zh: '已有', answer_zh: '答' }), { question_zh: 'twice' })
  assert.deepEqual(problems({ question: 'Q', answer: 'A' }), {})
})
