import assert from 'node:assert/strict'
import { onBothDatabases } from '../../test/harness/databases.ts'
import {
  callBy,
  driftsOf,
  givenUser,
  holdFor,
  now,
  readHolds,
  readUser,
  silent,
  withLedger,
} from '../../test/harness/ledger.ts'
import type { Ledger } from '../domain/money/wallet/ledger/ledger.ts'
import type { OpenStore, Store } from '../store/store.ts'
import { expireHolds } from './expire-holds.ts'

const switches = { LogConsumeEnabled: true }
const expireAt = ({ store }: OpenStore, ledger: Ledger, at: number, options = switches) =>
  expireHolds({ store, ledger, clock: () => at, log: silent, options: { current: () => options } }, 'me')
const countRows = async (store: Store) => [
  (await store.selectFrom('logs').select('id').execute()).length,
  (await store.selectFrom('usage_hours').select('hour').execute()).length,
]

onBothDatabases('holds of dead processes end when their time is over, and not before', (open) =>
  withLedger(open, async (ledger) => {
    const user = await givenUser(open.store)
    const calls = Array.from({ length: 300 }, () => callBy(user))
    await Promise.all(calls.map((call) => ledger.hold(holdFor(call, 1))))
    const [delivered] = calls
    assert.ok(delivered)
    await ledger.checkpoint({ ...delivered, accrued: 1, channel_id: 0, expires_at: 0 })
    await expireAt(open, ledger, now + 299)
    assert.equal((await readHolds(open.store)).length, 300)
    await expireAt(open, ledger, now + 305)
    assert.deepEqual(await readHolds(open.store), [])
    assert.deepEqual(await readUser(open.store, user), { quota: 999, held: 0, used_quota: 1, request_count: 1 })
    assert.deepEqual(await countRows(open.store), [1, 1])
    assert.deepEqual(await driftsOf(open, now + 305), [])
  }),
)

onBothDatabases('what is not to be recorded is not recorded for expired calls either', (open) =>
  withLedger(open, async (ledger) => {
    const user = await givenUser(open.store)
    const call = callBy(user)
    await ledger.hold(holdFor(call, 1))
    await ledger.checkpoint({ ...call, accrued: 1, channel_id: 0, expires_at: 0 })
    await expireAt(open, ledger, now + 1000, { LogConsumeEnabled: false })
    assert.deepEqual(await countRows(open.store), [0, 0])
    assert.equal((await readUser(open.store, user)).quota, 999)
  }),
)

onBothDatabases('one instance does it at a time', (open) =>
  withLedger(open, async (ledger) => {
    await expireAt(open, ledger, now)
    await ledger.hold({ ...holdFor(callBy(await givenUser(open.store)), 1), expires_at: now })
    await expireAt(open, ledger, now + 1)
    assert.equal((await readHolds(open.store)).length, 1, 'another instance has the lease')
    await expireAt(open, ledger, now + 5)
    assert.deepEqual(await readHolds(open.store), [])
  }),
)
