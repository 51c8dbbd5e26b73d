import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useRelay } from '../../../test/harness/relay-harness.ts'
import { LightAbortSignal } from '../../light/light-abort-signal.ts'
import { findPrice, findRouting } from '../entry/admit.ts'
import { AttemptsFailed } from '../entry/errors/client-error.ts'
import { type FailureKind, UpstreamFailure } from '../forms/failure.ts'
import { ClientGone } from './after-failure.ts'
import { newCall } from './call.ts'
import { besideCall } from './open-call.ts'
import { tryChannels } from './try-channels.ts'
import { notSent } from './upstream-failures.ts'

const model = 'gpt-4o'
let key: string
const relay = useRelay('sqlite', {}, async (server) => {
  await server.options({ RetryTimes: '9', AutomaticDisableChannelEnabled: 'false', ChannelPauseFailures: '0' })
  const here = server.place()
  for (let priority = 0; priority < 10; priority++) await here.channel({ priority })
  key = (await here.key()).key.slice('sk-'.length)
})

async function openedCall() {
  const { deps } = relay
  const snapshot = deps.snapshot.current()
  const caller = await deps.authenticate({ key, pin: undefined }, '127.0.0.1', snapshot)
  const price = findPrice(snapshot, model, deps.clock())
  const opened = besideCall(newCall({ request_id: 'x', caller, snapshot, model, price, promptTokens: 1 }))
  return { opened, routing: findRouting(caller, model, snapshot) }
}

/** Calls ten channels, all of which fail after this connecting time, and returns the number of attempts. */
async function attemptsOf(connectingSeconds: number, code?: string): Promise<number> {
  const { opened, routing } = await openedCall()
  const { attempts } = opened
  const attempt = async () => {
    attempts.connectingMs += connectingSeconds * 1000
    throw new UpstreamFailure('network', { status: 502, message: 'no', ...(code && { code }) })
  }
  await assert.rejects(tryChannels(opened, routing, attempt, new LightAbortSignal(), relay.deps), AttemptsFailed)
  return attempts.tried.length
}

test('all attempts together connect for ten seconds at most', async () => {
  assert.equal(await attemptsOf(10, notSent), 1)
  assert.equal(await attemptsOf(4, notSent), 3)
  assert.equal(await attemptsOf(0.01, notSent), 10, 'a refused connection costs no time')
  assert.equal(await attemptsOf(0), 10, 'an upstream that received the request has its own limits')
})

test('a client that hangs up before a request that is never sent pays nothing', async () => {
  const endOf = async (kind: FailureKind) => {
    const { opened, routing } = await openedCall()
    const gone = new LightAbortSignal()
    const attempt = async () => {
      gone.abort()
      throw new UpstreamFailure(kind, { status: 403, message: 'no' })
    }
    const ended: unknown = await tryChannels(opened, routing, attempt, gone, relay.deps).catch((error) => error)
    assert.equal(opened.attempts.tried.length, 1)
    return ended
  }
  assert.ok((await endOf('unsupported')) instanceof AttemptsFailed)
  assert.ok((await endOf('network')) instanceof ClientGone)
})
