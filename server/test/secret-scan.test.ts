import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { optionKeys, options } from '@turnpike/contract/options'
import { role } from '@turnpike/contract/user'
import { saveOptions } from '../src/domain/options/options.rules.ts'
import { served } from '../src/served.ts'
import { type FreshDatabase, freshDatabase } from './harness/databases.ts'
import { eventually } from './harness/eventually.ts'
import { type Client, secretKey, startTestServer, type TestServer } from './harness/harness.ts'
import { sendRaw } from './harness/raw-http.ts'

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
const answers: string[] = []

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
  answers.push(`${status} ${JSON.stringify(shown)} ${text}`)
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
  for (const { method, path } of served) {
    const url = `${path.replace(/\{\w+\}/g, '1')}?key=${of('a key in an address')}`
    if (path.endsWith('/logout')) continue
    await record(client.fetch(url, { method }))
    await record(client.fetch(url, { method, headers: byToken }))
    await record(client.fetch(url, { method, headers: { cookie: '', authorization: of('a key in a header') } }))
  }
  return client
}

function found(text: string): string[] {
  return Object.entries(secrets).flatMap(([name, value]) => (value && text.includes(value) ? [name] : []))
}

test('no secret turns up in a log line, in an answer or in the database files', async () => {
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
  answers.push(raw.body)

  assert.ok(lines.length > 20 && answers.length > 20, 'there is something to search')
  for (const line of lines) assert.deepEqual(found(line), [], line)
  for (const answer of answers) assert.deepEqual(found(answer), [], answer.slice(0, 200))

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
