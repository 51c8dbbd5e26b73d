import assert from 'node:assert/strict'
import { type PlanTerms, planTerms } from '@turnpike/contract/money/plans/plan'
import { onBothDatabases, openTest } from '../../../../test/harness/databases.ts'
import { driftsOf, givenUser, silent } from '../../../../test/harness/ledger.ts'
import type { OpenStore, Store } from '../../../store/store.ts'
import { runDue } from './due/due.rules.ts'
import { endSubscription, openSubscription, renewSubscription } from './life.rules.ts'
import type { OrderedPlan } from './ordered-plan.ts'
import { findSubscription, type SubscriptionRow } from './subscriptions.queries.ts'

export const day = 86_400
/** 2026-01-31 10:00 UTC: the next month is shorter. */
export const start = Date.parse('2026-01-31T10:00Z') / 1000

export const planWith = (terms: Partial<PlanTerms> = {}): OrderedPlan => ({
  plan_id: 7,
  title: 'Pro',
  price: '20',
  currency: 'USD',
  terms: { ...planTerms.parse({}), ...terms },
})

type Bought = { renews?: boolean; replaces?: number; at?: number }

/** An account and what happens to its subscriptions. */
export type Life = ReturnType<typeof lifeOf>

function lifeOf(open: OpenStore, user_id: number) {
  const { store } = open
  const inTransaction = <Result>(work: (transaction: Store) => Promise<Result>) => store.transaction().execute(work)
  return {
    open,
    store,
    user_id,
    inTransaction,
    buy: (terms: Partial<PlanTerms> = {}, { renews = false, replaces = 0, at = start }: Bought = {}) =>
      inTransaction((transaction) =>
        openSubscription(
          transaction,
          {
            ...{ user_id, caller_id: 0, source: 'balance', trade_no: '', paid: '20', worth: 10_000_000 },
            ...{ plan: planWith(terms), renews, replaces },
          },
          at,
        ),
      ),
    renew: (row: SubscriptionRow, at: number) =>
      inTransaction((transaction) =>
        renewSubscription(transaction, row, { paid: '20', worth: 10_000_000, renews: true }, at),
      ),
    cancel: (row: SubscriptionRow, at: number) =>
      inTransaction((transaction) => endSubscription(transaction, row, 'cancelled', at)),
    /** What the job does at a time. */
    run: (at: number) => runDue({ store, log: silent, clock: () => at }, async () => true),
    rowOf: async ({ id }: { id: number }) => {
      const row = await findSubscription(store, id)
      assert.ok(row)
      return row
    },
    account: () =>
      store
        .selectFrom('users')
        .select(['group', 'has_pots', 'quota'])
        .where('id', '=', user_id)
        .executeTakeFirstOrThrow(),
    pots: () => store.selectFrom('pots').selectAll().where('user_id', '=', user_id).orderBy('id').execute(),
    /** The grants and expiries of pots, as signed amounts. */
    entries: async () => {
      const rows = await store
        .selectFrom('ledger')
        .select(['kind', 'amount'])
        .where('user_id', '=', user_id)
        .where('kind', 'in', ['plan_grant', 'plan_expiry'])
        .orderBy('id')
        .execute()
      return rows.map(({ kind, amount }) => (kind === 'plan_grant' ? amount : -amount))
    },
    /** A charge that a pot paid. */
    spend: (pot_id: number, amount: number, at: number) =>
      inTransaction((transaction) => spend(transaction, { user_id, pot_id, amount, at })),
  }
}

let charges = 0

export async function spend(
  transaction: Store,
  { user_id, pot_id, amount, at }: { user_id: number; pot_id: number; amount: number; at: number },
): Promise<void> {
  const reference = `charge-${++charges}`
  const entry = { user_id, kind: 'charge', reference, amount, from_pots: amount, created_at: at } as const
  const move = { pot_id, kind: 'charge', reference, request_id: reference, amount, created_at: at } as const
  await transaction.insertInto('ledger').values(entry).execute()
  await transaction.insertInto('pot_moves').values(move).execute()
  await transaction
    .updateTable('pots')
    .set(({ eb }) => ({ quota: eb('quota', '-', amount) }))
    .where('id', '=', pot_id)
    .execute()
  await transaction
    .updateTable('users')
    .set(({ eb }) => ({ used_quota: eb('used_quota', '+', amount) }))
    .where('id', '=', user_id)
    .execute()
}

/** A test on both databases, after which the books must balance. */
export const onLife = (name: string, body: (life: Life) => Promise<void>) =>
  onBothDatabases(name, async (open) => {
    await body(lifeOf(open, await givenUser(open.store, { quota: 1000 })))
    assert.deepEqual(await driftsOf(open), [])
  })

/** Another process on the same database. */
export const anotherProcess = (open: OpenStore) => openTest(open.main)
