import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { setImmediate as later } from 'node:timers/promises'
import Fastify from 'fastify'
import { connectTo, readToEnd } from '../../../test/harness/raw-http.ts'
import { rejectMalformedRequest } from './malformed-request.ts'
import { serialisePipelinedRequests } from './serialise-pipelined-requests.ts'

const worked: string[] = []
const app = Fastify({ bodyLimit: 10, forceCloseConnections: true, clientErrorHandler: rejectMalformedRequest })
serialisePipelinedRequests(app)
app.get('/slow', async () => {
  await later()
  worked.push('slow')
  return 'slow'
})
app.get('/refused', async (_, reply) => {
  await later()
  return reply.status(400).header('connection', 'close').send('refused')
})
app.post('/work', async () => {
  worked.push('work')
  return 'work'
})
let url: string
before(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` // a TCP listener's address is never a text
})
after(() => app.close())
beforeEach(() => void worked.splice(0))

const head = (line: string, ...fields: string[]) => [`${line} HTTP/1.1`, 'Host: t', ...fields, '', ''].join('\r\n')
const work = `${head('POST /work', 'Content-Length: 2', 'Content-Type: text/plain')}hi`
const slow = head('GET /slow')
const last = head('GET /slow', 'Connection: close')
const garbage = 'GARBAGE\r\n\r\n'

/** The statuses of the responses in the order they came, until the server closed. */
async function statusesOf(bytes: string): Promise<number[]> {
  const socket = connectTo(url)
  socket.write(bytes)
  return [...(await readToEnd(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
}

const refused: Record<string, string> = {
  'a refusal that closes': head('GET /refused'),
  'a request without a host': 'GET /slow HTTP/1.1\r\n\r\n',
  'a body that is too large': `${head('POST /work', 'Content-Length: 99', 'Content-Type: text/plain')}${'x'.repeat(99)}`,
  'chunks that are too large': `${head('POST /work', 'Transfer-Encoding: chunked', 'Content-Type: text/plain')}63\r\n${'x'.repeat(99)}\r\n0\r\n\r\n`,
}
for (const [what, bytes] of Object.entries(refused))
  test(`what follows ${what} on the connection is not handled, because its response could not be sent`, async () => {
    assert.equal((await statusesOf(bytes + work + work)).length, 1)
    assert.deepEqual(worked, [])
  })

test('requests sent at once are handled one after the other, with responses in order', async () => {
  assert.deepEqual(await statusesOf(slow + work + slow + last), [200, 200, 200, 200])
  assert.deepEqual(worked, ['slow', 'work', 'slow', 'slow'])
})

test('malformed bytes behind a request are refused after its response, not in its place', async () => {
  assert.deepEqual(await statusesOf(slow + garbage), [200, 400])
  assert.deepEqual(await statusesOf(slow + work + garbage), [200, 200, 400])
  assert.deepEqual(await statusesOf(head('GET /refused') + garbage), [400])
})

test('a body that turns into malformed bytes is refused at once, or when its turn comes', async () => {
  const broken = `${head('POST /work', 'Transfer-Encoding: chunked', 'Content-Type: text/plain')}zz\r\n`
  assert.deepEqual(await statusesOf(broken), [400])
  assert.deepEqual(await statusesOf(slow + broken), [200, 400])
  assert.deepEqual(worked, ['slow'])
})
