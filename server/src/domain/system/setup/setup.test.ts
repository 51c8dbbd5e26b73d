import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ConsoleResponse } from '@turnpike/contract/console-response'
import { role, type User, userApi } from '@turnpike/contract/identity/user'
import { type FirstSteps, setupApi } from '@turnpike/contract/system/setup'
import { databaseKinds, type FreshDatabase, freshDatabase, hasEveryTest } from '../../../../test/harness/databases.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { startTestServer, type TestServer } from '../../../../test/harness/harness.ts'
import { sendRaw } from '../../../../test/harness/raw-http.ts'
import { addToHours } from '../../usage/logs/usage-hours.queries.ts'

const chosen = 'chosen-at-setup-1'
const elsewhere = { 'x-forwarded-for': '203.0.113.9' }

/** A request that is written byte by byte: its version, its host and its other headers. */
type From = { version?: string; host?: string; [header: string]: string | undefined }
const forwarding = [
  'X-Forwarded-Proto',
  'X-Forwarded-Host',
  'X-Original-Forwarded-For',
  'Forwarded',
  'Via',
  'X-Real-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
  'Fastly-Client-IP',
  'Fly-Client-IP',
  'X-Azure-ClientIP',
  'X-Envoy-External-Address',
]

/** The codes of the links that a server has logged. */
const codesOf = ({ lines }: TestServer) =>
  lines.flatMap((line) =>
    [...line.matchAll(/http:\/\/127\.0\.0\.1:\d+\/setup\?code=([\w.-]+)/g)].map(([, code]) => code ?? ''),
  )

async function codeOf(server: TestServer): Promise<string> {
  await eventually('the link is logged', async () => codesOf(server).length > 0)
  return codesOf(server).at(-1) ?? ''
}

async function stateOf(server: TestServer, { code = '', headers = {} as Record<string, string> } = {}) {
  const response = await server.client().fetch(`/api/setup?code=${encodeURIComponent(code)}`, { headers })
  const result = (await response.json()) as ConsoleResponse<{ state: string; default_sign_in: boolean }>
  assert.ok(result.success, result.message)
  return result.data
}

async function set(server: TestServer, body: object, headers: Record<string, string> = {}, cookie = '') {
  const response = await fetch(`${server.url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }), ...headers },
    body: JSON.stringify(body),
  })
  const result = (await response.json()) as ConsoleResponse<User>
  return { response: result, code: result.success ? 'set' : result.code, cookies: response.headers.getSetCookie() }
}

async function signsIn(server: TestServer, password: string): Promise<boolean> {
  const { response } = await server.client().call(userApi.login, { query: {}, body: { username: 'root', password } })
  return response.success
}

for (const kind of databaseKinds)
  describe(`the first password on ${kind}`, () => {
    let database: FreshDatabase
    let servers: TestServer[] = []
    const start = async (env: Record<string, string> = {}) => {
      const server = await startTestServer(database.address, { TRUSTED_PROXIES: '127.0.0.1', ...env })
      servers.push(server)
      return server
    }
    const renew = async () => {
      for (const server of servers) await server.stop()
      servers = []
      await database?.drop()
      database = await freshDatabase(kind)
    }
    before(renew)
    after(async () => {
      for (const server of servers) await server.stop()
      await database.drop()
    })

    test('is set from this machine, ends the sessions of the known password, and is audited', async () => {
      await renew()
      const server = await start()
      assert.deepEqual(await stateOf(server), { state: 'needed', default_sign_in: true })
      const early = server.client()
      await early.signIn('root', '123456')
      assert.equal((await early.call(userApi.self)).status, 200)

      const { response, cookies } = await set(server, { password: chosen })
      assert.ok(response.success, response.message)
      assert.equal(response.data.username, 'root')
      const cookie = cookies[0]?.split(';')[0] ?? ''
      const self = await fetch(`${server.url}/api/user/self`, {
        headers: { cookie, 'new-api-user': String(response.data.id) },
      })
      assert.equal(self.status, 200, 'the browser that set it is signed in')
      assert.equal((await early.call(userApi.self)).status, 401)
      assert.ok(!(await signsIn(server, '123456')))
      assert.ok(await signsIn(server, chosen))
      assert.deepEqual(await stateOf(server), { state: 'done', default_sign_in: false })
      assert.equal((await set(server, { password: 'another-one-9' })).code, 'setup_done')
      assert.ok(await signsIn(server, chosen))

      const entries = await server.deps.store
        .selectFrom('audit')
        .select(['actor_name', 'action', 'detail', 'address'])
        .where('action', '=', 'account.first_password')
        .execute()
      assert.deepEqual(entries, [
        { actor_name: 'root', action: 'account.first_password', detail: '{"by":"local"}', address: '127.0.0.1' },
      ])
    })

    test('callers from elsewhere are told the same before and after, and may set nothing', async () => {
      await renew()
      const server = await start()
      const sent = { headers: elsewhere }
      const before = [await stateOf(server, sent), await stateOf(server, { ...sent, code: 'x'.repeat(66) })]
      assert.deepEqual(before[0], { state: 'closed', default_sign_in: false })
      const refusals = async () => [
        (await set(server, { password: chosen }, elsewhere)).code,
        (await set(server, { password: chosen, code: 'guess' }, elsewhere)).code,
        (await set(server, { password: chosen }, { forwarded: 'for=127.0.0.1' })).code,
      ]
      assert.deepEqual(await refusals(), ['setup_closed', 'setup_link_invalid', 'setup_closed'])
      assert.ok(await signsIn(server, '123456'))
      assert.ok((await set(server, { password: chosen })).response.success)
      assert.deepEqual([await stateOf(server, sent), await stateOf(server, { ...sent, code: 'x'.repeat(66) })], before)
      assert.deepEqual(await refusals(), ['setup_closed', 'setup_link_invalid', 'setup_closed'])
    })

    if (!hasEveryTest(kind)) return

    test('only what is surely local may use the known password, and others are refused as with a wrong one', async () => {
      await renew()
      const server = await start()
      const { port } = new URL(server.url)
      /** Head and body are written here, because fetch chooses the host and the version itself. */
      const call = async (line: string, from: From, body = '') => {
        const { version = '1.1', host = `localhost:${port}`, ...headers } = from
        const fields = Object.entries({ Host: host, Connection: 'close', ...headers })
        if (body) fields.push(['Content-Type', 'application/json'], ['Content-Length', String(body.length)])
        const head = [`${line} HTTP/${version}`, ...fields.map((field) => field.join(': '))].join('\r\n')
        const response = await sendRaw(server.url, `${head}\r\n\r\n${body}`)
        const shown = [...response.headers].filter(([name]) => !['date', 'x-oneapi-request-id'].includes(name))
        return { status: response.status, shown, response: JSON.parse(response.body) }
      }
      const signIn = (from: From, password: string) =>
        call('POST /api/user/login', from, JSON.stringify({ username: 'root', password }))

      const local: From[] = [
        {},
        { host: `127.0.0.1:${port}` },
        { host: '[::1]:3000' },
        { host: '192.168.1.5' },
        { Origin: `http://localhost:${port}` },
        { host: 'LOCALHOST', Origin: 'https://LOCALHOST' },
      ]
      for (const from of local) {
        const told = JSON.stringify(from)
        assert.equal((await call('GET /api/setup', from)).response.data.state, 'needed', told)
        assert.equal((await signIn(from, '123456')).response.success, true, told)
      }
      const others: From[] = [
        { version: '1.0' },
        { host: 'turnpike.example' },
        { host: 'localhost.evil.example' },
        { host: '127.0.0.1.evil.example' },
        { host: '203.0.113.5:3000' },
        { Origin: 'http://evil.example' },
        { Origin: 'null' },
        { Origin: 'http://localhost:1' },
        { Origin: `http://localhost:${port}.evil.example` },
        ...forwarding.map((name) => ({ [name]: '127.0.0.1' })),
        { 'X-Forwarded-For': '192.168.1.5' }, // from a trusted proxy
      ]
      for (const from of others) {
        const told = JSON.stringify(from)
        assert.equal((await call('GET /api/setup', from)).response.data.state, 'closed', told)
        const { response } = await call('POST /api/setup', from, JSON.stringify({ password: chosen }))
        assert.equal(response.code, 'setup_closed', told)
        const refused = await signIn(from, '123456')
        assert.equal(refused.response.code, 'credentials_wrong', told)
        assert.deepEqual(refused, await signIn(from, 'wrong-password'), told)
      }
      const code = await codeOf(server)
      assert.equal((await call(`GET /api/setup?code=${code}`, { version: '1.0' })).response.data.state, 'needed')
    })

    test('visitors are told that there are other accounts while a password is to be set', async () => {
      await renew()
      const server = await start()
      await server.given.user({ username: 'helper' })
      assert.deepEqual(await stateOf(server), { state: 'needed', default_sign_in: true, has_users: true })
      assert.deepEqual(await stateOf(server, { headers: elsewhere }), { state: 'closed', default_sign_in: false })
      assert.ok((await set(server, { password: chosen })).response.success)
      assert.deepEqual(await stateOf(server), { state: 'done', default_sign_in: false })
    })

    test('the logged link works from anywhere, once, and is stored hashed', async () => {
      await renew()
      const server = await start()
      const code = await codeOf(server)
      const stored = JSON.stringify(await server.deps.store.selectFrom('one_time_values').selectAll().execute())
      assert.ok(!stored.includes(code.split('.')[1] ?? code))
      assert.deepEqual(await stateOf(server, { code, headers: elsewhere }), { state: 'needed', default_sign_in: false })
      assert.equal((await set(server, { password: 'short', code }, elsewhere)).code, 'password_length')
      assert.ok((await set(server, { password: chosen, code }, elsewhere)).response.success)
      assert.equal((await set(server, { password: 'another-one-9', code }, elsewhere)).code, 'setup_link_invalid')
      assert.ok(await signsIn(server, chosen))
    })

    test('a link expires, a restart logs a new one, and two processes each have their own', async () => {
      await renew()
      const one = await start()
      const first = await codeOf(one)
      const other = await start()
      const second = await codeOf(other)
      assert.notEqual(first, second)
      for (const server of [one, other])
        for (const code of [first, second])
          assert.equal((await stateOf(server, { code, headers: elsewhere })).state, 'needed')
      other.moveTime(1801)
      assert.equal((await stateOf(other, { code: second, headers: elsewhere })).state, 'closed')
      assert.equal((await set(other, { password: chosen, code: second }, elsewhere)).code, 'setup_link_invalid')
      assert.ok((await set(other, { password: chosen }, {})).response.success)
      const later = await start()
      assert.ok(!(await signsIn(later, '123456')))
      assert.deepEqual(codesOf(later), [], 'no link once it is set')
    })

    test('of many requests at once one sets the password', async () => {
      await renew()
      const [one, other] = [await start(), await start()]
      const code = await codeOf(other)
      const passwords = Array.from({ length: 6 }, (_, index) => `racing-password-${index}`)
      const outcomes = await Promise.all(
        passwords.map(async (password, index) =>
          index % 3 === 0 ? set(one, { password }) : set(index % 3 === 1 ? one : other, { password, code }, elsewhere),
        ),
      )
      const winners = passwords.filter((_, index) => outcomes[index]?.response.success)
      assert.equal(winners.length, 1, JSON.stringify(outcomes.map(({ code }) => code)))
      assert.ok(await signsIn(other, winners[0] ?? ''))
      for (const { code } of outcomes)
        assert.ok(['set', 'setup_done', 'setup_link_invalid'].includes(String(code)), code)
      const audited = one.deps.store.selectFrom('audit').select('id').where('action', '=', 'account.first_password')
      assert.equal((await audited.execute()).length, 1)
    })

    test('the super administrator who is signed in sets it from anywhere, another administrator does not', async () => {
      await renew()
      const server = await start()
      const root = server.client()
      await root.signIn('root', '123456')
      const headers = { ...elsewhere, cookie: root.cookie }
      assert.deepEqual(await stateOf(server, { headers }), { state: 'needed', default_sign_in: false })
      await server.given.user({ username: 'helper', role: role.admin })
      const helper = server.client()
      await helper.signIn('helper')
      assert.equal((await set(server, { password: chosen }, elsewhere, helper.cookie)).code, 'setup_closed')
      assert.ok((await set(server, { password: chosen }, elsewhere, root.cookie)).response.success)
    })

    test('a password of the operator counts as set', async () => {
      await renew()
      const server = await start({ INITIAL_ROOT_PASSWORD: 'chosen-by-the-operator' })
      assert.deepEqual(await stateOf(server), { state: 'done', default_sign_in: false })
      assert.equal((await set(server, { password: chosen })).code, 'setup_done')
      assert.deepEqual(codesOf(server), [])
    })

    test('the first steps are done one by one; only a call that succeeded is a call', async () => {
      await renew()
      const server = await start()
      const { store } = server.deps
      const root = server.client()
      await root.signIn('root', '123456')
      const steps = async (): Promise<FirstSteps> => {
        const { response } = await root.call(setupApi.steps)
        assert.ok(response.success, response.message)
        return response.data
      }
      assert.deepEqual(await steps(), { has_channel: false, has_token: false, has_call: false })
      const hour = {
        hour: 3600,
        user_id: 1,
        token_id: 1,
        channel_id: 1,
        model_name: 'gpt-4o',
        group: 'default',
        username: 'root',
        token_name: 'key',
        quota: 0,
        prompt_tokens: 0,
        completion_tokens: 0,
        use_seconds: 1,
        first_calls: 0,
        first_ms: 0,
      }
      await addToHours(store, [{ ...hour, calls: 0, failures: 1 }])
      assert.equal((await steps()).has_call, false)
      await addToHours(store, [{ ...hour, calls: 1, failures: 0 }])
      assert.equal((await steps()).has_call, true)
    })
  })
