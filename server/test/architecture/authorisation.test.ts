import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Access, isChange } from '@turnpike/contract/endpoint'
import { role, userStatus } from '@turnpike/contract/identity/user'
import { consoleEndpoints } from '../../src/console.ts'
import { openSession } from '../../src/domain/identity/session/session.rules.ts'
import { changeStanding } from '../../src/domain/identity/users/users.queries.ts'
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import { saveOptions, startTestServer, type TestServer } from '../harness/harness.ts'
import { isLongRun } from '../harness/long-run.ts'

let database: FreshDatabase
let server: TestServer
before(async () => {
  database = await freshDatabase('sqlite')
  server = await startTestServer(database.address)
  const { store, vault } = server.deps
  await saveOptions(store, vault, { ExposeRatioEnabled: 'true' }) // the endpoint is refused until then
})
after(async () => {
  await server.stop()
  await database.drop()
})

type Credentials = { headers: [name: string, value: string][] }
type Caller = {
  who: string
  /** A person of their own for every call: some endpoints change whoever calls them. */
  come(): Promise<Credentials>
  /** What they may call at most, or what they are told everywhere. */
  outcome: number | [status: number, code: string]
  /**
   * Tries every endpoint, or does so in a long run. The others show how credentials are read, which is done before any endpoint is
   * known.
   */
  triesAll?: true | 'long'
}

let people = 0
async function person({ level = role.ordinary as number, status = userStatus.enabled as number } = {}) {
  people++
  const id = await server.given.user({ username: `person-${people}`, role: level, status })
  const session = await openSession(server.deps, { user: { id, session_version: 1 }, address: '', userAgent: '' })
  return { id, cookie: ['cookie', `session=${session}`] as [string, string] }
}
const idHeader = (id: number | string): [string, string] => ['new-api-user', String(id)]
const remove = (id: number) =>
  server.deps.store.updateTable('users').set({ deleted_at: 1 }).where('id', '=', id).execute()

async function bySession(
  level: number,
  more: (id: number) => [string, string][] = (id) => [idHeader(id)],
): Promise<Credentials> {
  const { id, cookie } = await person({ level })
  return { headers: [cookie, ...more(id)] }
}
async function byToken(level: number, more: [string, string][] = []): Promise<Credentials> {
  const { id } = await person({ level })
  return { headers: [['authorization', `Bearer ${await server.given.accessToken(id)}`], idHeader(id), ...more] }
}
const crossSite: [string, string] = ['sec-fetch-site', 'cross-site']

const callers: Caller[] = [
  { who: 'nobody', triesAll: true, come: async () => ({ headers: [] }), outcome: [401, 'not_signed_in'] },
  {
    who: 'somebody who only says who they are',
    come: async () => ({ headers: [idHeader(1)] }),
    outcome: [401, 'not_signed_in'],
  },
  { who: 'a signed-out browser', come: async () => ({ headers: [idHeader(-1)] }), outcome: [401, 'not_signed_in'] },
  {
    who: 'a forged cookie',
    triesAll: 'long',
    come: async () => ({ headers: [['cookie', `session=${'A'.repeat(43)}`], idHeader(1)] }),
    outcome: [401, 'session_expired'],
  },
  {
    who: 'a session that was ended',
    async come() {
      const { id, cookie } = await person({ level: role.root })
      await changeStanding(server.deps.store, id, {})
      return { headers: [cookie, idHeader(id)] }
    },
    outcome: [401, 'session_expired'],
  },
  {
    who: 'the session of a deleted user',
    triesAll: 'long',
    async come() {
      const { id, cookie } = await person({ level: role.root })
      await remove(id)
      return { headers: [cookie, idHeader(id)] }
    },
    outcome: [401, 'session_expired'],
  },
  {
    who: 'the access token of a deleted user',
    async come() {
      const { id } = await person({ level: role.root })
      const token = await server.given.accessToken(id)
      await remove(id)
      return { headers: [['authorization', token], idHeader(id)] }
    },
    outcome: [401, 'access_token_invalid'],
  },
  {
    who: 'an unknown access token',
    come: async () => ({ headers: [['authorization', 'Bearer nobody-ever-had-this'], idHeader(1)] }),
    outcome: [401, 'access_token_invalid'],
  },
  {
    who: 'a banned user with a session',
    triesAll: 'long',
    async come() {
      const { id, cookie } = await person({ level: role.root, status: userStatus.banned })
      return { headers: [cookie, idHeader(id)] }
    },
    outcome: [401, 'user_banned'],
  },
  {
    who: 'a banned user with an access token',
    triesAll: 'long',
    async come() {
      const { id } = await person({ level: role.root, status: userStatus.banned })
      return { headers: [['authorization', await server.given.accessToken(id)], idHeader(id)] }
    },
    outcome: [401, 'user_banned'],
  },
  { who: 'an ordinary user', triesAll: true, come: () => bySession(role.ordinary), outcome: role.ordinary },
  { who: 'an administrator', triesAll: true, come: () => bySession(role.admin), outcome: role.admin },
  { who: 'the super administrator', triesAll: 'long', come: () => bySession(role.root), outcome: role.root },
  { who: 'an ordinary access token', triesAll: true, come: () => byToken(role.ordinary), outcome: role.ordinary },
  { who: "an administrator's access token", triesAll: 'long', come: () => byToken(role.admin), outcome: role.admin },
  { who: "the super administrator's access token", come: () => byToken(role.root), outcome: role.root },
  {
    who: 'an access token without the word Bearer',
    async come() {
      const { id } = await person({ level: role.admin })
      return { headers: [['authorization', await server.given.accessToken(id)], idHeader(id)] }
    },
    outcome: role.admin,
  },
  {
    who: 'a session beside a wrong access token, which does not count then',
    come: () => bySession(role.admin, (id) => [idHeader(id), ['authorization', 'Bearer nobody-ever-had-this']]),
    outcome: role.admin,
  },
  {
    who: 'no id header',
    triesAll: 'long',
    come: () => bySession(role.root, () => []),
    outcome: [401, 'user_header_missing'],
  },
  {
    who: 'an access token without an id header',
    async come() {
      const { headers } = await byToken(role.root)
      return { headers: headers.slice(0, 1) }
    },
    outcome: [401, 'user_header_missing'],
  },
  ...['abc', '1.0', '1e3', '0x1', '+1', '1 1', '9'.repeat(20), 'null'].map(
    (text): Caller => ({
      who: `the id header ${text}`,
      come: () => bySession(role.root, () => [idHeader(text)]),
      outcome: [401, 'user_header_malformed'],
    }),
  ),
  {
    who: 'the id header twice',
    come: () => bySession(role.root, (id) => [idHeader(id), idHeader(id)]),
    outcome: [401, 'user_header_malformed'],
  },
  {
    who: 'the id of another user',
    triesAll: 'long',
    come: () => bySession(role.root, (id) => [idHeader(id - 1)]),
    outcome: [401, 'user_header_mismatch'],
  },
  { who: 'the id -1', come: () => bySession(role.root, () => [idHeader(-1)]), outcome: [401, 'user_header_mismatch'] },
  {
    who: 'the id with a minus',
    come: () => bySession(role.root, (id) => [idHeader(-id)]),
    outcome: [401, 'user_header_mismatch'],
  },
  {
    who: 'the id with leading zeros',
    come: () => bySession(role.root, (id) => [idHeader(`00${id}`)]),
    outcome: [401, 'user_header_mismatch'],
  },
  {
    who: 'a session used by another site',
    triesAll: true,
    come: () => bySession(role.root, (id) => [idHeader(id), crossSite]),
    outcome: [403, 'cross_site_refused'],
  },
  {
    who: 'a session used by our own pages',
    come: () => bySession(role.root, (id) => [idHeader(id), ['sec-fetch-site', 'same-origin']]),
    outcome: role.root,
  },
  { who: 'an access token used by another site', come: () => byToken(role.root, [crossSite]), outcome: role.root },
]

/** What an endpoint requires, in words of this test alone. */
const needed: Record<Access, number> = { public: 0, guest: 0, user: role.ordinary, admin: role.admin, root: role.root }
const refusals = [
  ...['not_signed_in', 'session_expired', 'access_token_invalid', 'user_header_missing', 'user_header_malformed'],
  ...['user_header_mismatch', 'user_banned', 'user_data_invalid', 'insufficient_permission', 'cross_site_refused'],
]

/** A few endpoints respond with a bare word. */
function resultOf(text: string): { success?: boolean; code?: string } {
  return text.startsWith('{') ? JSON.parse(text) : {}
}

/** The refusal to expect, or undefined for whoever may call. */
function expected(access: Access, { outcome }: Caller): [number, string] | undefined {
  if (needed[access] === 0) return undefined
  if (typeof outcome !== 'number') return outcome
  return outcome >= needed[access] ? undefined : [200, 'insufficient_permission']
}

const triesEvery = ({ triesAll }: Caller) => triesAll === true || (triesAll === 'long' && isLongRun)

/** One endpoint of each method and access is tried by all callers. */
const triedByAll = new Set(
  Map.groupBy(consoleEndpoints, ({ access, method }) => `${method} ${access}`)
    .values()
    .map(([first]) => first),
)

for (const endpoint of consoleEndpoints) {
  const { access, method, path } = endpoint
  test(`${method} ${path} is for ${access}`, async () => {
    for (const caller of callers.filter((each) => triesEvery(each) || triedByAll.has(endpoint))) {
      const { headers } = await caller.come()
      const response = await fetch(server.url + path.replace(/\{\w+\}/g, '1'), { method, headers })
      const { success, code } = resultOf(await response.text())
      const refusal = code && refusals.includes(code) ? [response.status, code] : undefined
      assert.deepEqual(refusal, expected(access, caller), caller.who)
      if (refusal) assert.equal(success, false)
      else if (endpoint.anyOrigin && code?.startsWith('token_'))
        assert.equal(response.status, 401, caller.who) // an API key is required
      else
        assert.ok(
          response.status < 500 && response.status !== 401 && response.status !== 403,
          `${caller.who}: ${response.status}`,
        )
    }
  })
}

test('of what is not a GET, a token that may only read may send five requests', () => {
  const requests = consoleEndpoints.filter((endpoint) => endpoint.method !== 'GET' && !isChange(endpoint))
  assert.deepEqual(requests.map(({ path }) => path).sort(), [
    '/api/channel/dry_run',
    '/api/config/plan',
    '/api/org/invitation/look',
    '/api/pricing/unpriced',
    '/api/route/explain',
  ])
})

test('of the GETs, these change something or contact another server, which a token that may only read may not', () => {
  const changing = consoleEndpoints.filter((endpoint) => endpoint.method === 'GET' && isChange(endpoint))
  assert.deepEqual(changing.map(({ path }) => path).sort(), [
    '/api/agent/admin/withdrawals/export',
    '/api/agent/admin/withdrawals/{id}/account',
    '/api/channel/fetch_models/{id}',
    '/api/channel/test',
    '/api/channel/test/{id}',
    '/api/channel/update_balance',
    '/api/channel/update_balance/{id}',
    '/api/oauth/email/bind',
    '/api/oauth/github',
    '/api/oauth/linuxdo',
    '/api/oauth/oidc/{slug}',
    '/api/oauth/state',
    '/api/oauth/telegram/bind',
    '/api/oauth/telegram/login',
    '/api/oauth/wechat',
    '/api/oauth/wechat/bind',
    '/api/reset_password',
    '/api/user/aff',
    '/api/user/logout',
    '/api/user/notification/wxpusher',
    '/api/user/token',
    '/api/verification',
  ])
})

test('what changes something is refused to a token that may only read, however high its owner', async () => {
  const { headers } = await byToken(role.root)
  const id = Number(headers.find(([name]) => name === 'new-api-user')?.[1])
  await server.deps.store.updateTable('users').set({ access_token_scope: 'read' }).where('id', '=', id).execute()
  for (const endpoint of consoleEndpoints.filter((each) => each.access !== 'public' && isChange(each))) {
    const { method, path } = endpoint
    const response = await fetch(server.url + path.replace(/\{\w+\}/g, '1'), { method, headers })
    const { code } = resultOf(await response.text())
    assert.deepEqual([response.status, code], [403, 'access_token_read_only'], `${method} ${path}`)
  }
})

test('there are endpoints of every kind to try, or these tests prove nothing', () => {
  for (const access of ['public', 'user', 'admin'] satisfies Access[])
    assert.ok(
      consoleEndpoints.some((endpoint) => endpoint.access === access),
      access,
    )
})
