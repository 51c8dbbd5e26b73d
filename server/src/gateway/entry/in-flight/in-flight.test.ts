import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../errors/refusals.ts'
import { createInFlight, inFlightLimits, memoryLimits, type RunningCall } from './in-flight.ts'

const names = { username: 'alice', token_name: 'key', group: 'default' }
const isRefusal = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code
const caller = { ...names, user_id: 1, token_id: 2 }

/** A single process borrows from nobody, so nothing here is a promise. */
function given() {
  const inFlight = createInFlight(inFlightLimits({ bytesMax: 100, userBytesMax: 50 }))
  return { ...inFlight, enter: (who: typeof caller) => inFlight.enter(who) as RunningCall }
}

test('a call is over when its work is done and its response is closed, in either order', () => {
  const inFlight = given()
  for (const ends of [
    ['endWork', 'closeResponse'],
    ['closeResponse', 'endWork'],
  ] as const) {
    const running = inFlight.enter(caller)
    running.take(10)
    running.beginWork()
    running[ends[0]]()
    assert.deepEqual([inFlight.count(), inFlight.bytes()], [1, 10])
    running[ends[1]]()
    running.closeResponse()
    assert.deepEqual([inFlight.count(), inFlight.bytes()], [0, 0])
  }
})

test('a call whose work never begins is over when its response is closed', () => {
  const inFlight = given()
  inFlight.enter(caller).closeResponse()
  assert.equal(inFlight.count(), 0)
})

test('memory is refused to a user who has too much, and to all when there is none; what is there already is counted', () => {
  const inFlight = given()
  const [one, same, other] = [
    inFlight.enter(caller),
    inFlight.enter(caller),
    inFlight.enter({ ...names, user_id: 2, token_id: 3 }),
  ]
  one.take(50)
  assert.throws(() => same.take(1), isRefusal('too_many_bytes'))
  one.give(20)
  same.take(20)
  other.add(60)
  assert.equal(inFlight.bytes(), 110)
  assert.throws(() => inFlight.enter({ ...names, user_id: 4, token_id: 5 }).take(1), isRefusal('server_busy'))
})

test('one body of the largest size fits, compressed and expanded, however little memory there is', () => {
  const mebibyte = 1024 * 1024
  assert.deepEqual(memoryLimits({ CALL_MEMORY_MB: 16, MAX_REQUEST_BODY_MB: 32 }), {
    bytesMax: 64 * mebibyte,
    userBytesMax: 64 * mebibyte,
  })
  assert.deepEqual(memoryLimits({ CALL_MEMORY_MB: 512, MAX_REQUEST_BODY_MB: 32 }), {
    bytesMax: 512 * mebibyte,
    userBytesMax: 128 * mebibyte,
  })
})
