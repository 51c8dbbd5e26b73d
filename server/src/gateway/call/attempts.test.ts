import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silent } from '../../../test/harness/ledger.ts'
import { LightAbortSignal } from '../../light/light-abort-signal.ts'
import { AttemptsFailed } from '../entry/client-error.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import type { Channel } from '../routing/channel.ts'
import { buildRoutes, tiersFor } from '../routing/routing.ts'
import { Standing } from '../routing/standing.ts'
import { tryChannels } from './attempts.ts'
import type { Call } from './call.ts'
import { notSent } from './upstream-failures.ts'

/** Asks ten channels, all of which fail after the call has connected for so long, and returns how many were asked. */
async function attemptsOf(connectingSeconds: number, code?: string): Promise<number> {
  const channels = Array.from({ length: 10 }, (_, id) => ({
    id,
    groups: ['default'],
    models: ['gpt-4o'],
    priority: id,
    weight: 1,
    inputTokensMax: 0,
    statusMapping: new Map(),
    secrets: () => [],
    standing: new Standing(id),
    keyId: 0,
  })) as unknown as Channel[]
  // What tryChannels touches of a call and the relay's dependencies.
  const options = {
    RetryTimes: 9,
    AutomaticDisableChannelEnabled: false,
    ChannelPauseFailures: 0,
    ChannelChoice: 'weight',
  }
  const lists = { tried: [], done: [], triedKeys: [], failures: [] }
  const call = { request_id: 'x', ...lists, connectingMs: 0, promptTokens: 1, snapshot: { options } } as unknown as Call
  const deps = {
    random: () => 0,
    clock: () => 1,
    log: silent,
    metrics: { attempt() {} },
    attemptLog: { note() {} },
  } as unknown as RelayDeps
  const attempt = async () => {
    call.connectingMs += connectingSeconds * 1000
    throw new UpstreamFailure('network', { status: 502, message: 'no', ...(code && { code }) })
  }
  const routing = { tiers: tiersFor(buildRoutes(channels), 'default', 'gpt-4o') }
  await assert.rejects(tryChannels(call, routing, attempt, new LightAbortSignal(), deps), AttemptsFailed)
  return call.tried.length
}

test('all attempts together connect for ten seconds at most', async () => {
  assert.equal(await attemptsOf(10, notSent), 1)
  assert.equal(await attemptsOf(4, notSent), 3)
  assert.equal(await attemptsOf(0.01, notSent), 10, 'a refused connection costs no time')
  assert.equal(await attemptsOf(0), 10, 'an upstream that was asked has its own limits')
})
