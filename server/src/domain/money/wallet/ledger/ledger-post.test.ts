import assert from 'node:assert/strict'
import { onBothDatabases } from '../../../../../test/harness/databases.ts'
import {
  callBy,
  captureFor,
  driftsOf,
  givenChannel,
  givenToken,
  givenUser,
  holdFor,
  now,
  withLedger,
} from '../../../../../test/harness/ledger.ts'
import type { LedgerKind } from '../../../../store/schema/money.ts'
import type { Store } from '../../../../store/store.ts'
import { type Posting, post } from './ledger-post.ts'

const posting = (user_id: number, kind: Posting['kind'], amount: number, reference = 'once'): Posting => ({
  user_id,
  kind,
  reference,
  amount,
  at: now,
})
const commit = (store: Store, entry: Posting) => store.transaction().execute((transaction) => post(transaction, entry))
const balances = (store: Store, id: number) =>
  store
    .selectFrom('users')
    .select(['quota', 'aff_quota', 'aff_history_quota', 'aff_count'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

onBothDatabases('each kind of entry moves the balances it names, once per reference', async (open) => {
  const { store } = open
  const moves: [LedgerKind & Posting['kind'], quota: number, aff: number, history: number, count: number][] = [
    ['top_up', 5, 0, 0, 0],
    ['redemption', 5, 0, 0, 0],
    ['grant', 5, 0, 0, 0],
    ['adjustment_credit', 5, 0, 0, 0],
    ['invite_reward', 0, 5, 5, 1],
    ['transfer', 5, -5, 0, 0],
    ['adjustment_debit', -5, 0, 0, 0],
  ]
  const user = await givenUser(store, { quota: 100 })
  await commit(store, posting(user, 'invite_reward', 50, 'first'))
  for (const [kind, quota, aff, history, count] of moves) {
    const before = await balances(store, user)
    assert.equal(await commit(store, posting(user, kind, 5)), true, kind)
    assert.equal(await commit(store, posting(user, kind, 7)), false, kind)
    assert.deepEqual(
      await balances(store, user),
      {
        quota: before.quota + quota,
        aff_quota: before.aff_quota + aff,
        aff_history_quota: before.aff_history_quota + history,
        aff_count: before.aff_count + count,
      },
      kind,
    )
  }
  assert.deepEqual(await driftsOf(open), [])
})

onBothDatabases('what is taken away must be there, and a refusal leaves nothing behind', async (open) => {
  const { store } = open
  const user = await givenUser(store, { quota: 10 })
  await commit(store, posting(user, 'invite_reward', 4))
  for (const kind of ['adjustment_debit', 'transfer'] as const)
    await assert.rejects(commit(store, posting(user, kind, 11)), { code: 'quota_insufficient' })
  assert.deepEqual(await balances(store, user), { quota: 10, aff_quota: 4, aff_history_quota: 4, aff_count: 1 })
  assert.deepEqual(await driftsOf(open), [])
})

onBothDatabases('a refund gives back what a charge took from user, token and channel', async (open) => {
  const { store } = open
  const user = await givenUser(store, { quota: 100 })
  const token_id = await givenToken(store, user, { remain_quota: 50 })
  const channel_id = await givenChannel(store)
  await withLedger(open, async (ledger) => {
    const call = callBy(user, token_id)
    await ledger.hold(holdFor(call, 30))
    await ledger.capture(captureFor(call, 30, channel_id))
  })
  for (const isFirst of [true, false])
    assert.equal(await commit(store, { ...posting(user, 'refund', 30, 'task 7'), token_id, channel_id }), isFirst)
  const token = await store.selectFrom('tokens').select(['remain_quota', 'used_quota']).executeTakeFirst()
  assert.deepEqual(token, { remain_quota: 50, used_quota: 0 })
  assert.equal((await balances(store, user)).quota, 100)
  assert.deepEqual(await driftsOf(open), [])
})

onBothDatabases('amounts are positive whole numbers', async ({ store }) => {
  const user = await givenUser(store)
  for (const amount of [0, -5, 0.5, Number.NaN, 2 ** 53])
    await assert.rejects(commit(store, posting(user, 'grant', amount)), RangeError)
})

onBothDatabases('of many callbacks for the same order one credits', async ({ store }) => {
  const user = await givenUser(store, { quota: 0 })
  const order = () => commit(store, posting(user, 'top_up', 50, 'order'))
  const done = await Promise.all(Array.from({ length: 10 }, order))
  assert.equal(done.filter(Boolean).length, 1)
  assert.equal((await balances(store, user)).quota, 50)
})

onBothDatabases('a credit that a balance cannot hold is refused, and nothing of it stays', async (open) => {
  const { store } = open
  const user = await givenUser(store, { quota: 100 })
  await commit(store, posting(user, 'redemption', Number.MAX_SAFE_INTEGER - 100, 'fits'))
  const full = await balances(store, user)
  await assert.rejects(commit(store, posting(user, 'redemption', 1, 'too much')), { code: 'balance_full' })
  assert.deepEqual(await balances(store, user), full)
  assert.equal(await commit(store, posting(user, 'adjustment_debit', 5)), true)
  assert.equal(await commit(store, posting(user, 'redemption', 1, 'too much')), true, 'it was not remembered as done')
})
