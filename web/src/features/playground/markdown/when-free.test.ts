import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whenFree } from './when-free.ts'

test('work is done in its order, piece by piece, and not when it was taken back', async () => {
  const done: string[] = []
  const busy = (name: string) => () => {
    done.push(name)
    for (const end = performance.now() + 10; performance.now() < end; );
  }
  whenFree(busy('a'))
  const takeBack = whenFree(busy('b'))
  takeBack()
  const between = new Promise<number>((resolve) => setTimeout(() => setTimeout(() => resolve(done.length)), 0))
  const all = new Promise<void>((resolve) => whenFree(() => resolve()))
  assert.deepEqual(done, [], 'nothing is done at once')
  assert.ok((await between) >= 1)
  await all
  assert.deepEqual(done, ['a'])
})
