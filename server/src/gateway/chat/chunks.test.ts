import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { connectTo, readResponse, readToEnd } from '../../../test/harness/raw-http.ts'
import { endChunks, joined, takeOverChunks, writeChunk } from './chunks.ts'

/** A server that responds to every request with `work`, after the head. */
async function serving(t: TestContext, work: (response: ServerResponse, isChunked: boolean) => void): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    work(response, takeOverChunks(response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('pieces of any kind become chunks, and the last one ends the response', async (t) => {
  const url = await serving(t, (response) => {
    writeChunk(response, 'first é')
    writeChunk(response, Buffer.from('second ü'))
    writeChunk(response, '') // a chunk of nothing would be the last one
    setImmediate(() => endChunks(response, Buffer.alloc(300, 'x')))
  })
  const sent = () => connectTo(url).end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const { headers, body } = readResponse(await readToEnd(sent()))
  assert.equal(headers.get('transfer-encoding'), 'chunked')
  assert.equal(body, `8\r\nfirst é\r\n9\r\nsecond ü\r\n12c\r\n${'x'.repeat(300)}\r\n0\r\n\r\n`)
  assert.equal(await (await fetch(url)).text(), `first ésecond ü${'x'.repeat(300)}`)
})

test('a response may end without a last piece, and its connection is used again', async (t) => {
  const url = await serving(t, (response) => {
    writeChunk(response, 'all')
    endChunks(response, '')
  })
  const socket = connectTo(url)
  const request = 'GET / HTTP/1.1\r\nHost: x\r\n'
  socket.end(`${request}\r\n${request}Connection: close\r\n\r\n`)
  const responses = (await readToEnd(socket)).split('HTTP/1.1 200 OK').slice(1)
  assert.deepEqual(
    responses.map((response) => response.slice(response.indexOf('\r\n\r\n') + 4)),
    ['3\r\nall\r\n0\r\n\r\n', '3\r\nall\r\n0\r\n\r\n'],
  )
})

test('a client of HTTP/1.0 is sent no chunks', async (t) => {
  const url = await serving(t, (response, isChunked) => response.end(String(isChunked)))
  const socket = connectTo(url)
  socket.write('GET / HTTP/1.0\r\n\r\n')
  assert.equal(readResponse(await readToEnd(socket)).body, 'false')
})

test('a client that does not read is noticed, and when it reads again', async (t) => {
  const drained = Promise.withResolvers<void>()
  const url = await serving(t, (response) => {
    response.once('drain', drained.resolve)
    let isFull = false
    while (!isFull) isFull = !writeChunk(response, Buffer.alloc(100_000))
    assert.equal(response.writableNeedDrain, true)
    void drained.promise.then(() => endChunks(response, 'end'))
  })
  const socket = connectTo(url)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  assert.ok((await readToEnd(socket)).endsWith('3\r\nend\r\n0\r\n\r\n'))
})

test('pieces of any kind become one', () => {
  assert.equal(joined([]), '')
  assert.equal(joined(['a', 'é']), 'aé')
  assert.equal(String(joined(['é', Buffer.from('b'), 'c'])), 'ébc')
})
