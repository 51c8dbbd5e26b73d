import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { role, user, userApi, userStatus } from '@turnpike/contract/identity/user'
import { sql } from 'kysely'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { type Client, givenPassword, type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { hashPassword } from '../../../secrets/passwords.ts'
import { changeStanding } from '../users/users.queries.ts'

const day = 86_400
const anotherHash = await hashPassword('another-password')
const https = { 'x-forwarded-proto': 'https' }

/** Posts credentials and returns the parts of the cookie that was set. */
async function signIn(server: TestServer, username: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username, password: givenPassword }),
  })
  const [set = '', ...more] = response.headers.getSetCookie()
  assert.deepEqual(more, [])
  const [pair = '', ...attributes] = set.split(';').map((part) => part.trim())
  const [name = '', value = ''] = pair.split('=')
  return { text: await response.text(), pair, name, value, attributes: attributes.sort() }
}

const isSignedIn = async (server: TestServer, cookie: string, id: number, headers: Record<string, string> = {}) =>
  (await fetch(`${server.url}/api/user/self`, { headers: { cookie, 'new-api-user': String(id), ...headers } }))
    .status === 200

for (const kind of databaseKinds)
  describe(`sessions on ${kind}`, () => {
    const servers = useServers(kind, { first: {}, second: { TRUSTED_PROXIES: '127.0.0.1' }, timed: {} })

    test('a person signs in by name in any case, or by mail address, and is known from then on', async () => {
      const id = await servers.first.given.user({ username: 'Lin', email: 'lin@example.org' })
      for (const login of ['Lin', 'lin', 'LIN', ' Lin ', 'Ｌｉｎ', 'lin@example.org', 'LIN@Example.ORG']) {
        const client = servers.first.client()
        await client.signIn(login)
        assert.equal(client.userId, id, login)
        const { status, response } = await client.call(userApi.self)
        assert.equal(status, 200)
        assert.ok(response.success && response.data.username === 'Lin')
      }
    })

    test('signing in returns the user, zero values for the rest, and nothing that is secret', async () => {
      const id = await servers.first.given.user({ username: 'shape', email: 'shape@example.org', role: role.admin })
      await servers.first.given.accessToken(id)
      const { text } = await signIn(servers.first, 'shape')
      const { success, message, data } = JSON.parse(text) as {
        success: boolean
        message: string
        data: Record<string, unknown>
      }
      assert.deepEqual({ success, message }, { success: true, message: '' })
      assert.deepEqual(Object.keys(data).sort(), Object.keys(user.shape).sort())
      const { id: shownId, username, display_name, role: level, status, group, DeletedAt, ...rest } = data
      assert.deepEqual(
        { shownId, username, display_name, level, status, group, DeletedAt },
        {
          shownId: id,
          username: 'shape',
          display_name: 'shape',
          level: role.admin,
          status: 1,
          group: 'default',
          DeletedAt: null,
        },
      )
      for (const [member, value] of Object.entries(rest)) assert.ok(value === '' || value === 0, member)
      assert.doesNotMatch(text, /argon2|hash|access_token|session/)
    })

    if (!hasEveryTest(kind)) return

    test('the account itself has every member and no secret either', async () => {
      const client = servers.first.client()
      await servers.first.given.user({ username: 'self', email: 'self@example.org' })
      await client.signIn('self')
      const text = await (await client.fetch('/api/user/self')).text()
      const { data } = JSON.parse(text) as { data: Record<string, unknown> }
      assert.deepEqual(Object.keys(data).sort(), Object.keys(user.shape).sort())
      assert.deepEqual([data.email, data.password, data.DeletedAt], ['self@example.org', '', null])
      assert.ok(Number(data.created_at) > 0 && Number(data.last_login_at) >= Number(data.created_at))
      assert.doesNotMatch(text, /argon2|hash|access_token|session/)
    })

    test('the cookie is for this server alone and out of reach of scripts', async () => {
      await servers.first.given.user({ username: 'cookie' })
      const { name, value, attributes } = await signIn(servers.first, 'cookie', https)
      assert.equal(name, 'session')
      assert.deepEqual(attributes, ['HttpOnly', `Max-Age=${30 * day}`, 'Path=/', 'SameSite=Lax'])
      assert.equal(Buffer.from(value, 'base64url').length, 32)
    })

    test('under HTTPS, as a trusted proxy says, the cookie is secure and bound to the host', async () => {
      const id = await servers.second.given.user({ username: 'secure' })
      const { name, pair, value, attributes } = await signIn(servers.second, 'secure', https)
      assert.equal(name, '__Host-session')
      assert.deepEqual(attributes, ['HttpOnly', `Max-Age=${30 * day}`, 'Path=/', 'SameSite=Lax', 'Secure'])
      assert.ok(await isSignedIn(servers.second, pair, id, https))
      assert.ok(
        !(await isSignedIn(servers.second, `session=${value}`, id, https)),
        'a cookie that any sub-domain could set',
      )
      assert.ok(!(await isSignedIn(servers.second, pair, id)), 'or that came over an open line')
    })

    test('the table holds hashes of ids, never the ids', async () => {
      const { first } = servers
      const id = await first.given.user({ username: 'stored' })
      const { value } = await signIn(first, 'stored', { 'user-agent': 'x'.repeat(1000) })
      const rows = await first.deps.store.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()
      assert.equal(rows.length, 1)
      assert.ok(!JSON.stringify(rows).includes(value))
      assert.equal(rows[0]?.id_hash, first.deps.vault.hash(value, 'session'))
      assert.equal(rows[0]?.user_agent.length, 256)
    })

    test('each sign-in gets a new id; the one it replaces is dead, other browsers stay signed in', async () => {
      const id = await servers.first.given.user({ username: 'again' })
      const elsewhere = await signIn(servers.first, 'again')
      const before = await signIn(servers.first, 'again')
      const after = await signIn(servers.first, 'again', { cookie: before.pair })
      assert.equal(new Set([elsewhere.value, before.value, after.value]).size, 3)
      assert.ok(!(await isSignedIn(servers.first, before.pair, id)))
      assert.ok(await isSignedIn(servers.first, after.pair, id))
      assert.ok(await isSignedIn(servers.first, elsewhere.pair, id))
    })

    test('an id that somebody planted is not taken over', async () => {
      const id = await servers.first.given.user({ username: 'planted' })
      const planted = `session=${'P'.repeat(43)}`
      const { pair } = await signIn(servers.first, 'planted', { cookie: planted })
      assert.notEqual(pair, planted)
      assert.ok(!(await isSignedIn(servers.first, planted, id)))
    })

    test('signing out removes the session everywhere and the cookie from the browser', async () => {
      const { first, second } = servers
      const id = await first.given.user({ username: 'leaving' })
      const { pair, value } = await signIn(first, 'leaving')
      const staying = await signIn(first, 'leaving')
      const response = await fetch(`${first.url}/api/user/logout`, { headers: { cookie: pair } })
      assert.deepEqual(await response.json(), { success: true, message: '' })
      assert.match(response.headers.getSetCookie().join(), /^session=; .*(Max-Age=0|Expires=Thu, 01 Jan 1970)/)
      assert.ok(!(await isSignedIn(first, pair, id)))
      assert.ok(!(await isSignedIn(second, pair, id)))
      const hash = first.deps.vault.hash(value, 'session')
      assert.equal(
        await first.deps.store.selectFrom('sessions').selectAll().where('id_hash', '=', hash).executeTakeFirst(),
        undefined,
      )
      assert.ok(await isSignedIn(first, staying.pair, id))
    })

    test('signing out without a session, or with another site’s hand, does no harm', async () => {
      for (const headers of [{}, { cookie: 'session=unknown' }, { 'sec-fetch-site': 'cross-site' }] as Record<
        string,
        string
      >[])
        assert.deepEqual(await (await fetch(`${servers.first.url}/api/user/logout`, { headers })).json(), {
          success: true,
          message: '',
        })
    })

    test('a session ends after seven idle days, and use keeps it alive', async () => {
      const { timed } = servers
      const id = await timed.given.user({ username: 'idle' })
      const { pair } = await signIn(timed, 'idle')
      for (let turn = 0; turn < 3; turn++) {
        timed.moveTime(7 * day - 60)
        assert.ok(await isSignedIn(timed, pair, id), `turn ${turn}`)
      }
      timed.moveTime(7 * day)
      assert.ok(!(await isSignedIn(timed, pair, id)))
    })

    test('a session ends after thirty days, however much it is used', async () => {
      const { timed } = servers
      const id = await timed.given.user({ username: 'absolute' })
      const { pair } = await signIn(timed, 'absolute')
      for (let days = 0; days < 25; days += 5) {
        timed.moveTime(5 * day)
        assert.ok(await isSignedIn(timed, pair, id), `day ${days}`)
      }
      timed.moveTime(5 * day - 60)
      assert.ok(await isSignedIn(timed, pair, id))
      timed.moveTime(61)
      assert.ok(!(await isSignedIn(timed, pair, id)))
    })

    const changes = {
      'a ban': { status: userStatus.banned },
      'a new role': { role: role.admin },
      'a new password': { password_hash: anotherHash },
    }
    for (const [what, change] of Object.entries(changes))
      test(`${what} ends every session of the user at once, on other instances as well`, async () => {
        const { first, second } = servers
        const username = `changed-${Object.keys(change)}`
        const id = await first.given.user({ username })
        const bystander: Client = second.client()
        await second.given.user({ username: `${username}-2` })
        await bystander.signIn(`${username}-2`)
        const sessions = [await signIn(first, username), await signIn(second, username)]
        for (const { pair } of sessions) assert.ok(await isSignedIn(second, pair, id))
        await changeStanding(first.deps.store, id, change)
        for (const { pair } of sessions) {
          assert.ok(!(await isSignedIn(second, pair, id)))
          assert.ok(!(await isSignedIn(first, pair, id)))
        }
        assert.equal((await bystander.call(userApi.self)).status, 200)
      })

    test('a deleted user is gone from every instance and cannot come back', async () => {
      const { first, second } = servers
      const id = await first.given.user({ username: 'deleted', email: 'deleted@example.org' })
      const { pair } = await signIn(first, 'deleted')
      assert.ok(await isSignedIn(second, pair, id))
      await first.deps.store.updateTable('users').set({ deleted_at: first.deps.clock() }).where('id', '=', id).execute()
      assert.ok(!(await isSignedIn(second, pair, id)))
      for (const login of ['deleted', 'deleted@example.org'])
        assert.equal(JSON.parse((await signIn(first, login)).text).code, 'credentials_wrong')
    })
  })

describe('a session that cannot be saved', () => {
  const servers = useServers('postgres', { one: {} })

  test('the right password is told apart from a database that is away, and the next try signs in', async () => {
    const { given, deps, client } = servers.one
    await given.user({ username: 'unsaved' })
    await sql`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$`.execute(deps.store)
    await sql`CREATE TRIGGER disk_full BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION disk_full()`.execute(
      deps.store,
    )
    const body = { username: 'unsaved', password: givenPassword }
    const { status, response, headers } = await client().call(userApi.login, { query: {}, body })
    assert.deepEqual([status, !response.success && response.code], [200, 'session_not_saved'])
    assert.deepEqual(headers.getSetCookie(), [])
    await sql`DROP TRIGGER disk_full ON sessions`.execute(deps.store)
    await client().signIn('unsaved')
  })
})
