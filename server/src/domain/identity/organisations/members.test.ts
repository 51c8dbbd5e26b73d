import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { orgApi } from '@turnpike/contract/identity/organisation-api'
import { tokenStatus } from '@turnpike/contract/identity/token'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../test/harness/harness.ts'
import { dataOf, firmOf, join, linkOf, ofMember, person, refusalOf } from './testing.ts'

const at = (id: number) => ({ params: { id: String(id) } })

for (const kind of databaseKindsOfRun)
  describe(`members of organisations on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })

    const change = async (client: Client, id: number, user: Client, body: object) =>
      refusalOf(await client.call(orgApi.updateMember, { ...ofMember(id, user.userId), body }))
    const remove = async (client: Client, id: number, user: Client) =>
      refusalOf(await client.call(orgApi.removeMember, ofMember(id, user.userId)))
    const rolesIn = async (client: Client, id: number) => {
      const { items } = dataOf(await client.call(orgApi.members, { ...at(id), query: {} }))
      return items.map(({ role }) => role)
    }

    test('the owner changes everyone, administrators change those below them, and nobody raises themselves', async () => {
      const { id, owner, admin, billing, member, viewer } = await firmOf(servers.one)
      const deputy = await join(owner, await person(servers.one), id, 'admin')
      const caps = { limits: { requests_per_minute: 5 } }
      assert.deepEqual(
        [
          await change(admin, id, member, { role: 'admin' }),
          await change(admin, id, deputy, { role: 'member' }),
          await change(admin, id, admin, caps),
          await change(admin, id, owner, caps),
          await change(admin, id, owner, { role: 'member' }),
          await change(owner, id, owner, { role: 'admin' }),
          await change(owner, id, owner, caps),
          await change(owner, id, deputy, { role: 'billing' }),
          await change(admin, id, member, { role: 'viewer', ...caps }),
          await change(member, id, member, caps),
          await change(billing, id, billing, { role: 'admin' }),
          await change(owner, id, viewer, { role: 'admin' }),
        ],
        [
          'org_owner_only',
          'org_owner_only',
          'org_owner_only',
          'org_owner_only',
          'org_owner_role',
          'org_owner_role',
          '',
          '',
          '',
          'org_forbidden',
          'org_forbidden',
          '',
        ],
      )
      assert.deepEqual(
        [await remove(admin, id, owner), await remove(admin, id, admin), await remove(admin, id, viewer)],
        ['org_owner_stays', 'org_owner_only', 'org_owner_only'],
      )
      assert.deepEqual([await remove(owner, id, owner), await remove(owner, id, viewer)], ['org_owner_stays', ''])
      assert.deepEqual((await rolesIn(owner, id)).sort(), ['admin', 'billing', 'billing', 'owner', 'viewer'])
      assert.equal((await rolesIn(owner, id))[0], 'owner')
    })

    test('members of the roles that may not watch see themselves only', async () => {
      const { id, owner, member, viewer } = await firmOf(servers.one)
      const seen = async (client: Client, query: object = {}) =>
        dataOf(await client.call(orgApi.members, { ...at(id), query }))
      assert.deepEqual(
        (await seen(member)).items.map(({ user_id }) => user_id),
        [member.userId],
      )
      assert.equal((await seen(member, { role: 'owner' })).total, 0)
      assert.equal((await seen(viewer)).total, 5)
      const page = await seen(owner, { p: '2', page_size: '2' })
      assert.deepEqual([page.items.length, page.total, page.page], [2, 5, 2])
      const [found] = (await seen(owner, { role: 'billing' })).items
      assert.equal(found?.role, 'billing')
      assert.deepEqual((await seen(owner, { keyword: found?.username.toUpperCase() ?? '' })).total, 1)
      assert.equal((await seen(owner, { keyword: '%' })).total, 0)
    })

    test('caps, models and groups are stored and shown; absent ones stay, and what is wrong changes nothing', async () => {
      const { id, owner, member } = await firmOf(servers.one)
      const budget = { window: 'rolling', period: 'day', amount: 700 } as const
      const full = {
        limits: { requests_per_minute: 9, budgets: [budget] },
        models: ['gpt-4o', 'o3', 'o3'],
        groups: ['default', 'vip'],
      }
      assert.equal(await change(owner, id, member, full), '')
      for (const [body, code] of [
        [{ models: ['a,b'] }, 'invalid_field'],
        [{ models: ['x'.repeat(257)] }, 'invalid_field'],
        [{ groups: ['nowhere'] }, 'group_unknown'],
        [{ groups: ['default,vip'] }, 'invalid_field'],
        [{ limits: { requests_per_minute: 0 } }, 'invalid_field'],
        [{ limits: { wishes: 3 } }, 'invalid_field'],
        [{ role: 'owner' }, 'invalid_field'],
        [{ role: 'king' }, 'invalid_field'],
      ] as const)
        assert.equal(await change(owner, id, member, { ...body }), code, JSON.stringify(body))
      assert.equal(await change(owner, id, member, { role: 'viewer' }), '')
      const { items } = dataOf(await owner.call(orgApi.members, { ...at(id), query: { role: 'viewer' } }))
      const shown = items.find(({ user_id }) => user_id === member.userId)
      assert.deepEqual(
        [shown?.limits, shown?.models, shown?.groups],
        [full.limits, ['gpt-4o', 'o3'], ['default', 'vip']],
      )
      assert.deepEqual(
        shown?.states.map(({ scope, measure, max, used }) => [scope, measure, max, used]),
        [
          ['seat', 'requests', 9, 0],
          ['seat', 'day', 700, 0],
        ],
      )
      assert.equal(await change(owner, id, member, { limits: {}, models: [], groups: [] }), '')
    })

    test('somebody of another organisation is no member of this one', async () => {
      const { id, owner } = await firmOf(servers.one)
      const other = await firmOf(servers.one)
      assert.equal(await change(owner, id, other.member, { role: 'viewer' }), 'org_person_missing')
      assert.equal(await remove(owner, id, other.member), 'org_person_missing')
      assert.equal(await remove(owner, other.id, other.member), 'org_missing')
      assert.equal((await rolesIn(other.owner, other.id)).length, 5)
    })

    test('whoever is removed has no token, share link or invitation that works, and gets none back by joining', async () => {
      const { store, vault } = servers.one.deps
      const { id, owner, admin } = await firmOf(servers.one)
      const token = async (caller_id: number, status: number) => {
        const key = `key-of-${id}-${caller_id}-${status}`
        const row = await store
          .insertInto('tokens')
          .values({
            user_id: id,
            caller_id,
            name: 'theirs',
            status,
            created_time: 1,
            key_cipher: vault.encrypt(key, 'token key'),
            key_hash: vault.hash(key, 'token key'),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const link = { token_id: row.id, user_id: caller_id, created_at: 1, expires_at: 9_999_999_999 }
        await store
          .insertInto('share_links')
          .values({ ...link, code_hash: `link of ${row.id}` })
          .execute()
        return row.id
      }
      const theirs = [await token(admin.userId, tokenStatus.enabled), await token(admin.userId, tokenStatus.exhausted)]
      const others = await token(owner.userId, tokenStatus.enabled)
      const { code } = await linkOf(admin, id)
      assert.equal(await remove(owner, id, admin), '')
      const statuses = async () => {
        const rows = await store.selectFrom('tokens').select(['id', 'status']).where('user_id', '=', id).execute()
        return new Map(rows.map((row) => [row.id, row.status]))
      }
      const open = async (tokenId: number) => {
        const rows = await store
          .selectFrom('share_links')
          .select('revoked_at')
          .where('token_id', '=', tokenId)
          .execute()
        return rows.filter(({ revoked_at }) => revoked_at === 0).length
      }
      for (const tokenId of theirs) {
        assert.equal((await statuses()).get(tokenId), tokenStatus.disabled)
        assert.equal(await open(tokenId), 0)
      }
      assert.deepEqual([(await statuses()).get(others), await open(others)], [tokenStatus.enabled, 1])
      assert.equal(refusalOf(await admin.call(orgApi.accept, { body: { code } })), 'org_invitation_gone')
      await join(owner, admin, id, 'admin')
      for (const tokenId of theirs) assert.equal((await statuses()).get(tokenId), tokenStatus.disabled)
    })

    test('an administrator who becomes a member has no open invitation', async () => {
      const { id, owner, admin } = await firmOf(servers.one)
      const { code } = await linkOf(admin, id)
      assert.equal(await change(owner, id, admin, { role: 'member' }), '')
      const other = await person(servers.one)
      assert.equal(refusalOf(await other.call(orgApi.accept, { body: { code } })), 'org_invitation_gone')
    })

    test('changes of members are in the audit log', async () => {
      const { id, owner, member } = await firmOf(servers.one, 'Audited')
      await change(owner, id, member, { role: 'billing' })
      await remove(owner, id, member)
      const rows = await servers.one.deps.store
        .selectFrom('audit')
        .select(['action', 'target', 'detail', 'actor_id'])
        .where('target', 'like', `#${id} %`)
        .orderBy('id')
        .execute()
      const actions = rows.map(({ action }) => action)
      assert.deepEqual(actions.filter((action) => action === 'org.join').length, 4)
      assert.deepEqual([actions[0], ...actions.slice(-2)], ['org.create', 'org.member', 'org.remove'])
      const changed = rows.find(({ action }) => action === 'org.member')
      assert.deepEqual(JSON.parse(changed?.detail ?? ''), { role: ['member', 'billing'] })
      assert.deepEqual([changed?.target, changed?.actor_id], [`#${id} Audited: user ${member.userId}`, owner.userId])
    })
  })
