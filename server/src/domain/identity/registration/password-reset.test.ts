import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { after, before, describe, test } from 'node:test'
import { userApi, userStatus } from '@turnpike/contract/identity/user'
import { post, rowOf, setOptions } from '../../../../test/harness/accounts.ts'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { givenPassword, type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { type Mailbox, startMailbox } from '../../../../test/outside/mailbox.ts'

const requestReset = async (server: TestServer, email: string) => {
  const response = await fetch(`${server.url}/api/reset_password?${new URLSearchParams({ email })}`)
  return (await response.json()) as { success: boolean; code?: string; message: string }
}
const reset = (server: TestServer, email: unknown, token: unknown) => post(server, '/api/user/reset', { email, token })
const canSignIn = async (server: TestServer, username: string, password: string) =>
  (await post(server, '/api/user/login', { username, password })).success

for (const kind of databaseKindsOfRun)
  describe(`resetting a password on ${kind}`, () => {
    const servers = useServers(kind, { server: {}, second: {} })
    let mailbox: Mailbox
    before(async () => {
      mailbox = await startMailbox()
      await setOptions(servers.server, { ...mailbox.options, ServerAddress: 'https://console.example.org/base/' })
      await servers.second.deps.reload()
    })
    after(() => mailbox.stop())

    /** The link as its owner would open it. */
    async function mailedLink(server: TestServer, email: string): Promise<URL> {
      assert.deepEqual(await requestReset(server, ` ${email.toUpperCase()} `), { success: true, message: '' })
      const { text } = await mailbox.next(email)
      return new URL(/https:\S+/.exec(text)?.[0] ?? '')
    }
    const tokenOf = (link: URL) => link.searchParams.get('token') ?? ''

    test('a link leads to a new password, once; every session ends, on every instance', async () => {
      const { server, second } = servers
      const email = "o'brien+1@example.org"
      await server.given.user({ username: 'forgetful', email })
      const client = second.client()
      await client.signIn('forgetful')
      const link = await mailedLink(server, email)
      assert.equal(link.origin + link.pathname, 'https://console.example.org/base/user/reset')
      assert.equal(link.searchParams.get('email'), email)
      assert.equal(Buffer.from(tokenOf(link), 'base64url').length, 32)
      const done = await reset(server, email, tokenOf(link))
      assert.equal(done.headers.get('cache-control'), 'no-store')
      const password = String(done.data)
      assert.match(password, /^(?=.*[A-Z])(?=.*[a-z])(?=.*[2-9])[A-Za-z2-9]{12,20}$/)
      assert.ok(await canSignIn(second, 'forgetful', password))
      assert.equal(await canSignIn(server, 'forgetful', givenPassword), false)
      assert.equal((await client.call(userApi.self)).status, 401)
      assert.equal((await reset(second, email, tokenOf(link))).code, 'reset_link_invalid')
      assert.ok(await canSignIn(server, 'forgetful', password), 'a used link changes nothing')
    })

    test('a link that is none costs no hash', async () => {
      const { server } = servers
      await server.given.user({ username: 'guessed', email: 'guessed@example.org' })
      const token = tokenOf(await mailedLink(server, 'guessed@example.org'))
      let hashes = 0
      const watch = createHook({
        init(_, type) {
          if (type === 'ARGON2REQUEST') hashes++
        },
      }).enable()
      for (const [email, value] of [
        ['guessed@example.org', 'x'.repeat(43)],
        ['nobody@example.org', token],
      ])
        assert.equal((await reset(server, email, value)).code, 'reset_link_invalid')
      assert.equal(hashes, 0)
      assert.ok((await reset(server, 'guessed@example.org', token)).success, 'wrong guesses do not spoil the link')
      watch.disable()
      assert.equal(hashes, 1)
    })

    test('of many who open one link at once, one gets a password', async () => {
      const { server, second } = servers
      await server.given.user({ username: 'hasty', email: 'hasty@example.org' })
      const token = tokenOf(await mailedLink(server, 'hasty@example.org'))
      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, index) => reset(index % 2 ? server : second, 'hasty@example.org', token)),
      )
      const passwords = responses.filter(({ success }) => success).map(({ data }) => String(data))
      assert.equal(passwords.length, 1)
      assert.ok(await canSignIn(server, 'hasty', passwords[0] ?? ''))
    })

    test('a link serves its address only, a newer one replaces it, and it ends after half an hour', async () => {
      const { server } = servers
      await server.given.user({ username: 'one', email: 'one@example.org' })
      await server.given.user({ username: 'two', email: 'two@example.org' })
      const first = tokenOf(await mailedLink(server, 'one@example.org'))
      const other = tokenOf(await mailedLink(server, 'two@example.org'))
      assert.equal((await reset(server, 'two@example.org', first)).code, 'reset_link_invalid')
      assert.equal((await reset(server, 'one@example.org', other)).code, 'reset_link_invalid')
      const second = tokenOf(await mailedLink(server, 'one@example.org'))
      assert.equal((await reset(server, 'one@example.org', first)).code, 'reset_link_invalid')
      server.moveTime(1700)
      assert.ok((await reset(server, 'one@example.org', second)).success)
      server.moveTime(101)
      assert.equal((await reset(server, 'two@example.org', other)).code, 'reset_link_invalid')
      assert.ok(await canSignIn(server, 'two', givenPassword))
    })

    test('a link does not follow the address to another account, and does nothing for the banned or gone', async () => {
      const { server } = servers
      const { store } = server.deps
      for (const [username, change] of [
        ['moved', { email: '' }],
        ['banned', { status: userStatus.banned }],
        ['gone', { deleted_at: 1 }],
      ] as const) {
        const email = `${username}@example.org`
        await server.given.user({ username, email })
        const token = tokenOf(await mailedLink(server, email))
        await store.updateTable('users').set(change).where('username', '=', username).execute()
        if (username === 'moved') await server.given.user({ username: 'heir', email })
        const { password_hash } = await rowOf(server, username)
        assert.equal((await reset(server, email, token)).code, 'reset_link_invalid', username)
        assert.equal((await rowOf(server, username)).password_hash, password_hash)
      }
      assert.ok(await canSignIn(server, 'heir', givenPassword))
    })

    test('whether an address is known shows in no response, and no mail goes to the unknown, banned or gone', async () => {
      const { server } = servers
      await server.given.user({ username: 'known', email: 'known@example.org' })
      const responses = []
      for (const email of ['nobody@example.org', 'banned@example.org', 'gone@example.org', 'known@example.org'])
        responses.push(await requestReset(server, email))
      assert.deepEqual(responses, Array(4).fill({ success: true, message: '' }))
      await mailbox.next('known@example.org')
      const recipients = mailbox.mails.flatMap(({ to }) => to)
      assert.ok(!recipients.includes('nobody@example.org'))
      assert.equal(recipients.filter((to) => to === 'banned@example.org').length, 1, 'only the one from before the ban')
    })

    test('without a server address or mail nobody is sent anything, and everybody is told the same', async () => {
      const { server } = servers
      await setOptions(server, { ServerAddress: '' })
      for (const email of ['known@example.org', 'nobody@example.org'])
        assert.equal((await requestReset(server, email)).code, 'reset_unavailable')
      await setOptions(server, { ServerAddress: 'https://console.example.org', SMTPServer: '' })
      for (const email of ['known@example.org', 'nobody@example.org'])
        assert.equal((await requestReset(server, email)).code, 'mail_not_configured')
      await setOptions(server, mailbox.options)
      assert.equal((await requestReset(server, 'not an address')).code, 'email_invalid')
    })

    test('missing and made-up values are refused alike, and secrets stay out of the log', async () => {
      const { server } = servers
      for (const [email, token] of [
        ['known@example.org', ''],
        ['', 'x'],
        [undefined, undefined],
        ['known@example.org', 5],
        ['known@example.org', 'x'.repeat(300)],
        ['known@example.org', "' or 1=1 --"],
      ])
        assert.equal((await reset(server, email, token)).code, 'reset_link_invalid')
      const token = tokenOf(await mailedLink(server, 'known@example.org'))
      const { data } = await reset(server, 'known@example.org', token)
      assert.ok(server.lines.length > 10)
      for (const line of server.lines) assert.ok(!line.includes(token) && !line.includes(String(data)), line)
    })
  })
