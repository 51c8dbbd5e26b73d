import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type LiveCall, liveCallsApi, type Phase } from '@turnpike/contract/usage/live-calls'
import { logApi } from '@turnpike/contract/usage/log'
import { dataOf } from '../../../../test/harness/channel-admin.ts'
import { type HealthServer, useHealthServers } from '../../../../test/harness/channel-health.ts'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { chatBody, open, send } from '../../../../test/relay/send.ts'
import {
  chatChunk,
  openEvents,
  type SteeredUpstream,
  startSteeredUpstream,
  usageOf,
} from '../../../../test/relay/steered-upstream.ts'

const path = '/v1/chat/completions'
const nothing = { query: {} }

for (const kind of databaseKindsOfRun)
  describe(`running calls [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {}, two: {} })
    const listed = async (server: HealthServer, query: object = {}) =>
      dataOf(await server.admin.call(liveCallsApi.list, { query }))
    /** The call of this user, once it is in this phase. */
    const seen = (server: HealthServer, username: string, phase: Phase): Promise<LiveCall> =>
      eventually(`a call of ${username} in phase ${phase}`, async () =>
        (await listed(server, { username })).calls.find((call) => call.phase === phase),
      )
    const cancel = (server: HealthServer, request_id: string) =>
      server.admin.call(liveCallsApi.cancel, { body: { request_id } })

    /** A user who calls a channel whose responses the test controls. */
    async function given(upstream: SteeredUpstream) {
      const here = servers.one.place()
      const channel = await here.channel({ base_url: upstream.url })
      const key = await here.key()
      await servers.two.deps.reload()
      return { ...key, channel: channel.id }
    }

    test('a call is shown in each of its phases with what it has cost so far', async (t) => {
      const { one } = servers
      const upstream = await startSteeredUpstream(t)
      const { key, username, user_id, token_id, channel } = await given(upstream)
      const relayed = open(one, path, { key, body: chatBody('hello', { stream: true, max_tokens: 500 }) })
      const { response } = await upstream.next()
      const waiting = await seen(one, username, 'waiting')
      assert.deepEqual(
        [waiting.user_id, waiting.token_id, waiting.model, waiting.channel_id, waiting.attempts, waiting.can_cancel],
        [user_id, token_id, 'gpt-4o', channel, 1, true],
      )
      assert.ok(waiting.held > 0 && waiting.request_bytes > 0 && waiting.prompt_tokens > 0)
      openEvents(response)
      await seen(one, username, 'first_token')
      response.write(chatChunk({ content: 'word '.repeat(60) }))
      const streaming = await seen(one, username, 'streaming')
      assert.equal(streaming.answer_bytes, 300)
      assert.equal(streaming.answer_tokens, 100)
      assert.ok(streaming.cost > 0 && streaming.cost <= streaming.held)
      response.end(`${chatChunk({}, 'stop', usageOf(10, 60))}data: [DONE]\n\n`)
      await (await relayed).text()
      assert.deepEqual((await listed(one, { username })).calls, [])
    })

    test('filters choose by user, token, model and channel', async (t) => {
      const { one } = servers
      const upstream = await startSteeredUpstream(t)
      const { key, username, channel, user_id } = await given(upstream)
      const relayed = send(one, path, { key, body: chatBody() })
      const { response } = await upstream.next()
      const { request_id } = await seen(one, username, 'waiting')
      const finds = async (query: object) =>
        (await listed(one, query)).calls.some((call) => call.request_id === request_id)
      for (const query of [
        { username: String(user_id) },
        { username: username.toUpperCase() },
        { token_name: `token of ${username}` },
        { model_name: 'GPT-4' },
        { channel: String(channel) },
        { channel: 'channel' },
      ])
        assert.equal(await finds(query), true, JSON.stringify(query))
      for (const query of [
        { username: 'nobody' },
        { token_name: 'other' },
        { model_name: 'claude' },
        { channel: '99999' },
      ])
        assert.equal(await finds(query), false, JSON.stringify(query))
      response.destroy()
      await relayed
    })

    test('a stream that another instance cancels ends with an error and is charged for what came', async (t) => {
      const { one, two } = servers
      const upstream = await startSteeredUpstream(t)
      const { key, username, user_id } = await given(upstream)
      const before = await one.balance(user_id)
      const body = chatBody('hello', { stream: true, max_tokens: 500 })
      const relayed = open(one, path, { key, body }).then((response) => response.text())
      const { response } = await upstream.next()
      openEvents(response)
      response.write(chatChunk({ content: 'word '.repeat(60) }))
      const { request_id } = await seen(two, username, 'streaming')
      assert.equal((await cancel(two, request_id)).response.success, true)
      const text = await relayed
      assert.match(text, /"content":"word word/)
      assert.match(text, /An administrator cancelled this request/)
      assert.match(text, /"code":"call_cancelled"/)
      const after = await eventually('the charge', async () => {
        const balance = await one.balance(user_id)
        return balance.held === 0 && balance.used_quota > before.used_quota && balance
      })
      assert.equal(after.quota, before.quota - after.used_quota)
      const audit = await one.deps.store
        .selectFrom('audit')
        .select(['action', 'detail'])
        .where('target', '=', request_id)
        .execute()
      assert.deepEqual(
        audit.map(({ action }) => action),
        ['call.cancel'],
      )
      assert.match(audit[0]?.detail ?? '', new RegExp(`"user_id":${user_id},"model":"gpt-4o"`))
      const { items } = dataOf(await one.admin.call(logApi.list, { query: { username, type: 3 } }))
      assert.match(items[0]?.other ?? '', /call_cancelled/)
      const cancels = await one.deps.store.selectFrom('live_cancels').selectAll().execute()
      assert.deepEqual(cancels, [])
    })

    test('a call that is cancelled before its response costs nothing', async (t) => {
      const { one } = servers
      const upstream = await startSteeredUpstream(t)
      const { key, username, user_id } = await given(upstream)
      const { quota } = await one.balance(user_id)
      const relayed = send(one, path, { key, body: chatBody() })
      const { request, response } = await upstream.next()
      const { request_id } = await seen(one, username, 'waiting')
      const closed = new Promise((resolve) => response.once('close', resolve))
      assert.equal((await cancel(one, request_id)).response.success, true)
      const { status, json } = await relayed
      assert.deepEqual([status, json.error.code], [503, 'call_cancelled'])
      await closed // the upstream need not continue
      assert.equal(request.aborted || response.destroyed, true)
      const balance = await one.balance(user_id)
      assert.deepEqual([balance.quota, balance.held, balance.used_quota], [quota, 0, 0])
      assert.equal((await cancel(one, request_id)).response.success, false)
    })

    test('an Anthropic client gets the error of its own dialect', async (t) => {
      const { one } = servers
      const upstream = await startSteeredUpstream(t)
      const { key, username } = await given(upstream)
      const body = { model: 'gpt-4o', max_tokens: 50, messages: [{ role: 'user', content: 'hello' }] }
      const relayed = send(one, '/v1/messages', { body, headers: { 'x-api-key': key } })
      await upstream.next()
      await cancel(one, (await seen(one, username, 'waiting')).request_id)
      const { json } = await relayed
      assert.equal(json.type, 'error')
      assert.match(json.error.message, /An administrator cancelled this request/)
    })

    test('processes publish their calls only while somebody looks', async () => {
      const { one, two } = servers
      const rows = () => one.deps.store.selectFrom('live_calls').select('process').execute()
      await listed(one, nothing)
      await eventually('both processes publish', async () => (await rows()).length === 2)
      assert.equal((await listed(one)).processes, 2)
      one.moveTime(20)
      two.moveTime(20)
      await eventually('their rows are deleted', async () => (await rows()).length === 0)
      two.moveTime(-20)
      one.moveTime(-20)
    })

    test('calls of a process that has ended are not shown, nor those that cannot be read', async () => {
      const { one } = servers
      const { store, clock } = one.deps
      const { total } = await listed(one)
      const left = JSON.stringify({ calls: [], total: 7, channels: [] })
      await store
        .insertInto('live_calls')
        .values({ process: 'ended', at: clock() - 10, calls: left })
        .execute()
      await store.insertInto('live_calls').values({ process: 'newer', at: clock(), calls: '{"x":1}' }).execute()
      assert.equal((await listed(one)).total, total)
      await store.updateTable('live_calls').set({ at: clock() }).where('process', '=', 'ended').execute()
      assert.equal((await listed(one)).total, total + 7)
      await store.deleteFrom('live_calls').where('process', 'in', ['ended', 'newer']).execute()
    })

    test('a channel that is watched is listed with its running calls, also when it has none', async (t) => {
      const { one } = servers
      const upstream = await startSteeredUpstream(t)
      const { key, channel } = await given(upstream)
      const ofChannel = async () =>
        (await listed(one, { watch: String(channel) })).channels.find(({ id }) => id === channel)?.calls
      assert.equal(await ofChannel(), 0)
      const relayed = send(one, path, { key, body: chatBody() })
      const { response } = await upstream.next()
      assert.equal(await ofChannel(), 1)
      response.destroy()
      await relayed
    })
  })
