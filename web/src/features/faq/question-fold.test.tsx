import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draw } from '../../lib/test/draw.ts'
import { QuestionFold } from './question-fold.tsx'
import { questionsIn } from './questions.ts'

const [question] = questionsIn('en', [{ question: '', answer: '', question_zh: '怎么付款？', answer_zh: '在钱包里。' }])
const fold = (props: object) =>
  draw(QuestionFold, { question: question ?? assert.fail(), target: undefined, actions: null, ...props })

test('a question is folded until the address leads to it, and says which language it is in', () => {
  const folded = fold({})
  assert.equal(folded.text, '怎么付款？')
  assert.match(folded.tags('details')[0] ?? '', /id="q-怎么付款"/)
  assert.match(folded.tags('h2')[0] ?? '', /lang="zh-CN"/)
  const opened = fold({ target: 'key of the location' })
  assert.match(opened.tags('details')[0] ?? '', /open=""/)
  assert.match(opened.text, /Copy link/)
})
