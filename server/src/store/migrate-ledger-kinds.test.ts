import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { databaseKinds } from '../../test/harness/databases.ts'
import { driftsOf, givenToken, now } from '../../test/harness/ledger.ts'
import { EarlierCall, givenEarlierDatabase, givenEarlierUser } from '../../test/harness/migrations/earlier-version.ts'
import { migrate } from './migrate.ts'

for (const kind of databaseKinds)
  test(`entries keep their values when the ledger gets more kinds, while a process of the version before goes on [${kind}]`, async (t) => {
    const { open, earlier } = await givenEarlierDatabase(t, kind, { main: '0033', log: '0005' })
    const { store } = open
    const person = await givenEarlierUser(open)
    const token_id = await givenToken(store, person.user_id)
    const spend = async (amount: number) => {
      const call = new EarlierCall(earlier, { ...person, token_id, amount, at: now })
      await call.hold()
      await call.capture()
    }
    const all = () => store.selectFrom('ledger').selectAll().orderBy('id').execute()
    await spend(10) // its statements are prepared before the migration
    const known = await all()
    await migrate(open)
    assert.deepEqual(
      await all(),
      known.map((entry) => ({ ...entry, caller_id: 0, from_pots: 0 })),
    )
    await spend(20)
    assert.deepEqual(
      (await all()).map(({ posted, affiliate }) => [posted, affiliate]),
      [
        [1000, 0],
        [-10, 0],
        [-20, 0],
      ],
    )
    const entry = { user_id: person.user_id, reference: 'x', amount: 5, created_at: 1 }
    await assert.rejects(
      store
        .insertInto('ledger')
        .values({ ...entry, kind: 'gift' as 'grant' })
        .execute(),
    )
    await assert.rejects(sql`UPDATE ledger SET amount = 1`.execute(store), /append-only/)
    assert.deepEqual(await driftsOf(open), [])
  })
