import type { Deps } from '../../../../deps.ts'
import type { Store } from '../../../../store/store.ts'
import { lockAccount } from '../../../identity/user-admin/user-admin.queries.ts'
import { closePot, findPot, noteWhetherPots, readPotsToClose } from '../../wallet/pots/pots.queries.ts'
import { openAheadSeconds } from '../allowances.ts'
import { beginGrace, endSubscription, openDuePots } from '../life.rules.ts'
import {
  type Batch,
  findSubscription,
  isOver,
  isUnrenewed,
  readLackingPots,
  readOver,
  readUnrenewed,
  type SubscriptionRow,
} from '../subscriptions.queries.ts'
import type { EndNews } from './tell-ends.ts'

type DueDeps = Pick<Deps, 'store' | 'log' | 'clock'>
type Due = { id: number; user_id: number }

/** One kind of work: the rows for which it is due, and what is done to one of them under the lock of its account. */
type Step = {
  name: string
  read(store: Store, at: number, batch: Batch): Promise<Due[]>
  work(transaction: Store, row: Due, at: number): Promise<EndNews | undefined>
}

/** The row is read again under the lock: a payment or another instance may have changed it. */
const ofSubscription =
  (work: (transaction: Store, row: SubscriptionRow, at: number) => Promise<EndNews | undefined>): Step['work'] =>
  async (transaction, { id }, at) => {
    const row = await findSubscription(transaction, id)
    return row?.status === 'active' ? work(transaction, row, at) : undefined
  }

const steps: readonly Step[] = [
  {
    name: 'begin grace',
    read: readUnrenewed,
    // Payment providers charge some time after the end. A payment that fails is told by the notification about it.
    work: ofSubscription(async (transaction, row, at) => {
      if (isUnrenewed(row, at)) await beginGrace(transaction, row, at)
      return undefined
    }),
  },
  {
    name: 'end',
    read: readOver,
    work: ofSubscription(async (transaction, row, at) => {
      if (!isOver(row, at)) return undefined
      await endSubscription(transaction, row, 'expired', at)
      return { subscription: row, kind: 'ended' }
    }),
  },
  {
    name: 'open pots',
    read: (store, at, batch) => readLackingPots(store, at + openAheadSeconds, batch),
    work: ofSubscription(async (transaction, row, at) => {
      await openDuePots(transaction, row, at)
      return undefined
    }),
  },
  {
    name: 'close pots',
    read: readPotsToClose,
    async work(transaction, { id, user_id }, at) {
      const pot = await findPot(transaction, id)
      if (!pot || pot.ends_at > at) return undefined
      await closePot(transaction, pot, at)
      await noteWhetherPots(transaction, user_id, at)
      return undefined
    },
  },
]

const batchMax = 100

/**
 * Does what time makes due to subscriptions and pots, each row in its own transaction: a row that fails does not stop the
 * others. Returns what their accounts should be told.
 */
export async function runDue(deps: DueDeps, keepLease: () => Promise<boolean>): Promise<EndNews[]> {
  const news: EndNews[] = []
  const at = deps.clock()
  for (const step of steps)
    for (let after: number | undefined = 0; after !== undefined; ) {
      if (!(await keepLease())) return news
      const rows: Due[] = await step.read(deps.store, at, { after, limit: batchMax })
      for (const row of rows) {
        const told = await runOne(deps, step, row, at)
        if (told) news.push(told)
      }
      after = rows.length < batchMax ? undefined : rows.at(-1)?.id
    }
  return news
}

const runOne = ({ store, log }: DueDeps, { name, work }: Step, row: Due, at: number): Promise<EndNews | undefined> =>
  store
    .transaction()
    .execute(async (transaction) => {
      await lockAccount(transaction, row.user_id)
      return work(transaction, row, at)
    })
    .catch((error: unknown) => {
      log.error('subscription failed', { step: name, id: row.id, user_id: row.user_id, error })
      return undefined
    })
