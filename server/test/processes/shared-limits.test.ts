import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { givenPassword, startTestServer, type TestServer } from '../harness/harness.ts'
import { type RedisServer, startRedis } from '../outside/redis.ts'

let database: FreshDatabase
let redis: RedisServer
let one: TestServer
let other: TestServer
/** Three failures lock an account; every attempt comes from an address of its own. */
const limited = { RATE_LIMIT_FACTOR: '0.3', TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'info' }
before(async () => {
  redis = await startRedis()
  database = await freshDatabase('sqlite')
  const env = { ...limited, REDIS_CONN_STRING: redis.url }
  one = await startTestServer(database.address, env)
  other = await startTestServer(database.address, env)
})
after(async () => {
  await one.stop()
  await other.stop()
  await redis.stop()
  await database.drop()
})

let addresses = 0
async function signIn(server: TestServer, username: string, password: string): Promise<number | string | undefined> {
  addresses++
  const response = await fetch(`${server.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${addresses}` },
    body: JSON.stringify({ username, password }),
  })
  const { success, code } = (await response.json()) as { success: boolean; code?: string }
  return success ? 'signed in' : code
}
async function failThreeTimes(server: TestServer, username: string) {
  for (let turn = 0; turn < 3; turn++)
    assert.equal(await signIn(server, username, 'wrong'), 'credentials_wrong', `turn ${turn}`)
}
const locked = 'too_many_requests'

test('instances with one Redis count together; without it each counts on, forgets nothing, and joins again later', async () => {
  for (const username of ['shared', 'mixed', 'alone', 'later', 'lucky']) await one.given.user({ username })

  await failThreeTimes(one, 'shared')
  assert.equal(await signIn(other, 'shared', givenPassword), locked, 'what one saw holds on the other')
  assert.equal(await signIn(one, 'mixed', 'wrong'), 'credentials_wrong')
  assert.equal(await signIn(other, 'mixed', 'wrong'), 'credentials_wrong')
  assert.equal(await signIn(one, 'mixed', 'wrong'), 'credentials_wrong')
  assert.equal(await signIn(other, 'mixed', givenPassword), locked, 'it is the sum that counts')
  for (const server of [one, other, one, other, one, other])
    assert.equal(await signIn(server, 'lucky', givenPassword), 'signed in')

  await redis.stop()
  assert.equal(await signIn(one, 'shared', givenPassword), locked, 'an outage unlocks nobody')
  await failThreeTimes(other, 'alone')
  assert.equal(await signIn(other, 'alone', givenPassword), locked, 'limits hold without Redis')
  assert.equal(await signIn(one, 'lucky', givenPassword), 'signed in')
  const saidAway = ({ lines }: TestServer) => lines.filter((line) => line.includes('redis away')).length
  for (const server of [one, other]) {
    await eventually('the outage is noticed', () => saidAway(server) > 0)
    assert.equal(await signIn(server, 'lucky', givenPassword), 'signed in')
    assert.equal(saidAway(server), 1, 'said once, not per call')
  }

  redis = await startRedis(redis.port)
  for (const { lines } of [one, other])
    await eventually('Redis is back', () => lines.some((line) => line.includes('redis is back')))
  assert.equal(await signIn(one, 'shared', givenPassword), locked, 'nor does an empty Redis')
  assert.equal(await signIn(other, 'alone', givenPassword), locked)
  await failThreeTimes(one, 'later')
  assert.equal(await signIn(other, 'later', givenPassword), locked, 'they count together again')
})
