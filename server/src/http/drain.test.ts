import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { installDrain } from './drain.ts'

function newApp() {
  const app = Fastify()
  const state = { isDraining: false }
  installDrain(app, () => state.isDraining)
  const gate = Promise.withResolvers<void>()
  app.get('/quick', async () => 'text')
  app.get('/slow', async () => gate.promise.then(() => 'text'))
  app.get('/broken', async () => Promise.reject(new Error('on purpose')))
  return { app, state, gate }
}

test('on its way out a server keeps no connection open after an answer', async () => {
  const { app, state } = newApp()
  assert.notEqual((await app.inject('/quick')).headers.connection, 'close')
  state.isDraining = true
  for (const path of ['/quick', '/broken', '/unknown'])
    assert.equal((await app.inject(path)).headers.connection, 'close', path)
})

test('while nobody is being answered there is nothing to wait for', async () => {
  const { app } = newApp()
  await app.answered()
  for (const path of ['/quick', '/broken', '/unknown']) await app.inject(path)
  await app.answered()
})

test('the last answer is waited for, not only the first', async () => {
  const { app, gate } = newApp()
  const slow = [app.inject('/slow'), app.inject('/slow')]
  await app.inject('/quick')
  let isAnswered = false
  const answered = app.answered().then(() => {
    isAnswered = true
  })
  await new Promise(setImmediate)
  assert.equal(isAnswered, false)
  gate.resolve()
  await Promise.all([...slow, answered])
})
