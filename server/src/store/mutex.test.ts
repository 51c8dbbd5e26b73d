import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Turns } from './mutex.ts'

test('turns are taken one at a time, in order of arrival', async () => {
  const turns = new Turns(10_000)
  const order: string[] = []
  await turns.take()
  const waiting = ['second', 'third', 'fourth'].map(async (name) => {
    await turns.take()
    order.push(name)
    turns.pass()
  })
  assert.deepEqual(order, [])
  turns.pass()
  await Promise.all(waiting)
  assert.deepEqual(order, ['second', 'third', 'fourth'])
})

test('who gave up waiting is passed over', async () => {
  const turns = new Turns(5)
  await turns.take()
  await assert.rejects(turns.take(), /not free within 5 ms/)
  turns.pass()
  await turns.take()
})
