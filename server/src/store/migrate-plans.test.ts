import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { databaseKinds } from '../../test/harness/databases.ts'
import { driftsOf, givenToken, now } from '../../test/harness/ledger.ts'
import { EarlierCall, givenEarlierDatabase, givenEarlierUser } from '../../test/harness/migrations/earlier-version.ts'
import { migrate } from './migrate.ts'
import type { LedgerKind } from './schema/money.ts'
import type { Store } from './store.ts'

/** What a unit of each kind adds to the balance and to the earnings. */
const moves: Record<LedgerKind, [posted: number, affiliate: number]> = {
  charge: [-1, 0],
  refund: [1, 0],
  manual_refund: [1, 0],
  rule_refund: [1, 0],
  service_credit: [1, 0],
  top_up: [1, 0],
  order_refund: [-1, 0],
  redemption: [1, 0],
  grant: [1, 0],
  transfer: [1, -1],
  adjustment_credit: [1, 0],
  adjustment_debit: [-1, 0],
  plan_purchase: [-1, 0],
  plan_grant: [0, 0],
  plan_expiry: [0, 0],
  org_transfer_in: [1, 0],
  org_transfer_out: [-1, 0],
  invite_reward: [0, 1],
  dividend: [0, 1],
  dividend_reversal: [0, -1],
  withdrawal: [0, -1],
}
const kinds = Object.keys(moves) as LedgerKind[]

type Entry = { user_id: number; kind: LedgerKind; reference: string; amount: number; from_pots?: number }
const insert = (store: Store, entry: Entry) =>
  store
    .insertInto('ledger')
    .values({ ...entry, created_at: now })
    .returning(['posted', 'affiliate'])
    .executeTakeFirstOrThrow()

const tables = ['users', 'tokens', 'holds', 'ledger'] as const
const rowsOf = async (store: Store) =>
  Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, await store.selectFrom(table).selectAll().execute()])),
  ) as Record<(typeof tables)[number], object[]>

const added = {
  users: { billing_preference: 'subscription_first', has_pots: 0 },
  tokens: { billing_preference: '' },
  holds: { parts: '', from_pots: 0 },
  ledger: { from_pots: 0 },
}

for (const kind of databaseKinds)
  test(`plans come to a database with entries of every kind and running calls [${kind}]`, async (t) => {
    const { open, earlier } = await givenEarlierDatabase(t, kind, { main: '0038' })
    const { store } = open
    const person = await givenEarlierUser(open)
    const token_id = await givenToken(store, person.user_id)
    const callOf = (amount: number) => new EarlierCall(earlier, { ...person, token_id, amount, at: now })
    const [charged, running] = [callOf(10), callOf(20)]
    await charged.hold()
    await charged.capture()
    await running.hold()
    const other = await givenEarlierUser(open)
    for (const [index, one] of kinds.entries())
      await insert(store, { user_id: other.user_id, kind: one, reference: 'before', amount: index + 1 })

    const before = await rowsOf(store)
    await migrate(open)
    const after = await rowsOf(store)
    for (const table of tables) {
      assert.ok(before[table].length > 0, table)
      const expected = before[table].map((row) => ({ ...row, ...added[table] }))
      assert.deepEqual(after[table], expected, table)
    }
    await running.capture() // by a process of the version before

    const entry = { user_id: other.user_id, reference: 'after', amount: 9 }
    for (const one of kinds) {
      const [posted, affiliate] = moves[one]
      const moved = await insert(store, { ...entry, kind: one })
      assert.deepEqual([moved.posted, moved.affiliate], [posted * 9, affiliate * 9], one)
    }
    for (const one of ['charge', 'refund', 'manual_refund', 'rule_refund'] as const) {
      const moved = await insert(store, { ...entry, kind: one, reference: 'spans', from_pots: 6 })
      assert.equal(moved.posted, moves[one][0] * 3, `${one}: the balance moves by what pots did not pay or get`)
      await assert.rejects(insert(store, { ...entry, kind: one, reference: 'over', from_pots: 10 }))
      await assert.rejects(insert(store, { ...entry, kind: one, reference: 'under', from_pots: -1 }))
    }
    await assert.rejects(insert(store, { ...entry, kind: 'gift' as 'grant' }))
    await assert.rejects(insert(store, { ...entry, kind: 'charge' }), 'an entry counts once')
    await assert.rejects(sql`UPDATE ledger SET amount = 1`.execute(store), /append-only/)
    await assert.rejects(sql`DELETE FROM ledger`.execute(store), /append-only/)
    const drifts = await driftsOf(open)
    assert.deepEqual(
      drifts.filter(({ id }) => id === person.user_id || id === token_id),
      [],
    )
  })
