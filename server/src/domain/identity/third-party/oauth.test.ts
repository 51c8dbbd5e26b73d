import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { selfApi } from '@turnpike/contract/identity/self'
import { userApi, userStatus } from '@turnpike/contract/identity/user'
import { assertBooksBalance, logsOf, setOptions } from '../../../../test/harness/accounts.ts'
import { databaseKinds } from '../../../../test/harness/databases.ts'
import { type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { type IdentityServer, startIdentityServer } from '../../../../test/outside/identity-server.ts'
import { get, goThrough, stateOf, switchOn } from '../../../../test/outside/providers.ts'
import { generatedName } from './generated-name.ts'

const identity: IdentityServer = await startIdentityServer()
after(() => identity.stop())

const byGithub = ({ deps }: TestServer, id: number | string) =>
  deps.store.selectFrom('users').selectAll().where('github_id', '=', String(id)).executeTakeFirst()
const nameColumn = { github: 'github_name', linuxdo: 'linux_do_name' } as const
const column = { github: 'github_id', linuxdo: 'linux_do_id' } as const

for (const kind of databaseKinds)
  describe(`GitHub and LinuxDO on ${kind}`, () => {
    const servers = useServers(kind, { server: identity.env, second: identity.env })
    before(async () => {
      await switchOn(servers.server, identity)
      await servers.second.deps.reload()
    })

    for (const provider of ['github', 'linuxdo'] as const) {
      test(`${provider}: an unknown person gets an account, and the same one the next time, whatever they are called then`, async () => {
        const { server, second } = servers
        const client = server.client()
        const first = await goThrough(client, provider, identity.code({ id: 501, name: '  Lin 林 ', username: 'lin' }))
        assert.ok(typeof first.data === 'object', JSON.stringify(first))
        assert.deepEqual([first.success, first.message, first.data.display_name], [true, '', 'Lin 林'])
        assert.match(first.data.username, /^(github|linuxdo)_\d+$/)
        client.userId = first.data.id
        const { response } = await client.call(userApi.self)
        assert.ok(response.success)
        assert.deepEqual(
          [response.data[column[provider]], response.data.email, response.data.group],
          ['501', '', 'default'],
        )
        const again = await goThrough(
          second.client(),
          provider,
          identity.code({ id: 501, name: 'Somebody', username: 'new' }),
        )
        assert.ok(typeof again.data === 'object' && again.data.id === first.data.id)
        assert.equal(again.data.display_name, 'Lin 林')
      })

      test(`${provider}: a signed-in person binds it, and from then on signs in by it`, async () => {
        const { server } = servers
        const id = await server.given.user({ username: `binds-${provider}`.slice(0, 12) })
        const client = server.client()
        await client.signIn(`binds-${provider}`.slice(0, 12))
        const bound = await goThrough(client, provider, identity.code({ id: 601 }))
        assert.deepEqual([bound.status, bound.success, bound.message, bound.data], [200, true, 'bind', undefined])
        const entered = await goThrough(server.client(), provider, identity.code({ id: 601 }))
        assert.ok(typeof entered.data === 'object' && entered.data.id === id)
        await server.given.user({ username: `late-${provider}`.slice(0, 12) })
        const late = server.client()
        await late.signIn(`late-${provider}`.slice(0, 12))
        assert.equal((await goThrough(late, provider, identity.code({ id: 601 }))).code, `${provider}_bound`)
      })

      test(`${provider}: the login name is shown beside the id, follows a change at the next sign-in, and goes with the binding`, async () => {
        const { server } = servers
        const username = `named-${provider}`.slice(0, 12)
        const id = await server.given.user({ username })
        const client = server.client()
        await client.signIn(username)
        const shown = async () => {
          const { response } = await client.call(userApi.self)
          assert.ok(response.success, response.message)
          return [response.data[column[provider]], response.data[nameColumn[provider]]]
        }
        await goThrough(client, provider, identity.code({ id: 651, username: 'octo-lin' }))
        assert.deepEqual(await shown(), ['651', 'octo-lin'])
        await goThrough(server.client(), provider, identity.code({ id: 651, username: 'renamed' }))
        assert.deepEqual(await shown(), ['651', 'renamed'])
        await client.call(selfApi.unbind, { params: { provider } })
        assert.deepEqual(await shown(), ['', ''])
        const old = { [column[provider]]: '652' }
        await server.deps.store.updateTable('users').set(old).where('id', '=', id).execute()
        assert.deepEqual(await shown(), ['652', ''], 'one from before the name was stored')
      })

      test(`${provider}: switched off it neither signs in nor binds, and the provider gets no request`, async () => {
        const { server } = servers
        const option = provider === 'github' ? 'GitHubOAuthEnabled' : 'LinuxDOOAuthEnabled'
        await setOptions(server, { [option]: 'false' })
        const sent = identity.sent.length
        const code = identity.code({ id: 602 })
        assert.equal((await goThrough(server.client(), provider, code)).code, `${provider}_disabled`)
        const client = server.client()
        await client.signIn(`binds-${provider}`.slice(0, 12))
        assert.equal((await goThrough(client, provider, code)).code, `${provider}_disabled`)
        assert.equal(identity.sent.length, sent)
        await setOptions(server, { [option]: 'true' })
      })

      test(`${provider}: banned and cancelled people stay out, and their identity stays theirs`, async () => {
        const { server } = servers
        for (const [id, change, code] of [
          [701, { status: userStatus.banned }, 'account_banned'],
          [702, { deleted_at: 1 }, 'account_cancelled'],
        ] as const) {
          await goThrough(server.client(), provider, identity.code({ id }))
          await server.deps.store.updateTable('users').set(change).where(column[provider], '=', String(id)).execute()
          const client = server.client()
          const refused = await goThrough(client, provider, identity.code({ id }))
          assert.deepEqual([refused.status, refused.success, refused.code], [200, false, code])
          assert.doesNotMatch(client.cookie, /session=/)
        }
        const client = server.client()
        await client.signIn(`binds-${provider}`.slice(0, 12))
        assert.equal((await goThrough(client, provider, identity.code({ id: 702 }))).code, `${provider}_bound`)
      })

      test(`${provider}: a wrong code, a refusal and every kind of nonsense are told apart in our words`, async () => {
        const { server } = servers
        const client = server.client()
        assert.equal((await goThrough(client, provider, 'made-up')).code, 'oauth_code_wrong')
        const denied = await get(client, `/api/oauth/${provider}`, {
          error: 'access_denied',
          error_description: '<b>text of theirs</b>',
          state: await stateOf(client),
        })
        assert.equal(denied.code, 'oauth_denied')
        assert.doesNotMatch(String(denied.message), /theirs/)
        for (const fault of ['html', 'error status', 'reset', 'no id'] as const) {
          identity.fail(fault)
          const { code } = await goThrough(client, provider, identity.code({ id: 1 }))
          assert.equal(code, `${provider}_unreachable`, fault)
        }
        identity.fail(undefined)
      })
    }

    test('what providers are sent: credentials once, in their place, and the page we told LinuxDO of', async () => {
      const { server } = servers
      const from = identity.sent.length
      await goThrough(server.client(), 'github', identity.code({ id: 801 }))
      await goThrough(server.client(), 'linuxdo', identity.code({ id: 801 }))
      const [githubToken, githubUser, linuxdoToken, linuxdoUser] = identity.sent.slice(from)
      assert.equal(githubToken?.path, '/github/login/oauth/access_token')
      assert.deepEqual(Object.keys(JSON.parse(githubToken?.body ?? '')), ['client_id', 'client_secret', 'code'])
      assert.match(githubUser?.headers.authorization ?? '', /^Bearer token-of-code-\d+$/)
      assert.equal(
        new URLSearchParams(linuxdoToken?.body).get('redirect_uri'),
        'https://console.example.org/oauth/linuxdo',
      )
      assert.match(linuxdoToken?.headers.authorization ?? '', /^Basic /)
      assert.doesNotMatch(linuxdoToken?.body ?? '', /client-secret/)
      assert.match(linuxdoUser?.headers.authorization ?? '', /^Bearer /)
    })

    describe('states', () => {
      const refused = (response: { status: number; code?: string }) =>
        assert.deepEqual([response.status, response.code], [403, 'oauth_state_wrong'])

      test('a state is good once, in its own browser, for ten minutes, and the newest only', async () => {
        const { server, second } = servers
        const client = server.client()
        const callback = (state: string, who = client) => get(who, '/api/oauth/github', { code: 'x', state })
        refused(await get(client, '/api/oauth/github', { code: 'x' }))
        refused(await callback('made-up'))
        const state = await stateOf(client)
        assert.ok(Buffer.from(state, 'base64url').length >= 16)
        refused(await callback(state, second.client()))
        const stranger = second.client()
        await stateOf(stranger)
        refused(await callback(state, stranger))
        assert.equal((await callback(state)).code, 'oauth_code_wrong', 'its own browser, by another instance or not')
        refused(await callback(state))
        const older = await stateOf(client)
        const newer = await stateOf(client)
        refused(await callback(older))
        refused(await callback(newer))
        const late = await stateOf(client)
        for (const one of [server, second]) one.moveTime(601)
        refused(await callback(late))
      })

      test('a wrong guess uses the state up', async () => {
        const client = servers.server.client()
        const state = await stateOf(client)
        refused(await get(client, '/api/oauth/github', { code: 'x', state: 'guess' }))
        refused(await get(client, '/api/oauth/github', { code: 'x', state }))
      })

      test('a state to sign in binds nothing, and one to bind signs nobody in', async () => {
        const { server } = servers
        await server.given.user({ username: 'intents' })
        const client = server.client()
        const toSignIn = await stateOf(client)
        await client.signIn('intents')
        refused(await get(client, '/api/oauth/github', { code: identity.code({ id: 811 }), state: toSignIn }))
        const toBind = await stateOf(client)
        await client.fetch('/api/user/logout')
        refused(await get(client, '/api/oauth/github', { code: identity.code({ id: 811 }), state: toBind }))
        assert.equal(await byGithub(server, 811), undefined)
      })

      test('a state to bind belongs to its session and needs a recent sign-in', async () => {
        const { server, second } = servers
        const [mine, theirs] = [server.client(), server.client()]
        await mine.signIn('intents')
        await theirs.signIn('intents')
        const state = await stateOf(mine)
        refused(await get(theirs, '/api/oauth/github', { code: identity.code({ id: 812 }), state }))
        for (const one of [server, second]) one.moveTime(601)
        assert.equal((await get(mine, '/api/oauth/state')).code, 'recent_login_required')
      })

      test('the cookie of a browser that is away is out of reach of scripts and short-lived', async () => {
        const response = await fetch(`${servers.server.url}/api/oauth/state`)
        const [set = ''] = response.headers.getSetCookie()
        assert.match(set, /^oauth=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
        assert.equal((await get(servers.server.client(), '/api/oauth/github')).code, 'invalid_request')
      })
    })

    test('registration that is closed keeps strangers out and lets the known in', async () => {
      const { server } = servers
      await goThrough(server.client(), 'github', identity.code({ id: 901 }))
      await setOptions(server, { RegisterEnabled: 'false' })
      assert.equal((await goThrough(server.client(), 'github', identity.code({ id: 902 }))).code, 'register_disabled')
      assert.ok((await goThrough(server.client(), 'github', identity.code({ id: 901 }))).success)
      await setOptions(server, { RegisterEnabled: 'true' })
    })

    test('an invitation is rewarded once; an identity that comes back after it was unbound brings nothing', async () => {
      const { server } = servers
      await setOptions(server, { QuotaForNewUser: '1000', QuotaForInvitee: '500', QuotaForInviter: '300' })
      const host = await server.given.user({ username: 'host' })
      const first = await goThrough(server.client(), 'github', identity.code({ id: 911 }), 'host')
      assert.ok(typeof first.data === 'object')
      const row = await byGithub(server, 911)
      assert.deepEqual([row?.quota, row?.inviter_id], [1500, host])
      assert.equal((await logsOf(server, first.data.username)).length, 2)
      await server.deps.store.updateTable('users').set({ github_id: '' }).where('id', '=', first.data.id).execute()
      await goThrough(server.client(), 'github', identity.code({ id: 911 }), 'host')
      assert.equal((await byGithub(server, 911))?.quota, 0)
      const { aff_quota } = await server.deps.store
        .selectFrom('users')
        .select('aff_quota')
        .where('id', '=', host)
        .executeTakeFirstOrThrow()
      assert.equal(aff_quota, 300)
      await assertBooksBalance(server)
      await setOptions(server, { QuotaForNewUser: '0', QuotaForInvitee: '0', QuotaForInviter: '0' })
    })

    test('many newcomers at once all get names of their own; one who comes twice at once gets one account', async () => {
      const { server, second } = servers
      await second.deps.reload()
      const [highest] = await server.deps.store
        .selectFrom('users')
        .select(({ fn }) => fn.max('id').as('id'))
        .execute()
      await server.given.user({ username: `github_${Number(highest?.id) + 2}` })
      const ids = [1001, 1002, 1003, 1004, 1005, 1005, 1005, 1005]
      const responses = await Promise.all(
        ids.map((id, index) => goThrough((index % 2 ? server : second).client(), 'github', identity.code({ id }))),
      )
      const people = responses.map(({ data }) =>
        typeof data === 'object' ? data : assert.fail(JSON.stringify(responses)),
      )
      assert.equal(new Set(people.slice(0, 5).map(({ username }) => username)).size, 5)
      assert.equal(new Set(people.slice(4).map(({ id }) => id)).size, 1)
      for (const { username } of people) assert.match(username, /^github_\d{1,5}$/)
    })

    test('codes and tokens of a sign-in stay out of the log', () => {
      const { lines } = servers.server
      assert.ok(lines.length > 10)
      for (const line of lines) assert.doesNotMatch(line, /code-\d+|client-secret/)
    })
  })

test('generated names keep to twelve characters, however high the numbers', () => {
  for (const provider of ['github', 'linuxdo', 'wechat'] as const)
    for (const number of [1, 9999, 10_000, 99_999, 100_000, 999_999_999])
      assert.ok(generatedName(provider, number).length <= 12, `${provider} ${number}`)
  assert.equal(generatedName('github', 12_345), 'github_12345')
  assert.equal(generatedName('linuxdo', 12_345), 'ld_12345')
})
