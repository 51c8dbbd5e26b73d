import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { describe, test } from 'node:test'
import { defaultRoot, userStatus } from '@turnpike/contract/identity/user'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { givenPassword, saveOptions, type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { hashPassword } from '../../../secrets/passwords.ts'
import { changeStanding } from '../users/users.queries.ts'

type Try = { username: unknown; password?: unknown; headers?: Record<string, string> }

async function attempt(server: TestServer, { username, password = givenPassword, headers = {} }: Try) {
  const response = await fetch(`${server.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username, password }),
  })
  const text = await response.text()
  const { success, code } = JSON.parse(text) as { success: boolean; code?: string }
  return { status: response.status, headers: response.headers, text, success, code }
}
const from = (address: string) => ({ 'x-forwarded-for': address })

for (const kind of databaseKindsOfRun)
  describe(`signing in on ${kind}`, () => {
    /** A third of the usual limits, so that locks need three failures per account and nine per address. */
    const servers = useServers(kind, {
      server: {},
      proxied: { TRUSTED_PROXIES: '127.0.0.1' },
      strict: { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_FACTOR: '0.3' },
    })
    const setHash = (server: TestServer, id: number, password_hash: string) =>
      server.deps.store.updateTable('users').set({ password_hash }).where('id', '=', id).execute()

    test('unknown, wrong, banned, deleted and without a password: one response, to the byte', async () => {
      const { server } = servers
      await server.given.user({ username: 'known' })
      await server.given.user({ username: 'banned', status: userStatus.banned })
      const deleted = await server.given.user({ username: 'deleted' })
      await server.deps.store.updateTable('users').set({ deleted_at: 1 }).where('id', '=', deleted).execute()
      await setHash(server, await server.given.user({ username: 'github-only' }), '')
      const tries = [
        { username: 'nobody' },
        { username: 'known', password: 'wrong' },
        { username: 'banned' },
        { username: 'banned', password: 'wrong' },
        { username: 'deleted' },
        { username: 'github-only' },
        { username: "' or 1=1 --" },
        { username: 'x'.repeat(255) },
        { username: 'known', password: 'x'.repeat(1025) },
      ]
      const responses = await Promise.all(
        tries.map(async (one) => {
          const { status, headers, text } = await attempt(server, one)
          return {
            status,
            text,
            headers: [...headers].filter(([name]) => name !== 'x-oneapi-request-id' && name !== 'date'),
          }
        }),
      )
      const [first] = responses
      assert.equal(first?.status, 200)
      assert.equal(JSON.parse(first?.text ?? '').code, 'credentials_wrong')
      for (const [index, response] of responses.entries())
        assert.deepEqual(response, first, JSON.stringify(tries[index]).slice(0, 80))
    })

    test('a missing or empty name or password is told apart, since that gives nothing away', async () => {
      for (const one of [
        { username: '' },
        { username: '  ' },
        { username: 'known', password: '' },
        { username: 5 },
        { username: 'known', password: null },
        { username: ['known'] },
      ])
        assert.equal((await attempt(servers.server, one)).code, 'credentials_missing', JSON.stringify(one))
    })

    test('failures lock the account: the right password is refused too, by name and by mail, from anywhere', async () => {
      const { strict } = servers
      await strict.given.user({ username: 'locked', email: 'locked@example.org' })
      await strict.given.user({ username: 'bystander' })
      for (const [index, username] of ['locked', 'LOCKED', 'locked@example.org'].entries())
        assert.equal(
          (await attempt(strict, { username, password: 'wrong', headers: from(`203.0.113.${index}`) })).code,
          'credentials_wrong',
        )
      for (const username of ['locked', 'locked@example.org']) {
        const refused = await attempt(strict, { username, headers: from('203.0.113.99') })
        assert.equal(refused.status, 429)
        assert.equal(refused.code, 'too_many_requests')
        const seconds = Number(refused.headers.get('retry-after'))
        assert.ok(seconds > 800 && seconds <= 900, String(seconds))
        assert.deepEqual(refused.headers.getSetCookie(), [])
      }
      assert.ok((await attempt(strict, { username: 'bystander', headers: from('203.0.113.98') })).success)
    })

    test('names nobody has are locked in the same way, so that a lock tells nothing', async () => {
      const codes = []
      for (let turn = 0; turn < 4; turn++)
        codes.push(
          (await attempt(servers.strict, { username: 'no-such-user', headers: from(`203.0.114.${turn}`) })).code,
        )
      assert.deepEqual(codes, ['credentials_wrong', 'credentials_wrong', 'credentials_wrong', 'too_many_requests'])
    })

    test('failures lock the address for every account, and other addresses go on', async () => {
      const { strict } = servers
      await strict.given.user({ username: 'patient' })
      for (let turn = 0; turn < 9; turn++)
        assert.equal(
          (await attempt(strict, { username: `guess-${turn}`, headers: from('198.51.100.7') })).code,
          'credentials_wrong',
        )
      const refused = await attempt(strict, { username: 'patient', headers: from('198.51.100.7') })
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      assert.ok((await attempt(strict, { username: 'patient', headers: from('198.51.100.8') })).success)
    })

    test('the failures of one account lock that account only, however many, and not the others at its address', async () => {
      const { strict } = servers
      await strict.given.user({ username: 'stubborn' })
      await strict.given.user({ username: 'colleague' })
      const headers = from('198.51.100.30')
      for (let turn = 0; turn < 20; turn++) await attempt(strict, { username: 'stubborn', password: 'wrong', headers })
      assert.equal((await attempt(strict, { username: 'stubborn', headers })).code, 'too_many_requests')
      assert.ok((await attempt(strict, { username: 'colleague', headers })).success)
    })

    test('an address that is locked cannot lock accounts, and stays locked for the accounts that locked it', async () => {
      const { strict } = servers
      await strict.given.user({ username: 'threatened' })
      const headers = from('198.51.100.40')
      for (let turn = 0; turn < 9; turn++) await attempt(strict, { username: `lock-${turn}`, headers })
      for (let turn = 0; turn < 5; turn++)
        assert.equal((await attempt(strict, { username: 'threatened', headers })).code, 'too_many_requests')
      assert.equal((await attempt(strict, { username: 'lock-0', headers })).code, 'too_many_requests')
      assert.ok((await attempt(strict, { username: 'threatened', headers: from('198.51.100.41') })).success)
    })

    test('a success gives its attempt back: only failures count', async () => {
      const { strict } = servers
      await strict.given.user({ username: 'frequent' })
      const headers = from('198.51.100.20')
      for (let turn = 0; turn < 12; turn++)
        assert.ok((await attempt(strict, { username: 'frequent', headers })).success, `turn ${turn}`)
    })

    test('a burst cannot outrun the lock', async () => {
      const { strict } = servers
      await strict.given.user({ username: 'burst' })
      const tries = Array.from({ length: 12 }, (_, index) =>
        attempt(strict, { username: 'burst', password: 'wrong', headers: from(`203.0.115.${index}`) }),
      )
      const codes = (await Promise.all(tries)).map(({ code }) => code)
      assert.equal(codes.filter((code) => code === 'credentials_wrong').length, 3)
    })

    test('the default administrator signs in from this machine and its network only; others hear that the password is wrong', async () => {
      const { server, proxied } = servers
      const root = { username: defaultRoot.username, password: defaultRoot.password }
      assert.ok((await attempt(server, root)).success)
      assert.ok(
        server.lines.some((line) => line.includes('"level":"warn"') && line.includes('default administrator password')),
      )
      const remote = [
        attempt(server, { ...root, headers: from('127.0.0.1') }),
        attempt(server, { ...root, headers: { forwarded: 'for=127.0.0.1' } }),
        attempt(server, { ...root, headers: { 'x-real-ip': '127.0.0.1' } }),
        attempt(server, { ...root, headers: { via: '1.1 proxy' } }),
        attempt(proxied, { ...root, headers: from('192.168.1.5') }),
        attempt(proxied, { ...root, headers: from('203.0.113.5') }),
        attempt(proxied, { ...root, headers: from('192.168.1.5, 203.0.113.5') }),
        attempt(proxied, { ...root, headers: { 'x-real-ip': '203.0.113.5' } }),
      ]
      for (const [index, { success, code, headers }] of (await Promise.all(remote)).entries()) {
        assert.deepEqual({ success, code }, { success: false, code: 'credentials_wrong' }, String(index))
        assert.deepEqual(headers.getSetCookie(), [])
      }
    })

    test('another password of the same administrator works from anywhere', async () => {
      const { proxied } = servers
      const { id } = await proxied.deps.store
        .selectFrom('users')
        .select('id')
        .where('username', '=', 'root')
        .executeTakeFirstOrThrow()
      const original = await proxied.deps.store
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await changeStanding(proxied.deps.store, id, { password_hash: await hashPassword('changed-password') })
      assert.ok(
        (await attempt(proxied, { username: 'root', password: 'changed-password', headers: from('203.0.113.6') }))
          .success,
      )
      await changeStanding(proxied.deps.store, id, original)
    })

    test('while password sign-in is switched off the right password is refused without being checked', async () => {
      const { server } = servers
      await server.given.user({ username: 'passwordless' })
      await saveOptions(server.deps.store, server.deps.vault, { PasswordLoginEnabled: 'false' })
      const disabled = async () =>
        (await attempt(server, { username: 'passwordless' })).code === 'password_login_disabled'
      await eventually('password sign-in is off', disabled)
      await saveOptions(server.deps.store, server.deps.vault, { PasswordLoginEnabled: 'true' })
      await eventually(
        'password sign-in is back',
        async () => (await attempt(server, { username: 'passwordless' })).success,
      )
    })

    test('a hash of older parameters is replaced while the password is at hand', async () => {
      const { server } = servers
      const nonce = Buffer.alloc(16, 3)
      const tag = argon2Sync('argon2id', {
        message: givenPassword,
        nonce,
        tagLength: 32,
        memory: 8192,
        passes: 1,
        parallelism: 1,
      })
      const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
      const old = `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(tag)}`
      const id = await server.given.user({ username: 'old-hash' })
      await setHash(server, id, old)
      const stored = async () =>
        await server.deps.store
          .selectFrom('users')
          .select(['password_hash', 'session_version'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      assert.equal((await attempt(server, { username: 'old-hash', password: 'wrong' })).success, false)
      assert.equal((await stored()).password_hash, old)
      assert.ok((await attempt(server, { username: 'old-hash' })).success)
      const { password_hash, session_version } = await stored()
      assert.match(password_hash, /\$m=19456,t=2,p=1\$/)
      assert.equal(session_version, 1, 'it is the same password: sessions stay')
      assert.ok((await attempt(server, { username: 'old-hash' })).success)
    })
  })
