import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../harness/random.ts'
import { compare, compareFraming, cutAt, fuzzStreams, ways } from './streams.ts'

test('a stream cut at any byte is sent and counted as if every event was parsed', async () => {
  const random = seededRandom(1).below
  let plain = 0
  for (const way of ways)
    for (const stream of way.streams) {
      const bytes = Buffer.from(stream.join(''))
      for (let at = 0; at < bytes.length; at += 29) plain += await compare(way, bytes, cutAt(bytes, [at]), random)
    }
  assert.ok(plain > 300, `${plain} events were read without a parse`)
})

test('a stream may begin with a byte-order mark and end its lines with LF, CR or CRLF, and is cut at every byte', async () => {
  const random = seededRandom(3).below
  let last = ''
  const mixed = () => {
    const possible = last === '\r' ? ['\r', '\r\n'] : ['\n', '\r', '\r\n'] // an LF behind a CR is not a line of its own
    last = possible[random(possible.length)] ?? ''
    return last
  }
  let plain = 0
  for (const way of ways)
    for (const stream of way.streams)
      for (const lineEnd of [() => '\n', () => '\r', () => '\r\n', mixed])
        plain += await compareFraming(way, stream.join(''), lineEnd, random)
  assert.ok(plain > 300, `${plain} events were read without a parse`)
})

test('a stream with CRs and a byte-order mark is read alike wherever it is cut in two', async () => {
  const random = seededRandom(4).below
  for (const way of ways) {
    const [shortest = ''] = way.streams.map((stream) => stream.join('')).toSorted((a, b) => a.length - b.length)
    const bytes = Buffer.from(`\ufeff${shortest.replaceAll(/\r?\n/g, '\r')}`)
    for (let at = 1; at < bytes.length; at++) await compare(way, bytes, cutAt(bytes, [at]), random)
  }
})

test('so are damaged streams and those with traps', async () => {
  const { plain } = await fuzzStreams(1500, 2)
  assert.ok(plain > 800, `${plain} events were read without a parse`)
})
