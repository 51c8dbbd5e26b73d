import assert from 'node:assert/strict'
import type { Fault } from '../../../../mock-upstream/faults/fault.ts'
import { assertCharged, assertFree } from '../books.ts'
import type { MoneySuite } from './money-suite.ts'
import { driveSingle } from './single-driver.ts'
import { testVariants } from './test-variants.ts'
import type { SingleCase } from './wire-cases.ts'

type Failure = { variant: string; fault: Fault; isOwn?: true }

/** Failures without a response. */
const early: Failure[] = [
  { variant: 'a refusal', fault: { kind: 'status', status: 500 } },
  { variant: 'a hang-up before the head', fault: { kind: 'cut', at: 'before-headers' } },
  { variant: 'an error in a 200', fault: { kind: 'error-in-200' }, isOwn: true },
  { variant: 'an empty response', fault: { kind: 'silent', how: 'empty' } },
]
const inside: Failure = { variant: 'a hang-up inside the response', fault: { kind: 'cut', at: 'inside' } }

/** What happens to requests whose response fails. */
export function singleFailures(suite: MoneySuite, single: SingleCase): void {
  const { call } = driveSingle(suite, single)
  const { account, books, fault, tried } = suite
  // Half of a sound is some sound, and is paid.
  const failures = single.request.passesThrough === 'sound' ? early : [...early, inside]
  const some = suite.some(single, failures)

  testVariants(
    'costs nothing if there is no response',
    some.map((each) => ({ ...each, mine: account(single.channel) })),
    async ({ fault: each, mine }) => {
      fault(mine, each)
      const { status, text } = await call(mine)
      assert.ok(status >= 400, `${status} ${text.slice(0, 500)}`)
      assertFree(await books(mine))
    },
    single.request.defects?.['cost of a failure'],
  )

  testVariants(
    'is served by the next channel if the first sends no response, and that channel alone is paid',
    some.map((each) => ({ ...each, mine: account(single.channel, single.channel) })),
    async ({ fault: each, mine }) => {
      fault(mine, each)
      const { status, text } = await call(mine)
      assert.equal(status, 200, text.slice(0, 500))
      assert.deepEqual(tried(mine), [0, ...Array<number>(single.request.requests ?? 1).fill(1)])
      const row = assertCharged(await books(mine), single.request.cost)
      assert.equal(row.channel, mine.channels[1]?.id)
    },
    single.request.defects?.['next channel'],
  )
}
