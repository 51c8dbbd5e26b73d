import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LightAbortSignal } from '../../light/light-abort-signal.ts'
import type { Channel } from '../routing/channel.ts'
import { raced } from './hedge.ts'
import type { Candidate } from './next-candidate.ts'

/** Hedging reads nothing of a channel. */
const candidateOf = (id: number): Candidate => {
  const channel = { id } as Channel
  return { channel, withKey: channel }
}

test('a second attempt that throws at once leaves the first one alone', async () => {
  const [first, second] = [candidateOf(1), candidateOf(2)]
  const response = Promise.withResolvers<string>()
  const failed: unknown[] = []
  const { ended } = await raced({
    first,
    afterMs: 1,
    gone: new LightAbortSignal(),
    attempt(channel) {
      if (channel === first.withKey) return response.promise
      response.resolve('from the first')
      throw new Error('broken')
    },
    second: async () => second,
    oneFailed({ error }, other) {
      failed.push([other, (error as Error).message])
    },
  })
  assert.equal(ended.candidate, first)
  assert.equal('started' in ended && ended.started, 'from the first')
  assert.deepEqual(failed, [[first, 'broken']])
})
