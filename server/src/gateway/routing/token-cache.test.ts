import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTokenCache, type KeptToken } from './token-cache.ts'

const now = 1000
const renewSeconds = 300

/** Exchanges that end when the test says so. */
function exchanges() {
  const started: PromiseWithResolvers<KeptToken>[] = []
  const renew = () => {
    const exchange = Promise.withResolvers<KeptToken>()
    started.push(exchange)
    return exchange.promise
  }
  return { started, renew }
}
const at = <Item>(list: readonly Item[], index: number): Item => {
  const item = list[index]
  if (item === undefined) throw new Error(`there is no number ${index}`)
  return item
}

test('calls that need the same token wait for one exchange', async () => {
  const cache = createTokenCache()
  const { started, renew } = exchanges()
  const calls = Array.from({ length: 100 }, () => cache.get('a', now, renewSeconds, renew))
  assert.equal(started.length, 1)
  at(started, 0).resolve({ token: 't', endsAt: now + 3600 })
  assert.deepEqual([...new Set(await Promise.all(calls))], ['t'])
  assert.equal(await cache.get('a', now, renewSeconds, renew), 't')
  assert.equal(started.length, 1)
})

test('keys do not share tokens', async () => {
  const cache = createTokenCache()
  const { started, renew } = exchanges()
  const [one, two] = [cache.get('a', now, renewSeconds, renew), cache.get('b', now, renewSeconds, renew)]
  at(started, 1).resolve({ token: 'of b', endsAt: now + 3600 })
  at(started, 0).resolve({ token: 'of a', endsAt: now + 3600 })
  assert.deepEqual([await one, await two], ['of a', 'of b'])
})

test('a token near its end is used while the next one is on its way', async () => {
  const cache = createTokenCache()
  const { started, renew } = exchanges()
  const first = cache.get('a', now, renewSeconds, renew)
  at(started, 0).resolve({ token: 'old', endsAt: now + 400 })
  await first
  assert.equal(await cache.get('a', now + 99, renewSeconds, renew), 'old')
  assert.equal(started.length, 1, 'there is time enough')
  assert.equal(await cache.get('a', now + 101, renewSeconds, renew), 'old')
  assert.equal(await cache.get('a', now + 102, renewSeconds, renew), 'old')
  assert.equal(started.length, 2, 'one exchange for both')
  at(started, 1).resolve({ token: 'new', endsAt: now + 4000 })
  await at(started, 1).promise
  await Promise.resolve()
  assert.equal(await cache.get('a', now + 103, renewSeconds, renew), 'new')
})

test('an exchange that fails early harms no call, and is tried again', async () => {
  const cache = createTokenCache()
  const { started, renew } = exchanges()
  const first = cache.get('a', now, renewSeconds, renew)
  at(started, 0).resolve({ token: 'old', endsAt: now + 200 })
  await first
  assert.equal(await cache.get('a', now + 1, renewSeconds, renew), 'old')
  at(started, 1).reject(new Error('away'))
  await assert.rejects(at(started, 1).promise)
  await Promise.resolve()
  assert.equal(await cache.get('a', now + 2, renewSeconds, renew), 'old')
  assert.equal(started.length, 3)
})

test('a token that has ended is not used, and a failed exchange fails those who wait for it alone', async () => {
  const cache = createTokenCache()
  const { started, renew } = exchanges()
  const first = cache.get('a', now, renewSeconds, renew)
  at(started, 0).resolve({ token: 'old', endsAt: now + 10 })
  await first
  const late = [cache.get('a', now + 10, renewSeconds, renew), cache.get('a', now + 11, renewSeconds, renew)]
  at(started, 1).reject(new Error('away'))
  for (const call of late) await assert.rejects(call, /away/)
  const next = cache.get('a', now + 12, renewSeconds, renew)
  at(started, 2).resolve({ token: 'new', endsAt: now + 4000 })
  assert.equal(await next, 'new')
})

test('a refused token is dropped once: the one that came after it stays', async () => {
  const cache = createTokenCache()
  const { started, renew } = exchanges()
  const first = cache.get('a', now, renewSeconds, renew)
  at(started, 0).resolve({ token: 'old', endsAt: now + 3600 })
  await first
  cache.drop('a', 'old')
  const second = cache.get('a', now, renewSeconds, renew)
  at(started, 1).resolve({ token: 'new', endsAt: now + 3600 })
  assert.equal(await second, 'new')
  cache.drop('a', 'old') // of a call that began with the first token
  assert.equal(await cache.get('a', now, renewSeconds, renew), 'new')
  assert.equal(started.length, 2)
})
