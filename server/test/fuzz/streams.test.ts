import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../harness/random.ts'
import { compare, cutAt, fuzzStreams, ways } from './streams.ts'

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

test('so are damaged streams and those with traps', async () => {
  const { plain } = await fuzzStreams(1500, 2)
  assert.ok(plain > 800, `${plain} events were read without a parse`)
})
