import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Limit, type LimitHit, limitsOf } from '../../domain/routing/limits/counter-key.ts'
import { LightAbortSignal } from '../../light/light-abort-signal.ts'
import { ChannelQueue, type QueueEntry } from './channel-queue.ts'

const of = (channel: string) => limitsOf('channel', channel, { calls_at_once: 1 })
const reachedOf = (limits: readonly Limit[]): LimitHit[] => limits.map((limit) => ({ ...limit, used: 1 }))
const later = () => performance.now() + 60_000
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A queue, and the names of its calls in the order of their turns. */
function given(max?: number) {
  const queue = new ChannelQueue(max)
  const turns: string[] = []
  const wait = (name: string, userId: number, limits = of('1'), gone = new LightAbortSignal(), until = later()) => {
    const entry = queue.enter(userId)
    assert.ok(entry)
    const waits = (each: QueueEntry) =>
      queue.wait(each, reachedOf(limits), until, gone).then((isItsTurn) => turns.push(isItsTurn ? name : `no ${name}`))
    waits(entry)
    return { entry, again: () => waits(entry), gone }
  }
  return { queue, turns, wait }
}

test('users take turns, and the calls of one user come in the order of their arrival', async () => {
  const { queue, turns, wait } = given()
  const calls = new Map<string, QueueEntry>()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) calls.set(name, wait(name, name.charCodeAt(0)).entry)
  queue.freed(of('1'))
  for (let served = 0; served < 6; served++) {
    await turn()
    const name = turns.at(-1) ?? ''
    queue.leave(calls.get(name) as QueueEntry, true)
  }
  assert.deepEqual(turns, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  assert.equal(queue.size, 0)
})

test('a call that is refused on its turn keeps it, and is the first to try again', async () => {
  const { queue, turns, wait } = given()
  const first = wait('first', 1)
  wait('second', 2)
  queue.freed(of('1'))
  await turn()
  queue.freed(of('1')) // during its try
  first.again()
  await turn()
  first.again()
  await turn()
  assert.deepEqual(turns, ['first', 'first'])
  queue.freed(of('1'))
  await turn()
  queue.leave(first.entry, true)
  await turn()
  assert.deepEqual(turns, ['first', 'first', 'first', 'second'])
})

test('only calls that wait for what was freed are woken, and others know that they wait', async () => {
  const { queue, turns, wait } = given()
  wait('one', 1, of('1'))
  wait('two', 1, of('2'))
  assert.equal(queue.awaited(of('2'))?.key, of('2')[0]?.key)
  assert.equal(queue.awaited(of('3')), undefined)
  queue.freed(of('2'))
  queue.freed(of('3'))
  await turn()
  assert.deepEqual(turns, ['two'])
})

test('who hangs up or has waited too long leaves, and does not hold the others up', async () => {
  const { queue, turns, wait } = given()
  const hangsUp = wait('gone', 1)
  const late = wait('late', 2, of('1'), new LightAbortSignal(), performance.now())
  const third = wait('third', 3)
  hangsUp.gone.abort()
  while (turns.length < 2) await turn()
  queue.leave(hangsUp.entry, false)
  queue.leave(late.entry, false)
  queue.freed(of('1'))
  await turn()
  assert.deepEqual(turns, ['no gone', 'no late', 'third'])
  queue.leave(third.entry, true)
  assert.equal(queue.awaited(of('1')), undefined)
})

test('only so many calls wait', () => {
  const { queue, wait } = given(2)
  wait('one', 1)
  wait('two', 2)
  assert.equal(queue.enter(3), undefined)
})

test('a call tries again after a moment, because calls of other processes end unnoticed', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { turns, wait } = given()
  wait('one', 1)
  t.mock.timers.tick(500)
  await turn()
  assert.deepEqual(turns, ['one'])
})
