import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { callOf } from '@turnpike/contract/call'
import { type DataOf, type Endpoint, type InputOf, isChange } from '@turnpike/contract/endpoint'
import { orgApi } from '@turnpike/contract/identity/organisation-api'
import { shareApi, shareLives } from '@turnpike/contract/identity/share-link'
import { tokenApi } from '@turnpike/contract/identity/token'
import { role } from '@turnpike/contract/identity/user'
import { agentAdminApi, agentApi } from '@turnpike/contract/money/agents/agent-api'
import { redemptionApi } from '@turnpike/contract/money/redemption'
import { optionKeys, options } from '@turnpike/contract/options'
import { channelApi } from '@turnpike/contract/routing/channel'
import { channelKeyApi } from '@turnpike/contract/routing/channel-keys'
import { notificationApi } from '@turnpike/contract/system/notification'
import { optionApi } from '@turnpike/contract/system/option-api'
import { consoleEndpoints } from '../../src/console.ts'
import { putProvider } from '../../src/domain/identity/oidc/oidc.queries.ts'
import { post } from '../../src/domain/money/wallet/ledger/ledger-post.ts'
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { type Client, saveOptions, secretKey, startTestServer, type TestServer } from '../harness/harness.ts'
import { sendRaw } from '../harness/raw-http.ts'
import { enrol } from '../harness/second-factor.ts'

const secrets: Record<string, string> = {
  'the right password': 'pw-Right-8c1fb0',
  'a wrong password': 'pw-Wrong-53ad9e',
  'the secret key': secretKey,
  'the session secret': 'session-secret-6e0a7d41',
  'the metrics token': 'metrics-token-91f7c2ab',
  'a solved bot check': 'turnstile-d06b4f83',
  'a key in an address': 'sk-inAddress-2b9e77c4',
  'a key in a header': 'sk-inHeader-f3a85d10',
  'a key in a body': 'sk-inBody-7740bde9',
  ...Object.fromEntries(optionKeys.filter((key) => options[key].secret).map((key) => [key, `option-${key}-4d2e91`])),
}
const of = (name: string) => {
  const value = secrets[name]
  assert.ok(value, name)
  return value
}

let database: FreshDatabase
let server: TestServer
const responses: string[] = []

before(async () => {
  database = await freshDatabase('sqlite')
  server = await startTestServer(database.address, {
    SESSION_SECRET: of('the session secret'),
    METRICS_TOKEN: of('the metrics token'),
    TURNSTILE_VERIFY_URL: 'http://127.0.0.1:9/verifier-that-is-down',
    WXPUSHER_BASE: 'http://127.0.0.1:9',
    REDIS_CONN_STRING: `redis://:${of('a key in a body')}@127.0.0.1:9`,
  })
})
after(async () => {
  await server.stop()
  await database.drop()
})

async function record(response: Promise<Response>): Promise<void> {
  const { status, headers, text } = await response.then(async (one) => ({
    status: one.status,
    headers: one.headers,
    text: await one.text(),
  }))
  const shown = [...headers].filter(([name]) => name !== 'set-cookie') // the one place where a session id belongs
  responses.push(`${status} ${JSON.stringify(shown)} ${text}`)
}

/** Everything somebody can do here, well or badly, with secrets wherever they can be put. */
async function useEverything(): Promise<Client> {
  const { deps, given } = server
  await given.user({ username: 'lin', password: of('the right password'), role: role.root })
  const client = server.client()
  await client.signIn('lin', of('the right password'))
  secrets['the session id'] = client.cookie.split('=')[1] ?? ''
  secrets['the access token'] = await given.accessToken(client.userId)

  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    record(client.fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }))
  await post('/api/user/login', JSON.stringify({ username: 'lin', password: of('a wrong password') }))
  await post('/api/user/login', JSON.stringify({ username: of('a key in a body'), password: of('a wrong password') }))
  await post('/api/user/login', `{"username":"${of('a key in a body')}",`)
  await post('/api/user/login', of('a key in a body'), { 'content-type': 'text/plain' })
  await post('/api/user/login', JSON.stringify({ username: { nested: of('a key in a body') } }))
  await post(`/api/nothing?key=${of('a key in an address')}`, '{}', {
    authorization: `Bearer ${of('a key in a header')}`,
  })
  await record(client.fetch(`/%zz?token=${of('a key in an address')}`))
  await record(client.fetch('/metrics', { headers: { authorization: `Bearer ${of('the metrics token')}` } }))
  await record(client.fetch('/metrics', { headers: { authorization: `Bearer ${of('a key in a header')}` } }))

  await saveOptions(deps.store, deps.vault, {
    ...Object.fromEntries(optionKeys.filter((key) => options[key].secret).map((key) => [key, of(key)])),
    TurnstileCheckEnabled: 'true',
    SystemName: 'Scanned',
  })
  await eventually('the options are in force', () => deps.options.current().SystemName === 'Scanned')
  await post(
    `/api/user/login?turnstile=${of('a solved bot check')}`,
    JSON.stringify({ username: 'lin', password: of('the right password') }),
  )

  const byToken = { cookie: '', authorization: `Bearer ${of('the access token')}` }
  for (const { method, path } of consoleEndpoints) {
    const url = `${path.replace(/\{\w+\}/g, '1')}?key=${of('a key in an address')}`
    if (path.endsWith('/logout')) continue
    await record(client.fetch(url, { method }))
    await record(client.fetch(url, { method, headers: byToken }))
    await record(client.fetch(url, { method, headers: { cookie: '', authorization: of('a key in a header') } }))
  }
  return client
}

function found(text: string, among = secrets): string[] {
  return Object.entries(among).flatMap(([name, value]) => (value && text.includes(value) ? [name] : []))
}

/** Secrets of every kind that the console keeps, all within reach of the super administrator `reader`. */
async function keepSecrets(): Promise<{ id: number; org: number; kept: Record<string, string> }> {
  const { deps, given } = server
  const id = await given.user({ username: 'reader', role: role.root })
  const client = server.client()
  await client.signIn('reader')
  async function done<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<DataOf<E>> {
    // The same input as the caller's; the compiler cannot follow the rest parameter.
    const { response } = await (client.call as (e: E, i: InputOf<E>) => ReturnType<typeof client.call<E>>)(
      endpoint,
      input,
    )
    assert.ok(response.success, `${endpoint.path}: ${response.message}`)
    return response.data
  }
  const token = await done(tokenApi.create, { body: { name: 'kept', unlimited_quota: true } })
  const [link] = await done(shareApi.create, { body: { ids: [token.id], life_seconds: shareLives.day } })
  const [code, offCode] = await done(redemptionApi.create, { body: { name: 'kept', quota: 5, count: 2 } })
  const channelSecrets = {
    'the key of a channel': 'sk-channelKey-9a01c3',
    'an earlier key of a channel': 'sk-channelKeyBefore-77e2',
    'one of several keys': 'sk-severalKeys-18b5d0',
    'a key in the address of a channel': 'addressKey-5500aa',
    'a key in the settings of a channel': 'settingKey-cc21f7',
  }
  const channel = { type: 8, name: 'kept', models: 'gpt-4o', group: 'default' }
  await done(channelApi.create, {
    body: {
      ...channel,
      key: channelSecrets['an earlier key of a channel'],
      base_url: `http://127.0.0.1:9/{model}?key=${channelSecrets['a key in the address of a channel']}`,
      setting: JSON.stringify({ headers: { 'x-api-key': channelSecrets['a key in the settings of a channel'] } }),
    },
  })
  await done(channelApi.update, { body: { id: 1, key: channelSecrets['the key of a channel'], weight: 3 } })
  await done(channelKeyApi.add, { body: { channel: 1, key: channelSecrets['one of several keys'] } })
  await done(optionApi.update, { body: { key: 'SMTPToken', value: 'option-before-3321' } })
  await done(optionApi.update, { body: { key: 'SMTPToken', value: '' } })
  await done(notificationApi.update, {
    body: { webhook: { kind: 'generic', address: 'http://127.0.0.1:9/hook-4f1d55e0/in', secret: 'hookSecret-91be' } },
  })
  await putProvider(deps.store, {
    slug: 'corp',
    name: 'Corp',
    issuer: 'http://127.0.0.1:9',
    client_id: 'turnpike',
    secret_cipher: deps.vault.encrypt('oidcSecret-2c7e80', 'oidc client'),
    scopes: 'openid',
    username_claim: 'sub',
    group_claim: '',
    group_map: '{}',
    allow_registration: 0,
    created_at: deps.clock(),
  })
  const { id: org } = await done(orgApi.create, { body: { name: 'kept' } })
  const { code: invitation } = await done(orgApi.invite, {
    params: { id: String(org) },
    body: { role: 'member', days: 7 },
  })
  const payoutAccount = 'payoutAccount-7f21c4'
  await done(agentAdminApi.appoint, { body: { user_id: id } })
  await done(agentAdminApi.setTerms, { body: { scope: 'installation', terms: { withdrawal_min: 0 } } })
  const fields = [{ label: 'Account', label_zh: '账号', required: true }]
  const [method] = await done(agentAdminApi.setMethods, {
    body: { methods: [{ name: 'Bank', name_zh: '银行', enabled: true, fields }] },
  })
  const reward = { user_id: id, kind: 'invite_reward', reference: 'kept', amount: 5, at: deps.clock() } as const
  await deps.store.transaction().execute((transaction) => post(transaction, reward))
  await done(agentApi.withdraw, { body: { amount: 5, method_id: method?.id ?? 0, fields: [payoutAccount] } })
  const { secret, codes } = await enrol(server, client)
  return {
    id,
    org,
    kept: {
      ...channelSecrets,
      'a relay key': token.key,
      'a redemption code': code ?? '',
      'another redemption code': offCode ?? '',
      'a share link': link?.code ?? '',
      'an invitation to an organisation': invitation,
      'an option that was changed': 'option-before-3321',
      'the address of a webhook': 'hook-4f1d55e0',
      'the secret of a webhook': 'hookSecret-91be',
      'the secret of a provider': 'oidcSecret-2c7e80',
      'the secret of an authenticator app': secret,
      'a recovery code': codes[0] ?? '',
      'an account at a bank': payoutAccount,
      'the session id': client.cookie.split('=')[1] ?? '',
    },
  }
}

/** The requests that need more than an id. */
const sent: Record<string, object> = {
  '/api/channel/attempts': { query: { ids: '1' } },
  '/api/model': { query: { name: 'gpt-4o' } },
  '/api/channel/history': { query: { channel: '1' } },
  '/api/view/': { query: { list: 'tokens' } },
  '/api/route/explain': { body: { token_id: 1, model: 'gpt-4o' } },
  '/api/channel/dry_run': {
    body: {
      id: 1,
      type: 1,
      key: '',
      base_url: 'http://127.0.0.1:9/{model}',
      models: 'gpt-4o',
      request: { path: '/v1/chat/completions', headers: {}, body: { model: 'gpt-4o', messages: [] } },
    },
  },
  '/api/config/plan': { body: { text: 'channels: []' } },
  '/api/refund/call': { query: { request_id: 'none' } },
  '/api/token/search': { query: { keyword: 'kept' } },
  '/api/agent/statement': { query: { month: '2026-01' } },
  '/api/org/{id}/statement': { query: { month: '2026-01', time_zone: 'UTC' } },
  '/api/org/{id}/statement/export': { query: { month: '2026-01', time_zone: 'UTC' } },
  '/api/channel/search': { query: { keyword: 'kept' } },
}
/** Those for which there is nothing here, or that are for others. */
const refusedPaths = [
  '/api/task/{id}/content',
  '/api/agent/admin/agents/{id}',
  '/api/prompt_record/{request_id}',
  '/api/log/token',
  '/api/usage/token',
  '/api/refund/call',
  '/api/subscription/quote',
  '/api/price/applied/{id}',
  '/api/ratio_config',
]

test('an access token that may only read gets no whole key, code or secret, whatever it requests', async () => {
  const { id, org, kept } = await keepSecrets()
  const ofOrg = { body: { code: kept['an invitation to an organisation'] } }
  for (const [name, value] of Object.entries(kept)) assert.ok(value.length > 8, name)
  const authorization = `Bearer ${await server.given.accessToken(id)}`
  kept['the access token'] = authorization.slice('Bearer '.length)
  const setScope = (access_token_scope: 'read' | 'all') =>
    server.deps.store.updateTable('users').set({ access_token_scope }).where('id', '=', id).execute()
  const call = async (endpoint: Endpoint) => {
    const { path } = endpoint
    const ids = { id: path.startsWith('/api/org/') ? String(org) : '1', slug: 'corp', request_id: 'none' }
    const input = path === '/api/org/invitation/look' ? ofOrg : sent[path]
    const { params, ...rest } = { params: ids, ...input }
    const { method, url, body } = callOf(endpoint, { params, ...rest } as InputOf<Endpoint>)
    const headers = { authorization, 'new-api-user': String(id), ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(server.url + url, { method, headers, ...(body && { body }) })
    return { status: response.status, text: await response.text() }
  }
  await setScope('read')
  const refused: string[] = []
  const told: string[] = []
  for (const endpoint of consoleEndpoints.filter((each) => !isChange(each))) {
    const { status, text } = await call(endpoint)
    told.push(...found(text, kept).map((name) => `${endpoint.path} tells ${name}`))
    if (status !== 200 || text.startsWith('{"success":false')) refused.push(`${endpoint.path} ${text.slice(0, 80)}`)
  }
  assert.deepEqual(
    refused.filter((each) => !refusedPaths.some((path) => each.startsWith(`${path} `))),
    [],
  )

  assert.deepEqual(told, [])

  await setScope('all')
  assert.deepEqual(found((await call(tokenApi.list)).text, kept), ['a relay key'], 'which one that may change it gets')
  assert.deepEqual(found((await call(redemptionApi.get)).text, kept), ['a redemption code'])
})

test('no secret turns up in a log line, in a response or in the database files', async () => {
  const client = await useEverything()
  const { deps, lines } = server

  // A bug at the worst place: an error whose text holds everything.
  const everything = Object.values(secrets)
  deps.log.error('unexpected error', {
    error: new Error(`at redis://:${everything[0]}@host`, {
      cause: { headers: { authorization: everything[1], cookie: everything[2] } },
    }),
    options: Object.fromEntries(optionKeys.filter((key) => options[key].secret).map((key) => [key, of(key)])),
  })
  const raw = await sendRaw(server.url, `GET /x HTTP/1.1\r\nBad Header ${of('a key in a header')}\r\n\r\n`)
  responses.push(raw.body)

  assert.ok(lines.length > 20 && responses.length > 20, 'there is something to search')
  for (const line of lines) assert.deepEqual(found(line), [], line)
  for (const response of responses) assert.deepEqual(found(response), [], response.slice(0, 200))

  assert.ok(database.address.kind === 'sqlite')
  const folder = dirname(database.address.path)
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
  assert.ok(
    files.some((bytes) => bytes.includes('Scanned')),
    'what is no secret can be found in there',
  )
  for (const bytes of files) assert.deepEqual(found(bytes), [])
  assert.equal(deps.options.current().SMTPToken, of('SMTPToken'), 'although the server knows them')
  assert.ok(client.userId > 0)
})
