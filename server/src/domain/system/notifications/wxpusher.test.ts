import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { type NotificationChange, notificationApi } from '@turnpike/contract/system/notification'
import { setOptions } from '../../../../test/harness/accounts.ts'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type Client, type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { startWxpusher, wxpusherToken } from '../../../../test/outside/wxpusher.ts'

const wxpusher = await startWxpusher()
after(() => wxpusher.stop())

const uid = 'UID_Abcdefghijklmnopqrstuvwxyz'

async function person(server: TestServer, username: string): Promise<Client> {
  await server.given.user({ username })
  const client = server.client()
  await client.signIn(username)
  return client
}
const fetchCode = async (client: Client) => (await client.call(notificationApi.wxpusherCode)).response
const codeOf = async (client: Client) => {
  const response = await fetchCode(client)
  return response.success ? 'ok' : response.code
}
const stateOf = async (client: Client) => {
  const { response } = await client.call(notificationApi.wxpusherState)
  return response.success ? response.data.state : response.code
}
const settingOf = async (client: Client) => {
  const { response } = await client.call(notificationApi.get)
  return response.success ? response.data : assert.fail(response.code)
}
const save = (client: Client, body: NotificationChange) => client.call(notificationApi.update, { body })

for (const kind of databaseKindsOfRun)
  describe(`WxPusher on ${kind}`, () => {
    const servers = useServers(kind, { server: wxpusher.env, second: wxpusher.env })
    beforeEach(async () => {
      wxpusher.fail(undefined)
      await setOptions(servers.server, { WxPusherAppToken: wxpusherToken })
      await servers.second.deps.reload()
    })

    async function bound(username: string): Promise<Client> {
      const client = await person(servers.server, username)
      assert.equal(await codeOf(client), 'ok')
      wxpusher.scan(uid)
      servers.server.moveTime(10)
      assert.equal(await stateOf(client), 'bound')
      return client
    }

    test('who scans the code is bound and notified, and the id is never shown', async () => {
      const client = await person(servers.server, 'scanner')
      const before = await settingOf(client)
      assert.deepEqual(before.wxpusher, { available: true, uid_hint: '' })
      const response = await fetchCode(client)
      assert.ok(response.success)
      assert.match(response.data.picture, /^data:image\/png;base64,iVBOR/)
      assert.equal(response.data.expires_at, servers.server.deps.clock() + 300)
      assert.equal(wxpusher.codes.at(-1)?.validTime, 300)
      wxpusher.scan(uid)
      servers.server.moveTime(10)
      assert.equal(await stateOf(client), 'bound')
      const setting = await settingOf(client)
      assert.deepEqual([setting.webhook.kind, setting.wxpusher.uid_hint], ['wxpusher', 'UID…wxyz'])
      const { response: sent } = await client.call(notificationApi.test)
      assert.ok(sent.success && sent.data.webhook)
      const { uids, content, contentType } = wxpusher.messages.at(-1) ?? {}
      assert.deepEqual([uids, contentType], [[uid], 1])
      assert.match(String(content), /Notifications reach you here/)
      const row = await servers.server.deps.store
        .selectFrom('users')
        .select('setting')
        .where('username', '=', 'scanner')
        .executeTakeFirstOrThrow()
      assert.ok(!row.setting.includes(uid), 'it is encrypted')
      for (const line of servers.server.lines) assert.ok(!line.includes(uid) && !line.includes(wxpusherToken), line)
    })

    test('WxPusher is queried every ten seconds at most, over all instances', async () => {
      const { server, second } = servers
      second.moveTime(server.deps.clock() - second.deps.clock()) // instances read one clock, that of the database
      const client = await person(server, 'impatient')
      const other = second.client()
      await other.signIn('impatient')
      assert.equal(await codeOf(client), 'ok')
      const before = wxpusher.queries()
      for (let turn = 0; turn < 3; turn++) assert.equal(await stateOf(client), 'waiting')
      assert.equal(wxpusher.queries(), before, 'nobody scans within the first seconds')
      for (const one of [server, second]) one.moveTime(10)
      await Promise.all([client, other, client, other].map(stateOf))
      assert.equal(wxpusher.queries(), before + 1)
      for (const one of [server, second]) one.moveTime(10)
      assert.equal(await stateOf(other), 'waiting')
      assert.equal(wxpusher.queries(), before + 2)
    })

    test('a code expires and can be fetched again; the newer one counts', async () => {
      const { server } = servers
      const client = await person(server, 'slow')
      assert.equal(await stateOf(client), 'expired', 'none was fetched yet')
      assert.equal(await codeOf(client), 'ok')
      wxpusher.scan('UID_of-somebody-too-late')
      server.moveTime(301)
      assert.equal(await stateOf(client), 'expired')
      assert.equal((await settingOf(client)).wxpusher.uid_hint, '')
      assert.equal(await codeOf(client), 'ok')
      assert.equal(await codeOf(client), 'ok')
      wxpusher.scan(uid)
      server.moveTime(10)
      assert.equal(await stateOf(client), 'bound')
    })

    test('it is unbound for good, and what is not bound cannot be', async () => {
      const client = await bound('leaver')
      const { response } = await client.call(notificationApi.wxpusherUnbind)
      assert.ok(response.success && response.data.webhook.kind === 'none' && response.data.wxpusher.uid_hint === '')
      const sent = wxpusher.messages.length
      const { response: test } = await client.call(notificationApi.test)
      assert.ok(!test.success || test.data.webhook === null)
      assert.equal(wxpusher.messages.length, sent)
      const again = await client.call(notificationApi.wxpusherUnbind)
      assert.equal(!again.response.success && again.response.code, 'wxpusher_unbound')
    })

    test('a typed push token works as before, and takes the place of a scan', async () => {
      const typed = await person(servers.server, 'typist')
      assert.ok((await save(typed, { webhook: { kind: 'wxpusher', secret: 'SPT_typed' } })).response.success)
      assert.deepEqual((await settingOf(typed)).webhook.has_secret, true)
      const client = await bound('switcher')
      assert.ok((await save(client, { webhook: { kind: 'wxpusher' } })).response.success, 'the scan is enough')
      assert.equal((await settingOf(client)).wxpusher.uid_hint, 'UID…wxyz')
      assert.ok((await save(client, { webhook: { kind: 'wxpusher', secret: 'SPT_typed' } })).response.success)
      assert.equal((await settingOf(client)).wxpusher.uid_hint, '')
      const none = await bound('stopper')
      assert.ok((await save(none, { webhook: { kind: 'none' } })).response.success)
      assert.equal((await settingOf(none)).wxpusher.uid_hint, '')
    })

    test('without an application it is switched off, and a bound person is told that nothing was sent', async () => {
      const { server } = servers
      const client = await bound('stranded')
      await setOptions(server, { WxPusherAppToken: '' })
      assert.deepEqual((await settingOf(client)).wxpusher, { available: false, uid_hint: 'UID…wxyz' })
      assert.equal(await codeOf(client), 'wxpusher_disabled')
      const { response } = await client.call(notificationApi.test)
      assert.ok(response.success && response.data.webhook === false)
    })

    test('a service that responds otherwise than documented is refused in our words and changes nothing', async () => {
      const { server } = servers
      const client = await person(server, 'unlucky')
      for (const fault of ['html', 'error status', 'no picture', 'huge picture', 'picture is a page'] as const) {
        wxpusher.fail(fault)
        assert.equal(await codeOf(client), 'wxpusher_failed', fault)
        assert.equal(await stateOf(client), 'expired', fault)
      }
      wxpusher.fail(undefined)
      await setOptions(server, { WxPusherAppToken: 'AT_wrong' })
      assert.equal(await codeOf(client), 'wxpusher_failed')
      await setOptions(server, { WxPusherAppToken: wxpusherToken })
      assert.equal(await codeOf(client), 'ok')
      wxpusher.scan('not an id')
      server.moveTime(10)
      assert.equal(await stateOf(client), 'waiting')
      wxpusher.fail('html')
      server.moveTime(10)
      assert.equal(await stateOf(client), 'wxpusher_failed')
      assert.equal((await settingOf(client)).webhook.kind, 'none')
    })
  })
