import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { orgAdminApi, orgApi } from '@turnpike/contract/identity/organisation-api'
import { role } from '@turnpike/contract/identity/user'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { useServers } from '../../../../test/harness/harness.ts'
import type { LedgerKind } from '../../../store/schema/money.ts'
import { post } from '../../money/wallet/ledger/ledger-post.ts'
import { dataOf, firmOf, linkOf, person, refusalOf } from './testing.ts'

const at = (id: number) => ({ params: { id: String(id) } })

for (const kind of databaseKindsOfRun)
  describe(`the end of organisations on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })

    const credit = (user_id: number, amount: number) =>
      servers.one.deps.store
        .transaction()
        .execute((transaction) =>
          post(transaction, { user_id, kind: 'grant', reference: randomUUID(), amount, at: servers.one.deps.clock() }),
        )
    const accountOf = (id: number) =>
      servers.one.deps.store
        .selectFrom('users')
        .innerJoin('organisations', 'organisations.id', 'users.id')
        .select(['users.quota', 'users.deleted_at', 'organisations.written_off'])
        .where('users.id', '=', id)
        .executeTakeFirstOrThrow()
    const entriesOf = (id: number, of: LedgerKind[]) =>
      servers.one.deps.store
        .selectFrom('ledger')
        .select(['kind', 'amount', 'posted', 'detail'])
        .where('user_id', '=', id)
        .where('kind', 'in', of)
        .execute()
    const tokenOf = (user_id: number, caller_id: number) => {
      const key = `key ${user_id} ${caller_id}`
      const { vault } = servers.one.deps
      return servers.one.deps.store
        .insertInto('tokens')
        .values({
          user_id,
          caller_id,
          name: 'theirs',
          created_time: 1,
          key_cipher: vault.encrypt(key, 'token key'),
          key_hash: vault.hash(key, 'token key'),
        })
        .execute()
    }

    test('the owner deletes an organisation when its balance is 0 and nothing runs', async () => {
      const { store } = servers.one.deps
      const { id, owner, admin, member } = await firmOf(servers.one)
      await tokenOf(id, member.userId)
      const { code } = await linkOf(owner, id)
      await credit(id, 500_000)
      const left = await owner.call(orgApi.remove, at(id))
      assert.equal(refusalOf(left), 'org_balance_left')
      assert.match(left.response.message, /\$1\.00/)
      assert.equal((await accountOf(id)).deleted_at, null)
      await store
        .transaction()
        .execute((transaction) =>
          post(transaction, { user_id: id, kind: 'adjustment_debit', reference: randomUUID(), amount: 500_000, at: 1 }),
        )
      await store.updateTable('users').set({ held: 1 }).where('id', '=', id).execute()
      assert.equal(refusalOf(await owner.call(orgApi.remove, at(id))), 'org_requests_running')
      await store.updateTable('users').set({ held: 0 }).where('id', '=', id).execute()
      assert.equal(refusalOf(await admin.call(orgApi.remove, at(id))), 'org_owner_only')
      dataOf(await owner.call(orgApi.remove, at(id)))
      const { deleted_at, written_off } = await accountOf(id)
      assert.deepEqual([deleted_at === null, written_off], [false, 0])
      for (const client of [owner, member]) {
        assert.equal(refusalOf(await client.call(orgApi.show, at(id))), 'org_missing')
        assert.deepEqual(dataOf(await client.call(orgApi.list)).items, [])
      }
      const live = store.selectFrom('tokens').select('id').where('user_id', '=', id).where('deleted_at', 'is', null)
      assert.deepEqual(await live.execute(), [])
      const late = await person(servers.one)
      assert.equal(refusalOf(await late.call(orgApi.accept, { body: { code } })), 'org_invitation_gone')
    })

    test('administrators write off what is left, or what is owed, and say why', async () => {
      const { store } = servers.one.deps
      const boss = await person(servers.one, { role: role.admin })
      const remove = (id: number, reason: string) => boss.call(orgAdminApi.remove, { ...at(id), body: { reason } })
      const rich = await firmOf(servers.one)
      await credit(rich.id, 700)
      assert.equal(refusalOf(await remove(rich.id, '  ')), 'reason_missing')
      await store.updateTable('users').set({ held: 1 }).where('id', '=', rich.id).execute()
      assert.equal(refusalOf(await remove(rich.id, 'closed')), 'org_requests_running')
      await store.updateTable('users').set({ held: 0 }).where('id', '=', rich.id).execute()
      dataOf(await remove(rich.id, 'closed'))
      assert.equal(refusalOf(await remove(rich.id, 'closed')), 'org_missing')
      const { quota, written_off, deleted_at } = await accountOf(rich.id)
      assert.deepEqual([quota, written_off, deleted_at === null], [0, 700, false])
      const [entry] = await entriesOf(rich.id, ['adjustment_debit', 'adjustment_credit'])
      assert.deepEqual([entry?.kind, entry?.posted, entry?.detail.split('\n')[1]], ['adjustment_debit', -700, 'closed'])

      const owing = await firmOf(servers.one)
      await store
        .insertInto('ledger')
        .values({
          user_id: owing.id,
          kind: 'charge',
          reference: randomUUID(),
          amount: 30,
          overdraft: 30,
          created_at: 1,
        })
        .execute()
      await store.updateTable('users').set({ quota: -30, used_quota: 30 }).where('id', '=', owing.id).execute()
      dataOf(await remove(owing.id, 'never paid'))
      assert.equal((await accountOf(owing.id)).quota, 0)
      const [paid] = await entriesOf(owing.id, ['adjustment_debit', 'adjustment_credit'])
      assert.deepEqual([paid?.kind, paid?.posted], ['adjustment_credit', 30])
      const { state, owner } = dataOf(await boss.call(orgAdminApi.get, at(owing.id)))
      assert.deepEqual([state, owner], ['deleted', ''])
    })
  })
