import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { oidcApi } from '@turnpike/contract/identity/oidc'
import { recentLoginSeconds } from '@turnpike/contract/identity/self'
import { role, userStatus } from '@turnpike/contract/identity/user'
import { statusApi } from '@turnpike/contract/system/status'
import { assertBooksBalance, setOptions } from '../../../../test/harness/accounts.ts'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { type Client, type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { enrol } from '../../../../test/harness/second-factor.ts'
import { type Forgery, type OidcProvider, startOidcProvider } from '../../../../test/outside/oidc-provider.ts'

const provider: OidcProvider = await startOidcProvider()
after(() => provider.stop())
const slug = 'corp'
const settings = {
  slug,
  name: 'Corp SSO',
  issuer: provider.issuer,
  ...provider.client,
  group_claim: 'groups',
  group_map: { staff: 'vip', nobody: 'no-such-group' },
  allow_registration: true,
}

type CallbackResponse = { success: boolean; code?: string; message?: string; data?: { id: number; username: string } }
let people = 0
const newPerson = (more: object = {}) => ({ sub: `sub-${++people}`, ...more })

async function begin(client: Client): Promise<string> {
  const { response } = await client.call(oidcApi.begin, { params: { slug }, body: {} })
  assert.ok(response.success, response.message)
  return response.data.address
}
const comeBack = async (client: Client, query: URLSearchParams, at = slug) =>
  (await (await client.fetch(`/api/oauth/oidc/${at}?${query}`)).json()) as CallbackResponse
/** There and back again. */
async function go(client: Client, person: Record<string, unknown>, forgery?: Forgery): Promise<CallbackResponse> {
  const response = await comeBack(client, provider.consent(await begin(client), person, forgery))
  if (response.data && 'id' in response.data) client.userId = response.data.id
  return response
}

for (const kind of databaseKinds)
  describe(`OpenID Connect on ${kind}`, () => {
    const servers = useServers(kind, { one: {}, other: {} })
    let root: Client
    const rowOf = ({ deps }: TestServer, id: number) =>
      deps.store.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    before(async () => {
      await setOptions(servers.one, { OidcEnabled: 'true', ServerAddress: 'https://gate.example' })
      await servers.other.deps.reload()
      await servers.one.given.user({ username: 'chief', role: role.root })
      root = servers.one.client()
      await root.signIn('chief')
      assert.ok((await root.call(oidcApi.save, { body: settings })).response.success)
    })

    test('an unknown person gets an account, and the same one the next time, on every instance', async () => {
      const { one, other } = servers
      const person = newPerson({
        preferred_username: 'lin.wu',
        name: 'Lin 吴',
        email: 'Lin@corp.example',
        email_verified: true,
        groups: ['x', 'staff'],
      })
      const client = one.client()
      const first = await go(client, person)
      assert.ok(first.success && first.data, JSON.stringify(first))
      assert.equal(first.data.username, 'lin.wu')
      const row = await rowOf(one, first.data.id)
      assert.deepEqual(
        [row.display_name, row.email, row.group, row.password_hash],
        ['Lin 吴', 'lin@corp.example', 'vip', ''],
      )
      const again = await go(other.client(), { ...person, preferred_username: 'renamed', groups: ['nobody'] })
      assert.equal(again.data?.id, first.data.id)
      const later = await rowOf(one, first.data.id)
      assert.deepEqual([later.username, later.group], ['lin.wu', 'vip'], 'a group that is not ours is not taken')
      await assertBooksBalance(one)
    })

    test('an address is taken only when the provider has verified it and nobody has it; it never links accounts', async () => {
      const { one } = servers
      const owner = await one.given.user({ username: 'owner', email: 'owner@corp.example' })
      for (const [claims, email] of [
        [{ email: 'owner@corp.example', email_verified: true }, ''],
        [{ email: 'new1@corp.example', email_verified: false }, ''],
        [{ email: 'new2@corp.example' }, ''],
        [{ email: 'new3@corp.example', email_verified: 'true' }, ''],
        [{ email: 'new4@corp.example', email_verified: true }, 'new4@corp.example'],
      ] as const) {
        const { data } = await go(one.client(), newPerson(claims))
        assert.ok(data && data.id !== owner)
        assert.equal((await rowOf(one, data.id)).email, email, JSON.stringify(claims))
      }
    })

    if (!hasEveryTest(kind)) return

    test('a taken or unusable name is replaced by a generated one', async () => {
      const { one } = servers
      for (const preferred_username of ['chief', 'a name that is far too long', '', 7]) {
        const { data } = await go(one.client(), newPerson({ preferred_username }))
        assert.match(data?.username ?? '', /^oidc_\d+$/)
      }
      const both = await Promise.all([go(one.client(), { sub: 'twin' }), go(servers.other.client(), { sub: 'twin' })])
      assert.equal(new Set(both.map(({ data }) => data?.id)).size, 1)
    })

    test('a forged, foreign, old or unsigned token is refused', async () => {
      const { one } = servers
      const now = one.deps.clock()
      const forgeries: Record<string, Forgery> = {
        'another issuer': { claims: { iss: 'https://evil.example' } },
        'another audience': { claims: { aud: 'someone-else' } },
        'several audiences without us': { claims: { aud: ['a', 'b'] } },
        'another nonce': { claims: { nonce: 'guessed' } },
        'no nonce': { claims: { nonce: undefined } },
        expired: { claims: { exp: now - 3600, iat: now - 7200 } },
        'no subject': { claims: { sub: undefined } },
        'another subject than at the user info': { claims: { sub: 'someone-else' } },
        'alg none': { alg: 'none' },
        'a symmetric alg': { alg: 'HS256' },
        'a key of nobody': { isStranger: true },
      }
      for (const [name, forgery] of Object.entries(forgeries)) {
        const client = one.client()
        const response = await go(client, newPerson(), forgery)
        assert.equal(response.code, 'oidc_refused', name)
        assert.doesNotMatch(client.cookie, /(^|; )session=/, name)
      }
    })

    test('a key that the provider has withdrawn signs nobody in any more', async () => {
      const { one } = servers
      const client = one.client()
      assert.ok((await go(one.client(), newPerson())).success)
      provider.rotate()
      // The keys are fetched again when a token names an unknown one, but at most once a minute.
      assert.equal((await go(client, newPerson())).code, 'oidc_refused')
      assert.ok((await root.call(oidcApi.save, { body: settings })).response.success) // reads everything again
      assert.ok((await go(client, newPerson())).success)
      assert.equal((await go(client, newPerson(), { isStranger: true })).code, 'oidc_refused')
    })

    test('state, nonce and verifier are good once, in their own browser, for ten minutes', async () => {
      const { one } = servers
      const [client, thief] = [one.client(), one.client()]
      const query = provider.consent(await begin(client), newPerson())
      await begin(thief)
      assert.equal((await comeBack(thief, query)).code, 'oauth_state_wrong')
      assert.equal((await comeBack(one.client(), query)).code, 'oauth_state_wrong')
      assert.ok((await comeBack(client, query)).success)
      assert.equal((await comeBack(client, query)).code, 'oauth_state_wrong')
      const late = one.client()
      const lateQuery = provider.consent(await begin(late), newPerson())
      one.moveTime(600)
      assert.equal((await comeBack(late, lateQuery)).code, 'oauth_state_wrong')
      one.moveTime(-600)
      const mixed = one.client()
      const stolen = provider.consent(await begin(one.client()), newPerson())
      const own = provider.consent(await begin(mixed), newPerson())
      own.set('code', stolen.get('code') ?? '')
      assert.equal((await comeBack(mixed, own)).code, 'oidc_refused', 'a code of another browser fails at PKCE')
    })

    test('a signed-in person binds it, signs in by it, and unbinds it unless it is the last method', async () => {
      const { one } = servers
      const id = await one.given.user({ username: 'binder' })
      const client = one.client()
      await client.signIn('binder')
      const person = newPerson({ preferred_username: 'b.inder' })
      one.moveTime(recentLoginSeconds + 1)
      const old = (await client.call(oidcApi.begin, { params: { slug }, body: {} })).response
      assert.equal(old.success || old.code, 'recent_login_required')
      one.moveTime(-recentLoginSeconds - 1)
      assert.partialDeepStrictEqual(await go(client, person), { success: true, message: 'bind' })
      client.userId = id
      assert.equal((await go(client, newPerson())).code, 'oidc_other_bound')
      const identities = (await client.call(oidcApi.identities)).response
      assert.deepEqual(identities.success && identities.data, [
        { slug, name: 'Corp SSO', bound: true, login: 'b.inder' },
      ])
      assert.equal((await go(one.client(), person)).data?.id, id)
      await one.given.user({ username: 'late' })
      const late = one.client()
      await late.signIn('late')
      assert.equal((await go(late, person)).code, 'oidc_bound')

      const unbind = async (who: Client) => {
        const { response } = await who.call(oidcApi.unbind, { params: { slug } })
        return response.success ? '' : response.code
      }
      assert.equal(await unbind(late), 'not_found')
      assert.equal(await unbind(client), '')
      const only = one.client()
      await go(only, newPerson())
      assert.equal(await unbind(only), 'binding_last')
    })

    test('an account with a second factor needs it here too', async () => {
      const { one } = servers
      await one.given.user({ username: 'careful' })
      const client = one.client()
      await client.signIn('careful')
      const person = newPerson()
      await go(client, person)
      await enrol(one, client)
      const browser = one.client()
      const response = await comeBack(browser, provider.consent(await begin(browser), person))
      assert.deepEqual(response.data, { require_2fa: true, methods: ['totp', 'recovery_code'] })
      assert.doesNotMatch(browser.cookie, /(^|; )session=/)
    })

    test('the banned and gone stay out, and closed registration keeps strangers out', async () => {
      const { one } = servers
      for (const [change, code] of [
        [{ status: userStatus.banned }, 'account_banned'],
        [{ deleted_at: 1 }, 'account_cancelled'],
      ] as const) {
        const person = newPerson()
        const { data } = await go(one.client(), person)
        await one.deps.store
          .updateTable('users')
          .set(change)
          .where('id', '=', data?.id ?? 0)
          .execute()
        assert.equal((await go(one.client(), person)).code, code)
      }
      await setOptions(one, { RegisterEnabled: 'false' })
      assert.equal((await go(one.client(), newPerson())).code, 'register_disabled')
      await setOptions(one, { RegisterEnabled: 'true' })
      assert.ok((await root.call(oidcApi.save, { body: { ...settings, allow_registration: false } })).response.success)
      assert.equal((await go(one.client(), newPerson())).code, 'oidc_unknown')
      assert.ok((await root.call(oidcApi.save, { body: settings })).response.success)
    })

    test('switched off, no request goes to the provider; a refusal and an outage are told apart', async () => {
      const { one } = servers
      const names = async () => {
        const { response } = await one.client().call(statusApi.status)
        return response.success && response.data.oidc_providers
      }
      assert.deepEqual(await names(), [{ slug, name: 'Corp SSO' }])
      const client = one.client()
      const query = provider.consent(await begin(client), newPerson())
      await setOptions(one, { OidcEnabled: 'false' })
      const sent = provider.sent.length
      assert.equal((await comeBack(client, query)).code, 'oidc_disabled')
      const { response } = await client.call(oidcApi.begin, { params: { slug }, body: {} })
      assert.equal(response.success || response.code, 'oidc_disabled')
      assert.deepEqual(await names(), [])
      assert.equal(provider.sent.length, sent)
      await setOptions(one, { OidcEnabled: 'true' })
      const state = new URL(await begin(client)).searchParams.get('state') ?? ''
      assert.equal(
        (await comeBack(client, new URLSearchParams({ error: 'access_denied', state }))).code,
        'oauth_denied',
      )
      const unlucky = provider.consent(await begin(client), newPerson())
      provider.fail(true)
      assert.equal((await comeBack(client, unlucky)).code, 'oidc_refused')
      provider.fail(false)
    })

    test('providers are the super administrator’s: checked by discovery, audited, secrets never shown', async () => {
      const { one } = servers
      const save = async (body: object) => {
        const { response } = await root.call(oidcApi.save, { body: { ...settings, ...body } })
        return response.success ? '' : response.code
      }
      provider.claimIssuer('https://evil.example')
      assert.equal(await save({ slug: 'evil' }), 'oidc_discovery_failed')
      provider.claimIssuer(undefined)
      assert.equal(await save({ slug: 'away', issuer: 'http://127.0.0.1:9' }), 'oidc_discovery_failed')
      assert.equal(await save({ slug: 'meta', issuer: 'http://169.254.169.254' }), 'oidc_discovery_failed')
      assert.equal(await save({ slug: 'Not a slug' }), 'invalid_field')
      assert.equal(await save({ slug: 'second', issuer: `${provider.issuer}/.well-known/openid-configuration` }), '')
      const listed = (await root.call(oidcApi.list)).response
      assert.ok(listed.success)
      assert.deepEqual(
        listed.data.map((each) => [each.slug, each.issuer, each.has_secret]),
        [
          ['corp', provider.issuer, true],
          ['second', provider.issuer, true],
        ],
      )
      assert.equal(await save({ slug: 'second', client_secret: undefined }), '')
      const kept = (await root.call(oidcApi.list)).response
      assert.ok(kept.success && kept.data[1]?.has_secret, 'without a new secret the stored one stays')
      const rows = JSON.stringify([
        kept,
        await one.deps.store.selectFrom('oidc_providers').selectAll().execute(),
        await one.deps.store.selectFrom('audit').selectAll().execute(),
        one.lines,
      ])
      assert.ok(!rows.includes(provider.client.client_secret))
      assert.ok((await root.call(oidcApi.remove, { params: { slug: 'second' } })).response.success)
      const acts = await one.deps.store
        .selectFrom('audit')
        .select('action')
        .where('target', '=', 'second')
        .orderBy('id')
        .execute()
      assert.deepEqual(
        acts.map(({ action }) => action),
        ['oidc.create', 'oidc.update', 'oidc.delete'],
      )
    })
  })
