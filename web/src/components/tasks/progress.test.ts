import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRunning, percentOf } from './progress.ts'

test('a bar shows the whole number of a progress', () => {
  const expected: [progress: string, percent: number | undefined][] = [
    ['0%', 0],
    ['40%', 40],
    ['40.9%', 40],
    ['100%', 100],
    ['250%', 100],
    ['7', 7],
    ['', undefined],
    ['waiting', undefined],
    ['-3%', undefined],
    ['40% done', undefined],
  ]
  for (const [progress, percent] of expected) assert.equal(percentOf(progress), percent, progress)
})

test('a task runs until it has ended, whatever its upstream says of its progress', () => {
  assert.equal(isRunning({ status: '', progress: '0%' }), true)
  assert.equal(isRunning({ status: 'NEW_STATUS', progress: 'soon' }), true)
  assert.equal(isRunning({ status: 'IN_PROGRESS', progress: '99%' }), true)
  assert.equal(isRunning({ status: 'SUCCESS', progress: '100%' }), false)
  assert.equal(isRunning({ status: 'FAILURE', progress: '40%' }), false)
})
