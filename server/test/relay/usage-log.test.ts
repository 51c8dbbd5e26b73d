import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { InputOf } from '@turnpike/contract/endpoint'
import { tokenStatus } from '@turnpike/contract/identity/token'
import { role } from '@turnpike/contract/identity/user'
import { dashboardApi } from '@turnpike/contract/usage/dashboard'
import { type LogRow, logApi, logType } from '@turnpike/contract/usage/log'
import { databaseKinds } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import type { Client } from '../harness/harness.ts'
import { type GivenKey, useRelay } from '../harness/relay-harness.ts'
import { chatBody, type Loose, send } from './send.ts'

const path = '/v1/chat/completions'

for (const kind of databaseKinds)
  describe(`the usage log of real calls [${kind}]`, () => {
    const relay = useRelay(kind, {}, ({ options }) => options({ RetryTimes: '1' }))
    const here = { group: '', channel: 0 }
    let [ada, bob] = [{} as GivenKey, {} as GivenKey]
    let [admin, owner, other] = [{} as Client, {} as Client, {} as Client]

    before(async () => {
      const place = relay.place()
      const { id } = await place.channel({ models: 'gpt-4o,gpt-4o-mini' })
      Object.assign(here, { group: place.group, channel: id })
      ada = await place.key()
      bob = await place.key()
      const chief = await place.key({ role: role.admin })
      const call = (mine: GivenKey, more: object = {}) =>
        send(relay, path, { key: mine.key, body: chatBody('x', more) })
      for (let count = 0; count < 3; count++) await call(ada)
      await call(ada, { model: 'gpt-4o-mini', stream: true })
      await call(bob)
      assert.equal((await call(ada, { model: 'gpt-unknown' })).status, 404)
      assert.equal((await call(ada, { temperature: 'hot' })).status, 400)
      ;[admin, owner, other] = [relay.client(), relay.client(), relay.client()]
      await admin.signIn(chief.username)
      await owner.signIn(ada.username)
      await other.signIn(bob.username)
      await eventually('failed calls are written', async () => (await list({ type: 5 })).total === 2)
    })

    const list = async (query: Partial<InputOf<typeof logApi.list>['query']>, client = admin) => {
      const { response } = await client.call(logApi.list, { query: { p: 1, page_size: 100, ...query } })
      assert.ok(response.success)
      return response.data
    }
    const listOwn = async (query: object = {}, client = owner) => {
      const { response } = await client.call(logApi.self, { query: { p: 1, page_size: 100, ...query } })
      assert.ok(response.success)
      return response.data
    }
    const calls = (rows: LogRow[]) => rows.filter(({ type }) => type === logType.consumption)
    const sumOf = (rows: LogRow[], member: 'quota' | 'prompt_tokens' | 'completion_tokens') =>
      rows.reduce((sum, row) => sum + row[member], 0)

    test('every filter finds its rows, and counts as many as there are', async () => {
      const now = relay.deps.clock()
      const cases: [Parameters<typeof list>[0], number][] = [
        [{ username: ada.username, type: 2 }, 4],
        [{ username: ada.username, type: 5 }, 2],
        [{ username: bob.username, type: 2 }, 1],
        [{ channel: here.channel }, 6],
        [{ channel: here.channel, model_name: '%-mini' }, 1],
        [{ token_name: `token of ${ada.username}` }, 6],
        [{ group: here.group, model_name: 'gpt-4o' }, 5],
        [{ group: here.group, model_name: 'gpt-4o%' }, 6],
        [{ group: here.group, model_name: 'gpt' }, 0],
        [{ group: here.group, model_name: 'gpt-unknown' }, 1],
        [{ username: ada.username, start_timestamp: now - 100, end_timestamp: now + 100, type: 2 }, 4],
        [{ username: ada.username, end_timestamp: now - 100 }, 0],
        [{ username: 'nobody' }, 0],
      ]
      for (const [query, count] of cases) {
        const { items, total, more } = await list(query)
        assert.deepEqual([items.length, total, more], [count, count, false], JSON.stringify(query))
      }
      assert.equal((await listOwn({ model_name: 'gpt-4o' })).total, 4)
      for (const model_name of ['%a%b%c%d%', 'x'.repeat(257)]) {
        const { response } = await admin.call(logApi.list, { query: { p: 1, page_size: 10, model_name } })
        assert.ok(!response.success && response.params?.field === 'model_name')
      }
    })

    test('pages of a filter hold every row once, newest first', async () => {
      for (const query of [{ username: ada.username }, { channel: here.channel }, { group: here.group, type: 2 }]) {
        const all = (await list(query)).items
        const paged: LogRow[] = []
        for (let p = 1; p <= Math.ceil(all.length / 2); p++)
          paged.push(...(await list({ ...query, p, page_size: 2 })).items)
        assert.deepEqual(paged, all)
        const keys = all.map(({ created_at, id }) => [created_at, id] as const)
        assert.deepEqual(
          keys,
          keys.toSorted((one, two) => two[0] - one[0] || two[1] - one[1]),
        )
      }
    })

    test('owners read their own rows alone, without channels and attempts', async () => {
      const { items } = await listOwn()
      assert.equal(items.length, 6, 'four calls and two failures')
      for (const row of items) {
        assert.equal(row.user_id, ada.user_id)
        assert.equal(row.channel, 0)
        assert.deepEqual(row.detail?.attempts ?? [], [])
        assert.doesNotMatch(row.other, /admin_info/)
      }
      assert.equal(
        (await listOwn({ username: bob.username, channel: here.channel })).total,
        6,
        'which are no filters here',
      )
      assert.equal(
        (await list({ username: ada.username, type: 2 })).items[0]?.detail?.attempts[0]?.channel,
        here.channel,
      )
    })

    test('the factors of a row come to what the ledger charged', async () => {
      const rows = calls((await list({ username: ada.username })).items)
      assert.equal(rows.length, 4)
      for (const row of rows) {
        const { detail, quota, request_id } = row
        assert.ok(detail && detail.price.kind === 'tokens')
        const { ratio, lines } = detail.price
        const weighed = lines.reduce((sum, { count, weight }) => sum + count * weight, 0)
        const exact = weighed * ratio * detail.group_ratio * (detail.quota_per_unit / 500_000)
        assert.equal(detail.is_minimum ? 1 : Math.round(exact), quota)
        const entry = await relay.deps.store
          .selectFrom('ledger')
          .select('amount')
          .where('reference', '=', request_id)
          .executeTakeFirst()
        assert.equal(entry?.amount, quota)
        assert.ok(detail.timing && detail.timing.sent <= detail.timing.responded)
        assert.ok(detail.timing.responded <= detail.timing.total)
      }
      assert.equal(rows.find(({ is_stream }) => is_stream)?.detail?.end, 'done')
    })

    test('a failed call says why, costs nothing and is no part of the sums', async () => {
      const { items } = await listOwn({ type: 5 })
      assert.deepEqual(
        items.map(({ quota, model_name, content }) => [quota, model_name, content.replace(/ \(request id.*/, '')]),
        [
          [0, 'gpt-4o', 'status_code=400, temperature must be a number'],
          [0, 'gpt-unknown', 'status_code=404, The model gpt-unknown does not exist or you have no access to it'],
        ],
      )
      const { response } = await owner.call(logApi.selfStat, { query: { p: 1, page_size: 10 } })
      assert.ok(response.success)
      const { calls: count, failures, refusals } = response.data
      assert.deepEqual([count, failures, refusals], [4, 2, 2], 'both were the fault of the request')
    })

    test('sums are those of the rows, for every filter', async () => {
      for (const query of [
        { username: ada.username },
        { model_name: '%mini' },
        { model_name: 'gpt-4o' },
        { channel: here.channel, type: 5 },
        { username: ada.username, type: 2 },
        { username: ada.username, quota_over: 1 },
        { username: ada.username, sort: 'cost' as const },
      ] as Partial<InputOf<typeof logApi.list>['query']>[]) {
        const { items: rows, total } = await list(query)
        const { response } = await admin.call(logApi.stat, { query: { p: 1, page_size: 10, ...query } })
        assert.ok(response.success)
        const { quota, rpm, tpm, calls: count, failures, events, prompt_tokens, completion_tokens } = response.data
        assert.equal(quota, sumOf(rows, 'quota'))
        assert.equal(count, calls(rows).length)
        assert.equal(count + failures + events, total)
        assert.deepEqual(
          [prompt_tokens, completion_tokens],
          [sumOf(rows, 'prompt_tokens'), sumOf(rows, 'completion_tokens')],
        )
        if (!query.type) assert.ok(rpm <= rows.length && tpm <= prompt_tokens + completion_tokens)
      }
    })

    test('the dashboard has the same sums, of one user and of everyone', async () => {
      const rows = calls((await listOwn()).items)
      const { response } = await owner.call(dashboardApi.self, { query: {} })
      assert.ok(response.success)
      assert.equal(
        response.data.reduce((sum, { quota }) => sum + quota, 0),
        sumOf(rows, 'quota'),
      )
      assert.deepEqual([...new Set(response.data.map(({ model_name }) => model_name))].sort(), [
        'gpt-4o',
        'gpt-4o-mini',
        'gpt-unknown',
      ])
      const all = await admin.call(dashboardApi.all, { query: {} })
      const users = await admin.call(dashboardApi.users, { query: {} })
      const channels = await admin.call(dashboardApi.channels, { query: {} })
      assert.ok(all.response.success && users.response.success && channels.response.success)
      const total = sumOf(calls((await list({})).items), 'quota')
      for (const data of [all.response.data, users.response.data, channels.response.data])
        assert.equal(
          data.reduce((sum, { quota }) => sum + quota, 0),
          total,
        )
      const summary = await admin.call(dashboardApi.summary, { query: {} })
      const own = await owner.call(dashboardApi.selfSummary, { query: {} })
      assert.ok(summary.response.success && own.response.success)
      assert.deepEqual([summary.response.data.quota, own.response.data.quota], [total, sumOf(rows, 'quota')])
      const days = await owner.call(dashboardApi.self, { query: { granularity: 'day', time_zone: 'Asia/Shanghai' } })
      assert.ok(days.response.success)
      assert.equal(
        days.response.data.reduce((sum, { quota }) => sum + quota, 0),
        sumOf(rows, 'quota'),
      )
      for (const query of ['granularity=year', 'granularity=day&time_zone=Mars/Olympus']) {
        const refused: Loose = await (await owner.fetch(`/api/data/self?${query}`)).json()
        assert.deepEqual([refused.success, refused.code], [false, 'invalid_field'])
      }
      assert.equal((await owner.call(dashboardApi.summary, { query: {} })).response.success, false)
      assert.equal(users.response.data[0]?.name, ada.username)
      const tooLong = await owner.call(dashboardApi.self, { query: { start_timestamp: 1, end_timestamp: 90 * 86_400 } })
      assert.equal(tooLong.response.success || tooLong.response.code, 'log_span_long')
    })

    test('a request is found by its id, by its owner and by administrators', async () => {
      const [row] = calls((await listOwn()).items)
      assert.ok(row)
      const { request_id } = row
      assert.deepEqual((await listOwn({ request_id })).items, [row])
      assert.equal((await list({ request_id })).items[0]?.channel, here.channel)
      assert.deepEqual((await listOwn({ request_id }, other)).items, [])
    })

    test('a key reads its own rows', async () => {
      const read = async (key: string): Promise<Loose> => (await fetch(`${relay.url}/api/log/token?key=${key}`)).json()
      const { success, data } = await read(ada.key)
      assert.deepEqual([success, data.length], [true, 6])
      assert.ok(data.every(({ token_id, channel }: LogRow) => token_id === ada.token_id && channel === 0))
      assert.equal((await read(ada.key.slice(3))).data.length, 6)
      assert.equal((await read('sk-unknown')).success, false)
      const byHeader = await fetch(`${relay.url}/api/log/token`, { headers: { authorization: `Bearer ${ada.key}` } })
      assert.equal(((await byHeader.json()) as Loose).data.length, 6)
    })

    test('a key reads its usage, also when it is used up, and not when it is disabled or used from elsewhere', async () => {
      const read = async (key?: string): Promise<[number, Loose]> => {
        const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
        const response = await fetch(`${relay.url}/api/usage/token/`, { headers })
        assert.equal(response.headers.get('access-control-allow-origin'), '*')
        return [response.status, (await response.json()) as Loose]
      }
      const place = relay.place()
      await place.channel({ models: 'gpt-4o' })
      const mine = await place.key({ remain_quota: 1_000_000, model_limits: 'gpt-4o,gpt-4o-mini' })
      assert.equal((await send(relay, path, { key: mine.key, body: chatBody() })).status, 200)
      const used = (await relay.balance(mine.user_id)).used_quota
      assert.ok(used > 0)
      const expected = {
        object: 'token_usage',
        name: `token of ${mine.username}`,
        total_granted: 1_000_000,
        total_used: used,
        total_available: 1_000_000 - used,
        unlimited_quota: false,
        model_limits: { 'gpt-4o': true, 'gpt-4o-mini': true },
        model_limits_enabled: true,
        expires_at: 0,
      }
      assert.deepEqual(await read(mine.key), [200, { success: true, code: true, message: 'ok', data: expected }])
      const over = await place.key({ remain_quota: 0, status: tokenStatus.exhausted, expired_time: 1000 })
      assert.equal((await read(over.key))[1].data.expires_at, 1000)
      const refused = async (key?: string) => {
        const [status, { success, code }] = await read(key)
        return [status, success, code]
      }
      assert.deepEqual(await refused(), [401, false, 'token_missing'])
      assert.deepEqual(await refused('sk-unknown'), [401, false, 'token_invalid'])
      const off = await place.key({ status: tokenStatus.disabled })
      assert.deepEqual(await refused(off.key), [401, false, 'token_disabled'])
      const elsewhere = await place.key({ allow_ips: '10.1.1.1' })
      assert.deepEqual(await refused(elsewhere.key), [403, false, 'token_ip_refused'])
      const gone = await place.key()
      await relay.deps.store.updateTable('users').set({ status: 2 }).where('id', '=', gone.user_id).execute()
      assert.deepEqual(await refused(gone.key), [401, false, 'user_banned'])
    })

    test('search finds types, and administrators the beginning of a text', async () => {
      const own = await owner.call(logApi.selfSearch, { query: { keyword: '2' } })
      assert.ok(own.response.success)
      assert.deepEqual(
        new Set(own.response.data.map(({ type, user_id }) => `${type} ${user_id}`)),
        new Set([`2 ${ada.user_id}`]),
      )
      const all = await admin.call(logApi.search, { query: { keyword: '5' } })
      assert.ok(all.response.success)
      assert.equal(all.response.data.length, 2)
    })

    test('an export holds the rows of its filter, and no cell of it is a formula', async () => {
      const trap = await relay.key({ user_id: ada.user_id })
      await relay.deps.store.updateTable('tokens').set({ name: '=1+1, "x"' }).where('id', '=', trap.token_id).execute()
      await send(relay, path, { key: trap.key, body: chatBody() })
      const file = async (client: Client, url: string) => {
        const response = await client.fetch(url)
        return { type: response.headers.get('content-type'), text: await response.text() }
      }
      const csv = await file(owner, '/api/log/self/export?type=2')
      assert.equal(csv.type, 'text/csv; charset=utf-8')
      const lines = csv.text.trim().split('\r\n')
      assert.equal(lines.length, 1 + 5)
      assert.ok(lines[1]?.includes(`"'=1+1, ""x"""`), csv.text)
      assert.ok(lines.every((line) => !line.includes(bob.username)))
      const ofModel = await file(owner, '/api/log/self/export?type=2&model_name=gpt-4o')
      assert.equal(ofModel.text.trim().split('\r\n').length, 1 + 4)
      const json = await file(admin, `/api/log/export?format=jsonl&username=${bob.username}&type=2`)
      const rows = json.text
        .trim()
        .split('\n')
        .map((line): LogRow => JSON.parse(line))
      assert.deepEqual(
        rows.map(({ user_id }) => user_id),
        [bob.user_id],
      )
      assert.equal(((await (await owner.fetch('/api/log/export')).json()) as Loose).success, false)
    })
  })
