import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinResponses } from './join-responses.ts'

test('the vectors of all parts are numbered on, and their usage is added', () => {
  const part = (first: number, tokens: number) => ({
    object: 'list',
    model: 'm',
    data: [
      { object: 'embedding', index: 0, embedding: [first] },
      { object: 'embedding', index: 1, embedding: [first + 1] },
    ],
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  })
  assert.deepEqual(joinResponses([part(0, 3), part(2, 4)]), {
    object: 'list',
    model: 'm',
    data: [0, 1, 2, 3].map((index) => ({ object: 'embedding', index, embedding: [index] })),
    usage: { prompt_tokens: 7, total_tokens: 7 },
  })
})

test('images have no numbers, and responses without usage get none', () => {
  const responses = [
    { created: 1, data: [{ url: 'a' }] },
    { created: 2, data: [{ url: 'b' }] },
  ]
  assert.deepEqual(joinResponses(responses), { created: 1, data: [{ url: 'a' }, { url: 'b' }] })
})
