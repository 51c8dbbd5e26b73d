import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseKinds } from '../../test/harness/databases.ts'
import { captureFor, driftsOf, givenToken, givenUser, holdFor, now, withLedger } from '../../test/harness/ledger.ts'
import { EarlierCall, givenEarlierDatabase, givenEarlierUser } from '../../test/harness/migrations/earlier-version.ts'
import { callOfMember, givenMember, givenOrganisation } from '../../test/ledger/organisations.ts'
import { migrate } from './migrate.ts'
import type { Store } from './store.ts'

const tables = ['users', 'tokens', 'holds', 'ledger', 'logs', 'usage_hours', 'usage_days'] as const
const rowsOf = async (store: Store) =>
  Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, await store.selectFrom(table).selectAll().execute()])),
  ) as Record<(typeof tables)[number], object[]>

/**
 * What migrations add to the rows of the earlier version: they are of people, who pay and call themselves, from their
 * balances.
 */
const added = {
  users: { kind: 'person', billing_preference: 'subscription_first', has_pots: 0 },
  tokens: { caller_id: 0, billing_preference: '' },
  holds: { caller_id: 0, parts: '', from_pots: 0 },
  ledger: { caller_id: 0, from_pots: 0 },
  ...{ logs: { account_id: 0 }, usage_hours: { account_id: 0 }, usage_days: { account_id: 0 } },
}

for (const kind of databaseKinds)
  test(`organisations come to a database whose users call on, by processes of both versions [${kind}]`, async (t) => {
    const { open, earlier } = await givenEarlierDatabase(t, kind, { main: '0037', log: '0005' })
    const { store } = open
    const person = await givenEarlierUser(open)
    const token_id = await givenToken(store, person.user_id)
    const callOf = (amount: number) => new EarlierCall(earlier, { ...person, token_id, amount, at: now })
    const [charged, running, third] = [callOf(10), callOf(20), callOf(30)]
    await charged.hold()
    await charged.capture()
    await running.hold()
    await third.hold()
    const before = await rowsOf(store)
    await migrate(open)
    const after = await rowsOf(store)
    for (const table of tables) {
      assert.ok(before[table].length > 0, table)
      assert.deepEqual(
        after[table],
        before[table].map((row) => ({ ...row, ...added[table] })),
        table,
      )
    }
    assert.deepEqual(await driftsOf(open), [])

    await withLedger(open, async (ledger) => {
      // Each version ends a call that the other one or itself began before the migration, and begins another.
      await running.capture()
      const { request_id } = third
      const log = { ...captureFor({ ...person, token_id, request_id }, 30), caller_id: undefined }
      await ledger.capture({ ...log, log: log.log && { ...log.log, username: person.username } })
      const next = callOf(40)
      await next.hold()
      await next.capture()
      assert.deepEqual(await driftsOf(open), [])

      const member = await givenUser(store, { quota: 0 })
      const org = await givenOrganisation(store, person.user_id)
      await givenMember(store, org, member)
      const call = callOfMember(org, member, await givenToken(store, org, { caller_id: member }))
      assert.ok((await ledger.hold(holdFor(call, 50))).ok)
      const last = callOf(60)
      await last.hold()
      await ledger.capture(captureFor(call, 50))
      await last.capture()
    })
    assert.deepEqual(await driftsOf(open), [])
    const hours = await store.selectFrom('usage_hours').select(['account_id', 'calls', 'quota']).execute()
    assert.deepEqual(
      hours.filter(({ account_id }) => account_id === 0),
      [{ account_id: 0, calls: 5, quota: 160 }],
      'both versions add to the same hour',
    )
    assert.deepEqual(
      hours.filter(({ account_id }) => account_id !== 0).map(({ calls, quota }) => [calls, quota]),
      [[1, 50]],
    )
  })
