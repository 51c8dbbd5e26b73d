import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Deadlines, type Timed } from './deadlines.ts'

function timed(name: string, dueAt: number, deadlines: Deadlines, ended: string[]): Timed {
  const item: Timed = {
    index: 0,
    expireIfDue(now) {
      if (now < dueAt) return
      ended.push(name)
      deadlines.forget(item)
    },
  }
  deadlines.watch(item)
  return item
}

test('whoever is due is told, whoever was forgotten is not, and an empty list keeps no timer', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const deadlines = new Deadlines()
  const ended: string[] = []
  timed('first', 50, deadlines, ended)
  const second = timed('second', 50, deadlines, ended)
  timed('third', 1000, deadlines, ended)
  timed('fourth', 50, deadlines, ended)
  deadlines.forget(second)
  deadlines.forget(second)
  now = 100
  t.mock.timers.tick(100)
  assert.deepEqual(ended.sort(), ['first', 'fourth'])
  now = 1000
  t.mock.timers.tick(900)
  assert.deepEqual(ended, ['first', 'fourth', 'third'])
  timed('fifth', 1000, deadlines, ended)
  t.mock.timers.tick(100)
  assert.equal(ended.at(-1), 'fifth', 'it looks again when there is somebody to look after')
})

test('one that throws is heard of, and does not keep the others from their deadlines', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setImmediate'] })
  const deadlines = new Deadlines()
  const ended: string[] = []
  deadlines.watch({
    index: 0,
    expireIfDue() {
      throw new Error('broken')
    },
  })
  timed('second', 0, deadlines, ended)
  assert.throws(() => t.mock.timers.tick(100), /broken/)
  assert.deepEqual(ended, ['second'])
})
