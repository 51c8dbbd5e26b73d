import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LightAbortSignal } from '../../outbound/light-abort-signal.ts'
import type { Channel } from '../routing/channel.ts'
import { type Next, raced } from './hedge.ts'

/** Hedging reads nothing of a channel. */
const nextOf = (id: number): Next => {
  const channel = { id } as Channel
  return { whole: channel, channel }
}

test('a second attempt that throws at once leaves the first one alone', async () => {
  const [first, second] = [nextOf(1), nextOf(2)]
  const answer = Promise.withResolvers<string>()
  const failed: unknown[] = []
  const race = await raced({
    first,
    afterMs: 1,
    gone: new LightAbortSignal(),
    attempt(channel) {
      if (channel === first.channel) return answer.promise
      answer.resolve('from the first')
      throw new Error('broken')
    },
    second: async () => second,
    oneFailed: (_, other, error) => failed.push([other.next, (error as Error).message]),
  })
  assert.deepEqual('started' in race && [race.started, race.next.channel.id], ['from the first', 1])
  assert.deepEqual(failed, [[first, 'broken']])
})
