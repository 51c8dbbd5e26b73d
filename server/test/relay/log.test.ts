import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { logApi } from '@turnpike/contract/usage/log'
import { databaseKinds } from '../harness/databases.ts'
import { type GivenChannel, type GivenToken, useRelay } from '../harness/relay-harness.ts'
import { assertCharged, booksOf } from './books.ts'
import { charge } from './charge.ts'
import { chatBody, send } from './send.ts'

const path = '/v1/chat/completions'

for (const kind of databaseKinds)
  describe(`what is written down of a call [${kind}]`, () => {
    const groups = { default: 1, vip: 1, cheap: 0.85, gratis: 0 }
    const relay = useRelay(kind, {}, ({ options }) =>
      options({
        GroupRatio: JSON.stringify(groups),
        UserUsableGroups: JSON.stringify({ default: '', cheap: '', gratis: '' }),
        ModelRatio: JSON.stringify({ 'gpt-told': 2, 'gpt-dear': 1000 }),
        CompletionRatio: JSON.stringify({ 'gpt-dear': 10 }),
      }),
    )
    async function given(channel: GivenChannel = {}, token: GivenToken = {}) {
      const here = relay.place()
      const { id, key } = await here.channel(channel)
      relay.mock.faults.add({ match: { key }, fault: { kind: 'usage', counts: { input: 1000, output: 100 } } })
      return { here, id, mine: await here.key(token) }
    }

    test('every column of the log row and of its small print', async () => {
      const { here, id, mine } = await given()
      const before = relay.deps.clock()
      const { headers } = await send(relay, path, { key: mine.key, body: chatBody('x', { stream: true }) })
      const row = assertCharged(
        await booksOf(relay, mine),
        charge(
          [
            [1000, '1'],
            [100, '4'],
          ],
          '1.25',
        ),
      )
      const { id: _, facts: __, created_at, use_time, other, ...columns } = row
      assert.deepEqual(columns, {
        user_id: mine.user_id,
        account_id: 0,
        type: 2,
        content: '模型倍率 1.25，补全倍率 4，分组倍率 1',
        username: mine.username,
        token_name: `token of ${mine.username}`,
        token_id: mine.token_id,
        model_name: 'gpt-4o',
        quota: 1750,
        prompt_tokens: 1000,
        completion_tokens: 100,
        is_stream: 1,
        channel: id,
        group: here.group,
        request_id: headers.get('x-oneapi-request-id'),
      })
      assert.ok(created_at >= before && created_at <= relay.deps.clock())
      assert.ok(use_time >= 0 && use_time <= 5)
      const { frt, ...rest } = other
      assert.ok(Number.isInteger(frt) && frt >= 0 && frt < 5000)
      assert.deepEqual(rest, {
        model_ratio: 1.25,
        completion_ratio: 4,
        model_price: -1,
        group_ratio: 1,
        user_group_ratio: -1, // none, for clients of this family
        request_path: path,
        request_conversion: ['openai'],
        stream_status: { status: 'ok', end_reason: 'done' },
        admin_info: { use_channel: [String(id)] },
      })
    })

    test('a whole response has no time to its first piece, and a price per call is told as such', async () => {
      await relay.options({ ModelPrice: JSON.stringify({ 'gpt-by-call': 0.1 }) })
      const { mine } = await given({ models: 'gpt-by-call', model_mapping: { 'gpt-by-call': 'gpt-4o' } })
      await send(relay, path, { key: mine.key, body: chatBody('x', { model: 'gpt-by-call' }) })
      const { other, content, is_stream } = assertCharged(await booksOf(relay, mine), 50_000)
      assert.deepEqual([other.frt, other.model_price, is_stream], [-1000, 0.1, 0])
      assert.equal(other.stream_status, undefined)
      assert.equal(content, '模型价格 $0.1，分组倍率 1')
    })

    test('a model is priced and logged by the client’s name, wherever its channel sends it', async () => {
      const { here, mine } = await given({ models: 'gpt-told', model_mapping: { 'gpt-told': 'step', step: 'gpt-4o' } })
      await send(relay, path, { key: mine.key, body: chatBody('x', { model: 'gpt-told' }) })
      assert.equal(here.sent()[0]?.model, 'gpt-4o', 'the mapping is followed to its end')
      const row = assertCharged(await booksOf(relay, mine), charge([[1100, '1']], '2'))
      assert.equal(row.model_name, 'gpt-told')
      assert.deepEqual([row.other.is_model_mapped, row.other.upstream_model_name], [true, 'gpt-4o'])
    })

    test('a group’s ratio multiplies the price, and 0 makes it free', async () => {
      for (const [group, ratio] of [
        ['cheap', '0.85'],
        ['gratis', '0'],
      ] as const) {
        const { mine } = await given({ group }, { group })
        const { status, text } = await send(relay, path, { key: mine.key, body: chatBody() })
        assert.equal(status, 200, text)
        const row = assertCharged(
          await booksOf(relay, mine),
          charge(
            [
              [1000, '1'],
              [100, '4'],
            ],
            '1.25',
            ratio,
          ),
        )
        assert.deepEqual([row.group, row.other.group_ratio], [group, Number(ratio)])
        await relay.deps.store.deleteFrom('channels').where('group', '=', group).execute()
        await relay.deps.reload()
      }
    })

    test('counters of user, token and channel and the hour’s sum follow every call', async () => {
      const { id, mine } = await given({}, { remain_quota: 1_000_000 })
      for (let call = 0; call < 3; call++) await send(relay, path, { key: mine.key, body: chatBody() })
      const { user, token } = await booksOf(relay, mine)
      const quota = 3 * 1750
      assert.deepEqual([user.used_quota, user.request_count], [quota, 3])
      assert.deepEqual([token.used_quota, token.remain_quota], [quota, 1_000_000 - quota])
      const { store } = relay.deps
      const channel = await store.selectFrom('channels').select('used_quota').where('id', '=', id).executeTakeFirst()
      assert.equal(channel?.used_quota, quota)
      const hours = await store.selectFrom('usage_hours').selectAll().where('user_id', '=', mine.user_id).execute()
      const sum = (field: 'calls' | 'quota' | 'prompt_tokens' | 'completion_tokens') =>
        hours.reduce((total, hour) => total + hour[field], 0)
      assert.deepEqual([sum('calls'), sum('quota')], [3, quota])
      assert.deepEqual([sum('prompt_tokens'), sum('completion_tokens')], [3000, 300])
      for (const hour of hours) {
        assert.deepEqual([hour.username, hour.model_name, hour.channel_id], [mine.username, 'gpt-4o', id])
        assert.equal(hour.hour % 3600, 0)
      }
    })

    test('without the wish for a log there is none, and money moves all the same', async () => {
      await relay.options({ LogConsumeEnabled: 'false' })
      try {
        const { mine } = await given()
        await send(relay, path, { key: mine.key, body: chatBody() })
        const { user, rows, charges } = await booksOf(relay, mine)
        assert.deepEqual([user.quota, user.used_quota, user.held], [100_000_000 - 1750, 1750, 0])
        assert.deepEqual(rows, [])
        assert.equal(charges[0]?.amount, 1750)
      } finally {
        await relay.options({ LogConsumeEnabled: 'true' })
      }
    })

    test('a call that turned out dearer than its hold is still charged, and the next one refused', async () => {
      const { mine } = await given(
        { models: 'gpt-dear', model_mapping: { 'gpt-dear': 'gpt-4o' } },
        { quota: 1_800_000 },
      )
      const call = () =>
        send(relay, path, { key: mine.key, body: chatBody('x', { model: 'gpt-dear', max_tokens: 50 }) })
      assert.equal((await call()).status, 200)
      const { user } = await booksOf(relay, mine)
      assert.deepEqual(user, { quota: 1_800_000 - 2_000_000, held: 0, used_quota: 2_000_000, request_count: 1 })
      assert.equal((await call()).status, 403)
    })

    describe('reading it', () => {
      const call = async (mine: { key: string }, count: number, body: object) => {
        for (let number = 0; number < count; number++) await send(relay, path, { key: mine.key, body })
      }

      test('its owner sees their own rows alone, and nothing of channels', async () => {
        const { mine, here } = await given({ models: 'gpt-4o,gpt-4o-mini' })
        const other = await here.key()
        await call(mine, 2, chatBody())
        await call(mine, 1, chatBody('x', { model: 'gpt-4o-mini', stream: true }))
        await call(other, 1, chatBody())
        const client = relay.client()
        await client.signIn(mine.username)
        const { response: result } = await client.call(logApi.self, { query: { p: 1, page_size: 2 } })
        assert.ok(result.success)
        assert.deepEqual([result.data.total, result.data.items.length, result.data.page], [3, 2, 1])
        assert.deepEqual(
          result.data.items.map((row) => row.is_stream),
          [true, false],
          'newest first',
        )
        for (const row of result.data.items) {
          assert.equal(row.user_id, mine.user_id)
          assert.equal(row.channel, 0)
          assert.equal(JSON.parse(row.other).admin_info, undefined)
          assert.equal(JSON.parse(row.other).group_ratio, 1)
        }
        const second = await client.call(logApi.self, { query: { p: 2, page_size: 2 } })
        assert.equal(second.response.success && second.response.data.items.length, 1)
        // A filter by name would be someone else's log.
        const response = await client.fetch(`/api/log/self?p=1&page_size=10&username=${other.username}`)
        const listed = (await response.json()) as { data: { items: { username: string }[] } }
        assert.ok(listed.data.items.every(({ username }) => username === mine.username))
        assert.equal((await client.fetch('/api/log/?p=1')).status, 200)
        const refused = (await (await client.fetch('/api/log/?p=1')).json()) as { success: boolean }
        assert.equal(refused.success, false, 'the log of everyone is for administrators')
      })

      test('an administrator sees all of it, and finds by every filter', async () => {
        const { mine, id, here } = await given({ models: 'gpt-4o,gpt-4o-mini' })
        await call(mine, 1, chatBody())
        await call(mine, 1, chatBody('x', { model: 'gpt-4o-mini' }))
        const boss = await here.key({ role: role.admin })
        const client = relay.client()
        await client.signIn(boss.username)
        const find = async (query: object) => {
          const { response } = await client.call(logApi.list, { query: { p: 1, page_size: 10, ...query } })
          assert.ok(response.success)
          return response.data.items
        }
        const own = await find({ username: mine.username })
        assert.equal(own.length, 2)
        assert.equal(own[0]?.channel, id)
        assert.deepEqual(JSON.parse(own[0]?.other ?? '{}').admin_info.use_channel, [String(id)])
        const now = relay.deps.clock()
        const filters: [query: object, count: number][] = [
          [{ channel: id }, 2],
          [{ token_name: `token of ${mine.username}` }, 2],
          [{ channel: id, model_name: 'gpt-4o' }, 1],
          [{ channel: id, model_name: 'mini' }, 0],
          [{ channel: id, model_name: '%' }, 2],
          [{ channel: id, model_name: '%-mini' }, 1],
          [{ channel: id, model_name: 'gpt_4o%' }, 0],
          [{ group: here.group }, 2],
          [{ channel: id, type: 2 }, 2],
          [{ channel: id, type: 1 }, 0],
          [{ channel: id, start_timestamp: now - 60, end_timestamp: now + 60 }, 2],
          [{ channel: id, start_timestamp: now + 60 }, 0],
          [{ channel: id, end_timestamp: now - 60 }, 0],
          [{ username: 'nobody' }, 0],
        ]
        for (const [query, count] of filters) assert.equal((await find(query)).length, count, JSON.stringify(query))
      })
    })
  })
