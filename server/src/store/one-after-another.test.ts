import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneAfterAnother } from './one-after-another.ts'

/** Reads a value when it begins, and applies it when the test allows. */
function reader() {
  const ends: PromiseWithResolvers<void>[] = []
  const state = { stored: 'old', inForce: '', ends }
  const read = async () => {
    const found = state.stored
    const end = Promise.withResolvers<void>()
    ends.push(end)
    await end.promise
    state.inForce = found
  }
  return { state, reload: oneAfterAnother(read) }
}

test('a change made while an earlier reading is under way is in force when its own reload returns', async () => {
  const { state, reload } = reader()
  const first = reload()
  state.stored = 'new'
  const own = [reload(), reload()]
  assert.equal(state.ends.length, 1, 'the second reading waits for the first')
  state.ends[0]?.resolve()
  await first
  assert.equal(state.inForce, 'old')
  await Promise.resolve()
  assert.equal(state.ends.length, 2, 'and both share it')
  state.ends[1]?.resolve()
  await Promise.all(own)
  assert.equal(state.inForce, 'new')
})

test('a reading that fails fails its callers alone', async () => {
  const { state, reload } = reader()
  const first = reload()
  const second = reload()
  state.ends[0]?.reject(new Error('away'))
  await assert.rejects(first, /away/)
  await Promise.resolve()
  state.ends[1]?.resolve()
  await second
  await Promise.resolve()
  const third = reload()
  state.ends[2]?.resolve()
  await third
})
