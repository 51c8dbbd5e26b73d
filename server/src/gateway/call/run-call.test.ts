import assert from 'node:assert/strict'
import { ServerResponse } from 'node:http'
import { test } from 'node:test'
import type { FastifyReply } from 'fastify'
import { createInFlight } from '../entry/in-flight.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Call } from './call.ts'
import { runCall } from './run-call.ts'

test('a call leaves the count of those in flight also when its hold cannot be released', async () => {
  const inFlight = createInFlight()
  const caller = { user_id: 1, token_id: 2 }
  // What runCall touches of a call, a reply and the relay's dependencies; the rest plays no part here.
  const call = { caller, held: 5, isSettling: false } as unknown as Call
  const reply = { raw: new ServerResponse({ method: 'POST' } as ServerResponse['req']) } as FastifyReply
  const release = () => Promise.reject(new Error('no disk'))
  const deps = { inFlight, clock: () => 1, ledger: { release } } as unknown as RelayDeps
  await assert.rejects(
    runCall(call, { hold: 0, reply }, deps, () => Promise.reject(new Error('no upstream'))),
    /no disk/,
  )
  assert.equal(inFlight.count(), 0)
})
