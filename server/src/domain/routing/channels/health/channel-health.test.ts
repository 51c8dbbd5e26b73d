import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { beforeEach, describe, test } from 'node:test'
import { channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import { logType } from '@turnpike/contract/usage/log'
import { atEnd } from '../../../../../test/harness/at-end.ts'
import { useHealthServers } from '../../../../../test/harness/channel-health.ts'
import { databaseKindsOfRun, openTest } from '../../../../../test/harness/databases.ts'
import { driftsOf } from '../../../../../test/harness/ledger.ts'
import { chatBody, send } from '../../../../../test/relay/send.ts'

const path = '/v1/chat/completions'
const { enabled, disabled, autoDisabled } = channelStatus
const untouched = {
  AutomaticDisableChannelEnabled: 'false',
  AutomaticEnableChannelEnabled: 'false',
  ChannelDisableThreshold: '5',
  LogConsumeEnabled: 'true',
}

for (const kind of databaseKindsOfRun)
  describe(`testing a channel [${kind}]`, () => {
    const servers = useHealthServers(kind, {
      one: {},
      hasty: { UPSTREAM_ANSWER_SECONDS: '0.3', STREAMING_TIMEOUT: '0.3' },
    })
    beforeEach(async () => {
      await servers.one.clear()
      await servers.one.options(untouched)
      await servers.one.deps.store.deleteFrom('logs').execute()
    })
    const testing = async (id: number, model = '') =>
      (await servers.one.admin.call(channelApi.test, { params: { id: String(id) }, query: { model } })).response
    const logged = () => servers.one.deps.store.selectFrom('logs').selectAll().execute()
    const slowly = (ms: number) => servers.mock.faults.add({ times: 1, fault: { kind: 'delay', headersMs: ms } })

    test('it returns the seconds it took, and the channel keeps them', async () => {
      const id = await servers.one.routed()
      slowly(120)
      const response = await testing(id)
      assert.ok(response.success, response.message)
      assert.ok(response.time >= 0.1 && response.time < 60)
      const { response_time, test_time, status } = await servers.one.look(id)
      assert.equal(response_time, Math.round(response.time * 1000))
      assert.ok(Math.abs(test_time - servers.one.deps.clock()) < 60)
      assert.equal(status, enabled)
    })

    test('a model without a price is not tested as if it could be called, and is no reason against the channel', async () => {
      const id = await servers.one.routed({ models: 'no-price,gpt-4o' })
      const refused = await testing(id, 'no-price')
      assert.equal(refused.success, false)
      assert.equal('code' in refused && refused.code, 'channel_test_unpriced')
      assert.match(refused.message, /no-price/)
      const { response_time, status } = await servers.one.look(id)
      assert.ok(response_time > 0)
      assert.equal(status, enabled)
      assert.equal((await testing(id)).success, true, 'without a name, a model with a price is tested')
      const draft = { type: 1, key: 'sk-a', base_url: servers.mock.url, models: 'no-price' }
      const tried = (await servers.one.admin.call(channelApi.try, { body: draft })).response
      assert.equal('code' in tried && tried.code, 'channel_test_unpriced')
    })

    test('it is logged among the calls of the super administrator, costs nothing, and the books stay in order', async (t) => {
      const id = await servers.one.routed({ models: 'gpt-4o-mini,gpt-4o' })
      const { key } = await servers.one.key()
      assert.equal((await send(servers.one, path, { key, body: chatBody() })).status, 200, 'a call that is charged')
      await testing(id)
      const [row, ...others] = (await logged()).filter(({ user_id }) => user_id === 1)
      assert.deepEqual(others, [])
      assert.deepEqual(
        {
          user_id: row?.user_id,
          username: row?.username,
          type: row?.type,
          content: row?.content,
          token_name: row?.token_name,
          model_name: row?.model_name,
          quota: row?.quota,
          channel: row?.channel,
          group: row?.group,
          prompt_tokens: row?.prompt_tokens,
          request_id: row?.request_id,
          other: JSON.parse(row?.other || 'null'),
        },
        {
          user_id: 1,
          username: 'root',
          type: logType.consumption,
          content: '模型测试',
          token_name: '模型测试',
          model_name: 'gpt-4o-mini',
          quota: 0,
          channel: id,
          group: 'default',
          prompt_tokens: 1,
          request_id: '',
          // The group ratio of 0 makes the test free.
          other: {
            model_ratio: 0.075,
            group_ratio: 0,
            completion_ratio: 4,
            model_price: -1,
            frt: -1000,
            admin_info: { use_channel: [String(id)] },
          },
        },
      )
      const open = await openTest(servers.address)
      atEnd(t, open.close)
      assert.deepEqual(await driftsOf(open, servers.one.deps.clock()), [])

      await servers.one.options({ LogConsumeEnabled: 'false' })
      await testing(id)
      assert.equal((await logged()).length, 2, 'nothing is logged where calls are not')
    })

    test('the model is the requested one, else the channel’s own, else its first; and goes through the mapping', async () => {
      const id = await servers.one.routed({
        models: 'first,second',
        test_model: 'chosen',
        model_mapping: { requested: 'upstream-name' },
      })
      const plain = await servers.one.routed({ models: 'first,second' })
      await testing(id, 'requested')
      await testing(id)
      await testing(plain)
      assert.deepEqual(
        servers.mock.requests.list().map(({ model }) => model),
        ['upstream-name', 'chosen', 'first'],
      )
      assert.deepEqual(
        (await logged()).map(({ model_name }) => model_name),
        ['requested', 'chosen', 'first'],
        'the log has the names that people here use',
      )
    })

    test('a failure says why, tells its time, and is kept, but is no call', async () => {
      const key = 'sk-invalid-0123456789'
      const id = await servers.one.routed({ key })
      const response = await testing(id)
      assert.equal(response.success, false)
      assert.match(response.message, /Incorrect API key provided/)
      assert.equal('code' in response && response.code, 'channel_test_failed')
      assert.ok(response.time >= 0)
      assert.doesNotMatch(JSON.stringify(response), new RegExp(key))
      const { test_time, status } = await servers.one.look(id)
      assert.ok(test_time > 0)
      assert.equal(status, enabled, 'it was not to be switched off')
      assert.deepEqual(await logged(), [])
    })

    const shown = async (id: number) => {
      const { response } = await servers.one.admin.call(channelApi.get, { params: { id: String(id) } })
      assert.ok(response.success, response.message)
      const { health, response_time, failed_time, failure_reason } = response.data
      return { health, response_time, failed_time, failure_reason }
    }

    test('a failed test is a state of its own, with time and reason and without a response time', async () => {
      const id = await servers.one.routed()
      assert.deepEqual(await shown(id), { health: 'untested', response_time: 0, failed_time: 0, failure_reason: '' })
      await testing(id)
      assert.equal((await shown(id)).health, 'ok')
      const message = 'no such account, see sk-secret-0123456789'
      servers.mock.faults.add({ times: 1, fault: { kind: 'status', status: 500, body: { error: { message } } } })
      assert.equal((await testing(id)).success, false)
      const failed = await shown(id)
      assert.deepEqual([failed.health, failed.response_time], ['failed', 0])
      assert.equal(failed.failure_reason, 'no such account, see ***')
      assert.ok(Math.abs(failed.failed_time - servers.one.deps.clock()) < 60)

      await testing(id)
      const { response_time, ...passed } = await shown(id)
      assert.deepEqual(passed, { health: 'ok', failed_time: 0, failure_reason: '' })
      assert.ok(response_time > 0)
    })

    test('another key or host has not failed yet; another name or weight changes nothing about a failure', async () => {
      const id = await servers.one.routed({ key: 'sk-invalid-1' })
      await testing(id)
      const update = (change: object) => servers.one.admin.call(channelApi.update, { body: { id, ...change } })
      await update({ name: 'renamed', weight: 7, status: disabled })
      assert.equal((await shown(id)).health, 'failed')
      await update({ key: 'sk-valid-1' })
      assert.equal((await shown(id)).health, 'untested')
    })

    test('types without chats are refused, and so is what does not exist', async () => {
      for (const type of [2, 5, 36]) {
        const id = await servers.one.routed({ type })
        const response = await testing(id)
        assert.equal('code' in response && response.code, 'channel_not_testable')
        assert.equal(response.time, 0)
        assert.equal((await servers.one.look(id)).test_time, 0)
      }
      const missing = await testing(987_654)
      assert.equal('code' in missing && missing.code, 'channel_missing')
      assert.deepEqual(servers.mock.requests.list(), [])
    })

    test('a dead key takes its channel out of service at once, where the administrator wants that', async () => {
      await servers.one.options({ AutomaticDisableChannelEnabled: 'true' })
      const place = servers.one.place()
      const id = await servers.one.routed({ key: 'sk-invalid-1', group: place.group })
      await testing(id)
      const { status, reason, isRouted } = await servers.one.look(id)
      assert.deepEqual({ status, isRouted }, { status: autoDisabled, isRouted: false })
      assert.match(reason ?? '', /Incorrect API key/)
      const { key } = await place.key()
      const response = await send(servers.one, path, { key, body: chatBody() })
      assert.equal(response.status, 503, 'this instance routes nothing there any more')
    })

    test('an upstream that cannot be reached takes its channel out of service too', async (t) => {
      const silent = createServer().listen(0, '127.0.0.1') // accepts connections and never completes a handshake
      await once(silent, 'listening')
      atEnd(t, async () => void silent.close())
      silent.on('connection', (socket) => socket.destroy())
      const secure = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`
      const refused = 'http://127.0.0.1:1'
      for (const base_url of [refused, secure, 'http://no-such-host.invalid']) {
        await servers.one.options({ AutomaticDisableChannelEnabled: 'false' })
        const id = await servers.one.routed({ base_url })
        await testing(id)
        const { status, failure_reason } = await servers.one.look(id)
        assert.deepEqual([status, failure_reason], [enabled, 'the provider could not be reached'], base_url)

        await servers.one.options({ AutomaticDisableChannelEnabled: 'true' })
        await testing(id)
        const after = await servers.one.look(id)
        assert.deepEqual([after.status, after.isRouted], [autoDisabled, false], base_url)
        assert.equal(after.reason, 'the provider could not be reached')
      }
    })

    test('and so does one that stays silent', async () => {
      await servers.one.options({ AutomaticDisableChannelEnabled: 'true', ChannelDisableThreshold: '0' })
      const id = await servers.hasty.routed()
      servers.mock.faults.add({ times: 1, fault: { kind: 'silent', how: 'hang' } })
      await servers.hasty.admin.call(channelApi.test, { params: { id: String(id) }, query: {} })
      const { status, reason, failure_reason } = await servers.one.look(id)
      assert.deepEqual([status, reason, failure_reason], [autoDisabled, ...Array(2).fill('the provider took too long')])
    })

    test('other failures, channels that people look after themselves, and switched-off ones stay as they are', async () => {
      await servers.one.options({ AutomaticDisableChannelEnabled: 'true' })
      const kept = await servers.one.routed({ key: 'sk-invalid-1', auto_ban: 0 })
      const off = await servers.one.routed({ key: 'sk-invalid-1', status: disabled })
      const busy = await servers.one.routed({ key: 'sk-busy-1' })
      servers.mock.faults.add({ match: { key: 'sk-busy-1' }, times: 1, fault: { kind: 'status', status: 503 } })
      for (const [id, status] of [
        [kept, enabled],
        [off, disabled],
        [busy, enabled],
      ] as const) {
        assert.equal((await testing(id)).success, false)
        assert.equal((await servers.one.look(id)).status, status)
      }
    })

    test('one that is too slow is taken out whatever the switch for errors says; 0 means that nothing is too slow', async () => {
      await servers.one.options({ ChannelDisableThreshold: '0.05' })
      const id = await servers.one.routed()
      const kept = await servers.one.routed({ auto_ban: 0 })
      for (const each of [id, kept]) {
        slowly(150)
        assert.equal((await testing(each)).success, true, 'it did respond')
      }
      assert.equal((await servers.one.look(kept)).status, enabled)
      const { status, reason, isRouted } = await servers.one.look(id)
      assert.deepEqual({ status, isRouted }, { status: autoDisabled, isRouted: false })
      assert.match(
        reason ?? '',
        /^响应时间 [\d.]+ 秒，超过 0\.05 秒的上限 \/ Response time [\d.]+ s, above the limit of 0\.05 s$/,
      )

      await servers.one.options({ ChannelDisableThreshold: '0' })
      const patient = await servers.one.routed()
      slowly(150)
      await testing(patient)
      assert.equal((await servers.one.look(patient)).status, enabled)
    })

    test('one that was taken out comes back when it responds, where the administrator wants that', async () => {
      const out = await servers.one.routed({ status: autoDisabled })
      await testing(out)
      assert.equal((await servers.one.look(out)).status, autoDisabled, 'the option is off')

      await servers.one.options({ AutomaticEnableChannelEnabled: 'true' })
      await testing(out)
      const { status, reason, isRouted } = await servers.one.look(out)
      assert.deepEqual({ status, reason, isRouted }, { status: enabled, reason: undefined, isRouted: true })

      const off = await servers.one.routed({ status: disabled })
      await testing(off)
      assert.equal((await servers.one.look(off)).status, disabled, 'what people switch off stays off')
      const dead = await servers.one.routed({ status: autoDisabled, key: 'sk-invalid-1' })
      await testing(dead)
      assert.equal((await servers.one.look(dead)).status, autoDisabled)
    })

    test('one that responds too slowly does not come back only to be taken out again', async () => {
      await servers.one.options({ AutomaticEnableChannelEnabled: 'true', ChannelDisableThreshold: '0.05' })
      const slow = await servers.one.routed({ status: autoDisabled })
      slowly(150)
      await testing(slow)
      assert.equal((await servers.one.look(slow)).status, autoDisabled)
    })

    const trying = async (body: object) =>
      (
        await servers.one.admin.call(channelApi.try, {
          body: { type: 1, key: '', models: 'gpt-4o', base_url: servers.mock.url, ...body },
        })
      ).response

    test('a channel that is not saved can be tried, and nothing is kept of it', async () => {
      const response = await trying({ key: 'sk-new-1\nsk-new-2', model: 'o1', model_mapping: '{"o1":"theirs"}' })
      assert.ok(response.success, response.message)
      assert.ok(response.time >= 0)
      const [request, ...more] = servers.mock.requests.list()
      assert.deepEqual([request?.key, request?.model, more.length], ['sk-new-1', 'theirs', 0])
      assert.deepEqual(await logged(), [])
      assert.deepEqual(await servers.one.deps.store.selectFrom('channels').select('id').execute(), [])
    })

    test('with the id of a saved one, an empty key means the saved one, and the saved one stays as it is', async () => {
      await servers.one.options({ AutomaticDisableChannelEnabled: 'true' })
      const id = await servers.one.routed({ key: 'sk-saved-1' })
      assert.equal((await trying({ id })).success, true)
      assert.equal((await trying({ id, key: 'sk-typed-1', test_model: 'o3' })).success, true)
      assert.deepEqual(
        servers.mock.requests.list().map(({ key, model }) => [key, model]),
        [
          ['sk-saved-1', 'gpt-4o'],
          ['sk-typed-1', 'o3'],
        ],
      )
      const failed = await trying({ id, key: 'sk-invalid-1' })
      assert.equal('code' in failed && failed.code, 'channel_test_failed')
      const { status, test_time } = await servers.one.look(id)
      assert.deepEqual({ status, test_time }, { status: enabled, test_time: 0 })
    })

    const refusals: [body: object, code: string][] = [
      [{}, 'channel_key_missing'],
      [{ id: 987_654 }, 'channel_missing'],
      [{ key: 'sk-1', models: ' , ' }, 'channel_models_missing'],
      [{ key: 'sk-1', type: 3, base_url: '' }, 'channel_base_url_missing'],
      [{ key: 'sk-1', base_url: 'file:///etc/passwd' }, 'channel_base_url_invalid'],
      [{ key: 'sk-1', type: 36 }, 'channel_not_testable'],
      [{ key: 'sk-1', type: 999 }, 'channel_type_unknown'],
    ]
    for (const [body, code] of refusals)
      test(`trying ${JSON.stringify(body)} is refused: ${code}`, async () => {
        const response = await trying(body)
        assert.equal('code' in response && response.code, code)
        assert.deepEqual(servers.mock.requests.list(), [])
      })
  })
