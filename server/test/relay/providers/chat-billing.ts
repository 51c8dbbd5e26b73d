import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UsageFault } from '../../../../mock-upstream/faults/fault.ts'
import { assertUsed, counted, driveChat, type Price, response, type Tokens } from './chat-driver.ts'
import type { MoneySuite } from './money-suite.ts'
import { testVariants } from './test-variants.ts'
import type { ChatCase } from './wire-cases.ts'

/** Usage that is not there, or that cannot be true. */
const unbelievable: UsageFault[] = ['missing', 'zero', 'negative', 'fractional', 'string', 'huge', 'null']

const bounds: { variant: string; counts: Tokens; limit?: number; used: Tokens }[] = [
  // A tenth and 64 tokens more is how other upstreams count.
  { variant: 'at the bound', counts: { input: 50, output: 1164 }, limit: 1000, used: { input: 50, output: 1164 } },
  { variant: 'beyond the bound', counts: { input: 50, output: 1165 }, limit: 1000, used: counted },
  { variant: 'more than any model reads', counts: { input: 2_000_001, output: 5 }, used: counted },
  { variant: 'no output', counts: { input: 50, output: 0 }, used: { input: 50, output: counted.output } },
]

/** What complete responses cost. */
export function chatBilling(suite: MoneySuite, chat: ChatCase, price: Price): void {
  const { call, textIn } = driveChat(suite, chat)
  const { account, books, fault, hasAllVariants } = suite

  for (const isStream of [false, true]) {
    const manner = isStream ? 'a stream' : 'a whole response'

    const billed = account(chat.channel)
    test(`${manner} is charged what the upstream says it used`, async () => {
      const counts = { input: 1234, output: 567 }
      fault(billed, { kind: 'usage', counts })
      const { status, text } = await call(billed, isStream)
      assert.equal(status, 200, text)
      assert.equal(textIn(text, isStream), response)
      const row = assertUsed(await books(billed), chat.tellsUsage ? counts : counted, price)
      assert.deepEqual([row.channel, row.is_stream], [billed.channels[0]?.id, isStream ? 1 : 0])
      assert.equal(row.other.admin_info.local_count_tokens, chat.tellsUsage ? undefined : true)
    })

    const uncounted = suite
      .some(
        chat,
        unbelievable.map((variant) => ({ variant })),
      )
      .map((each) => ({ ...each, mine: account(chat.channel) }))
    testVariants(
      `${manner} without usage, or with usage that cannot be true, is charged by our own count, and administrators are told`,
      uncounted,
      async ({ variant, mine }) => {
        fault(mine, { kind: 'usage', how: variant })
        const { status, text } = await call(mine, isStream)
        assert.equal(status, 200, text)
        const row = assertUsed(await books(mine), counted, price)
        assert.equal(row.other.admin_info.local_count_tokens, true)
      },
    )

    if (!hasAllVariants || !chat.tellsUsage || chat.readsLike !== undefined) continue
    const bounded = bounds.map((bound) => ({ ...bound, mine: account(chat.channel) }))
    testVariants(
      `${manner} is charged what the upstream says up to what the call could have used`,
      bounded,
      async ({ counts, limit, used, mine }) => {
        fault(mine, { kind: 'usage', counts })
        const { status, text } = await call(mine, isStream, limit === undefined ? {} : chat.format.limit(limit))
        assert.equal(status, 200, text)
        const { admin_info } = assertUsed(await books(mine), used, price).other
        const isBelieved = used.input === counts.input && used.output === counts.output
        assert.equal(admin_info.local_count_tokens, isBelieved ? undefined : true)
      },
    )
  }
}
