import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { userApi, userStatus } from '@turnpike/contract/identity/user'
import { setOptions } from '../../../../test/harness/accounts.ts'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { type IdentityServer, startIdentityServer } from '../../../../test/outside/identity-server.ts'
import { get, stateOf, switchOn, telegramSays } from '../../../../test/outside/providers.ts'

const identity: IdentityServer = await startIdentityServer()
after(() => identity.stop())

const bind = ({ deps }: TestServer, username: string, change: object) =>
  deps.store.updateTable('users').set(change).where('username', '=', username).execute()
const signedIn = async (server: TestServer, username: string) => {
  const client = server.client()
  await client.signIn(username)
  return client
}

for (const kind of databaseKindsOfRun)
  describe(`WeChat and Telegram on ${kind}`, () => {
    const servers = useServers(kind, { server: identity.env, second: identity.env })
    before(async () => {
      await switchOn(servers.server, identity)
      await servers.second.deps.reload()
    })

    describe('WeChat', () => {
      const signIn = (server: TestServer, code: string, headers = {}) =>
        get(server.client(), '/api/oauth/wechat', { code }, headers)

      test('a code signs its owner in, with an account of their own from the first time', async () => {
        const { server } = servers
        const client = server.client()
        const first = await get(client, '/api/oauth/wechat', { code: identity.code({ id: 'wx-1' }) })
        assert.ok(typeof first.data === 'object', JSON.stringify(first))
        assert.match(first.data.username, /^wechat_\d+$/)
        assert.equal(first.data.display_name, 'WeChat User')
        client.userId = first.data.id
        assert.equal((await client.call(userApi.self)).status, 200)
        const again = await signIn(server, identity.code({ id: 'wx-1' }))
        assert.ok(typeof again.data === 'object' && again.data.id === first.data.id)
      })

      test('codes that are wrong or could be anything else never reach the companion', async () => {
        const { server } = servers
        const sent = identity.sent.length
        for (const code of ['', ' ', 'a/../b', 'a&b=c', 'x'.repeat(65), '码'])
          assert.equal((await signIn(server, code)).code, 'verification_code_wrong', code)
        assert.equal(identity.sent.length, sent)
        assert.equal((await signIn(server, 'unknown')).code, 'verification_code_wrong')
      })

      test('another site cannot sign its visitors in, and a companion that is away is said to be', async () => {
        const { server } = servers
        const code = identity.code({ id: 'wx-2' })
        const crossSite = await signIn(server, code, { 'sec-fetch-site': 'cross-site' })
        assert.deepEqual([crossSite.status, crossSite.code], [403, 'cross_site_refused'])
        for (const fault of ['html', 'reset', 'error status'] as const) {
          identity.fail(fault)
          assert.equal((await signIn(server, code)).code, 'wechat_unreachable', fault)
        }
        identity.fail(undefined)
      })

      test('a signed-in person binds it; one that is somebody’s is refused, and so are the banned and gone', async () => {
        const { server } = servers
        const id = await server.given.user({ username: 'wx-binder' })
        const client = await signedIn(server, 'wx-binder')
        const bindBy = (code: string) => get(client, '/api/oauth/wechat/bind', { code })
        assert.equal((await get(server.client(), '/api/oauth/wechat/bind', { code: 'x' })).status, 401)
        assert.equal((await bindBy('unknown')).code, 'verification_code_wrong')
        assert.equal((await bindBy(identity.code({ id: 'wx-1' }))).code, 'wechat_bound')
        assert.ok((await bindBy(identity.code({ id: 'wx-3' }))).success)
        const entered = await signIn(server, identity.code({ id: 'wx-3' }))
        assert.ok(typeof entered.data === 'object' && entered.data.id === id)
        await bind(server, 'wx-binder', { status: userStatus.banned })
        assert.equal((await signIn(server, identity.code({ id: 'wx-3' }))).code, 'account_banned')
        await bind(server, 'wx-binder', { status: userStatus.enabled, deleted_at: 1 })
        assert.equal((await signIn(server, identity.code({ id: 'wx-3' }))).code, 'account_cancelled')
      })

      test('switched off it does neither', async () => {
        const { server } = servers
        await server.given.user({ username: 'wx-off' })
        const client = await signedIn(server, 'wx-off')
        await setOptions(server, { WeChatAuthEnabled: 'false' })
        assert.equal((await signIn(server, identity.code({ id: 'wx-4' }))).code, 'wechat_disabled')
        assert.equal((await get(client, '/api/oauth/wechat/bind', { code: 'x' })).code, 'wechat_disabled')
        await setOptions(server, { WeChatAuthEnabled: 'true' })
      })
    })

    describe('Telegram', () => {
      const says = (server: TestServer, id: string, more: Record<string, string> = {}) =>
        telegramSays({ id, first_name: 'Lin', auth_date: String(server.deps.clock()), ...more })
      const signIn = (server: TestServer, query: Record<string, string>, headers = {}) =>
        get(server.client(), '/api/oauth/telegram/login', query, headers)

      test('whoever bound it signs in by it; nobody gets an account by it', async () => {
        const { server, second } = servers
        const id = await server.given.user({ username: 'tg-user' })
        assert.equal((await signIn(server, says(server, '42'))).code, 'telegram_unbound')
        const client = await signedIn(server, 'tg-user')
        const bound = await get(client, '/api/oauth/telegram/bind', {
          ...says(server, '42', { username: 'lin' }),
          state: await stateOf(client),
        })
        assert.deepEqual([bound.status, bound.location], [302, '/setting'])
        const entered = await signIn(
          second,
          says(second, '42', { last_name: '林', photo_url: 'https://t.me/x', lang: 'zh' }),
        )
        assert.ok(typeof entered.data === 'object' && entered.data.id === id, JSON.stringify(entered))
      })

      test('an assertion counts once, fresh, and as signed', async () => {
        const { server, second } = servers
        const now = server.deps.clock()
        const once = says(server, '42', { username: 'once' })
        assert.ok((await signIn(server, once)).success)
        const refused: Record<string, Record<string, string>> = {
          'used before, here': once,
          'another id': { ...says(server, '42'), id: '43' },
          'too old': telegramSays({ id: '42', auth_date: String(now - 330) }),
          'from the future': telegramSays({ id: '42', auth_date: String(now + 90) }),
          'signed by another bot': telegramSays({ id: '42', auth_date: String(now) }, 'another:token'),
          'a member nobody documents': telegramSays({ id: '42', auth_date: String(now), role: 'admin' }),
          'a line that passes for another member': telegramSays({
            id: '42',
            auth_date: String(now),
            first_name: 'x\nid=1',
          }),
        }
        for (const [why, query] of Object.entries(refused))
          assert.equal((await signIn(server, query)).code, 'invalid_request', why)
        assert.equal((await signIn(second, once)).code, 'invalid_request', 'used before, on another instance')
        const burst = says(server, '42', { username: 'burst' })
        const responses = await Promise.all(Array.from({ length: 6 }, () => signIn(server, burst)))
        assert.equal(responses.filter(({ success }) => success).length, 1)
        const edge = telegramSays({ id: '42', auth_date: String(server.deps.clock() - 290), username: 'edge' })
        assert.ok((await signIn(server, edge)).success)
      })

      test('binding needs a session and its own state: another site cannot bind its Telegram to a visitor', async () => {
        const { server } = servers
        await server.given.user({ username: 'tg-victim' })
        const client = await signedIn(server, 'tg-victim')
        const path = '/api/oauth/telegram/bind'
        const away = await get(server.client(), path, says(server, '50'))
        assert.deepEqual([away.status, away.location], [302, '/login'])
        const forged = await get(client, path, says(server, '50'))
        assert.deepEqual([forged.status, forged.code], [403, 'oauth_state_wrong'])
        const state = await stateOf(client)
        const taken = await get(client, path, { ...says(server, '42', { username: 'mine' }), state })
        assert.deepEqual([taken.status, taken.success, taken.code], [200, false, 'telegram_bound'])
        assert.equal((await get(client, path, { ...says(server, '50'), state })).code, 'oauth_state_wrong', 'once')
      })

      test('the banned and gone stay out', async () => {
        const { server } = servers
        await bind(server, 'tg-user', { status: userStatus.banned })
        assert.equal((await signIn(server, says(server, '42', { username: 'a' }))).code, 'account_banned')
        await bind(server, 'tg-user', { status: userStatus.enabled, deleted_at: 1 })
        assert.equal((await signIn(server, says(server, '42', { username: 'b' }))).code, 'account_cancelled')
      })

      test('without a bot token nothing is believed, and other sites and repeated members are refused', async () => {
        const { server } = servers
        const crossSite = await signIn(server, says(server, '42'), { 'sec-fetch-site': 'cross-site' })
        assert.equal(crossSite.code, 'cross_site_refused')
        const query = new URLSearchParams(says(server, '42'))
        query.append('id', '43')
        const response = await fetch(`${server.url}/api/oauth/telegram/login?${query}`)
        assert.equal(((await response.json()) as { code: string }).code, 'invalid_request')
        await server.deps.store
          .updateTable('options')
          .set({ value: '' })
          .where('key', '=', 'TelegramBotToken')
          .execute()
        await server.deps.reload()
        const unsigned = telegramSays({ id: '42', auth_date: String(server.deps.clock()) }, '')
        assert.equal((await signIn(server, unsigned)).code, 'telegram_disabled')
        await setOptions(server, { TelegramOAuthEnabled: 'false' })
        assert.equal((await signIn(server, unsigned)).code, 'telegram_disabled')
      })
    })
  })
