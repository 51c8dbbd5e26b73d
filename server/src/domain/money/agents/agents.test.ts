import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { agentAdminApi, agentApi } from '@turnpike/contract/money/agents/agent-api'
import { usualTerms } from '@turnpike/contract/money/agents/terms'
import { logApi } from '@turnpike/contract/usage/log'
import { setOptions } from '../../../../test/harness/accounts.ts'
import { databaseKinds, onDatabasesOfRun } from '../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../test/harness/harness.ts'
import { givenUser } from '../../../../test/harness/ledger.ts'
import { planningStore } from '../../../../test/harness/query-plans.ts'
import { isPostgres } from '../../../store/is-postgres.ts'
import { dataOf, person, refusalOf } from '../../identity/organisations/testing.ts'
import { post } from '../wallet/ledger/ledger-post.ts'
import { saveAgent } from './agents.queries.ts'
import { sumEarnings } from './lists/entries.queries.ts'
import { countInvited, readInvited } from './lists/invited.queries.ts'
import { at, earningsOf, givenAgent, givenInvited, givenOrder, givenShare } from './testing.ts'

const later = 4_000_000_000

for (const kind of databaseKinds)
  describe(`agents on ${kind}`, () => {
    const servers = useServers(kind, { server: {} })
    let boss: Client
    before(async () => {
      boss = await person(servers.server, { role: role.admin })
    })
    const store = () => servers.server.deps.store
    const selfOf = async (client: Client) => dataOf(await client.call(agentApi.self))
    const apply = (client: Client, note: unknown = 'I know many people') =>
      client.call(agentApi.apply, { body: { note: note as string } })
    const settings = (AgentsEnabled: boolean, AgentApplication = 'review') =>
      setOptions(servers.server, { AgentsEnabled: String(AgentsEnabled), AgentApplication })

    test('every user sees their earnings; while agents are off nobody may apply', async () => {
      await settings(false)
      const client = await person(servers.server)
      assert.deepEqual(await selfOf(client), {
        ...{ status: 'none', may_apply: false, reason: '', terms: usualTerms, invited: 0, paying: 0 },
        earnings: {
          ...{ total: 0, available: 0, waiting: 0, held: 0, reserved: 0, debt: 0 },
          ...{ shares: 0, rewards: 0, moved: 0, withdrawn: 0 },
        },
      })
      assert.equal(refusalOf(await apply(client)), 'agents_disabled')
      await settings(true, 'closed')
      assert.equal(refusalOf(await apply(client)), 'agent_application_closed')
      assert.equal((await selfOf(client)).may_apply, false)
      for (const note of ['x'.repeat(501), 'a\nb', 5]) assert.equal((await apply(client, note)).response.success, false)
      assert.equal((await selfOf(client)).status, 'none')
    })

    test('an application waits for an administrator, and who was refused may apply again', async () => {
      await settings(true)
      const client = await person(servers.server)
      const applied = dataOf(await apply(client))
      assert.deepEqual([applied.status, applied.may_apply], ['applied', false])
      assert.equal(refusalOf(await apply(client)), 'agent_already')
      dataOf(await boss.call(agentAdminApi.refuse, { ...at(client.userId), body: { reason: 'no customers' } }))
      assert.partialDeepStrictEqual(await selfOf(client), {
        status: 'refused',
        may_apply: true,
        reason: 'no customers',
      })

      await settings(true, 'open')
      const again = dataOf(await apply(client, undefined))
      assert.deepEqual([again.status, again.reason], ['applied', ''], 'an administrator has refused them')
      dataOf(await boss.call(agentAdminApi.approve, at(client.userId)))
      assert.equal((await selfOf(client)).status, 'active')
      const { items } = dataOf(await client.call(logApi.self, { query: {} }))
      assert.deepEqual(
        items.map(({ content }) => content.split('：')[0]),
        ['管理员操作了代理', '申请成为代理', '管理员操作了代理', '申请成为代理'],
      )
      const rows = await store()
        .selectFrom('audit')
        .select('action')
        .where('target', 'like', `${client.userId} %`)
        .orderBy('id')
        .execute()
      assert.deepEqual(
        rows.map(({ action }) => action),
        ['agent.apply', 'agent.refuse', 'agent.apply', 'agent.approve'],
      )
    })

    test('where applications are open, whoever applies is an agent; one who was ended is not again', async () => {
      await settings(true, 'open')
      const client = await person(servers.server)
      assert.equal(dataOf(await apply(client)).status, 'active')
      dataOf(await boss.call(agentAdminApi.end, { ...at(client.userId), body: { reason: 'spam' } }))
      assert.partialDeepStrictEqual(await selfOf(client), { status: 'ended', may_apply: false, reason: 'spam' })
      assert.equal(refusalOf(await apply(client)), 'agent_already')
    })

    test('of many applications at once, one is stored', async () => {
      await settings(true)
      const client = await person(servers.server)
      const codes = (await Promise.all(Array.from({ length: 8 }, () => apply(client)))).map(refusalOf)
      assert.deepEqual(codes.sort(), ['', ...Array(7).fill('agent_already')])
    })

    test('earnings are summed by what they are, and read after the feature was switched off', async () => {
      const agent = await givenAgent(servers.server)
      const user_id = agent.userId
      const payer_id = await givenInvited(store(), user_id)
      await givenShare(store(), { agent_id: user_id, payer_id, amount: 1000 })
      await givenShare(store(), { agent_id: user_id, payer_id, amount: 200, final_at: later })
      await givenShare(store(), { agent_id: user_id, payer_id, amount: 30, decision: 'held' })
      const entry = (entryKind: 'invite_reward' | 'dividend_reversal' | 'transfer' | 'withdrawal', amount: number) =>
        store()
          .transaction()
          .execute((transaction) =>
            post(transaction, { user_id, kind: entryKind, reference: `${entryKind} ${user_id}`, amount, at: 5 }),
          )
      await entry('invite_reward', 70)
      await entry('dividend_reversal', 100)
      await entry('transfer', 20)
      await entry('withdrawal', 300)
      await store().updateTable('agents').set({ debt: 9 }).where('user_id', '=', user_id).execute()
      await settings(false)
      assert.deepEqual(await earningsOf(agent), {
        ...{ total: 880, available: 650, waiting: 200, held: 30, reserved: 0, debt: 9 },
        ...{ shares: 1130, rewards: 70, moved: 20, withdrawn: 300 },
      })
      await settings(true)
    })

    test('invited people and organisations are listed on both levels, with masked names', async () => {
      const agent = await givenAgent(servers.server)
      const stranger = await givenAgent(servers.server)
      const name = (username: string) => ({ username: `${username}-${kind}`, username_key: `${username}-${kind}` })
      const first = await givenInvited(store(), agent.userId, { ...name('sofia'), created_at: 10 })
      const org = await givenInvited(store(), agent.userId, {
        kind: 'org',
        display_name: 'Quayside Ltd',
        created_at: 20,
      })
      const second = await givenInvited(store(), first, { ...name('robert'), created_at: 30 })
      await givenInvited(store(), second, { created_at: 40 })
      await givenInvited(store(), stranger.userId, {})
      await givenOrder(store(), org)
      await givenOrder(store(), first, { status: 'pending' })
      const dividend = await givenShare(store(), { agent_id: agent.userId, payer_id: org, amount: 100 })
      await store().updateTable('dividends').set({ reversed: 40 }).where('id', '=', dividend).execute()
      await givenShare(store(), { agent_id: agent.userId, payer_id: second, amount: 5, level: 2 })
      const end = kind.at(-1)
      const { items, total } = dataOf(await agent.call(agentApi.invited, { query: {} }))
      assert.equal(total, 3)
      assert.deepEqual(items, [
        { name: `ro***${end}`, level: 2, joined_at: 30, base: 50, earned: 5 },
        { name: 'Qu***d', level: 1, joined_at: 20, base: 1000, earned: 60 },
        { name: `so***${end}`, level: 1, joined_at: 10, base: 0, earned: 0 },
      ])
      const page = dataOf(await agent.call(agentApi.invited, { query: { p: '2', page_size: '2' } }))
      assert.deepEqual([page.items.length, page.total], [1, 3])
      const { invited, paying } = await selfOf(agent)
      assert.deepEqual([invited, paying], [2, 1])
    })

    test('people who invited each other are no invited ones of their own', async () => {
      const agent = await givenAgent(servers.server)
      const other = await givenInvited(store(), agent.userId)
      await store().updateTable('users').set({ inviter_id: other }).where('id', '=', agent.userId).execute()
      const { items } = dataOf(await agent.call(agentApi.invited, { query: {} }))
      assert.deepEqual(
        items.map(({ level }) => level),
        [1],
      )
    })

    test('twelve months are counted in UTC, the present one first', async () => {
      const agent = await givenAgent(servers.server)
      const now = servers.server.deps.clock()
      const today = new Date(now * 1000)
      const month = (ago: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - ago) / 1000
      const joined = (created_at: number) => givenInvited(store(), agent.userId, { created_at })
      const first = await joined(month(0))
      await givenOrder(store(), first)
      await joined(now)
      await joined(month(0) - 1)
      await joined(month(11))
      await joined(month(11) - 1)
      const share = { agent_id: agent.userId, payer_id: first }
      await givenShare(store(), { ...share, amount: 10, created_at: now })
      const reversed = await givenShare(store(), { ...share, amount: 20, created_at: month(2) })
      await store().updateTable('dividends').set({ reversed: 15 }).where('id', '=', reversed).execute()
      await givenShare(store(), { ...share, amount: 30, created_at: month(11) - 1 })
      const months = dataOf(await agent.call(agentApi.months))
      assert.deepEqual(
        months.map((each) => each.month),
        Array.from({ length: 12 }, (_, ago) => new Date(month(ago) * 1000).toISOString().slice(0, 7)),
      )
      const rows = months.map(({ month: _, ...row }) => Object.values(row))
      assert.deepEqual(rows[0], [2, 1, 100, 10, 0])
      assert.deepEqual(rows[1], [1, 0, 0, 0, 0])
      assert.deepEqual(rows[2], [0, 0, 200, 20, 15])
      assert.deepEqual(rows[11], [1, 0, 0, 0, 0])
    })

    test('an agent sees the own dividends, and no number or name of a payer', async () => {
      const agent = await givenAgent(servers.server)
      const other = await givenAgent(servers.server)
      const payer_id = await givenInvited(store(), agent.userId, {
        username: `payer-${kind}`,
        username_key: `payer-${kind}`,
      })
      const share = { agent_id: agent.userId, payer_id }
      const order = await givenShare(store(), { ...share, amount: 10, reference: `USR7NO-${kind}`, created_at: 100 })
      const spend = await givenShare(store(), {
        ...share,
        amount: 20,
        cause: 'spend',
        reference: `2026-11-18 ${payer_id}`,
        created_at: 200,
        final_at: later,
      })
      const held = await givenShare(store(), {
        ...share,
        amount: 30,
        cause: 'credit',
        reference: `grant 9-${kind}`,
        decision: 'held',
        signs: 'address,device',
        created_at: 300,
      })
      const refused = await givenShare(store(), { ...share, amount: 40, decision: 'refused', created_at: 400 })
      await givenShare(store(), { agent_id: other.userId, amount: 50 })
      const list = async (query: object = {}) => dataOf(await agent.call(agentApi.dividends, { query }))
      const all = await list()
      assert.deepEqual(
        all.items.map(({ id, state, reference }) => [id, state, reference]),
        [
          [refused, 'refused', ''],
          [held, 'held', ''],
          [spend, 'waiting', '2026-11-18'],
          [order, 'final', ''],
        ],
      )
      assert.ok(!/payer-|USR7|signs/.test(JSON.stringify(all)))
      assert.equal(all.items[0]?.payer, `pa***${kind.at(-1)}`)
      assert.equal(all.total, 4)
      const ids = async (query: object) => (await list(query)).items.map(({ id }) => id)
      for (const [state, id] of [
        ['refused', refused],
        ['held', held],
        ['waiting', spend],
        ['final', order],
      ] as const)
        assert.deepEqual(await ids({ state }), [id])
      assert.deepEqual(await ids({ cause: 'spend' }), [spend])
      assert.deepEqual(await ids({ start_timestamp: 200, end_timestamp: 300 }), [held, spend])
      assert.deepEqual(
        await ids({ agent_id: other.userId, keyword: 'x' }),
        [refused, held, spend, order],
        'not their filters',
      )
    })

    test('administrators find dividends by agent, order, names and state', async () => {
      const agent = await givenAgent(servers.server, `Finder-${kind}`)
      const org = await givenInvited(store(), agent.userId, { kind: 'org', display_name: `Würth ${kind}` })
      const share = { agent_id: agent.userId, payer_id: org }
      const first = await givenShare(store(), { ...share, amount: 10, reference: `USR8NO-${kind}` })
      const held = await givenShare(store(), { ...share, amount: 20, decision: 'held', signs: 'payer,circle' })
      const list = async (query: object) => dataOf(await boss.call(agentAdminApi.dividends, { query })).items
      const ids = async (query: object) => (await list(query)).map(({ id }) => id)
      for (const query of [{ agent_id: agent.userId }, { keyword: `finder-${kind}` }, { keyword: `Würth ${kind}` }])
        assert.deepEqual(await ids(query), [held, first], JSON.stringify(query))
      assert.deepEqual(await ids({ keyword: `USR8NO-${kind}` }), [first])
      assert.deepEqual(await ids({ agent_id: agent.userId, state: 'held' }), [held])
      assert.deepEqual(await ids({ keyword: '%' }), [])
      const [row] = await list({ agent_id: agent.userId, state: 'held' })
      assert.partialDeepStrictEqual(row, {
        ...{
          agent: `Finder-${kind}`,
          payer: `Würth ${kind}`,
          payer_id: org,
          signs: ['payer', 'circle'],
          terms: usualTerms,
        },
      })
    })

    test('the statement of a month has every entry that moved earnings, with a running total', async () => {
      const agent = await givenAgent(servers.server)
      const user_id = agent.userId
      const november = Date.UTC(2026, 10) / 1000
      const december = Date.UTC(2026, 11) / 1000
      const payer_id = await givenInvited(store(), user_id)
      const share = (amount: number, created_at: number, reference: string) =>
        givenShare(store(), { agent_id: user_id, payer_id, amount, created_at, reference })
      const entry = (entryKind: Parameters<typeof post>[1]['kind'], amount: number, reference: string, when: number) =>
        store()
          .transaction()
          .execute((transaction) => post(transaction, { user_id, kind: entryKind, reference, amount, at: when }))
      await share(500_000, november - 1, `before-${kind}`)
      await share(1_000_000, november, `first-${kind}`)
      await entry('grant', 5, `${user_id}`, november + 1)
      await entry('dividend_reversal', 250_000, `payment first-${kind} 1 1`, november + 2)
      await entry('dividend_reversal', 50_000, `debt ${user_id} 1`, november + 3)
      await entry('invite_reward', 100_000, '=1+1', november + 4)
      await entry('transfer', 300_000, `t-${user_id}`, november + 5)
      await entry('withdrawal', 500_000, `9${user_id}`, december - 1)
      await share(1, december, `after-${kind}`)
      const response = await agent.fetch('/api/agent/statement?month=2026-11')
      assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
      assert.match(response.headers.get('content-disposition') ?? '', /earnings-2026-11\.csv/)
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
      assert.equal(
        text,
        [
          '\ufefftime,kind,cause,quota,usd,total_quota,total_usd',
          '2026-11-01T00:00:00.000Z,dividend,payment,1000000,2.000000,1500000,3.000000',
          '2026-11-01T00:00:02.000Z,reversal,payment,-250000,-0.500000,1250000,2.500000',
          '2026-11-01T00:00:03.000Z,debt_payment,,-50000,-0.100000,1200000,2.400000',
          '2026-11-01T00:00:04.000Z,reward,,100000,0.200000,1300000,2.600000',
          '2026-11-01T00:00:05.000Z,transfer,,-300000,-0.600000,1000000,2.000000',
          `2026-11-30T23:59:59.000Z,withdrawal,9${user_id},-500000,-1.000000,500000,1.000000`,
          '',
        ].join('\r\n'),
      )
      for (const month of ['', '2026-13', '2026-1', '1999-01', "2026-11'"])
        assert.match(await (await agent.fetch(`/api/agent/statement?month=${month}`)).text(), /"success":false/)
    })
  })

onDatabasesOfRun('earnings and invited people are found by an index', async ({ store }) => {
  if (isPostgres(store)) return // scans empty tables, whatever indexes they have
  const id = await givenUser(store)
  await saveAgent(store, id, { status: 'active', updated_at: 1 })
  const planning = planningStore(store)
  await sumEarnings(planning.store, id)
  await countInvited(planning.store, [id])
  await readInvited(planning.store, id, { p: 1, page_size: 10 })
  for (const plan of await planning.plans('ledger')) assert.match(plan, /ledger_of_earnings/)
  const plans = await planning.plans('users')
  assert.ok(plans.length >= 2)
  for (const plan of plans) assert.match(plan, /users_by_inviter/)
})
