import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { orgApi, orgMembersMax, orgsPerPersonMax } from '@turnpike/contract/identity/organisation-api'
import { selfApi } from '@turnpike/contract/identity/self'
import { role } from '@turnpike/contract/identity/user'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { type Client, givenPassword, saveOptions, useServers } from '../../../../test/harness/harness.ts'
import { dataOf, firmOf, found, join, linkOf, person, refusalOf } from './testing.ts'

const at = (id: number) => ({ params: { id: String(id) } })

for (const kind of databaseKinds)
  describe(`organisations on ${kind}`, () => {
    const servers = useServers(kind, { one: {}, two: {} })

    test('whoever creates an organisation owns it, in their own group, and others do not see it', async () => {
      const { one } = servers
      const lin = await person(one)
      const max = await person(one)
      await one.deps.store.updateTable('users').set({ group: 'vip' }).where('id', '=', lin.userId).execute()
      const made = await found(lin, '  Harbour Ltd ')
      assert.deepEqual(
        [made.name, made.role, made.group, made.members, made.balance],
        ['Harbour Ltd', 'owner', 'vip', 1, { quota: 0, held: 0, used_quota: 0, request_count: 0 }],
      )
      const listed = { id: made.id, name: 'Harbour Ltd', role: 'owner', is_offered: false }
      assert.deepEqual(dataOf(await lin.call(orgApi.list)), { items: [listed], may_create: true })
      assert.deepEqual(dataOf(await max.call(orgApi.list)).items, [])
      assert.equal(refusalOf(await max.call(orgApi.show, at(made.id))), 'org_missing')
      assert.equal(refusalOf(await max.call(orgApi.show, at(lin.userId))), 'org_missing')
      const row = await one.deps.store
        .selectFrom('users')
        .select(['kind', 'username', 'password_hash'])
        .where('id', '=', made.id)
        .executeTakeFirstOrThrow()
      assert.deepEqual([row.kind, row.username.startsWith('org:'), row.password_hash], ['org', true, ''])
    })

    test('a name is one line of 40 characters', async () => {
      const lin = await person(servers.one)
      for (const [name, code] of [
        ['', 'org_name_missing'],
        ['   ', 'org_name_missing'],
        ['x'.repeat(41), 'org_name_invalid'],
        ['a\nb', 'org_name_invalid'],
      ] as const)
        assert.equal(refusalOf(await lin.call(orgApi.create, { body: { name } })), code, name)
      const { id } = await found(lin, '𠮷'.repeat(40))
      const body = { name: 'a\u200bb', warn_below: 0 }
      assert.equal(refusalOf(await lin.call(orgApi.update, { ...at(id), body })), 'org_name_invalid')
    })

    if (!hasEveryTest(kind)) return

    test('an option decides who may create organisations', async () => {
      const { one } = servers
      const lin = await person(one)
      const boss = await person(one, { role: role.admin })
      const may = async (who: string) => {
        await saveOptions(one.deps.store, one.deps.vault, { OrganizationCreation: who })
        await one.deps.reload()
        const outcomes = []
        for (const client of [lin, boss]) {
          const { may_create } = dataOf(await client.call(orgApi.list))
          assert.equal(may_create, refusalOf(await client.call(orgApi.create, { body: { name: 'Acme' } })) === '')
          outcomes.push(may_create)
        }
        return outcomes
      }
      assert.deepEqual(await may('nobody'), [false, false])
      assert.deepEqual(await may('admins'), [false, true])
      assert.deepEqual(await may('everyone'), [true, true])
    })

    test(`a person belongs to ${orgsPerPersonMax} organisations at most, however many are created or joined at once`, async () => {
      const { one, two } = servers
      const owner = await person(one)
      const { id } = await found(owner)
      const lin = await person(one)
      const other = two.client()
      await other.signIn(
        (
          await one.deps.store
            .selectFrom('users')
            .select('username')
            .where('id', '=', lin.userId)
            .executeTakeFirstOrThrow()
        ).username,
      )
      for (let count = 0; count < orgsPerPersonMax - 1; count++) await found(lin)
      const { code } = await linkOf(owner, id)
      const outcomes = await Promise.all([
        lin.call(orgApi.create, { body: { name: 'Acme' } }),
        other.call(orgApi.create, { body: { name: 'Acme' } }),
        lin.call(orgApi.create, { body: { name: 'Acme' } }),
        other.call(orgApi.accept, { body: { code } }),
      ])
      assert.deepEqual(outcomes.map(refusalOf).sort(), ['', 'orgs_too_many', 'orgs_too_many', 'orgs_too_many'])
      assert.equal(dataOf(await lin.call(orgApi.list)).items.length, orgsPerPersonMax)
    })

    test(`an organisation has ${orgMembersMax} members at most, however many join at once`, async () => {
      const { one, two } = servers
      const { store } = one.deps
      const owner = await person(one)
      const { id } = await found(owner)
      await fill(store, id, orgMembersMax - 2)
      const people = [await person(one), await person(two), await person(one), await person(two)]
      const codes: string[] = []
      for (const _ of people) codes.push((await linkOf(owner, id)).code)
      const outcomes = await Promise.all(
        people.map((client, index) => client.call(orgApi.accept, { body: { code: codes[index] ?? '' } })),
      )
      assert.deepEqual(outcomes.map(refusalOf).sort(), ['', 'org_members_full', 'org_members_full', 'org_members_full'])
      assert.equal(dataOf(await owner.call(orgApi.show, at(id))).members, orgMembersMax)
    })

    /** Rows of members, which no request made. */
    async function fill(store: typeof servers.one.deps.store, org_id: number, count: number) {
      const rows = Array.from({ length: count }, (_, index) => {
        const username = `f${org_id}-${index}`
        return { username, username_key: username, aff_code: username, created_at: 1 }
      })
      for (let from = 0; from < count; from += 100) {
        const made = await store
          .insertInto('users')
          .values(rows.slice(from, from + 100))
          .returning('id')
          .execute()
        await store
          .insertInto('organisation_members')
          .values(made.map(({ id }) => ({ org_id, user_id: id, role: 'member' as const, joined_at: 1 })))
          .execute()
      }
    }

    test('whoever may change the settings changes name and warning; members see neither balance nor warning', async () => {
      const { id, owner, admin, member, viewer } = await firmOf(servers.one)
      const changed = dataOf(await admin.call(orgApi.update, { ...at(id), body: { name: 'Quay', warn_below: 700 } }))
      assert.deepEqual([changed.name, changed.warn_below], ['Quay', 700])
      assert.deepEqual(dataOf(await viewer.call(orgApi.show, at(id))).warn_below, 700)
      const seen = dataOf(await member.call(orgApi.show, at(id)))
      assert.deepEqual([seen.name, seen.warn_below, seen.balance, seen.states], ['Quay', 0, undefined, []])
      assert.deepEqual(
        dataOf(await owner.call(orgApi.list)).items.map(({ name }) => name),
        ['Quay'],
      )
    })

    test('somebody who leaves is a stranger from then on; the owner cannot leave', async () => {
      const { id, owner, member } = await firmOf(servers.one)
      assert.equal(refusalOf(await owner.call(orgApi.leave, at(id))), 'org_owner_stays')
      dataOf(await member.call(orgApi.leave, at(id)))
      assert.equal(refusalOf(await member.call(orgApi.show, at(id))), 'org_missing')
      assert.equal(refusalOf(await member.call(orgApi.leave, at(id))), 'org_missing')
      await join(owner, member, id)
      assert.equal(dataOf(await member.call(orgApi.show, at(id))).role, 'member')
    })

    test('an account that is cancelled leaves its organisations; an owner has to part with theirs first', async () => {
      const { id, owner, member } = await firmOf(servers.one)
      const cancel = async (client: Client) =>
        refusalOf(await client.call(selfApi.remove, { body: { original_password: givenPassword } }))
      assert.equal(await cancel(owner), 'org_owner_cancels')
      assert.equal(dataOf(await owner.call(orgApi.show, at(id))).members, 5)
      assert.equal(await cancel(member), '')
      assert.equal(dataOf(await owner.call(orgApi.show, at(id))).members, 4)
    })
  })
