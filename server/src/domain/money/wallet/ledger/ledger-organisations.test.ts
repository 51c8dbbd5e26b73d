import assert from 'node:assert/strict'
import {
  captureFor,
  driftsOf,
  givenToken,
  givenUser,
  holdFor,
  now,
  onLedger,
  readUser,
} from '../../../../../test/harness/ledger.ts'
import { callOfMember, givenMember, givenOrganisation } from '../../../../../test/ledger/organisations.ts'
import type { Store } from '../../../../store/store.ts'

async function givenFirm(store: Store, quota = 1000) {
  const [owner, member] = [await givenUser(store), await givenUser(store)]
  const org = await givenOrganisation(store, owner, { quota })
  await givenMember(store, org, member)
  const token = await givenToken(store, org, { caller_id: member, remain_quota: 500 })
  return { owner, member, org, token }
}

onLedger('an organisation pays for a call, and the log names the member who made it', async (ledger, open) => {
  const { store } = open
  const { member, org, token } = await givenFirm(store)
  const call = callOfMember(org, member, token)
  assert.deepEqual(await ledger.hold(holdFor(call, 100)), { ok: true, quota: 1000 })
  assert.equal((await readUser(store, org)).held, 100)
  assert.deepEqual(await driftsOf(open), [])
  assert.deepEqual(await ledger.capture(captureFor(call, 60)), { ok: true, quota: 940 })
  assert.deepEqual(await readUser(store, org), { quota: 940, held: 0, used_quota: 60, request_count: 1 })
  assert.deepEqual(await readUser(store, member), { quota: 1000, held: 0, used_quota: 0, request_count: 0 })
  const entry = await store
    .selectFrom('ledger')
    .select(['user_id', 'caller_id', 'amount'])
    .where('kind', '=', 'charge')
    .executeTakeFirst()
  assert.deepEqual(entry, { user_id: org, caller_id: member, amount: 60 })
  const told = { user_id: member, account_id: org, quota: 60 }
  assert.deepEqual(await store.selectFrom('logs').select(['user_id', 'account_id', 'quota']).execute(), [told])
  for (const table of ['usage_hours', 'usage_days'] as const)
    assert.deepEqual(await store.selectFrom(table).select(['user_id', 'account_id', 'quota']).execute(), [told])
  assert.deepEqual(await driftsOf(open), [])
})

onLedger('who has left an organisation begins no call, and a running one is charged', async (ledger, open) => {
  const { store } = open
  const { member, org, token } = await givenFirm(store)
  const call = callOfMember(org, member, token)
  await ledger.hold(holdFor(call, 100))
  await store.deleteFrom('organisation_members').where('user_id', '=', member).execute()
  const next = callOfMember(org, member, token)
  assert.deepEqual(await ledger.hold(holdFor(next, 1)), { ok: false, code: 'org_member_missing' })
  assert.deepEqual(await ledger.extend({ ...call, amount: 120, at: now }), { ok: false, code: 'org_member_missing' })
  assert.equal((await ledger.capture(captureFor(call, 80))).ok, true)
  assert.equal((await readUser(store, org)).quota, 920)
  assert.deepEqual(await driftsOf(open), [])
})

onLedger(
  'an expired call of a member is charged to the organisation, and its refund goes back there',
  async (ledger, open) => {
    const { store } = open
    const { member, org, token } = await givenFirm(store)
    const call = callOfMember(org, member, token)
    await ledger.hold(holdFor(call, 50))
    await ledger.checkpoint({ ...call, accrued: 20, channel_id: 0, expires_at: now + 300 })
    await ledger.expire({ ...call, isLogged: true, at: now + 300 })
    assert.equal((await readUser(store, org)).quota, 980)
    await ledger.capture(captureFor(call, 5))
    assert.deepEqual(await readUser(store, org), { quota: 995, held: 0, used_quota: 5, request_count: 1 })
    const rows = await store
      .selectFrom('logs')
      .select(['user_id', 'account_id', 'username', 'quota'])
      .orderBy('id')
      .execute()
    const { username } = await store
      .selectFrom('users')
      .select('username')
      .where('id', '=', member)
      .executeTakeFirstOrThrow()
    const told = { user_id: member, account_id: org, username }
    assert.deepEqual(rows, [
      { ...told, quota: 20 },
      { ...told, quota: -15 },
    ])
    assert.deepEqual(await driftsOf(open), [])
  },
)
