import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filteredBody, readWish } from './mj-body.ts'

const off = { MjAccountFilterEnabled: false, MjNotifyEnabled: false, MjModeClearEnabled: false }

test('speeds are taken out of prompts as whole words', () => {
  const clear = (prompt: string) => filteredBody({ prompt }, { ...off, MjModeClearEnabled: true }).prompt
  assert.equal(clear('cat --fast'), 'cat')
  assert.equal(clear('--relax cat --turbo --v 7'), 'cat --v 7')
  assert.equal(clear('a --fast\n--turbo b'), 'a b')
  assert.equal(clear('cat --faster x--fast --fast-food'), 'cat --faster x--fast --fast-food')
  assert.equal(filteredBody({ prompt: 'cat --fast' }, off).prompt, 'cat --fast')
  assert.deepEqual(filteredBody({ prompt: 7 }, { ...off, MjModeClearEnabled: true }), { prompt: 7 })
})

test('what the administrator keeps from clients is dropped, the rest stays as it is', () => {
  const body = { prompt: 'x', notifyHook: 'https://c.example', accountFilter: { remark: 'a' }, unknown: [1] }
  assert.deepEqual(filteredBody(body, off), { prompt: 'x', unknown: [1] })
  assert.deepEqual(filteredBody(body, { ...off, MjNotifyEnabled: true, MjAccountFilterEnabled: true }), body)
})

test('a video may go on from a drawing, or begin by itself', () => {
  assert.deepEqual(readWish('video', { prompt: 'x' }).wish, { action: 'VIDEO', prompt: 'x' })
  assert.deepEqual(readWish('edits', { taskId: '1' }).wish, { action: 'EDITS', prompt: '', originId: '1' })
})
