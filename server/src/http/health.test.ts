import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { type Health, installHealth } from './health.ts'

async function ask(path: string, health: Partial<Health> = {}) {
  const app = Fastify()
  installHealth(app, { check: async () => {}, isDraining: () => false, ...health })
  const { statusCode, headers, json } = await app.inject(path)
  return { status: statusCode, cache: headers['cache-control'], body: json() }
}
const database = { check: () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:5432')) }
const draining = { isDraining: () => true }

test('a server that can work is ready', async () => {
  assert.deepEqual(await ask('/readyz'), { status: 200, cache: 'no-store', body: { status: 'ready' } })
})

test('a server without its database or on its way out is not ready, and says no more than that', async () => {
  const reason = async (health: Partial<Health>) => {
    const { status, cache, body } = await ask('/readyz', health)
    assert.deepEqual({ status, cache }, { status: 503, cache: 'no-store' })
    return body
  }
  assert.deepEqual(await reason(database), { status: 'not ready', reason: 'database' })
  assert.deepEqual(await reason(draining), { status: 'not ready', reason: 'draining' })
})

test('a server that answers is alive, whatever else is wrong', async () => {
  assert.deepEqual(await ask('/healthz', { ...database, ...draining }), {
    status: 200,
    cache: 'no-store',
    body: { status: 'ok' },
  })
})
