import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { eventually } from '../../test/harness/eventually.ts'
import { decodedResponse, UndecodableResponse } from './decoded-response.ts'
import { type Exchange, ResponseTooLarge, readAll } from './exchange.ts'
import type { Sink } from './sink.ts'

/** A response whose bytes the test sends itself. */
function given(encoding: string) {
  const state = { isAborted: false, resumed: 0 }
  let sink: Sink | undefined
  const exchange: Exchange = {
    status: 200,
    headers: { 'content-encoding': encoding },
    pipe: (given) => {
      sink = given
    },
    resume: () => {
      state.resumed++
    },
    abort: () => {
      state.isAborted = true
    },
  }
  const response = decodedResponse(exchange)
  return {
    state,
    exchange,
    response,
    send: (bytes: Buffer) => sink?.data(bytes) ?? true,
    end: () => sink?.end(),
    fail: (error: Error) => sink?.error(error),
  }
}

const text = 'Two roads diverged in a yellow wood, and sorry I could not travel both. '.repeat(50)
const encoded = {
  gzip: gzipSync(text),
  'x-gzip': gzipSync(text),
  ' GZIP ': gzipSync(text),
  br: brotliCompressSync(text),
  zstd: zstdCompressSync(text),
}

for (const [name, bytes] of Object.entries(encoded))
  test(`${name} is decoded, however its bytes are cut`, async () => {
    for (const size of [1, 7, bytes.length]) {
      const { response, send, end } = given(name)
      const read = readAll(response, 100_000)
      for (let at = 0; at < bytes.length; at += size) send(bytes.subarray(at, at + size))
      end()
      assert.equal((await read).toString(), text)
    }
  })

test('a response without an encoding is not touched', () => {
  for (const encoding of ['', 'identity', 'Identity']) {
    const { exchange, response } = given(encoding)
    assert.equal(response, exchange)
  }
})

test('an empty response of any encoding is empty', async () => {
  for (const name of Object.keys(encoded)) {
    const { response, end } = given(name)
    const read = readAll(response, 10)
    end()
    assert.equal((await read).length, 0, name)
  }
})

test('an encoding that is unknown, and bytes that are not in it, are named', async () => {
  for (const name of ['deflate', 'compress', 'gzip, br', 'constructor']) {
    const { response, state } = given(name)
    await assert.rejects(readAll(response, 10), UndecodableResponse)
    assert.equal(state.isAborted, true)
  }
  for (const name of ['gzip', 'zstd', 'br']) {
    const { response, send, end } = given(name)
    const read = readAll(response, 10)
    send(Buffer.from('{"plain":true}'))
    end()
    await assert.rejects(read, UndecodableResponse, name)
  }
})

test('a response that ends before its encoding does is broken', async () => {
  const { response, send, end } = given('gzip')
  const read = readAll(response, 100_000)
  send(encoded.gzip.subarray(0, -20))
  end()
  await assert.rejects(read, UndecodableResponse)
})

test('bytes that came before the connection broke are delivered before the error', async () => {
  const { response, send, fail } = given('gzip')
  const received: Buffer[] = []
  const ended = Promise.withResolvers<Error>()
  response.pipe({ data: (chunk) => received.push(chunk) > 0, end: () => ended.reject(), error: ended.resolve })
  send(encoded.gzip.subarray(0, -8)) // all but its check sum
  const broken = new Error('reset')
  fail(broken)
  assert.equal(await ended.promise, broken)
  assert.equal(Buffer.concat(received).toString(), text)
})

test('a few bytes that become many are given up', async () => {
  for (const bomb of [gzipSync, zstdCompressSync, brotliCompressSync].map((compress) => compress(Buffer.alloc(9e6)))) {
    const { response, send, state } = given(bomb[0] === 0x1f ? 'gzip' : bomb[0] === 0x28 ? 'zstd' : 'br')
    let length = 0
    const ended = Promise.withResolvers<Error>()
    response.pipe({
      data(chunk) {
        length += chunk.length
        return true
      },
      end: () => ended.reject(new Error('it was read to its end')),
      error: ended.resolve,
    })
    send(bomb)
    assert.ok((await ended.promise) instanceof ResponseTooLarge)
    assert.equal(state.isAborted, true)
    assert.ok(length < 2_000_000, `${length}`)
  }
})

test('a sink without room stops the connection, and lets it go on', async () => {
  const { response, send, state, end } = given('gzip')
  const received: Buffer[] = []
  let hasRoom = false
  const ended = Promise.withResolvers<void>()
  response.pipe({
    data(chunk) {
      received.push(chunk)
      return hasRoom
    },
    end: ended.resolve,
    error: ended.reject,
  })
  const noise = randomBytes(300_000)
  const bytes = gzipSync(noise)
  let isFull = false
  for (let at = 0; at < bytes.length; at += 1000) isFull = !send(bytes.subarray(at, at + 1000)) || isFull
  assert.ok(isFull, 'the connection was told to wait')
  await eventually('the sink has its first piece', async () => received.length > 0)
  assert.equal(state.resumed, 0)
  hasRoom = true
  response.resume()
  await eventually('the connection goes on', async () => state.resumed > 0)
  end()
  await ended.promise
  assert.equal(Buffer.compare(Buffer.concat(received), noise), 0)
})

test('a throw of its receiver is the error of this response alone', async () => {
  for (const where of ['data', 'end'] as const) {
    const { response, send, end, state } = given('gzip')
    const failed = Promise.withResolvers<Error>()
    const broken = () => {
      throw new Error(`broken ${where}`)
    }
    response.pipe({ data: () => true, end: () => {}, error: failed.resolve, [where]: broken })
    send(gzipSync(text))
    end()
    assert.equal((await failed.promise).message, `broken ${where}`)
    assert.equal(state.isAborted, true)
  }
})
