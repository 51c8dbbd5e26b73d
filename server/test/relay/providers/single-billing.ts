import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UsageFault } from '../../../../mock-upstream/faults/fault.ts'
import { assertCharged } from '../books.ts'
import type { MoneySuite } from './money-suite.ts'
import { driveSingle } from './single-driver.ts'
import { testVariants } from './test-variants.ts'
import type { SingleCase } from './wire-cases.ts'

/** Usage that is not there, or that cannot be true. */
const unbelievable: UsageFault[] = ['missing', 'zero', 'negative', 'fractional', 'string', 'huge', 'null']

/** What complete responses cost. */
export function singleBilling(suite: MoneySuite, single: SingleCase): void {
  const { call } = driveSingle(suite, single)
  const { account, books, fault } = suite
  const { cost, counted = cost, countedFractional = counted } = single.request

  const billed = account(single.channel)
  test('is charged exactly', async () => {
    const { status, text } = await call(billed)
    assert.equal(status, 200, text.slice(0, 500))
    const row = assertCharged(await books(billed), cost)
    assert.equal(row.channel, billed.channels[0]?.id)
  })

  const uncounted = suite
    .some(
      { readsLike: single.countsLike },
      unbelievable.map((variant) => ({ variant })),
    )
    .map((each) => ({ ...each, mine: account(single.channel) }))
  testVariants(
    'is charged by our own count if its usage is missing or cannot be true',
    uncounted,
    async ({ variant, mine }) => {
      fault(mine, { kind: 'usage', how: variant })
      const { status, text } = await call(mine)
      assert.equal(status, 200, text.slice(0, 500))
      assertCharged(await books(mine), variant === 'fractional' ? countedFractional : counted)
    },
    single.request.defects?.usage,
  )
}
