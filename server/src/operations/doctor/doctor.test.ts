import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { defaultRoot } from '@turnpike/contract/identity/user'
import type { OptionKey } from '@turnpike/contract/options'
import { sql } from 'kysely'
import { atEnd } from '../../../test/harness/at-end.ts'
import { databaseKinds, givenStore } from '../../../test/harness/databases.ts'
import { saveOptions, secretKey } from '../../../test/harness/harness.ts'
import { connecting, startOwnProxy } from '../../../test/outside/own-proxy.ts'
import { mountSmallDisk } from '../../../test/outside/small-disk.ts'
import { withSealedProxy } from '../../domain/routing/channels/edit/channel-proxy.ts'
import { createRoot } from '../../domain/system/setup/create-root.ts'
import { hashPassword } from '../../secrets/passwords.ts'
import { openVault } from '../../secrets/vault.ts'
import type { OpenStore } from '../../store/store.ts'
import { givenEmpty, givenFolder, installationEnv } from '../testing.ts'
import { examine, exitCodeOf } from './doctor.ts'
import type { State } from './finding.ts'

type Env = Record<string, string>
type Place = { open: OpenStore; env: Env; data: string; t: TestContext }
type Expected = { check: string; state: State; found: RegExp }

const vault = openVault(Buffer.from(secretKey, 'hex'))
const now = () => Math.floor(Date.now() / 1000)

async function given(t: TestContext, kind: 'sqlite' | 'postgres' = 'sqlite'): Promise<Place> {
  const open = await givenStore(t, kind)
  const data = givenFolder(t)
  await createRoot(open.store, 'a password of its own', now())
  await saveOptions(open.store, vault, { SMTPToken: 'a secret option' })
  return { open, data, t, env: installationEnv(open.main, data) }
}

/** The address of a listening port, and the bytes it received. */
async function givenListener(t: TestContext) {
  const received: Buffer[] = []
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('data', (bytes) => received.push(Buffer.from(bytes)))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(t, () => server.close())
  return { port: (server.address() as AddressInfo).port, received, connections: () => connections }
}

const setOptions = (changes: Partial<Record<OptionKey, string>>) => async (place: Place) => {
  await saveOptions(place.open.store, vault, changes)
}

const withEnv = (more: Env) => (place: Place) => {
  Object.assign(place.env, more)
}

for (const kind of databaseKinds)
  test(`a healthy installation has nothing to complain of, and is not changed [${kind}]`, async (t) => {
    const { open, env } = await given(t, kind)
    const before = open.main.kind === 'sqlite' ? readFileSync(open.main.path) : undefined
    const { findings } = await examine(env)
    // The tests' database runs without the safety settings of a real one, and the disk is the machine's.
    const own = findings.filter(({ check }) => !/disk|inodes/.test(check))
    const bad = own.filter(({ state }) => state !== 'ok').map(({ check, found }) => `${check}: ${found}`)
    const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'].map(
      (name) => `database settings: ${name} is off`,
    )
    assert.deepEqual(bad, kind === 'sqlite' ? [] : unsafe)
    for (const check of ['secret key', 'ledger', 'migrations', 'clock', 'root password', 'holds', 'log size', 'spool'])
      assert.ok(
        own.some((finding) => finding.check === check),
        check,
      )
    if (open.main.kind === 'sqlite') assert.deepEqual(readFileSync(open.main.path), before)
    const text = JSON.stringify(findings)
    for (const secret of [secretKey, 'a secret option', 'a password of its own'])
      assert.doesNotMatch(text, new RegExp(secret))
  })

const provoked: Record<string, [(place: Place) => unknown, Expected]> = {
  'a name that is misspelt': [
    withEnv({ TRUSTED_PROXYS: 'x' }),
    { check: 'environment', state: 'warning', found: /TRUSTED_PROXYS is not read/ },
  ],
  'a variable of another gateway': [
    withEnv({ MEMORY_CACHE_ENABLED: 'true' }),
    { check: 'environment', state: 'warning', found: /MEMORY_CACHE_ENABLED is not read/ },
  ],
  'an address of MySQL': [
    withEnv({ SQL_DSN: 'root:geheim@tcp(localhost:3306)/db' }),
    { check: 'environment', state: 'problem', found: /only SQLite and PostgreSQL/ },
  ],
  'a fast and unsafe SQLite': [
    withEnv({ SQLITE_SYNCHRONOUS: 'NORMAL' }),
    { check: 'environment', state: 'warning', found: /NORMAL/ },
  ],
  'a data folder that cannot be written': [
    ({ env, data }) => {
      writeFileSync(join(data, 'file'), '', { mode: 0o400 })
      env.DATA_DIR = join(data, 'file', 'below')
    },
    { check: 'data folder', state: 'problem', found: /not writable/ },
  ],
  'old charges in the spool': [
    ({ data }) => {
      mkdirSync(join(data, 'spool'))
      writeFileSync(join(data, 'spool', 'a.spool'), '')
      utimesSync(join(data, 'spool', 'a.spool'), 5, 5)
    },
    { check: 'spool', state: 'warning', found: /1 files with charges/ },
  ],
  'charges that could not be applied': [
    ({ data }) => {
      mkdirSync(join(data, 'spool'))
      writeFileSync(join(data, 'spool', 'settlements.rejected'), '')
    },
    { check: 'spool', state: 'problem', found: /could not be applied/ },
  ],
  'no database': [
    ({ env, data }) => {
      env.SQLITE_PATH = join(data, 'none.db')
    },
    { check: 'database', state: 'warning', found: /no database at/ },
  ],
  'a database server that does not respond': [
    withEnv({ SQL_DSN: 'postgres://user:geheim@127.0.0.1:1/name' }),
    { check: 'database', state: 'problem', found: /ECONNREFUSED/ },
  ],
  'a migration of a newer version': [
    ({ open }) => sql`INSERT INTO schema_migrations VALUES ('main', 9000, 'later', '', 5)`.execute(open.store),
    { check: 'migrations', state: 'problem', found: /main\/9000_later/ },
  ],
  'a migration that is not applied': [
    ({ open }) => sql`DELETE FROM schema_migrations WHERE scope = 'main' AND version > 22`.execute(open.store),
    { check: 'migrations', state: 'warning', found: /not applied yet/ },
  ],
  'another secret key': [
    withEnv({ SECRET_KEY: `11111111${secretKey.slice(8)}` }),
    { check: 'secret key', state: 'problem', found: /does not open/ },
  ],
  'a lost secret key': [
    ({ env }) => {
      delete env.SECRET_KEY
    },
    { check: 'secret key', state: 'problem', found: /there is none/ },
  ],
  'a sample as secret key': [
    withEnv({ SECRET_KEY: '0'.repeat(64) }),
    { check: 'secret key', state: 'problem', found: /too regular/ },
  ],
  'the password that everybody knows': [
    async ({ open }) => {
      const password_hash = await hashPassword(defaultRoot.password)
      await open.store.updateTable('users').set({ password_hash }).execute()
    },
    { check: 'root password', state: 'problem', found: /everybody knows/ },
  ],
  'a balance that the ledger does not explain': [
    ({ open }) => sql`UPDATE users SET quota = quota + 1`.execute(open.store),
    { check: 'ledger', state: 'problem', found: /1 differences, the first: user quota of 1/ },
  ],
  'a hold that nobody ends': [
    ({ open }) =>
      open.store
        .insertInto('holds')
        .values({
          request_id: 'a',
          user_id: 1,
          token_id: 0,
          amount: 5,
          price_snapshot: '',
          created_at: 5,
          expires_at: 5,
        })
        .execute(),
    { check: 'holds', state: 'warning', found: /1 calls that ended long ago/ },
  ],
  'an option that cannot be read': [
    ({ open }) => sql`UPDATE options SET value = 'v1.broken' WHERE key = 'SMTPToken'`.execute(open.store),
    { check: 'options', state: 'problem', found: /SMTPToken/ },
  ],
  'a Redis that is away': [
    withEnv({ REDIS_CONN_STRING: 'redis://:geheim@127.0.0.1:1' }),
    { check: 'redis', state: 'warning', found: /ECONNREFUSED/ },
  ],
  'a collector of traces that is away': [
    withEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:geheim@127.0.0.1:1' }),
    { check: 'traces', state: 'warning', found: /^http:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/ },
  ],
  'a sampler that there is not': [
    withEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_SAMPLER: 'sometimes' }),
    { check: 'traces', state: 'warning', found: /OTEL_TRACES_SAMPLER is ignored/ },
  ],
  'a mail server that is away': [
    setOptions({ SMTPServer: '127.0.0.1', SMTPPort: '1' }),
    { check: 'mail', state: 'problem', found: /127.0.0.1:1: / },
  ],
  'codes by mail without a mail server': [
    setOptions({ EmailVerificationEnabled: 'true' }),
    { check: 'mail', state: 'problem', found: /no mail server/ },
  ],
  'payments without an address': [
    setOptions({ StripeSecretKey: 'sk_geheim' }),
    { check: 'server address', state: 'problem', found: /not set, and payments needs it/ },
  ],
  'payments at an address that only this machine knows': [
    setOptions({ StripeSecretKey: 'sk_geheim', ServerAddress: 'http://localhost:3000' }),
    { check: 'server address', state: 'problem', found: /not reachable from outside/ },
  ],
  'payment notifications to a private address': [
    setOptions({ StripeSecretKey: 'sk_geheim', CustomCallbackAddress: 'http://192.168.1.5' }),
    { check: 'payment callback', state: 'problem', found: /not reachable from outside/ },
  ],
  'a proxy that is not trusted': [
    setOptions({ ServerAddress: 'https://127.0.0.1:1' }),
    { check: 'proxy', state: 'warning', found: /TRUSTED_PROXIES is not set/ },
  ],
  'a server address without a listener': [
    setOptions({ ServerAddress: 'https://127.0.0.1:1' }),
    { check: 'server address', state: 'warning', found: /cannot be reached from here/ },
  ],
}

for (const [name, [provoke, { check, state, found }]] of Object.entries(provoked))
  test(`the doctor finds ${name}`, async (t) => {
    const place = await given(t)
    await provoke(place)
    const diagnosis = await examine(place.env)
    const own = diagnosis.findings.filter((finding) => finding.check === check && finding.state === state)
    assert.ok(
      own.some((finding) => found.test(finding.found) && finding.advice),
      JSON.stringify(diagnosis.findings),
    )
    assert.ok(exitCodeOf(diagnosis) >= (state === 'problem' ? 2 : 1))
    assert.doesNotMatch(JSON.stringify(diagnosis), /geheim/)
  })

test('the doctor finds a full disk', async (t) => {
  const disk = mountSmallDisk(t, 1)
  if (!disk) return // the tests may not mount
  const { findings } = await examine({ DATA_DIR: disk.folder })
  assert.equal(findings.find(({ check }) => check === 'disk')?.state, 'problem')
})

test('the doctor finds charges that a standby may lack', async (t) => {
  const { open, env } = await given(t, 'postgres')
  assert.ok(open.main.kind === 'postgres')
  const name = new URL(open.main.url).pathname.slice(1)
  await sql`ALTER DATABASE ${sql.id(name)} SET synchronous_commit = local`.execute(open.store)
  const { findings } = await examine(env)
  const finding = findings.find(({ found }) => found === 'synchronous_commit is local')
  assert.equal(finding?.state, 'warning')
})

test('the doctor compares connections and clocks with those of PostgreSQL', async (t) => {
  const { env } = await given(t, 'postgres')
  const { findings } = await examine({ ...env, SQL_MAX_OPEN_CONNS: '1000' }, { wallMs: () => Date.now() + 60_000 })
  const of = (name: string) => findings.filter(({ check, state }) => check === name && state === 'problem')
  assert.match(of('clock')[0]?.found ?? '', /differ by (59|60|61) s/)
  assert.ok(of('database settings').some(({ found }) => /one instance takes up to 1003 of \d+ connections/.test(found)))
  const empty = await givenEmpty(t, 'postgres')
  const fresh = await examine(installationEnv(empty, givenFolder(t)))
  assert.ok(fresh.findings.some(({ check, state }) => check === 'migrations' && state === 'warning'))
})

test('with --channels it connects to every enabled channel and sends nothing to it', async (t) => {
  const { open, env } = await given(t)
  const { port, received } = await givenListener(t)
  const channel = (name: string, base_url: string, status = 1) => ({
    ...{ name, base_url, status, type: 1, models: 'a', group: 'default', created_time: 5 },
    key_cipher: vault.encrypt('sk-geheim', 'channel key'),
    key_hash: name,
  })
  await open.store
    .insertInto('channels')
    .values([
      channel('up', `http://127.0.0.1:${port}`),
      channel('too', `http://127.0.0.1:${port}/v1`),
      channel('down', 'https://127.0.0.1:1'),
      channel('off', 'https://127.0.0.1:2', 2),
    ])
    .execute()
  const check = async (more: Env = {}) => {
    const { findings } = await examine({ ...env, ...more }, { channels: true })
    return findings.filter(({ check }) => check === 'channels')
  }
  const own = await check()
  assert.deepEqual(
    own.map(({ state }) => state),
    ['ok', 'warning'],
  )
  assert.match(own[0]?.found ?? '', /reachable \(1 up, 2 too\)/)
  assert.match(own[1]?.found ?? '', /127.0.0.1:1: .*\(3 down\)/)
  const proxy = await startOwnProxy(connecting(port, 'me:secret'))
  t.after(() => proxy.stop())
  await open.store
    .updateTable('channels')
    .set({ base_url: 'http://upstream.example' })
    .where('status', '=', 1)
    .execute()
  const [through] = await check({ OUTBOUND_PROXY: `http://me:secret@127.0.0.1:${proxy.port}` })
  assert.equal(through?.state, 'ok')
  const [refused] = await check({ OUTBOUND_PROXY: `http://me:wrong-secret@127.0.0.1:${proxy.port}` })
  assert.match(refused?.found ?? '', /the proxy refused the user name or password/)
  assert.doesNotMatch(JSON.stringify([through, refused]), /secret/)
  assert.deepEqual(proxy.targets, ['upstream.example:80', 'upstream.example:80'])
  assert.equal(Buffer.concat(received).length, 0)
  assert.equal(
    (await examine(env)).findings.some(({ check }) => check === 'channels'),
    false,
  )
})

test('of channels with a proxy, it connects to the proxy and not to their host, and shows no password', async (t) => {
  const { open, env } = await given(t)
  const host = await givenListener(t)
  const proxy = await givenListener(t)
  const channel = (name: string, members: object) => ({
    ...{ name, base_url: `http://127.0.0.1:${host.port}`, type: 1, models: 'a', group: 'default', created_time: 5 },
    ...{ key_cipher: vault.encrypt('sk-geheim', 'channel key'), key_hash: name, proxy_cipher: '' },
    ...withSealedProxy(vault, { setting: JSON.stringify(members) }),
  })
  const address_cipher = vault.encrypt(`http://ada:pass-geheim@127.0.0.1:${proxy.port}`, 'proxy')
  await open.store.insertInto('proxies').values({ name: 'here', address_cipher, updated_at: 5 }).execute()
  await open.store
    .insertInto('channels')
    .values([
      channel('listed', { proxy: 'here' }),
      channel('own', { proxy: `http://ada:pass-geheim@127.0.0.1:${proxy.port}` }),
      channel('down', { proxy: 'socks5://ada:pass-geheim@127.0.0.1:1' }),
      channel('gone', { proxy: 'nowhere' }),
    ])
    .execute()
  const { findings } = await examine(env, { channels: true })
  const own = findings.filter(({ check }) => check === 'proxies')
  assert.deepEqual(
    own.map(({ state }) => state),
    ['problem', 'ok', 'warning'],
  )
  assert.match(own[0]?.found ?? '', /\(4 gone\)/)
  assert.match(own[1]?.found ?? '', /http:\/\/ada:•••@127.0.0.1:\d+ is reachable \(1 listed, 2 own\)/)
  assert.match(own[2]?.found ?? '', /\(3 down\)/)
  assert.ok(!JSON.stringify(findings).includes('pass-geheim'))
  assert.equal(findings.filter(({ check }) => check === 'channels').length, 0)
  assert.equal(host.connections(), 0, 'the upstream does not see this server')
  assert.equal(proxy.connections(), 1)
  assert.equal(Buffer.concat(proxy.received).length, 0)
})

test('the doctor names the models of enabled channels that have no price, and says where to set one', async (t) => {
  const { open, env } = await given(t)
  const of = async () => (await examine(env)).findings.filter(({ check }) => check === 'prices')
  const ability = (model: string, enabled: 0 | 1) => ({ group: 'default', model, enabled, channel_id: 1 })
  await open.store
    .insertInto('channels')
    .values({ id: 1, name: 'one', type: 1, created_time: 5, key_cipher: '', key_hash: 'one' })
    .execute()
  await open.store.insertInto('abilities').values(ability('gpt-4o', 1)).execute()
  assert.deepEqual(
    (await of()).map(({ state }) => state),
    ['ok'],
  )
  await open.store
    .insertInto('abilities')
    .values([ability('no-price', 1), ability('off', 0)])
    .execute()
  const [found] = await of()
  assert.equal(found?.state, 'warning')
  assert.match(found?.found ?? '', /^1 of 2 models .*: no-price$/)
  assert.match(found?.advice ?? '', /Settings → Operation/)
})
