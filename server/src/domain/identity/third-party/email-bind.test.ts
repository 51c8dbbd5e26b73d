import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { digitsIn, register, rowOf, setOptions } from '../../../../test/harness/accounts.ts'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type Client, type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { type Mailbox, startMailbox } from '../../../../test/outside/mailbox.ts'
import { get } from '../../../../test/outside/providers.ts'

for (const kind of databaseKindsOfRun)
  describe(`binding a mail address on ${kind}`, () => {
    const servers = useServers(kind, { server: {} })
    let mailbox: Mailbox
    before(async () => {
      mailbox = await startMailbox()
      await setOptions(servers.server, { ...mailbox.options, EmailVerificationEnabled: 'true' })
    })
    after(() => mailbox.stop())

    async function person(server: TestServer, username: string): Promise<Client> {
      await server.given.user({ username })
      const client = server.client()
      await client.signIn(username)
      return client
    }
    async function codeFor(client: Client, email: string): Promise<string> {
      assert.ok((await get(client, '/api/verification', { email })).success)
      return digitsIn((await mailbox.next(email)).text)
    }
    const bind = async (client: Client, email: string, code: string) =>
      (await get(client, '/api/oauth/email/bind', { email, code })).code ?? 'ok'

    test('the code that came to an address binds it, once, and it can be signed in with', async () => {
      const { server } = servers
      const client = await person(server, 'binder')
      const code = await codeFor(client, 'binder@example.org')
      assert.equal(await bind(client, 'other@example.org', code), 'verification_code_wrong')
      assert.equal(await bind(client, ' Binder@Example.org ', code), 'ok')
      assert.equal((await rowOf(server, 'binder')).email, 'binder@example.org')
      assert.equal(await bind(client, 'binder@example.org', code), 'verification_code_wrong')
      await server.client().signIn('binder@example.org')
    })

    test('a name that is spelled like somebody’s address does not stand in their way', async () => {
      const { server } = servers
      const owner = await server.given.user({ username: 'owner', email: 'o@x.example' })
      await server.given.user({ username: 'o@x.example', password: 'impostor-password' })
      const client = server.client()
      await client.signIn('o@x.example')
      assert.equal(client.userId, owner)
    })

    test('a code is for the person who requested it: another person cannot bind with it, nor anybody register', async () => {
      const { server } = servers
      const [one, two] = [await person(server, 'one'), await person(server, 'two')]
      const code = await codeFor(one, 'shared@example.org')
      assert.equal(await bind(two, 'shared@example.org', code), 'verification_code_wrong')
      const form = { username: 'three', email: 'shared@example.org', verification_code: code }
      assert.equal((await register(server, form)).code, 'verification_code_wrong')
      const toRegister = await codeFor(server.client(), 'shared@example.org')
      assert.equal(await bind(two, 'shared@example.org', toRegister), 'verification_code_wrong')
      assert.equal(await bind(one, 'shared@example.org', code), 'ok')
    })

    test('two who proved one address: the first has it', async () => {
      const { server } = servers
      const [one, two] = [await person(server, 'first'), await person(server, 'second')]
      const codes = [await codeFor(one, 'ours@example.org'), await codeFor(two, 'ours@example.org')] as const
      const responses = await Promise.all([
        bind(one, 'ours@example.org', codes[0]),
        bind(two, 'ours@example.org', codes[1]),
      ])
      assert.deepEqual(responses.sort(), ['email_taken', 'ok'])
    })

    test('it needs a session, a recent sign-in and, like any code, no more than five guesses', async () => {
      const { server } = servers
      assert.equal(
        (await get(server.client(), '/api/oauth/email/bind', { email: 'a@example.org', code: '1' })).status,
        401,
      )
      const client = await person(server, 'guesser')
      const code = await codeFor(client, 'guess@example.org')
      for (let turn = 0; turn < 5; turn++)
        assert.equal(await bind(client, 'guess@example.org', 'no'), 'verification_code_wrong')
      assert.equal(await bind(client, 'guess@example.org', code), 'verification_code_wrong')
      server.moveTime(601)
      assert.equal(await bind(client, 'guess@example.org', code), 'recent_login_required')
    })
  })
