import assert from 'node:assert/strict'
import type { RequestListener, ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../test/harness/eventually.ts'
import { listenForTest } from '../../test/harness/loopback.ts'
import { LightAbortSignal } from '../light/light-abort-signal.ts'
import { createAgents } from './agents.ts'
import { type ExchangeLimits, exchange, readAll, UpstreamTimeout } from './exchange.ts'
import { UnsendableHeader } from './http/request-bytes.ts'
import { direct } from './proxies.ts'

const patient: ExchangeLimits = { firstByteMs: 60_000, idleMs: 60_000 }

async function given(t: TestContext, result: RequestListener) {
  let sent = 0
  const { url } = await listenForTest(t, (request, response) => {
    sent++
    result(request, response)
  })
  const agents = createAgents({ allowPrivate: true, allowed: [] }, direct)
  t.after(() => agents.close())
  const call = (limits: Partial<ExchangeLimits>, headers: Record<string, string> = {}) =>
    exchange(agents, { method: 'POST', url, headers, body: 'x' }, { ...patient, ...limits }, new LightAbortSignal())
  return { call, sent: () => sent }
}

test('a header that cannot be sent is named, and nothing is sent', async (t) => {
  const { call, sent: requests } = await given(t, (_, response) => response.end('done'))
  const sent = call({}, { authorization: 'Bearer a\nb' })
  await assert.rejects(sent, (error) => error instanceof UnsendableHeader && error.message === 'authorization')
  assert.equal(requests(), 0)
  assert.equal((await readAll(await call({}), 100)).toString(), 'done')
})

test('an upstream that does not begin in time is given up', async (t) => {
  const { call } = await given(t, () => {})
  await assert.rejects(call({ firstByteMs: 150 }), UpstreamTimeout)
})

test('an upstream that falls silent is given up, one that goes on is not', async (t) => {
  const { call } = await given(t, (_, response) => {
    let pieces = 0
    const drip = setInterval(() => {
      if (++pieces > 10)
        clearInterval(drip) // and never ends
      else response.write('piece ')
    }, 40)
    t.after(() => clearInterval(drip))
  })
  let length = 0
  const ended = Promise.withResolvers<Error>()
  const result = await call({ idleMs: 1000 }) // many times as long as it takes to go on, also on a busy machine
  result.pipe({
    data(chunk) {
      length += chunk.length
      return true
    },
    end: () => ended.reject(new Error('it never ends')),
    error: ended.resolve,
  })
  assert.ok((await ended.promise) instanceof UpstreamTimeout)
  assert.equal(length, 10 * 'piece '.length)
})

test('nothing takes longer than it may in all, however lively it is', async (t) => {
  const { call } = await given(t, (_, response) => {
    const drip = setInterval(() => response.write('piece '), 20)
    t.after(() => clearInterval(drip))
  })
  await assert.rejects(readAll(await call({ totalMs: 300 }), 10_000), UpstreamTimeout)
})

test('a response that nobody reads on after its first bytes meets its deadline', async (t) => {
  const { call } = await given(t, (_, response) => void response.write('first'))
  const result = await call({ idleMs: 150 })
  const failed = Promise.withResolvers<Error>()
  result.pipe({ data: () => false, end: () => failed.reject(new Error('it never ends')), error: failed.resolve })
  assert.ok((await failed.promise) instanceof UpstreamTimeout)
})

test('while a reader is slow, the upstream is not late', async (t) => {
  const upstream = Promise.withResolvers<ServerResponse>()
  const { call } = await given(t, (_, response) => {
    response.write('first')
    upstream.resolve(response)
  })
  const result = await call({ idleMs: 50 })
  result.resume() // the reader is there
  const seen: string[] = []
  const state = { isOver: false, hasFailed: false }
  result.pipe({
    data(chunk) {
      seen.push(chunk.toString())
      return false
    },
    end() {
      state.isOver = true
    },
    error() {
      state.hasFailed = true
    },
  })
  await eventually('the first chunk is taken', () => seen.length === 1)
  // A response without a reader has the same deadline and began later. When it fails, the deadline of the first has passed.
  const unread = await call({ idleMs: 50 })
  const late = Promise.withResolvers<Error>()
  unread.pipe({ data: () => false, end: () => late.reject(new Error('it never ends')), error: late.resolve })
  assert.ok((await late.promise) instanceof UpstreamTimeout)
  assert.deepEqual([state.hasFailed, seen], [false, ['first']])
  ;(await upstream.promise).end('last')
  await eventually('all of it was taken', () => {
    result.resume()
    return state.isOver
  })
  assert.equal(seen.join(''), 'firstlast')
})

test('a throw of its receiver is the error of this response alone, and the next call has a working connection', async (t) => {
  for (const where of ['data', 'end'] as const) {
    const { call } = await given(t, (_, response) => response.end('done'))
    const failed = Promise.withResolvers<Error>()
    const broken = () => {
      throw new Error(`broken ${where}`)
    }
    const result = await call({})
    result.pipe({ data: () => true, end: () => {}, error: failed.resolve, [where]: broken })
    assert.equal((await failed.promise).message, `broken ${where}`)
    assert.equal((await readAll(await call({}), 100)).toString(), 'done')
  }
})
