import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { fakeBrowser } from '../../../lib/browser/fake-browser.ts'
import type { Received } from './send-try.ts'

fakeBrowser()
const { printed, sendTry, shownMax } = await import('./send-try.ts')

let respond: RequestListener
const server = createServer((request, response) => respond(request, response))
let address: string
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/x`
})
after(() => {
  server.closeAllConnections()
  server.close()
})

const request = (body?: string | FormData) => ({ method: 'POST', path: address, headers: { 'x-api-key': 'k' }, body })

test('a stream is reported while it arrives, also where a chunk ends inside a character', async () => {
  const bytes = Buffer.from('data: 路\n\n')
  let sendRest = () => {}
  respond = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-oneapi-request-id': 'r1' })
    response.write(bytes.subarray(0, 7))
    sendRest = () => response.end(bytes.subarray(7))
  }
  const texts: string[] = []
  let last: Received | undefined
  await sendTry(request('{}'), new AbortController().signal, (received) => {
    last = received
    texts.push(received.text)
    if (received.text === 'data: ') sendRest()
  })
  assert.ok(texts.includes('data: '))
  assert.equal(texts.at(-1), 'data: 路\n\n')
  assert.deepEqual([last?.status, last?.type, last?.requestId, last?.isCut], [200, 'text/event-stream', 'r1', false])
})

test('JSON names its type, a form brings its own boundary, and both carry the key', async () => {
  const got: IncomingMessage['headers'][] = []
  respond = (incoming, response) => {
    got.push(incoming.headers)
    incoming.resume().on('end', () => response.writeHead(402, { 'content-type': 'application/json' }).end('{"a":1}'))
  }
  let received: Received | undefined
  const form = new FormData()
  form.set('model', 'm')
  for (const body of ['{}', form])
    await sendTry(request(body), new AbortController().signal, (now) => {
      received = now
    })
  assert.equal(got[0]?.['content-type'], 'application/json')
  assert.match(got[1]?.['content-type'] ?? '', /^multipart\/form-data; boundary=/)
  assert.ok(got.every((headers) => headers['x-api-key'] === 'k'))
  assert.equal(received?.status, 402)
  assert.equal(received && printed(received), '{\n  "a": 1\n}')
})

test('sound is given as a file, and a text without an end is cut', async () => {
  respond = (_, response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('abc')
  let received: Received | undefined
  const take = (now: Received) => {
    received = now
  }
  await sendTry(request(), new AbortController().signal, take)
  assert.equal(received?.media?.size, 3)

  respond = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    const more = () => {
      while (response.write('x'.repeat(10_000)));
    }
    response.on('drain', more)
    more()
  }
  const whole = new AbortController()
  await sendTry(request(), whole.signal, take)
  whole.abort()
  assert.deepEqual([received?.text.length, received?.isCut], [shownMax, true])
})

test('JSON that has not arrived whole is shown as it is', () => {
  assert.equal(printed({ text: '{"a":', type: 'application/json' }), '{"a":')
  assert.equal(printed({ text: '{"a":1}', type: 'text/plain' }), '{"a":1}')
})
