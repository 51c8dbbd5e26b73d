import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { oauthApi } from '@turnpike/contract/identity/oauth'
import { registrationApi } from '@turnpike/contract/identity/registration'
import { selfApi } from '@turnpike/contract/identity/self'
import { role, userApi } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import {
  codeOf,
  digitsIn,
  password,
  post,
  register,
  requestCode,
  rowOf,
  setOptions,
} from '../../../../test/harness/accounts.ts'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { type Mailbox, startMailbox } from '../../../../test/outside/mailbox.ts'

const addressesOf = async (server: TestServer, username: string) => {
  const { email, claimed_email } = await rowOf(server, username)
  return { email, claimed_email }
}

for (const kind of databaseKindsOfRun)
  describe(`a mail address without a proof on ${kind}`, () => {
    const servers = useServers(kind, { server: {} })
    let mailbox: Mailbox
    before(async () => {
      mailbox = await startMailbox()
      await setOptions(servers.server, { ...mailbox.options, ServerAddress: 'https://console.example.org' })
    })
    after(() => mailbox.stop())

    async function bind(server: TestServer, username: string, email: string) {
      const client = server.client()
      await client.signIn(username, password)
      await client.call(registrationApi.verification, { query: { email } })
      const code = digitsIn((await mailbox.next(email)).text)
      return (await client.call(oauthApi.emailBind, { query: { email, code } })).response
    }

    test('is kept apart, trimmed and in lower case, and shown to its owner as a claim', async () => {
      const { server } = servers
      assert.ok((await register(server, { username: 'claimant', email: ' Claim@Example.org ' })).success)
      assert.deepEqual(await addressesOf(server, 'claimant'), { email: '', claimed_email: 'claim@example.org' })
      const client = server.client()
      await client.signIn('claimant', password)
      const { response } = await client.call(userApi.self)
      assert.ok(response.success && response.data.email === '' && response.data.claimed_email === 'claim@example.org')
    })

    test('signs nobody in and resets no password', async () => {
      const { server } = servers
      const signIn = await post(server, '/api/user/login', { username: 'claim@example.org', password })
      assert.equal(signIn.code, 'credentials_wrong')
      const sent = await server.client().call(registrationApi.resetMail, { query: { email: 'claim@example.org' } })
      assert.ok(sent.response.success, 'the response reveals nothing')
      await server.given.user({ username: 'proved', email: 'proved@example.org' })
      await server.client().call(registrationApi.resetMail, { query: { email: 'proved@example.org' } })
      await mailbox.next('proved@example.org')
      assert.ok(!mailbox.mails.some(({ to }) => to.includes('claim@example.org')))
      const values = await server.deps.store
        .selectFrom('one_time_values')
        .select('subject')
        .where('subject', '=', 'claim@example.org')
        .execute()
      assert.deepEqual(values, [])
    })

    test('keeps nobody else from the address: others claim it, register with it and bind it', async () => {
      const { server } = servers
      assert.ok((await register(server, { username: 'other', email: 'claim@example.org' })).success)
      await setOptions(server, { EmailVerificationEnabled: 'true' })
      await requestCode(server, 'claim@example.org')
      const verification_code = digitsIn((await mailbox.next('claim@example.org')).text)
      assert.match(verification_code, /^\d{6}$/)
      assert.ok((await register(server, { username: 'real', email: 'claim@example.org', verification_code })).success)
      await setOptions(server, { EmailVerificationEnabled: 'false' })
      assert.deepEqual(await addressesOf(server, 'real'), { email: 'claim@example.org', claimed_email: '' })
      assert.ok((await register(server, { username: 'late', email: 'claim@example.org' })).success, 'and says nothing')
      const signIn = await post(server, '/api/user/login', { username: 'claim@example.org', password })
      assert.equal((signIn.data as { username: string }).username, 'real')
    })

    test('becomes the address of the account that proves it, and of no second one', async () => {
      const { server } = servers
      for (const username of ['first', 'second'])
        assert.ok((await register(server, { username, email: 'both@example.org' })).success)
      assert.ok((await bind(server, 'first', 'both@example.org')).success)
      assert.deepEqual(await addressesOf(server, 'first'), { email: 'both@example.org', claimed_email: '' })
      const client = server.client()
      await client.signIn('second', password)
      await client.call(registrationApi.verification, { query: { email: 'both@example.org' } })
      assert.equal(digitsIn((await mailbox.next('both@example.org')).text), '', 'the address has an owner by now')
      assert.deepEqual(await addressesOf(server, 'second'), { email: '', claimed_email: 'both@example.org' })
    })

    test('is withdrawn by its owner, and forgotten when another address is bound', async () => {
      const { server } = servers
      assert.ok((await register(server, { username: 'fickle', email: 'old@example.org' })).success)
      const client = server.client()
      await client.signIn('fickle', password)
      assert.ok((await client.call(selfApi.unbind, { params: { provider: 'email' } })).response.success)
      assert.deepEqual(await addressesOf(server, 'fickle'), { email: '', claimed_email: '' })
      assert.ok((await register(server, { username: 'mover', email: 'old@example.org' })).success)
      assert.ok((await bind(server, 'mover', 'new@example.org')).success)
      assert.deepEqual(await addressesOf(server, 'mover'), { email: 'new@example.org', claimed_email: '' })
    })

    test('obeys the whitelist and the rule about aliases, and a refusal opens no account', async () => {
      const { server } = servers
      await setOptions(server, {
        EmailDomainWhitelist: 'example.org',
        EmailDomainRestrictionEnabled: 'true',
        EmailAliasRestrictionEnabled: 'true',
      })
      for (const [email, code] of [
        ['a@elsewhere.org', 'email_domain_refused'],
        ['a+b@example.org', 'email_alias_refused'],
        ['no address', 'email_invalid'],
      ] as const)
        assert.equal(await codeOf(server, { username: 'refused', email }), code)
      assert.ok((await register(server, { username: 'refused', email: 'plain@example.org' })).success)
      assert.ok((await register(server, { username: 'without' })).success, 'no address is needed')
      await setOptions(server, { EmailDomainRestrictionEnabled: 'false', EmailAliasRestrictionEnabled: 'false' })
    })

    test('is found and read by administrators above its owner only', async () => {
      const { server } = servers
      await server.given.user({ username: 'chief', role: role.admin })
      await server.deps.store
        .updateTable('users')
        .set({ claimed_email: 'peer@example.org' })
        .where('username', '=', 'chief')
        .execute()
      await server.given.user({ username: 'deputy', role: role.admin })
      const deputy = server.client()
      await deputy.signIn('deputy')
      const search = async (keyword: string) => {
        const { response } = await deputy.call(userAdminApi.search, { query: { keyword, p: 1, page_size: 10 } })
        return response.success
          ? response.data.items.map(({ username, claimed_email }) => ({ username, claimed_email }))
          : []
      }
      assert.deepEqual(await search('plain@'), [{ username: 'refused', claimed_email: 'plain@example.org' }])
      assert.deepEqual(await search('peer@'), [])
      assert.deepEqual(await search('chief'), [{ username: 'chief', claimed_email: '' }])
    })
  })
