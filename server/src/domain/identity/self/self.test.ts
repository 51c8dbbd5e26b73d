import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { accessTokenApi } from '@turnpike/contract/identity/access-token'
import { selfApi } from '@turnpike/contract/identity/self'
import { role, userApi, userStatus } from '@turnpike/contract/identity/user'
import { codeOf, rowOf } from '../../../../test/harness/accounts.ts'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { type Client, givenPassword, type TestServer, useServers } from '../../../../test/harness/harness.ts'

const newPassword = 'another-password'
const minutes = 60

async function signedIn(server: TestServer, username: string, password?: string): Promise<Client> {
  const client = server.client()
  await client.signIn(username, password)
  return client
}
const isIn = async (client: Client) => (await client.call(userApi.self)).status === 200
const canSignIn = async (server: TestServer, username: string, password: string) =>
  (await server.client().call(userApi.login, { query: {}, body: { username, password } })).response.success
const codeIn = ({ response }: { response: { success: boolean; code?: string } }) =>
  response.success ? 'ok' : response.code
const change = async (client: Client, body: Record<string, unknown>) =>
  codeIn(await client.call(selfApi.update, { body: body as Record<string, string> }))

for (const kind of databaseKinds)
  describe(`one's own account on ${kind}`, () => {
    const servers = useServers(kind, { server: {}, second: {}, strict: { RATE_LIMIT_FACTOR: '0.3' } })
    /** Moves the clock of every server. */
    const pass = (seconds: number) => {
      for (const server of Object.values(servers)) server.moveTime(seconds)
    }

    describe('changes', () => {
      test('name and display name change; what is empty, absent or not ours stays', async () => {
        const { server } = servers
        const id = await server.given.user({ username: 'before' })
        await server.given.user({ username: 'neighbour' })
        const client = await signedIn(server, 'before')
        assert.equal(await change(client, { username: ' After ', display_name: ' 新名字 ' }), 'ok')
        assert.equal(
          await change(client, { username: '', display_name: null, password: '', role: 100, quota: 9 }),
          'ok',
        )
        assert.equal(await change(client, {}), 'ok')
        const row = await rowOf(server, 'After')
        assert.deepEqual([row.id, row.display_name, row.role, row.quota], [id, '新名字', 1, 0])
        for (const [body, code] of [
          [{ username: 'Neighbour' }, 'username_taken'],
          [{ username: 'thirteen-char' }, 'username_invalid'],
          [{ display_name: 'x'.repeat(21) }, 'display_name_long'],
          [{ password: 'short' }, 'password_length'],
        ] as const)
          assert.equal(await change(client, body), code, JSON.stringify(body))
        assert.equal(await change(client, { username: 'AFTER' }), 'ok', 'one’s own name in another case')
        assert.ok(await canSignIn(server, 'after', givenPassword))
      })

      test('of many who take one name at once, one gets it', async () => {
        const { server, second } = servers
        const clients = []
        for (let turn = 0; turn < 6; turn++) {
          await server.given.user({ username: `racer-${turn}` })
          clients.push(await signedIn(turn % 2 ? server : second, `racer-${turn}`))
        }
        const codes = await Promise.all(clients.map((client) => change(client, { username: 'prize' })))
        assert.deepEqual(codes.sort(), ['ok', ...Array(5).fill('username_taken')])
      })

      test('a new password ends every other session and keeps this browser in, under a new id', async () => {
        const { server, second } = servers
        await server.given.user({ username: 'changer' })
        const mine = await signedIn(server, 'changer')
        const other = await signedIn(second, 'changer')
        const { cookie } = mine
        assert.equal(await change(mine, { password: newPassword }), 'ok')
        assert.notEqual(mine.cookie, cookie)
        assert.deepEqual([await isIn(mine), await isIn(other)], [true, false])
        mine.cookie = cookie
        assert.equal(await isIn(mine), false)
        assert.deepEqual(
          [await canSignIn(server, 'changer', givenPassword), await canSignIn(second, 'changer', newPassword)],
          [false, true],
        )
      })

      test('ten minutes after signing in, a new password needs the old one', async () => {
        const { server } = servers
        await server.given.user({ username: 'later' })
        const client = await signedIn(server, 'later')
        pass(11 * minutes)
        assert.equal(await change(client, { password: newPassword }), 'recent_login_required')
        assert.equal(
          await change(client, { password: newPassword, original_password: 'wrong-one' }),
          'credentials_wrong',
        )
        assert.equal(await change(client, { display_name: 'not sensitive' }), 'ok')
        assert.equal(await change(client, { password: newPassword, original_password: givenPassword }), 'ok')
        assert.ok(await isIn(client))
      })

      test('wrong old passwords lock the account as failed sign-ins do', async () => {
        const { strict } = servers
        await strict.given.user({ username: 'guessed' })
        const client = await signedIn(strict, 'guessed')
        const confirm = (original_password: string) => client.call(selfApi.confirm, { body: { original_password } })
        for (let turn = 0; turn < 3; turn++) assert.equal(codeIn(await confirm('wrong-one')), 'credentials_wrong')
        assert.equal((await confirm(givenPassword)).status, 429)
        assert.equal(await canSignIn(strict, 'guessed', givenPassword), false)
      })

      test('an access token is no sign-in: sensitive changes need the password with it', async () => {
        const { server } = servers
        const id = await server.given.user({ username: 'scripted' })
        const client = server.client()
        const headers = {
          authorization: await server.given.accessToken(id),
          'new-api-user': String(id),
          'content-type': 'application/json',
        }
        const put = async (body: object) =>
          (await client.fetch('/api/user/self', { method: 'PUT', headers, body: JSON.stringify(body) })).json()
        assert.equal(((await put({ password: newPassword })) as { code: string }).code, 'recent_login_required')
        assert.equal(
          ((await put({ password: newPassword, original_password: givenPassword })) as { success: boolean }).success,
          true,
        )
        assert.equal(client.cookie, '', 'a script gets no session')
      })
    })

    if (!hasEveryTest(kind)) return

    describe('sensitive calls', () => {
      test('the access token is shown once, replaces the one before, and is nowhere else', async () => {
        const { server, second } = servers
        const id = await server.given.user({ username: 'tokens' })
        const client = await signedIn(server, 'tokens')
        const make = async () => {
          const { response } = await client.call(accessTokenApi.create, { query: {} })
          return response.success ? response.data : assert.fail(response.code)
        }
        const isGood = async (token: string) => {
          const headers = { authorization: `Bearer ${token}`, 'new-api-user': String(id) }
          return (await fetch(`${second.url}/api/user/self`, { headers })).status === 200
        }
        const [first, next] = [await make(), await make()]
        assert.ok(Buffer.from(next, 'base64url').length >= 32)
        assert.deepEqual([await isGood(first), await isGood(next)], [false, true])
        const stored = await rowOf(server, 'tokens')
        assert.ok(stored.access_token_hash && stored.access_token_hash !== next)
        assert.doesNotMatch(await (await client.fetch('/api/user/self')).text(), new RegExp(next))
        for (const line of server.lines) assert.ok(!line.includes(next))
      })

      test('after ten minutes each of them needs the password; a confirmation is good for ten more', async () => {
        const { server } = servers
        await server.given.user({ username: 'sensitive', email: 'sensitive@example.org' })
        const client = await signedIn(server, 'sensitive')
        pass(11 * minutes)
        const sensitive = async () => [
          codeIn(await client.call(accessTokenApi.create, { query: {} })),
          codeIn(await client.call(selfApi.unbind, { params: { provider: 'email' } })),
          codeIn(await client.call(selfApi.remove, { body: {} })),
        ]
        assert.deepEqual(await sensitive(), Array(3).fill('recent_login_required'))
        const { cookie } = client
        assert.equal(codeIn(await client.call(selfApi.confirm, { body: { original_password: givenPassword } })), 'ok')
        assert.notEqual(client.cookie, cookie, 'a new session, as after signing in')
        assert.deepEqual(await sensitive(), ['ok', 'ok', 'ok'])
      })

      test('whoever ends their account is gone from everywhere, and the name stays taken', async () => {
        const { server, second } = servers
        const id = await server.given.user({ username: 'leaver', email: 'leaver@example.org' })
        const token = await server.given.accessToken(id)
        await server.deps.store
          .insertInto('tokens')
          .values({ user_id: id, key_cipher: 'c', key_hash: `leaver ${id}`, name: 'key', created_time: 1 })
          .execute()
        const [client, elsewhere] = [await signedIn(server, 'leaver'), await signedIn(second, 'leaver')]
        assert.equal(codeIn(await client.call(selfApi.remove, { body: {} })), 'ok')
        assert.deepEqual([await isIn(client), await isIn(elsewhere)], [false, false])
        const headers = { authorization: token, 'new-api-user': String(id) }
        assert.equal((await fetch(`${server.url}/api/user/self`, { headers })).status, 401)
        assert.equal(await canSignIn(server, 'leaver', givenPassword), false)
        assert.equal(await canSignIn(server, 'leaver@example.org', givenPassword), false)
        assert.equal(await codeOf(server, { username: 'Leaver' }), 'username_taken')
        const keys = await server.deps.store.selectFrom('tokens').select('status').where('user_id', '=', id).execute()
        assert.deepEqual(keys, [{ status: 2 }])
        const audited = await server.deps.store
          .selectFrom('audit')
          .select('action')
          .where('actor_id', '=', id)
          .execute()
        assert.deepEqual(audited, [{ action: 'account.cancel' }])
      })

      test('the super administrator cannot leave', async () => {
        const { server } = servers
        await server.given.user({ username: 'another-root', role: role.root })
        const client = await signedIn(server, 'another-root')
        assert.equal(codeIn(await client.call(selfApi.remove, { body: {} })), 'root_not_deleted')
        assert.ok(await isIn(client))
      })

      test('the last way to sign in cannot be unbound, not even two at once', async () => {
        const { server } = servers
        const id = await server.given.user({ username: 'bound', email: 'bound@example.org' })
        const client = await signedIn(server, 'bound')
        const set = (values: object) =>
          server.deps.store.updateTable('users').set(values).where('id', '=', id).execute()
        const unbind = async (provider: 'email' | 'github' | 'linuxdo') =>
          codeIn(await client.call(selfApi.unbind, { params: { provider } }))
        await set({ github_id: '77', linux_do_id: '78' })
        assert.equal(await unbind('email'), 'ok')
        assert.deepEqual([(await rowOf(server, 'bound')).email, (await rowOf(server, 'bound')).github_id], ['', '77'])
        await set({ password_hash: '' })
        assert.deepEqual((await Promise.all([unbind('github'), unbind('linuxdo')])).sort(), ['binding_last', 'ok'])
        const wrong = await client.fetch('/api/user/binding/password', { method: 'DELETE' })
        assert.equal(((await wrong.json()) as { code: string }).code, 'invalid_parameter')
      })
    })

    describe('sessions', () => {
      test('a person sees where they are signed in, and signs one or all others out', async () => {
        const { server, second } = servers
        await server.given.user({ username: 'many' })
        const [mine, one, two] = [
          await signedIn(server, 'many'),
          await signedIn(second, 'many'),
          await signedIn(server, 'many'),
        ]
        const list = async () => {
          const { response } = await mine.call(selfApi.sessions)
          return response.success ? response.data : assert.fail(response.code)
        }
        const sessions = await list()
        assert.equal(sessions.length, 3)
        assert.deepEqual(sessions.filter(({ current }) => current).length, 1)
        const secrets = [mine, one, two].map(({ cookie }) => cookie.split('=')[1] ?? '')
        const hashes = (await server.deps.store.selectFrom('sessions').select('id_hash').execute()).map(
          (row) => row.id_hash,
        )
        for (const { id, address } of sessions) {
          assert.ok(!secrets.includes(id) && !hashes.includes(id))
          assert.equal(address, '127.0.0.1')
        }
        for (const { id } of sessions) {
          const impostor = await fetch(`${server.url}/api/user/self`, {
            headers: { cookie: `session=${id}`, 'new-api-user': String(mine.userId) },
          })
          assert.equal(impostor.status, 401)
        }
        const { id } = sessions.find(({ current }) => !current) ?? { id: '' }
        assert.equal(codeIn(await mine.call(selfApi.endSession, { params: { id } })), 'ok')
        assert.equal([await isIn(one), await isIn(two)].filter(Boolean).length, 1)
        assert.equal(codeIn(await mine.call(selfApi.endSession, { params: { id } })), 'not_found')
        assert.equal(codeIn(await mine.call(selfApi.endOtherSessions)), 'ok')
        assert.deepEqual([await isIn(one), await isIn(two), await isIn(mine)], [false, false, true])
      })

      test('nobody ends the session of another', async () => {
        const { server } = servers
        await server.given.user({ username: 'target' })
        await server.given.user({ username: 'meddler' })
        const [target, meddler] = [await signedIn(server, 'target'), await signedIn(server, 'meddler')]
        const { response } = await target.call(selfApi.sessions)
        const [session] = response.success ? response.data : []
        const ended = await meddler.call(selfApi.endSession, { params: { id: session?.id ?? '' } })
        assert.equal(codeIn(ended), 'not_found')
        await meddler.call(selfApi.endOtherSessions)
        assert.ok(await isIn(target))
      })
    })

    test('the banned and the gone can do nothing of all this', async () => {
      const { server } = servers
      for (const [username, values] of [
        ['banned', { status: userStatus.banned }],
        ['gone', { deleted_at: 1 }],
      ] as const) {
        await server.given.user({ username })
        const client = await signedIn(server, username)
        await server.deps.store.updateTable('users').set(values).where('username', '=', username).execute()
        for (const { method, path } of Object.values(selfApi)) {
          const url = path.replace(/\{\w+\}/, 'email')
          assert.equal((await client.fetch(url, { method })).status, 401, `${username} ${method} ${path}`)
        }
      }
    })
  })
