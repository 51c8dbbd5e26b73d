import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { installDrain } from './connections/drain.ts'
import { installHealth } from './health.ts'

type State = { check?: () => Promise<void>; isDraining?: boolean }

async function call(path: string, { check = async () => {}, isDraining = false }: State = {}) {
  const app = Fastify()
  installDrain(app)
  installHealth(app, check)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  if (isDraining) app.drain.begin()
  const response = await fetch(url + path)
  const body = await response.json()
  await app.close()
  return {
    response: { status: response.status, cache: response.headers.get('cache-control'), body },
    isWatched: app.drain.isWatched(),
  }
}
const database = { check: () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:5432')) }
const draining = { isDraining: true }

test('a server that can work is ready', async () => {
  const { response, isWatched } = await call('/readyz')
  assert.deepEqual(response, { status: 200, cache: 'no-store', body: { status: 'ready' } })
  assert.equal(isWatched, true)
})

test('a server without its database or on its way out is not ready, and says no more than that', async () => {
  const reason = async (state: State) => {
    const { status, cache, body } = (await call('/readyz', state)).response
    assert.deepEqual({ status, cache }, { status: 503, cache: 'no-store' })
    return body
  }
  assert.deepEqual(await reason(database), { status: 'not ready', reason: 'database' })
  assert.deepEqual(await reason(draining), { status: 'not ready', reason: 'draining' })
})

test('a server that responds is alive, whatever else is wrong', async () => {
  const { response, isWatched } = await call('/healthz', { ...database, ...draining })
  assert.deepEqual(response, { status: 200, cache: 'no-store', body: { status: 'ok' } })
  assert.equal(isWatched, false, 'and a client of this path does not learn of a shutdown')
})
