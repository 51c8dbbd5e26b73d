import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { callOf } from '@turnpike/contract/call'
import type { DataOf, Endpoint, InputOf } from '@turnpike/contract/endpoint'
import { passkeyApi, passkeySeconds, passkeysMax } from '@turnpike/contract/identity/passkey'
import { secondFactorApi } from '@turnpike/contract/identity/second-factor'
import { recentLoginSeconds } from '@turnpike/contract/identity/self'
import { userApi, userStatus } from '@turnpike/contract/identity/user'
import { setOptions } from '../../../../test/harness/accounts.ts'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { type Client, givenPassword, type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { enrol, firstStep, secondStep } from '../../../../test/harness/second-factor.ts'
import { type Authenticator, type Manner, makeAuthenticator } from '../../../../test/outside/authenticator.ts'

const origin = 'https://gate.example'
let number = 0
async function come(server: TestServer): Promise<Client & { username: string }> {
  const username = `key${++number}`
  await server.given.user({ username })
  const client = server.client()
  await client.signIn(username)
  return Object.assign(client, { username })
}

type Outcome<Data> = { success: true; data: Data } | { success: false; code: string }

/** A call from a page at this origin. */
async function call<E extends Endpoint>(client: Client, endpoint: E, input?: InputOf<E>, from = origin) {
  const { method, url, body } = callOf(endpoint, input)
  const headers = { origin: from, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const response = await client.fetch(url, { method, body, headers })
  return (await response.json()) as Outcome<DataOf<E>>
}
const data = <Data>(outcome: Outcome<Data>): Data => {
  assert.ok(outcome.success, JSON.stringify(outcome))
  return outcome.data
}
const codeOf = (outcome: Outcome<unknown>) => (outcome.success ? '' : outcome.code)

async function addPasskey(
  client: Client,
  passkey: Authenticator,
  { name = 'phone', ...manner }: Partial<Manner> & { name?: string } = {},
) {
  const request = data(await call(client, passkeyApi.beginRegister))
  const credential = passkey.create(request, { origin, ...manner })
  return call(client, passkeyApi.finishRegister, { body: { name, credential } })
}

/** Signs in with a passkey alone: '' and a session, or the refusal. */
async function signInBy(client: Client, passkey: Authenticator, manner: Partial<Manner> = {}) {
  const request = data(await call(client, passkeyApi.beginLogin))
  const credential = passkey.use(request, { origin, ...manner })
  const outcome = await call(client, passkeyApi.finishLogin, { body: { credential } })
  if (outcome.success) client.userId = outcome.data.id
  return codeOf(outcome)
}

for (const kind of databaseKinds)
  describe(`passkeys on ${kind}`, () => {
    const servers = useServers(kind, { one: {}, other: {}, strict: { RATE_LIMIT_FACTOR: '1' } })
    before(async () => {
      await setOptions(servers.one, { PasskeyEnabled: 'true', ServerAddress: origin })
      await servers.other.deps.reload()
      await servers.strict.deps.reload()
    })

    test('a passkey alone signs in, on every instance, also where an app is set up', async () => {
      const { one, other } = servers
      const person = await come(one)
      const passkey = makeAuthenticator()
      const added = data(await addPasskey(person, passkey, { name: ' Phone ' }))
      assert.deepEqual([added.passkey.name, added.passkey.used_at, added.recovery_codes.length], ['Phone', 0, 10])
      await enrol(one, person)
      for (const server of [one, other]) {
        const browser = server.client()
        assert.equal(await signInBy(browser, passkey), '')
        assert.equal(browser.userId, person.userId)
        assert.ok((await browser.call(userApi.self)).response.success)
      }
      const [listed] = data(await call(person, passkeyApi.list))
      assert.ok(listed && listed.used_at > 0 && !('public_key' in listed))
    })

    test('after the password it is the second step; the recovery codes that came with it replace it', async () => {
      const { one } = servers
      const person = await come(one)
      const passkey = makeAuthenticator()
      const { recovery_codes } = data(await addPasskey(person, passkey))
      const browser = one.client()
      assert.deepEqual(await firstStep(browser, person.username), ['passkey', 'recovery_code'])
      const request = data(await call(browser, passkeyApi.beginSecondStep))
      assert.equal((request.allowCredentials as unknown[]).length, 1)
      const credential = passkey.use(request, { origin })
      assert.equal(data(await call(browser, passkeyApi.finishSecondStep, { body: { credential } })).id, person.userId)
      const again = one.client()
      await firstStep(again, person.username)
      assert.equal(await secondStep(again, recovery_codes[0] ?? ''), '')
      assert.equal(codeOf(await call(one.client(), passkeyApi.beginSecondStep)), 'second_step_expired')
    })

    if (!hasEveryTest(kind)) return

    test("somebody else's passkey is no second step, and a challenge of one errand is none of another", async () => {
      const { one } = servers
      const [person, stranger] = [await come(one), await come(one)]
      const [own, foreign] = [makeAuthenticator(), makeAuthenticator()]
      data(await addPasskey(person, own))
      data(await addPasskey(stranger, foreign))
      const browser = one.client()
      await firstStep(browser, person.username)
      const request = data(await call(browser, passkeyApi.beginSecondStep))
      const finish = async (credential: ReturnType<Authenticator['use']>) =>
        codeOf(await call(browser, passkeyApi.finishSecondStep, { body: { credential } }))
      assert.equal(await finish(foreign.use(request, { origin })), 'passkey_wrong')
      assert.equal(await finish(own.use(request, { origin })), 'passkey_wrong', 'the challenge was used')
      const alone = data(await call(browser, passkeyApi.beginLogin))
      assert.equal(await finish(own.use(alone, { origin })), 'passkey_wrong')
    })

    test('a challenge is good once, in its own browser, for a few minutes', async () => {
      const { one } = servers
      const person = await come(one)
      const passkey = makeAuthenticator()
      data(await addPasskey(person, passkey))
      const [browser, thief] = [one.client(), one.client()]
      const finish = async (client: Client, credential: ReturnType<Authenticator['use']>) =>
        codeOf(await call(client, passkeyApi.finishLogin, { body: { credential } }))
      const begin = async () => passkey.use(data(await call(browser, passkeyApi.beginLogin)), { origin })
      const credential = await begin()
      await call(thief, passkeyApi.beginLogin)
      assert.equal(await finish(thief, credential), 'passkey_wrong')
      assert.equal(await finish(one.client(), credential), 'passkey_wrong')
      const { cookie } = browser
      assert.equal(await finish(browser, credential), '')
      assert.equal(await finish(Object.assign(one.client(), { cookie }), credential), 'passkey_wrong')
      const late = await begin()
      one.moveTime(passkeySeconds)
      assert.equal(await finish(browser, late), 'passkey_wrong')
      one.moveTime(-passkeySeconds)
    })

    test('without finger, face or PIN, from another page, or of another kind, nothing is accepted', async () => {
      const { one } = servers
      const person = await come(one)
      const passkey = makeAuthenticator()
      const wrong: Partial<Manner>[] = [
        { isVerified: false },
        { origin: 'https://evil.example' },
        { type: 'webauthn.other' },
      ]
      for (const manner of wrong)
        assert.equal(codeOf(await addPasskey(person, passkey, manner)), 'passkey_wrong', JSON.stringify(manner))
      data(await addPasskey(person, passkey))
      for (const manner of wrong)
        assert.equal(await signInBy(one.client(), passkey, manner), 'passkey_wrong', JSON.stringify(manner))
      assert.equal(await signInBy(one.client(), makeAuthenticator()), 'passkey_wrong', 'one that was never added')
      assert.equal(codeOf(await addPasskey(person, passkey)), 'passkey_known')
    })

    test('a count that does not rise is a copy', async () => {
      const { one } = servers
      const person = await come(one)
      const passkey = makeAuthenticator()
      data(await addPasskey(person, passkey, { counter: 3 }))
      assert.equal(await signInBy(one.client(), passkey, { counter: 5 }), '')
      for (const counter of [5, 4, 0]) assert.equal(await signInBy(one.client(), passkey, { counter }), 'passkey_wrong')
      assert.equal(await signInBy(one.client(), passkey, { counter: 6 }), '')
    })

    test('without a server address with a name, or at another address, it is said what to do', async () => {
      const { one } = servers
      const person = await come(one)
      assert.equal(
        codeOf(await call(person, passkeyApi.beginRegister, undefined, 'https://other.example')),
        'passkey_other_address',
      )
      assert.equal(
        codeOf(await call(one.client(), passkeyApi.beginLogin, undefined, `${origin}:8443`)),
        'passkey_other_address',
      )
      for (const address of ['', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
        await setOptions(one, { ServerAddress: address })
        const from = address || origin
        assert.equal(
          codeOf(await call(person, passkeyApi.beginRegister, undefined, from)),
          'passkey_no_address',
          address,
        )
        assert.equal(
          codeOf(await call(one.client(), passkeyApi.beginLogin, undefined, from)),
          'passkey_no_address',
          address,
        )
      }
      await setOptions(one, { ServerAddress: origin })
    })

    test('switched off, none is added and none signs in alone, but one that was added stays a second factor', async () => {
      const { one } = servers
      const person = await come(one)
      const passkey = makeAuthenticator()
      data(await addPasskey(person, passkey))
      await setOptions(one, { PasskeyEnabled: 'false' })
      assert.equal(codeOf(await call(person, passkeyApi.beginRegister)), 'passkey_off')
      assert.equal(codeOf(await call(one.client(), passkeyApi.beginLogin)), 'passkey_off')
      const browser = one.client()
      assert.deepEqual(await firstStep(browser, person.username), ['passkey', 'recovery_code'])
      const credential = passkey.use(data(await call(browser, passkeyApi.beginSecondStep)), { origin })
      assert.equal(codeOf(await call(browser, passkeyApi.finishSecondStep, { body: { credential } })), '')
      await setOptions(one, { PasskeyEnabled: 'true' })
    })

    test('they are renamed and deleted by their owner alone; the last one takes the recovery codes with it', async () => {
      const { one } = servers
      const [person, stranger] = [await come(one), await come(one)]
      const { passkey: first, recovery_codes: codes } = data(await addPasskey(person, makeAuthenticator()))
      const second = data(await addPasskey(person, makeAuthenticator()))
      assert.deepEqual(second.recovery_codes, [], 'the first codes stay')
      const rename = (client: Client, name: string) => call(client, passkeyApi.rename, { body: { id: first.id, name } })
      assert.equal(codeOf(await rename(stranger, 'mine')), 'not_found')
      assert.equal(codeOf(await rename(person, ' ')), 'passkey_name_invalid')
      assert.equal(data(await rename(person, 'laptop')).name, 'laptop')
      const remove = async (client: Client, id: number, body: { code?: string; original_password?: string }) =>
        codeOf(await call(client, passkeyApi.remove, { params: { id: String(id) }, body }))
      const byPassword = { original_password: givenPassword }
      assert.equal(await remove(stranger, first.id, byPassword), 'not_found')
      assert.equal(await remove(person, first.id, {}), 'second_factor_proof_missing', 'however recent the sign-in is')
      assert.equal(await remove(person, first.id, { original_password: 'wrong-password' }), 'credentials_wrong')
      assert.equal(await remove(person, first.id, { code: '123-456' }), 'second_factor_code_wrong')
      assert.partialDeepStrictEqual(data(await call(person, secondFactorApi.state)), {
        passkeys: 2,
        recovery_codes: 10,
      })
      one.moveTime(recentLoginSeconds + 1)
      assert.equal(await remove(person, first.id, byPassword), '')
      one.moveTime(-recentLoginSeconds - 1)
      assert.partialDeepStrictEqual(data(await call(person, secondFactorApi.state)), {
        passkeys: 1,
        recovery_codes: 10,
      })
      assert.equal(await remove(person, second.passkey.id, { code: codes[0] ?? '' }), '')
      assert.partialDeepStrictEqual(data(await call(person, secondFactorApi.state)), { passkeys: 0, recovery_codes: 0 })
      assert.equal(await firstStep(one.client(), person.username), 'signed in')
      const acts = await one.deps.store
        .selectFrom('audit')
        .select('action')
        .where('actor_id', '=', person.userId)
        .orderBy('id')
        .execute()
      assert.deepEqual(
        acts.map(({ action }) => action),
        ['account.passkey_add', 'account.passkey_add', 'account.passkey_remove', 'account.passkey_remove'],
      )
    })

    test('the banned and gone do not get in by one, and an account has a limited number', async () => {
      const { one } = servers
      const person = await come(one)
      const passkey = makeAuthenticator()
      for (let turn = 0; turn < passkeysMax; turn++)
        data(await addPasskey(person, turn === 0 ? passkey : makeAuthenticator()))
      assert.equal(codeOf(await call(person, passkeyApi.beginRegister)), 'passkeys_too_many')
      for (const change of [{ status: userStatus.banned }, { status: userStatus.enabled, deleted_at: 1 }]) {
        await one.deps.store.updateTable('users').set(change).where('id', '=', person.userId).execute()
        assert.equal(await signInBy(one.client(), passkey), 'passkey_wrong')
      }
    })

    test('wrong signatures count as failed sign-ins', async () => {
      const { strict } = servers
      await strict.deps.reload() // it may have looked while passkeys were switched off
      const person = await come(strict)
      const passkey = makeAuthenticator()
      data(await addPasskey(person, passkey))
      for (let turn = 0; turn < 10; turn++)
        assert.equal(await signInBy(strict.client(), passkey, { isVerified: false }), 'passkey_wrong')
      assert.equal(await signInBy(strict.client(), passkey), 'too_many_requests')
    })
  })
