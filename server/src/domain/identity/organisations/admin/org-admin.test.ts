import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { orgAdminApi, orgApi } from '@turnpike/contract/identity/organisation-api'
import { role } from '@turnpike/contract/identity/user'
import { logApi } from '@turnpike/contract/usage/log'
import { databaseKindsOfRun } from '../../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../../test/harness/harness.ts'
import { verifyLedger } from '../../../money/wallet/verify/verify.ts'
import { dataOf, firmOf, found, join, ofMember, person, refusalOf } from '../testing.ts'

const at = (id: number) => ({ params: { id: String(id) } })

for (const kind of databaseKindsOfRun)
  describe(`organisations for administrators of the installation on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    let boss: Client
    let root: Client
    before(async () => {
      boss = await person(servers.one, { role: role.admin })
      root = await person(servers.one, { role: role.root })
    })
    const change = async (client: Client, id: number, body: object) =>
      refusalOf(await client.call(orgAdminApi.update, { ...at(id), body }))
    const balance = (client: Client, id: number, mode: 'add' | 'subtract' | 'override', value: number) =>
      client.call(orgAdminApi.changeBalance, { ...at(id), body: { mode, value, reason: 'by hand' } })

    test('they are listed by name, id, member and state, and sorted by their figures', async () => {
      const { id, member } = await firmOf(servers.one, 'Listed Quay')
      const other = await firmOf(servers.one, 'Listed Pier')
      dataOf(await balance(boss, other.id, 'add', 900))
      const listed = async (query: object) => {
        const { items } = dataOf(await boss.call(orgAdminApi.list, { query }))
        return items.map(({ name }) => name)
      }
      assert.deepEqual(await listed({ keyword: 'listed' }), ['Listed Pier', 'Listed Quay'])
      assert.deepEqual(await listed({ keyword: 'listed', sort: 'quota', order: 'asc' }), ['Listed Quay', 'Listed Pier'])
      assert.ok((await listed({ keyword: String(id) })).includes('Listed Quay'))
      const { username } = await servers.one.deps.store
        .selectFrom('users')
        .select('username')
        .where('id', '=', member.userId)
        .executeTakeFirstOrThrow()
      assert.ok((await listed({ keyword: username })).includes('Listed Quay'))
      assert.equal(await change(boss, id, { is_enabled: false }), '')
      assert.deepEqual(await listed({ keyword: 'listed', state: 'disabled' }), ['Listed Quay'])
      assert.deepEqual(await listed({ keyword: 'listed', state: 'active' }), ['Listed Pier'])
      assert.deepEqual(await listed({ keyword: 'listed', state: 'deleted' }), [])
      const page = dataOf(await boss.call(orgAdminApi.list, { query: { page_size: '1', keyword: 'listed' } }))
      assert.deepEqual([page.items.length, page.total, page.items[0]?.members], [1, 2, 5])
    })

    test('people are no organisations', async () => {
      const lin = await person(servers.one)
      assert.equal(refusalOf(await boss.call(orgAdminApi.get, at(lin.userId))), 'org_missing')
      assert.equal(refusalOf(await boss.call(orgAdminApi.members, { ...at(lin.userId), query: {} })), 'org_missing')
      assert.equal(refusalOf(await boss.call(orgAdminApi.ledger, { ...at(lin.userId), query: {} })), 'org_missing')
      assert.equal(await change(boss, lin.userId, { name: 'x' }), 'org_missing')
      assert.equal(refusalOf(await balance(boss, lin.userId, 'add', 5)), 'org_missing')
      assert.equal(
        refusalOf(await boss.call(orgAdminApi.remove, { ...at(lin.userId), body: { reason: 'x' } })),
        'org_missing',
      )
    })

    test('name, group, state and limits change, and absent ones stay', async () => {
      const { id, owner, member } = await firmOf(servers.one)
      const limits = { requests_per_minute: 7 }
      assert.equal(await change(boss, id, { group: 'nowhere', name: 'Never' }), 'group_unknown')
      assert.equal(await change(boss, id, { name: 'Pier', group: 'vip', limits }), '')
      const shown = dataOf(await boss.call(orgAdminApi.get, at(id)))
      assert.deepEqual(
        [shown.name, shown.group, shown.state, shown.limits, shown.members, shown.owner_id],
        ['Pier', 'vip', 'active', limits, 5, owner.userId],
      )
      assert.deepEqual(
        shown.states.map(({ scope, measure, max }) => [scope, measure, max]),
        [['user', 'requests', 7]],
      )
      assert.equal(dataOf(await owner.call(orgApi.show, at(id))).states.length, 1)
      assert.equal(await change(boss, id, { is_enabled: false }), '')
      for (const client of [owner, member]) {
        assert.equal(refusalOf(await client.call(orgApi.show, at(id))), 'org_missing')
        assert.deepEqual(dataOf(await client.call(orgApi.list)).items, [])
      }
      assert.equal(await change(boss, id, { is_enabled: true, limits: {} }), '')
      assert.equal(dataOf(await owner.call(orgApi.show, at(id))).name, 'Pier')
      const { total } = dataOf(await boss.call(orgAdminApi.members, { ...at(id), query: {} }))
      assert.equal(total, 5)
    })

    test('a balance changes with a reason, which members read in ledger and log, and not the name', async () => {
      const { id, owner, member, viewer } = await firmOf(servers.one)
      assert.equal(dataOf(await balance(boss, id, 'add', 1000)).quota, 1000)
      assert.equal(dataOf(await balance(boss, id, 'subtract', 300)).quota, 700)
      assert.equal(refusalOf(await balance(boss, id, 'subtract', 701)), 'quota_insufficient')
      assert.equal(dataOf(await balance(boss, id, 'override', 50)).quota, 50)
      const query = {}
      const seen = dataOf(await viewer.call(orgApi.ledger, { ...at(id), query }))
      assert.deepEqual(
        seen.items.map(({ quota, reason, operator, caller }) => [quota, reason, operator, caller]),
        [-650, -300, 1000].map((quota) => [quota, 'by hand', '', '']),
      )
      assert.equal(refusalOf(await member.call(orgApi.ledger, { ...at(id), query })), 'org_forbidden')
      const all = dataOf(await boss.call(orgAdminApi.ledger, { ...at(id), query }))
      assert.ok(all.items.every(({ operator }) => operator !== ''))
      const rows = await servers.one.deps.store
        .selectFrom('logs')
        .select(['user_id', 'account_id'])
        .where('account_id', '=', id)
        .execute()
      assert.deepEqual(rows, Array(3).fill({ user_id: owner.userId, account_id: id }))
      const own = dataOf(await owner.call(logApi.self, { query: {} }))
      assert.equal(own.total, 0, "the owner's own log tells of the owner's balance")
    })

    test('an administrator changes no organisation of their own, nor one of a peer; the super administrator does', async () => {
      const own = await found(boss)
      const peer = await person(servers.one, { role: role.admin })
      const peers = await found(peer)
      const { id, owner } = await firmOf(servers.one)
      await join(owner, boss, id)
      for (const org of [own.id, peers.id, id]) {
        assert.equal(await change(boss, org, { name: 'Mine' }), 'org_update_forbidden')
        assert.equal(refusalOf(await balance(boss, org, 'add', 1)), 'org_update_forbidden')
        assert.equal(
          refusalOf(await boss.call(orgAdminApi.remove, { ...at(org), body: { reason: 'x' } })),
          'org_update_forbidden',
        )
        assert.equal(await change(root, org, { name: 'Ours' }), '')
      }
    })

    test('another member becomes the owner where the owner cannot transfer the organisation', async () => {
      const { id, owner, member } = await firmOf(servers.one)
      const stranger = await person(servers.one)
      assert.equal(await change(boss, id, { owner_id: stranger.userId }), 'org_person_missing')
      assert.equal(await change(boss, id, { owner_id: member.userId }), '')
      assert.equal(await change(boss, id, { owner_id: member.userId }), '')
      const { items } = dataOf(await member.call(orgApi.members, { ...at(id), query: { role: 'owner' } }))
      assert.deepEqual(
        items.map(({ user_id }) => user_id),
        [member.userId],
      )
      dataOf(await member.call(orgApi.removeMember, ofMember(id, owner.userId)))
    })

    test('after all of this the books are right', async () => {
      const { store, logStore, clock } = servers.one.deps
      assert.deepEqual((await verifyLedger({ store, logStore, dialect: kind }, clock())).drifts, [])
    })
  })
