import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { role, userStatus } from '@turnpike/contract/identity/user'
import { agentAdminApi, agentApi } from '@turnpike/contract/money/agents/agent-api'
import { type OwnTerms, usualTerms } from '@turnpike/contract/money/agents/terms'
import { overviewApi } from '@turnpike/contract/system/overview'
import { setOptions } from '../../../../../test/harness/accounts.ts'
import { databaseKinds } from '../../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../../test/harness/harness.ts'
import { dataOf, firmOf, person, refusalOf } from '../../../identity/organisations/testing.ts'
import { at, givenAgent, givenInvited, givenOrder, givenShare } from '../testing.ts'

test('what sets terms, shows accounts or records payments is for the super administrator', () => {
  const ofRoot = Object.entries(agentAdminApi).filter(([, { access }]) => access === 'root')
  assert.deepEqual(ofRoot.map(([name]) => name).sort(), [
    'account',
    'export',
    'payWithdrawal',
    'setMethods',
    'setTerms',
  ])
  const others = Object.entries(agentAdminApi).filter(([, { access }]) => access !== 'root')
  assert.ok(others.every(([, { access }]) => access === 'admin'))
  assert.ok(Object.values(agentApi).every((endpoint) => endpoint.access === 'user' && !('org' in endpoint)))
})

for (const kind of databaseKinds)
  describe(`agents for administrators on ${kind}`, () => {
    const servers = useServers(kind, { server: {} })
    const api = agentAdminApi
    let root: Client
    let boss: Client
    before(async () => {
      root = await person(servers.server, { role: role.root })
      boss = await person(servers.server, { role: role.admin })
      await setOptions(servers.server, { AgentsEnabled: 'true', AgentApplication: 'review' })
    })
    const store = () => servers.server.deps.store
    const appoint = (client: Client, user_id: number) => client.call(api.appoint, { body: { user_id } })
    const because = (id: number, reason = 'a reason') => ({ ...at(id), body: { reason } })
    const set = (body: {
      scope: 'installation' | 'group' | 'agent'
      group?: string
      agent_id?: number
      terms: OwnTerms
    }) => root.call(api.setTerms, { body })

    test('an administrator appoints users below them, and nobody else', async () => {
      const lin = await person(servers.server)
      const other = await person(servers.server, { role: role.admin })
      const firm = await firmOf(servers.server, 'Quay')
      const banned = await servers.server.given.user({ username: 'banned', status: userStatus.banned })
      const deleted = await servers.server.given.user({ username: 'deleted' })
      await store().updateTable('users').set({ deleted_at: 1 }).where('id', '=', deleted).execute()
      const table: [id: unknown, code: string][] = [
        [boss.userId, 'user_update_forbidden'],
        [other.userId, 'user_update_forbidden'],
        [root.userId, 'user_update_forbidden'],
        [firm.id, 'user_missing'],
        [987_654, 'user_missing'],
        [banned, 'agent_account_closed'],
        [deleted, 'agent_account_closed'],
        ...[0, -1, 1.5, 'x', null].map((id): [unknown, string] => [id, 'user_missing']),
      ]
      for (const [id, code] of table) assert.equal(refusalOf(await appoint(boss, id as number)), code, String(id))
      assert.equal((await store().selectFrom('agents').select('user_id').execute()).length, 0)
      const agent = dataOf(await appoint(boss, lin.userId))
      assert.partialDeepStrictEqual(agent, { id: lin.userId, status: 'active', terms: usualTerms, own_terms: {} })
      assert.equal(refusalOf(await appoint(boss, lin.userId)), 'agent_already')
      for (const id of [root.userId, other.userId]) assert.equal(dataOf(await appoint(root, id)).status, 'active')
    })

    test('each step follows from the one before, with its reason', async () => {
      const lin = await person(servers.server)
      for (const call of [
        boss.call(api.approve, at(lin.userId)),
        boss.call(api.refuse, because(lin.userId)),
        boss.call(api.end, because(lin.userId)),
      ])
        assert.equal(refusalOf(await call), 'agent_missing')
      assert.equal(refusalOf(await boss.call(api.get, at(lin.userId))), 'agent_missing')
      dataOf(await lin.call(agentApi.apply, { body: { note: 'a note' } }))
      assert.equal(refusalOf(await boss.call(api.end, because(lin.userId))), 'agent_decided')
      assert.equal(
        refusalOf(await boss.call(api.refuse, { ...at(lin.userId), body: { reason: ' ' } })),
        'reason_missing',
      )
      assert.equal(dataOf(await boss.call(api.get, at(lin.userId))).note, 'a note')
      const active = dataOf(await boss.call(api.approve, at(lin.userId)))
      assert.equal(active.status, 'active')
      assert.ok(active.active_from > 0 && active.ended_at === 0)
      for (const call of [boss.call(api.approve, at(lin.userId)), boss.call(api.refuse, because(lin.userId))])
        assert.equal(refusalOf(await call), 'agent_decided')
      servers.server.moveTime(100)
      const ended = dataOf(await boss.call(api.end, because(lin.userId, 'spam')))
      assert.deepEqual([ended.status, ended.reason], ['ended', 'spam'])
      assert.ok(ended.ended_at >= active.active_from + 100)
      servers.server.moveTime(100)
      const again = dataOf(await boss.call(api.approve, at(lin.userId)))
      assert.deepEqual([again.status, again.reason, again.ended_at], ['active', '', 0])
      assert.ok(again.active_from >= ended.ended_at + 100, 'what was paid in between brings nothing')
      await store().updateTable('users').set({ status: 2 }).where('id', '=', lin.userId).execute()
      dataOf(await boss.call(api.end, because(lin.userId)))
      assert.equal(refusalOf(await boss.call(api.approve, at(lin.userId))), 'agent_account_closed')
    })

    test('of two administrators who decide at once, one does', async () => {
      const lin = await person(servers.server)
      dataOf(await lin.call(agentApi.apply, { body: {} }))
      const codes = await Promise.all([
        boss.call(api.refuse, because(lin.userId)),
        root.call(api.refuse, because(lin.userId)),
      ])
      assert.deepEqual(codes.map(refusalOf).sort(), ['', 'agent_decided'])
    })

    test('agents are listed with what they bring, applications first', async () => {
      const agent = await givenAgent(servers.server, `Lister-${kind}`)
      const applicant = await person(servers.server, { username: `lister-new-${kind}` })
      dataOf(await applicant.call(agentApi.apply, { body: {} }))
      const newest = await givenAgent(servers.server, `lister-z-${kind}`)
      const payer_id = await givenInvited(store(), agent.userId)
      await givenInvited(store(), agent.userId)
      await givenOrder(store(), payer_id)
      const share = await givenShare(store(), { agent_id: agent.userId, payer_id, amount: 100 })
      await store().updateTable('dividends').set({ reversed: 30 }).where('id', '=', share).execute()
      await givenShare(store(), { agent_id: agent.userId, payer_id, amount: 7, decision: 'held' })
      const withdrawal = { agent_id: agent.userId, method: 'x', account_cipher: '', created_at: 1 }
      await store()
        .insertInto('withdrawals')
        .values([
          { ...withdrawal, amount: 40, status: 'paid' },
          { ...withdrawal, amount: 9, status: 'asked' },
        ])
        .execute()
      await store().updateTable('agents').set({ debt: 3 }).where('user_id', '=', agent.userId).execute()
      const list = async (query: object) => dataOf(await boss.call(api.list, { query }))
      const found = await list({ keyword: `LISTER-` })
      assert.deepEqual(
        found.items.map(({ id }) => id),
        [applicant.userId, newest.userId, agent.userId],
      )
      assert.equal(found.total, 3)
      assert.partialDeepStrictEqual(found.items[2], {
        ...{ username: `Lister-${kind}`, invited: 2, paying: 1, base: 1070, shares: 77, held: 7 },
        ...{ earnings: 107, withdrawn: 40, debt: 3 },
      })
      const ids = async (query: object) => (await list(query)).items.map(({ id }) => id)
      assert.deepEqual(await ids({ keyword: 'lister-', status: 'applied' }), [applicant.userId])
      assert.deepEqual(await ids({ keyword: '%' }), [])
      assert.deepEqual(await ids({ keyword: 'lister-', page_size: '1', p: '2' }), [newest.userId])

      const overview = dataOf(await boss.call(overviewApi.overview, { query: {} }))
      const waiting = await store().selectFrom('agents').select('user_id').where('status', '=', 'applied').execute()
      assert.deepEqual(overview.agents, { applications: waiting.length, withdrawals: 1, held: 1 })
    })

    test('terms are inherited from the group and the installation, and hold from the change on', async () => {
      const agent = await givenAgent(servers.server)
      const termsOf = async () => dataOf(await boss.call(api.get, at(agent.userId))).terms
      dataOf(await set({ scope: 'installation', terms: { share: 20, waiting_days: 7 } }))
      dataOf(await set({ scope: 'group', group: 'default', terms: { share: 25, second_share: 5 } }))
      dataOf(await set({ scope: 'agent', agent_id: agent.userId, terms: { share: 30.25 } }))
      assert.deepEqual(await termsOf(), { ...usualTerms, share: 30.25, second_share: 5, waiting_days: 7 })
      assert.deepEqual(dataOf(await agent.call(agentApi.self)).terms, await termsOf())
      dataOf(await set({ scope: 'agent', agent_id: agent.userId, terms: {} }))
      assert.equal((await termsOf()).share, 25)
      const { installation, groups, history } = dataOf(await boss.call(api.terms))
      assert.deepEqual(installation, { ...usualTerms, share: 20, waiting_days: 7 })
      assert.deepEqual(groups, [{ group: 'default', terms: { share: 25, second_share: 5 } }])
      const { username } = await store()
        .selectFrom('users')
        .select('username')
        .where('id', '=', agent.userId)
        .executeTakeFirstOrThrow()
      assert.deepEqual(
        history.slice(0, 4).map(({ scope, subject, subject_id, terms }) => [scope, subject, subject_id, terms]),
        [
          ['agent', username, agent.userId, {}],
          ['agent', username, agent.userId, { share: 30.25 }],
          ['group', 'default', 0, { share: 25, second_share: 5 }],
          ['installation', '', 0, { share: 20, waiting_days: 7 }],
        ],
      )
      const acts = await store()
        .selectFrom('audit')
        .select(['target', 'detail'])
        .where('action', '=', 'agent.set_terms')
        .orderBy('id', 'desc')
        .execute()
      assert.equal(acts[0]?.target, `agent ${agent.userId} ${username}`)
      assert.deepEqual(JSON.parse(acts[0]?.detail ?? ''), { before: { share: 30.25 }, after: {} })
      dataOf(await set({ scope: 'group', group: 'default', terms: {} }))
      assert.deepEqual(dataOf(await boss.call(api.terms)).groups, [])
    })

    test('an end in the past is now, because terms change nothing that was', async () => {
      const agent = await givenAgent(servers.server)
      const endsAt = async (ends_at: number) => {
        dataOf(await set({ scope: 'agent', agent_id: agent.userId, terms: { ends_at } }))
        return dataOf(await agent.call(agentApi.self)).terms.ends_at
      }
      const now = servers.server.deps.clock()
      const ended = await endsAt(1000)
      assert.ok(ended >= now && ended <= servers.server.deps.clock())
      servers.server.moveTime(100)
      assert.equal(await endsAt(ended), ended, 'it was stored before')
      assert.equal(await endsAt(now + 10_000), now + 10_000)
      assert.equal(await endsAt(0), 0)
    })

    test('terms that make no sense are refused, and nothing is stored', async () => {
      const agent = await givenAgent(servers.server)
      const stranger = await person(servers.server)
      dataOf(await set({ scope: 'installation', terms: { share: 20, second_share: 10 } }))
      const count = async () => (await store().selectFrom('agent_terms').select('id').execute()).length
      const before = await count()
      const own = { scope: 'agent', agent_id: agent.userId } as const
      const table: [body: object, code: string][] = [
        [{ ...own, terms: { share: 90.01 } }, 'agent_shares_beyond'],
        [{ ...own, terms: { second_share: 80.01 } }, 'agent_shares_beyond'],
        [{ scope: 'installation', terms: { share: 50.01, second_share: 50 } }, 'agent_shares_beyond'],
        [{ scope: 'group', group: 'default', terms: { share: 95 } }, 'agent_shares_beyond'],
        [{ scope: 'group', group: 'nowhere', terms: {} }, 'group_unknown'],
        [{ scope: 'group', group: 'toString', terms: {} }, 'group_unknown'],
        [{ scope: 'group', terms: {} }, 'group_unknown'],
        [{ scope: 'agent', agent_id: stranger.userId, terms: {} }, 'agent_missing'],
        [{ scope: 'agent', agent_id: 987_654, terms: {} }, 'agent_missing'],
        [{ scope: 'agent', terms: {} }, 'agent_missing'],
        ...[-1, 101, 10.001].map((share): [object, string] => [{ ...own, terms: { share } }, 'agent_terms_invalid']),
        ...[-1, 366, 1.5].map((waiting_days): [object, string] => [
          { ...own, terms: { waiting_days } },
          'agent_terms_invalid',
        ]),
        [{ ...own, terms: { withdrawal_min: Number.MAX_SAFE_INTEGER + 1 } }, 'agent_terms_invalid'],
        [{ ...own, terms: { withdrawal_fee_share: 100.5 } }, 'agent_terms_invalid'],
        [{ ...own, terms: { basis: 'luck' } }, 'invalid_field'],
        [{ ...own, terms: { ends_at: -1 } }, 'invalid_field'],
        [{ ...own, terms: { counts: ['gifts', 'gifts', 'codes', 'changes'] } }, 'invalid_field'],
        [{ scope: 'everyone', terms: {} }, 'invalid_field'],
        [{ scope: 'installation' }, 'invalid_field'],
      ]
      for (const [body, code] of table)
        assert.equal(refusalOf(await root.call(api.setTerms, { body: body as never })), code, JSON.stringify(body))
      assert.equal(await count(), before)
      dataOf(await set({ ...own, terms: { share: 90 } }))
      dataOf(await set({ scope: 'installation', terms: {} }))
    })

    test('nobody decides about an own held share, or about that of somebody above', async () => {
      dataOf(await root.call(api.list, { query: {} }))
      const [ofBoss, ofRoot] = [
        await givenShare(store(), { agent_id: boss.userId, amount: 5, decision: 'held' }),
        await givenShare(store(), { agent_id: root.userId, amount: 5, decision: 'held' }),
      ]
      for (const act of [api.release, api.refuseDividend]) {
        assert.equal(refusalOf(await boss.call(act, because(ofBoss))), 'agent_own')
        assert.equal(refusalOf(await root.call(act, because(ofRoot))), 'agent_own')
        assert.equal(refusalOf(await boss.call(act, because(ofRoot))), 'user_update_forbidden')
        assert.equal(refusalOf(await boss.call(act, because(987_654))), 'not_found')
      }
    })
  })
