import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Mutex } from './mutex.ts'

test('a mutex is taken by one at a time, in order of arrival', async () => {
  const mutex = new Mutex(10_000)
  const order: string[] = []
  await mutex.acquire()
  const waiting = ['second', 'third', 'fourth'].map(async (name) => {
    await mutex.acquire()
    order.push(name)
    mutex.release()
  })
  assert.deepEqual(order, [])
  mutex.release()
  await Promise.all(waiting)
  assert.deepEqual(order, ['second', 'third', 'fourth'])
})

test('who gave up waiting is passed over', async () => {
  const mutex = new Mutex(5)
  await mutex.acquire()
  await assert.rejects(mutex.acquire(), /not free within 5 ms/)
  mutex.release()
  await mutex.acquire()
})
