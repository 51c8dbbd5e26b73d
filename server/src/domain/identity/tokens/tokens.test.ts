import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { errorText } from '@turnpike/contract/errors'
import { neverExpires, type Token, tokenApi, token as tokenShape, tokenStatus } from '@turnpike/contract/identity/token'
import { tokenKeyApi } from '@turnpike/contract/identity/token-key'
import { limitsApi } from '@turnpike/contract/routing/limits'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { type Client, saveOptions, useServers } from '../../../../test/harness/harness.ts'
import { createDefaultToken } from './default-token.ts'
import { insertToken } from './tokens.queries.ts'

const zh = (...[code, params]: [Parameters<typeof errorText>[0], Parameters<typeof errorText>[2]?]) =>
  errorText(code, 'zh', params)

for (const kind of databaseKinds)
  describe(`tokens on ${kind}`, () => {
    const servers = useServers(kind, { one: {}, strict: { RATE_LIMIT_FACTOR: '0.025' } })
    let people = 0
    const person = async (): Promise<Client> => {
      const username = `person${++people}`
      await servers.one.given.user({ username })
      const client = servers.one.client()
      await client.signIn(username)
      return client
    }
    let lin: Client
    let max: Client
    before(async () => {
      lin = await person()
      max = await person()
    })

    const create = (client: Client, body: object) => client.call(tokenApi.create, { body: { name: 'key', ...body } })
    const made = async (client: Client, body: object = {}): Promise<Token> => {
      const { response } = await create(client, body)
      assert.ok(response.success, response.message)
      return response.data
    }
    const refusal = async (call: ReturnType<typeof create>) => {
      const { status, response } = await call
      assert.equal(response.success, false, JSON.stringify(response))
      return [status, response.message]
    }
    const list = async (client: Client, query: { p?: unknown; size?: unknown } = {}) => {
      const { response } = await client.call(tokenApi.list, { query })
      assert.ok(response.success, response.message)
      return response
    }
    const update = (client: Client, body: object, status_only?: string) =>
      client.call(tokenApi.update, { query: { status_only }, body: body as { id: number } })

    test('the owner alone reads the whole key, not with a token that may only read, and the audit log says so', async () => {
      const { id, key } = await made(lin)
      const { response, headers } = await lin.call(tokenKeyApi.reveal, { params: { id: String(id) } })
      assert.ok(response.success)
      assert.deepEqual(response.data, { key })
      assert.equal(headers.get('cache-control'), 'no-store')
      const foreign = await max.call(tokenKeyApi.reveal, { params: { id: String(id) } })
      assert.equal(foreign.response.success || foreign.response.code, 'not_found')
      const { store } = servers.one.deps
      const reads = await store.selectFrom('audit').selectAll().where('action', '=', 'token.reveal').execute()
      assert.deepEqual(
        reads.map(({ actor_id, target, detail }) => ({ actor_id, target, detail })),
        [{ actor_id: lin.userId, target: String(id), detail: '' }],
      )
      const Authorization = await servers.one.given.accessToken(lin.userId)
      await store.updateTable('users').set({ access_token_scope: 'read' }).where('id', '=', lin.userId).execute()
      const sent = await fetch(`${servers.one.url}/api/token/${id}/key`, {
        method: 'POST',
        headers: { Authorization, 'New-Api-User': String(lin.userId) },
      })
      assert.deepEqual([sent.status, ((await sent.json()) as { code: string }).code], [403, 'access_token_read_only'])
    })

    test('a new token has a key of 48 letters and digits, is on, and never expires', async () => {
      const now = servers.one.deps.clock()
      const token = await made(lin, { name: '  my key ', remain_quota: 500_000 })
      tokenShape.parse(token)
      assert.match(token.key, /^[0-9A-Za-z]{48}$/)
      assert.ok(token.created_time >= now && token.accessed_time === token.created_time)
      assert.deepEqual(
        { ...token, id: 0, key: '', created_time: 0, accessed_time: 0, revision: '' },
        {
          id: 0,
          user_id: lin.userId,
          key: '',
          status: tokenStatus.enabled,
          name: 'my key',
          created_time: 0,
          accessed_time: 0,
          expired_time: neverExpires,
          remain_quota: 500_000,
          used_quota: 0,
          unlimited_quota: false,
          model_limits_enabled: false,
          model_limits: '',
          allow_ips: '',
          group: '',
          billing_preference: '',
          DeletedAt: null,
          revision: '',
        },
      )
    })

    if (!hasEveryTest(kind)) return

    test('keys are sealed in the database, never repeated, and never logged', async () => {
      const { store } = servers.one.deps
      const tokens = [await made(lin), await made(lin)]
      assert.notEqual(tokens[0]?.key, tokens[1]?.key)
      const rows = JSON.stringify(await store.selectFrom('tokens').selectAll().execute())
      const lines = servers.one.lines.join('\n')
      for (const { key } of tokens) assert.ok(!rows.includes(key) && !lines.includes(key))
    })

    test('members that are not the caller’s to choose are dropped', async () => {
      const forged = { id: 1, user_id: max.userId, key: 'a'.repeat(48), status: 2, used_quota: 9 }
      const token = await made(lin, { ...forged, unlimited_quota: true })
      assert.deepEqual([token.user_id, token.status, token.used_quota], [lin.userId, tokenStatus.enabled, 0])
      assert.notEqual(token.key, forged.key)
    })

    test('a token without all members is made, whether they are absent or null', async () => {
      const blank = { remain_quota: null, expired_time: null, unlimited_quota: null, allow_ips: null, group: null }
      const token = await made(lin, { ...blank, model_limits: null, model_limits_enabled: null })
      assert.deepEqual(
        [token.remain_quota, token.expired_time, token.allow_ips, token.group],
        [0, neverExpires, '', ''],
      )
      assert.equal((await made(lin, { expired_time: 0 })).expired_time, neverExpires)
    })

    test('a token is created with its budgets, and lists show how much of them is used', async () => {
      const owner = await person()
      const budget = { window: 'calendar', period: 'month', time_zone: 'UTC', amount: 10_000_000 }
      const { id } = await made(owner, { name: 'monthly', limits: { budgets: [budget], requests_per_minute: 5 } })
      await made(owner, { name: 'plain' })
      const { data } = await list(owner)
      const [plain, monthly] = data
      assert.equal(plain && 'budgets' in plain, false)
      assert.deepEqual(monthly?.budgets, [
        { scope: 'token', measure: 'month', time_zone: 'UTC', used: 0, reserved: 0, max: 10_000_000 },
      ])
      const found = await owner.call(tokenApi.search, { query: { keyword: 'month' } })
      assert.ok(found.response.success)
      assert.deepEqual(found.response.data[0]?.budgets, monthly.budgets)
      assert.equal(JSON.stringify(data).includes('requests_per_minute'), false)
      const stored = await owner.call(limitsApi.ofToken, { params: { id: String(id) } })
      assert.ok(stored.response.success)
      assert.deepEqual(stored.response.data.limits, { requests_per_minute: 5, budgets: [budget] })

      const { response } = await create(owner, { limits: { budgets: [{ ...budget, amount: 0 }] } })
      assert.equal(response.success, false)
      assert.equal((await list(owner)).total, 2)
    })

    test('what cannot be a token is refused with its own sentence', async () => {
      const now = servers.one.deps.clock()
      const quotaMax = Number.MAX_SAFE_INTEGER
      const refused: [object, string][] = [
        [{ name: undefined }, zh('token_name_missing')],
        [{ name: '' }, zh('token_name_missing')],
        [{ name: '   ' }, zh('token_name_missing')],
        [{ name: 7 }, zh('token_name_missing')],
        [{ name: '令'.repeat(31) }, zh('token_name_long')],
        [{ name: 'a\u0000b' }, zh('invalid_input')],
        [{ remain_quota: -1 }, zh('token_quota_invalid')],
        [{ remain_quota: 1.5 }, zh('token_quota_invalid')],
        [{ remain_quota: '5' }, zh('token_quota_invalid')],
        [{ remain_quota: quotaMax + 1 }, zh('token_quota_invalid')],
        [{ expired_time: -2 }, zh('token_expiry_invalid')],
        [{ expired_time: 'tomorrow' }, zh('token_expiry_invalid')],
        [{ expired_time: now + 0.5 }, zh('token_expiry_invalid')],
        [{ expired_time: now - 1 }, zh('token_expiry_invalid')],
        [{ expired_time: now }, zh('token_expiry_invalid')],
        [{ unlimited_quota: 'yes' }, zh('invalid_field', { field: 'unlimited_quota' })],
        [{ group: 'svip' }, zh('token_group_refused', { group: 'svip' })],
        [{ group: 'nowhere' }, zh('token_group_refused', { group: 'nowhere' })],
        [{ group: 'constructor' }, zh('token_group_refused', { group: 'constructor' })],
        [{ billing_preference: 'balance' }, zh('invalid_field', { field: 'billing_preference' })],
        [{ allow_ips: '10.0.0.1\n10.0.0.256' }, zh('token_ip_invalid', { line: 2 })],
        [{ allow_ips: 'none' }, zh('token_ip_invalid', { line: 1 })],
        [{ allow_ips: '10.0.0.0/33' }, zh('token_ip_invalid', { line: 1 })],
        [{ allow_ips: '\n\n::1\nhost.example' }, zh('token_ip_invalid', { line: 4 })],
        [{ model_limits: `gpt-4o,${'m'.repeat(257)}` }, zh('invalid_field', { field: 'model_limits' })],
        [{ model_limits: 'gpt\u00004o' }, zh('invalid_field', { field: 'model_limits' })],
      ]
      const { total } = await list(lin)
      for (const [body, message] of refused)
        assert.deepEqual(await refusal(create(lin, body)), [200, message], JSON.stringify(body))
      assert.equal((await list(lin)).total, total)
    })

    test('what is just inside the bounds is taken', async () => {
      const later = servers.one.deps.clock() + 60
      const name = `${'令'.repeat(29)}🎫` // thirty characters, many more bytes
      const body = { name, remain_quota: Number.MAX_SAFE_INTEGER, expired_time: later, group: 'vip' }
      const token = await made(lin, body)
      const { remain_quota, expired_time, group } = token
      assert.deepEqual({ name: token.name, remain_quota, expired_time, group }, body)
    })

    test('lists are kept tidy: addresses one per line, models trimmed and each once', async () => {
      const token = await made(lin, {
        allow_ips: ' 10.0.0.1 \r\n\n2001:db8::/32,192.168.0.0/16\n',
        model_limits: ' gpt-4o, ,o3,gpt-4o , claude-sonnet-5',
        model_limits_enabled: true,
      })
      assert.equal(token.allow_ips, '10.0.0.1\n2001:db8::/32\n192.168.0.0/16')
      assert.equal(token.model_limits, 'gpt-4o,o3,claude-sonnet-5')
      assert.equal(token.model_limits_enabled, true)
    })

    test('one’s own group may be used without being open to all, as long as it has a ratio', async () => {
      const { store, vault, reload } = servers.one.deps
      const own = await person()
      await store.updateTable('users').set({ group: 'svip' }).where('id', '=', own.userId).execute()
      assert.equal((await made(own, { group: 'svip' })).group, 'svip')
      await saveOptions(store, vault, { GroupRatio: '{"default":1,"vip":1}' })
      await reload()
      assert.deepEqual(await refusal(create(own, { group: 'svip' })), [
        200,
        zh('token_group_refused', { group: 'svip' }),
      ])
      await saveOptions(store, vault, { GroupRatio: '{"default":1,"vip":1,"svip":1}' })
      await reload()
    })

    test('the list is one’s own, newest first, in pages that count from nought', async () => {
      const ada = await person()
      assert.deepEqual(await list(ada), { success: true, message: '', data: [], total: 0, page_size: 10 })
      const names = ['a', 'b', 'c', 'd', 'e']
      for (const name of names) await made(ada, { name })
      const page = async (query: object) => (await list(ada, query)).data.map(({ name }) => name).join('')
      assert.equal(await page({}), 'edcba')
      assert.equal(await page({ p: 0, size: 2 }), 'ed')
      assert.equal(await page({ p: 2, size: 2 }), 'a')
      assert.equal(await page({ p: 9, size: 2 }), '')
      assert.equal(await page({ p: 'NaN', size: 'undefined' }), 'edcba')
      assert.equal((await list(ada, { size: 1 })).total, 5)
      assert.equal((await list(ada, { size: 500 })).page_size, 100)
    })

    test('search looks into names and keys of one’s own tokens, and takes every sign literally', async () => {
      const ada = await person()
      const plain = await made(ada, { name: 'Billing' })
      const odd = await made(ada, { name: '100% _done\\' })
      await made(max, { name: 'Billing' })
      const search = async (query: object) => {
        const { response } = await ada.call(tokenApi.search, { query })
        assert.ok(response.success, response.message)
        assert.equal(response.total, response.data.length)
        return response.data.map(({ id }) => id)
      }
      assert.deepEqual(await search({}), [odd.id, plain.id])
      assert.deepEqual(await search({ keyword: 'undefined', token: 'null' }), [odd.id, plain.id])
      assert.deepEqual(await search({ keyword: 'bill' }), [plain.id])
      for (const part of ['100%', '% _', '_done\\']) assert.deepEqual(await search({ keyword: part }), [odd.id], part)
      for (const part of ['%', '_', '\\']) assert.deepEqual(await search({ keyword: part }), [odd.id], part)
      assert.deepEqual(await search({ keyword: '\u0000' }), [])
      assert.deepEqual(await search({ token: plain.key.slice(7, 31) }), [plain.id])
      assert.deepEqual(await search({ token: `sk-${plain.key}` }), [plain.id])
      assert.deepEqual(await search({ keyword: 'done', token: plain.key }), [])
      assert.deepEqual(await search({ token: 'sk-' }), [odd.id, plain.id])
    })

    test('somebody else’s token and one that never was are the same nothing', async () => {
      const { id } = await made(max, { name: 'of Max', remain_quota: 1 })
      for (const other of [id, 999_999]) {
        const attempts = [
          lin.call(tokenApi.get, { params: { id: String(other) } }),
          update(lin, { id: other, name: 'mine now' }),
          update(lin, { id: other, status: tokenStatus.disabled }, 'true'),
          lin.call(tokenApi.remove, { params: { id: String(other) } }),
        ]
        for (const attempt of attempts)
          assert.deepEqual(await refusal(attempt as ReturnType<typeof create>), [200, zh('not_found')])
      }
      const { response } = await max.call(tokenApi.get, { params: { id: String(id) } })
      assert.ok(response.success)
      assert.deepEqual([response.data.name, response.data.status], ['of Max', tokenStatus.enabled])
    })

    test('ids that are none never mean some row', async () => {
      for (const id of [undefined, null, 0, -1, 1.5, '7'])
        assert.equal((await update(lin, { id, name: 'x' })).response.success, false, String(id))
      for (const id of ['0', '-1', '1.5', 'all'])
        assert.equal((await lin.call(tokenApi.remove, { params: { id } })).response.success, false, id)
    })

    test('a deleted token is gone for its owner, and its row stays', async () => {
      const { id } = await made(lin, { name: 'for the bin' })
      const path = `/api/token/${id}/` // as clients of related gateways call it
      const remove = async () => (await lin.fetch(path, { method: 'DELETE' })).text()
      assert.match(await remove(), /^\{"success":true,"message":"","undo_id":\d+\}$/)
      assert.match(await remove(), /"success":false/)
      assert.ok(!(await list(lin, { size: 100 })).data.some((token) => token.id === id))
      assert.deepEqual(await refusal(update(lin, { id, name: 'back' }) as ReturnType<typeof create>), [
        200,
        zh('not_found'),
      ])
      const row = await servers.one.deps.store
        .selectFrom('tokens')
        .select('deleted_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assert.ok((row.deleted_at ?? 0) > 0)
    })

    test('nobody has more than a thousand, however many they request at once', async () => {
      const { store, clock } = servers.one.deps
      const ada = await person()
      const rows = Array.from({ length: 995 }, (_, index) => ({
        user_id: ada.userId,
        key_cipher: '',
        key_hash: `${kind} ${index}`,
        name: 'many',
        created_time: clock(),
      }))
      for (let from = 0; from < rows.length; from += 100)
        await store
          .insertInto('tokens')
          .values(rows.slice(from, from + 100))
          .execute()
      const responses = await Promise.all(Array.from({ length: 12 }, () => create(ada, {})))
      const messages = responses.map(({ response }) => response.message).filter(Boolean)
      assert.deepEqual(messages, Array(7).fill(zh('token_too_many', { maximum: 1000 })))
      const [first] = responses.flatMap(({ response }) => (response.success ? [response.data] : []))
      await ada.call(tokenApi.remove, { params: { id: String(first?.id) } })
      assert.equal((await create(ada, {})).response.success, true)
    })

    test('making tokens and searching are limited in number', async () => {
      const username = `hasty${kind}`
      await servers.one.given.user({ username })
      const hasty = servers.strict.client()
      await hasty.signIn(username)
      const statuses = async (call: () => Promise<{ status: number }>) => {
        const seen: number[] = []
        for (let index = 0; index < 4; index++) seen.push((await call()).status)
        return seen
      }
      // A fortieth of the usual numbers.
      assert.deepEqual(await statuses(() => create(hasty, {})), [200, 200, 200, 429])
      assert.deepEqual(await statuses(() => hasty.call(tokenApi.search, { query: {} })), [200, 200, 429, 429])
    })

    test('a new account can begin with a token named after it', async () => {
      const { store, vault, clock } = servers.one.deps
      const ada = await person()
      const user = { id: ada.userId, username: 'linuxdo_a name that is far too long for it' }
      await store.transaction().execute((transaction) => createDefaultToken(transaction, vault, { user, at: clock() }))
      const [token] = (await list(ada)).data
      assert.equal(token?.name, 'linuxdo_a name that is far too')
      assert.deepEqual(
        [token?.unlimited_quota, token?.remain_quota, token?.expired_time, token?.status, token?.group],
        [true, 500_000, neverExpires, tokenStatus.enabled, ''],
      )
      assert.match(token?.key ?? '', /^[0-9A-Za-z]{48}$/)
    })

    test('two tokens never share a key: the database would refuse', async () => {
      const { store } = servers.one.deps
      const row = { user_id: lin.userId, key_cipher: '', key_hash: 'same', name: 'x', created_time: 1 }
      await insertToken(store, row)
      await assert.rejects(insertToken(store, row))
      await store.deleteFrom('tokens').where('key_hash', '=', 'same').execute()
    })
  })
