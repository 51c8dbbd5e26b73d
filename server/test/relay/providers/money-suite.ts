import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { OptionKey } from '@turnpike/contract/options'
import type { Fault } from '../../../../mock-upstream/faults/fault.ts'
import type { HeldResponse } from '../../../../mock-upstream/held-responses.ts'
import type { DatabaseKind } from '../../harness/databases.ts'
import { type RelayServer, useRelay } from '../../harness/relay-harness.ts'
import { type Books, booksOf } from '../books.ts'
import { isRepeatedAfter } from '../repeated-requests.ts'
import { type Account, useAccounts } from './accounts.ts'
import { type ClientCall, soon } from './client-call.ts'
import { controlLedger, type LedgerControl } from './ledger-control.ts'
import type { Case } from './wire-cases.ts'

/** `isOwn`: what comes of it depends on tables and members of this provider, and not only on how its format is read. */
type Variant = { variant: string; isOwn?: true }

/** What the tests of a describe block share: a relay, accounts on it, and control of its ledger and of its upstream. */
export type MoneySuite = {
  relay: RelayServer
  account: ReturnType<typeof useAccounts>
  ledger: LedgerControl
  /** Variants that differ only in what an upstream sends run on one database. */
  hasAllVariants: boolean
  /** The variants to try: all; the provider's own where it shares a decoder with another type; one on the second database. */
  some<Each extends Variant>(wanted: Pick<Case, 'readsLike'>, variants: Each[]): Each[]
  books(mine: Account): Promise<Books>
  /** The next call of the account's first channel has this fault. */
  fault(mine: Account, fault: Fault): void
  /** Holds the next response of the account's first channel. */
  holdResponse(mine: Account): HeldResponse
  /** Which of the account's channels were called, in order. */
  tried(mine: Account): number[]
  /** Gives the books when the upstream call has been aborted and the call is settled, both from now on. */
  aborted(mine: Account): Promise<Books>
  /** The client leaves. Gives the books as `aborted` does. */
  leave(mine: Account, client: ClientCall): Promise<Books>
}

export function useMoneySuite(
  kind: DatabaseKind,
  options: Partial<Record<OptionKey, string>>,
  env: Record<string, string> = {},
): MoneySuite {
  const relay = useRelay(kind, env, (started) => started.options({ RetryTimes: '3', ...options }))
  const upstreamKey = ({ channels: [first] }: Account) => first?.key ?? ''
  const suite: MoneySuite = {
    relay,
    account: useAccounts(relay),
    ledger: {} as LedgerControl, // filled before any test runs
    hasAllVariants: kind === 'sqlite',
    some({ readsLike }, variants) {
      if (kind !== 'sqlite') return variants.slice(0, 1)
      return readsLike === undefined ? variants : variants.filter(({ isOwn }, index) => isOwn || index === 0)
    },
    books: (mine) => booksOf(relay, mine),
    fault(mine, fault) {
      const times = isRepeatedAfter(fault) ? 2 : 1
      relay.mock.faults.add({ match: { key: upstreamKey(mine) }, times, fault })
    },
    holdResponse: (mine) => relay.mock.holdResponse({ key: upstreamKey(mine) }),
    tried: ({ channels }) =>
      relay.mock.requests.list().flatMap(({ key }) => {
        const position = channels.findIndex((channel) => channel.key === key)
        return position === -1 ? [] : [position]
      }),
    async aborted(mine) {
      const aborted = relay.mock.requests.nextAbort(({ key }) => key === upstreamKey(mine))
      const settled = suite.ledger.nextSettlement(mine.user_id)
      await soon('the end of the upstream call', aborted)
      await soon('the charge', settled)
      return booksOf(relay, mine)
    },
    async leave(mine, client) {
      const aborted = suite.aborted(mine)
      client.leave()
      const books = await aborted
      assert.equal(await client.over, 'broken')
      return books
    },
  }
  before(() => {
    suite.ledger = controlLedger(relay)
    relay.mock.faults.add({ fault: { kind: 'spread' } }) // events that arrive together hide faults of order
  })
  return suite
}
