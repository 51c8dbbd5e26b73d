import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { every } from './every.ts'

const quiet = { error() {}, warn() {}, info() {}, debug() {} }

test('work runs once per turn, not before the first, and not after it was stopped', async () => {
  mock.timers.enable({ apis: ['setInterval'] })
  let runs = 0
  const job = every(60, 'count', async () => void runs++, quiet)
  assert.equal(runs, 0)
  for (let turn = 1; turn <= 3; turn++) {
    mock.timers.tick(60_000)
    await new Promise(setImmediate)
    assert.equal(runs, turn)
  }
  await job.stop()
  mock.timers.tick(600_000)
  assert.equal(runs, 3)
  mock.timers.reset()
})

test('work that takes longer than its turn is not started beside itself, and stopping waits for it', async () => {
  mock.timers.enable({ apis: ['setInterval'] })
  let running = 0
  let most = 0
  const gate = Promise.withResolvers<void>()
  const job = every(
    1,
    'slow',
    async () => {
      most = Math.max(most, ++running)
      await gate.promise
      running--
    },
    quiet,
  )
  mock.timers.tick(5000)
  assert.deepEqual([running, most], [1, 1])
  const stopped = job.stop().then(() => running)
  gate.resolve()
  assert.equal(await stopped, 0)
  mock.timers.reset()
})

test('what work throws is logged with its name, and the next turn comes', async () => {
  mock.timers.enable({ apis: ['setInterval'] })
  const warned: unknown[] = []
  let runs = 0
  const fail = async () => {
    runs++
    throw new Error('no luck')
  }
  const job = every(1, 'unlucky', fail, { ...quiet, warn: (event, fields) => warned.push([event, fields?.job]) })
  for (let turn = 0; turn < 2; turn++) {
    mock.timers.tick(1000)
    await new Promise(setImmediate)
  }
  assert.equal(runs, 2)
  assert.deepEqual(warned, [
    ['job failed', 'unlucky'],
    ['job failed', 'unlucky'],
  ])
  await job.stop()
  mock.timers.reset()
})
