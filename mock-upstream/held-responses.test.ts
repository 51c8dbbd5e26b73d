import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, eventsIn, parsed, post, spoken, upstreamFor } from './test-client.ts'

const chatPath = '/v1/chat/completions'
const requestOf = (content: string, stream: boolean) => ({
  model: 'gpt-4o-mini',
  messages: [{ role: 'user', content }],
  stream,
})

/** The bytes of a response one by one, as the client gets them. */
async function* bytesOf(response: Response): AsyncGenerator<string> {
  for await (const bytes of response.body ?? []) yield Buffer.from(bytes).toString()
}

test('a held stream leaves piece by piece: nothing, then its head, then events, and its end last', async (t) => {
  const upstream = await upstreamFor(t)
  const held = upstream.holdResponse({ key: 'sk-test' })
  let hasResponded = false
  const responded = post(upstream.url + chatPath, requestOf('hello there', true)).then((response) => {
    hasResponded = true
    return response
  })
  const pieces = await held.pieces
  assert.equal(hasResponded, false)
  await held.releaseHead()
  const bytes = bytesOf(await responded)

  await held.release(1)
  assert.equal((await bytes.next()).value, pieces[0])
  await held.release(2)
  assert.equal((await bytes.next()).value, pieces[1])
  assert.equal((await bytes.next()).value, pieces[2])
  await held.releasePieces()
  let rest = ''
  while (!rest.includes('[DONE]')) rest += (await bytes.next()).value
  assert.equal(rest, pieces.slice(3).join(''))
  const last = bytes.next()
  assert.equal(await Promise.race([last.then(() => 'ended'), held.pieces.then(() => 'open')]), 'open')
  await held.end()
  assert.equal((await last).done, true)
})

test('a held body leaves in four pieces and ends with the last', async (t) => {
  const upstream = await upstreamFor(t)
  const held = upstream.holdResponse({})
  const responded = post(upstream.url + chatPath, requestOf('hello there', false))
  await held.release(1)
  const bytes = bytesOf(await responded)
  const pieces = await held.pieces
  assert.equal(pieces.length, 4)
  assert.equal((await bytes.next()).value, pieces[0])
  await held.release(1)
  assert.equal((await bytes.next()).value, pieces[1])
  await held.releasePieces()
  assert.equal((await bytes.next()).value, pieces[2])
  assert.equal((await bytes.next()).value, pieces[3])
  assert.equal((await bytes.next()).done, true)
  assert.equal(parsed(pieces.join('')).choices[0].message.content, 'hello there')
})

test('only the next call that matches is held', async (t) => {
  const upstream = await upstreamFor(t)
  const held = upstream.holdResponse({ key: 'sk-held' })
  const other = await post(upstream.url + chatPath, requestOf('hello there', true))
  assert.equal(spoken(eventsIn(await other.text())), 'hello there')
  const first = post(upstream.url + chatPath, requestOf('one', true), { authorization: 'Bearer sk-held' })
  await held.pieces
  const second = await post(upstream.url + chatPath, requestOf('two', true), { authorization: 'Bearer sk-held' })
  assert.equal(spoken(eventsIn(await second.text())), 'two')
  await held.end()
  assert.equal(spoken(eventsIn(await (await first).text())), 'one')
})

test('a held response has the faults that change its content', async (t) => {
  const upstream = await upstreamFor(t)
  upstream.faults.add({ fault: { kind: 'usage', counts: { input: 7, output: 3 } } })
  const held = upstream.holdResponse({})
  const responded = post(upstream.url + chatPath, requestOf('hello there', false))
  await held.end()
  assert.deepEqual(parsed(await (await responded).text()).usage.total_tokens, 10)
})

test('a client that leaves ends a held response, and what is released afterwards goes nowhere', async (t) => {
  const upstream = await upstreamFor(t)
  const held = upstream.holdResponse({})
  const leaving = new AbortController()
  const gone = upstream.requests.nextAbort()
  const responded = post(upstream.url + chatPath, requestOf('hello there', true), bearer, leaving.signal)
  await held.release(2)
  await responded
  leaving.abort()
  await gone
  await held.end()
  assert.equal(upstream.requests.counters.aborted, 1)
})

test('a spread stream brings each event by itself', async (t) => {
  const { url, faults } = await upstreamFor(t)
  faults.add({ fault: { kind: 'spread' } })
  const pieces: string[] = []
  for await (const piece of bytesOf(await post(url + chatPath, requestOf('Please say 40 words.', true))))
    pieces.push(piece)
  assert.ok(pieces.length > 10, `${pieces.length} pieces`)
  assert.ok(pieces.every((piece) => piece.split('data: ').length === 2))
})
