import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { recoveryCodesCount, secondFactorApi, secondStepSeconds } from '@turnpike/contract/identity/second-factor'
import { recentLoginSeconds, selfApi } from '@turnpike/contract/identity/self'
import { userApi, userStatus } from '@turnpike/contract/identity/user'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { type Client, givenPassword, type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { enrol, firstStep, secondStep, totpCode } from '../../../../test/harness/second-factor.ts'
import { changeStanding } from '../users/users.queries.ts'

let number = 0
async function come(server: TestServer): Promise<Client & { username: string }> {
  const username = `two${++number}`
  await server.given.user({ username })
  const client = server.client()
  await client.signIn(username)
  return Object.assign(client, { username })
}
const isIn = async (client: Client) => (await client.call(userApi.self)).response.success

for (const kind of databaseKinds)
  describe(`two-step sign-in on ${kind}`, () => {
    // The limits as they are in production: the locks are part of the behaviour.
    const servers = useServers(kind, { one: {}, other: {}, strict: { RATE_LIMIT_FACTOR: '1' } })
    const codeOf = async (call: Promise<{ response: { success: boolean; code?: string } }>) => {
      const { response } = await call
      return response.success ? '' : response.code
    }

    test('after the password a code of the app is required, and only then there is a session', async () => {
      const { one, other } = servers
      const person = await come(one)
      const { secret } = await enrol(one, person)
      const browser = one.client()
      assert.deepEqual(await firstStep(browser, person.username), ['totp', 'recovery_code'])
      assert.doesNotMatch(browser.cookie, /(^|; )session=/)
      browser.userId = person.userId
      assert.equal(await isIn(browser), false)
      // The second step may reach another instance.
      other.moveTime(30)
      const elsewhere = Object.assign(other.client(), { cookie: browser.cookie })
      assert.equal(await secondStep(elsewhere, totpCode(other, secret)), '')
      assert.equal(await isIn(elsewhere), true)
      other.moveTime(-30)
    })

    test('the secret and the codes are stored sealed and hashed, and shown once', async () => {
      const { one } = servers
      const person = await come(one)
      const { secret, codes } = await enrol(one, person)
      assert.equal(new Set(codes).size, recoveryCodesCount)
      const { store } = one.deps
      const rows = JSON.stringify([
        await store.selectFrom('totp_secrets').selectAll().execute(),
        await store.selectFrom('recovery_codes').selectAll().execute(),
        await store.selectFrom('one_time_values').selectAll().execute(),
        await store.selectFrom('audit').selectAll().execute(),
      ])
      for (const shown of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
        assert.ok(!rows.includes(shown) && !one.lines.join('').includes(shown))
      const { response } = await person.call(secondFactorApi.state)
      assert.partialDeepStrictEqual(response, { success: true, data: { totp: true, recovery_codes: 10 } })
    })

    if (!hasEveryTest(kind)) return

    test('a code is accepted once: not the one that confirmed the set-up, and not an older one', async () => {
      const { one } = servers
      const person = await come(one)
      const { secret } = await enrol(one, person)
      const browser = one.client()
      await firstStep(browser, person.username)
      assert.equal(await secondStep(browser, totpCode(one, secret)), 'second_factor_code_wrong')
      const next = totpCode(one, secret, 1)
      assert.equal(await secondStep(browser, next), '')
      const again = one.client()
      await firstStep(again, person.username)
      assert.equal(await secondStep(again, next), 'second_factor_code_wrong')
      assert.equal(await secondStep(again, totpCode(one, secret, -1)), 'second_factor_code_wrong')
    })

    test('of two requests with the same code or the same recovery code, one passes', async () => {
      const { one, other } = servers
      const person = await come(one)
      const { secret, codes } = await enrol(one, person)
      for (const code of [totpCode(one, secret, 1), codes[0] ?? '']) {
        const browsers = [one.client(), other.client()]
        for (const browser of browsers) await firstStep(browser, person.username)
        const outcomes = await Promise.all(browsers.map((browser) => secondStep(browser, code)))
        assert.deepEqual(outcomes.toSorted(), ['', 'second_factor_code_wrong'])
      }
    })

    test('a recovery code signs in once, however it is typed', async () => {
      const { one } = servers
      const person = await come(one)
      const { codes } = await enrol(one, person)
      const [first = '', second = ''] = codes
      const browser = one.client()
      await firstStep(browser, person.username)
      assert.equal(await secondStep(browser, ` ${first.toUpperCase().replace('-', ' ')} `), '')
      const again = one.client()
      await firstStep(again, person.username)
      assert.equal(await secondStep(again, first), 'second_factor_code_wrong')
      assert.equal(await secondStep(again, second), '')
      const { response } = await again.call(secondFactorApi.state)
      assert.ok(response.success && response.data.recovery_codes === recoveryCodesCount - 2)
    })

    test('a code of one account opens no other', async () => {
      const { one } = servers
      const [person, stranger] = [await come(one), await come(one)]
      const { codes } = await enrol(one, person)
      await enrol(one, stranger)
      const browser = one.client()
      await firstStep(browser, stranger.username)
      assert.equal(await secondStep(browser, codes[0] ?? ''), 'second_factor_code_wrong')
    })

    test('the second step belongs to the browser of the first one, is done once, and does not wait for long', async () => {
      const { one } = servers
      const person = await come(one)
      const { secret, codes } = await enrol(one, person)
      assert.equal(await secondStep(one.client(), totpCode(one, secret, 1)), 'second_step_expired')
      const browser = one.client()
      await firstStep(browser, person.username)
      const { cookie } = browser
      assert.equal(await secondStep(browser, codes[0] ?? ''), '')
      assert.equal(await secondStep(Object.assign(one.client(), { cookie }), codes[1] ?? ''), 'second_step_expired')
      const late = one.client()
      await firstStep(late, person.username)
      one.moveTime(secondStepSeconds)
      assert.equal(await secondStep(late, codes[1] ?? ''), 'second_step_expired')
      one.moveTime(-secondStepSeconds)
    })

    test('a ban or a new password between the steps ends the sign-in', async () => {
      const { one } = servers
      for (const change of [{ status: userStatus.banned }, {}]) {
        const person = await come(one)
        const { codes } = await enrol(one, person)
        const browser = one.client()
        await firstStep(browser, person.username)
        await changeStanding(one.deps.store, person.userId, change)
        assert.equal(await secondStep(browser, codes[0] ?? ''), 'second_step_expired')
      }
    })

    test('wrong codes count as failed sign-ins of the account', async () => {
      const { strict } = servers
      const person = await come(strict)
      const { codes } = await enrol(strict, person)
      const browser = strict.client()
      await firstStep(browser, person.username)
      for (let turn = 0; turn < 10; turn++)
        assert.equal(await secondStep(browser, '000000'), 'second_factor_code_wrong', `${turn}`)
      assert.equal(await secondStep(browser, codes[0] ?? ''), 'too_many_requests')
      assert.equal(await firstStep(strict.client(), person.username), 'too_many_requests')
    })

    test('set-up needs a recent sign-in, and a code made with its secret, in time', async () => {
      const { one } = servers
      const person = await come(one)
      one.moveTime(recentLoginSeconds + 1)
      assert.equal(await codeOf(person.call(secondFactorApi.setUp)), 'recent_login_required')
      one.moveTime(-recentLoginSeconds - 1)
      assert.equal(
        await codeOf(person.call(secondFactorApi.enable, { body: { code: '123456' } })),
        'totp_setup_expired',
      )
      const begun = (await person.call(secondFactorApi.setUp)).response
      assert.ok(begun.success)
      assert.match(begun.data.address, /^otpauth:\/\/totp\/Turnpike:two\d+\?/)
      const enable = (code: string) => codeOf(person.call(secondFactorApi.enable, { body: { code } }))
      assert.equal(await enable('12345'), 'second_factor_code_wrong')
      assert.equal(await enable(totpCode(one, begun.data.secret, 5)), 'second_factor_code_wrong')
      assert.equal(await firstStep(one.client(), person.username), 'signed in', 'not in force before it is confirmed')
      assert.equal(await enable(totpCode(one, begun.data.secret)), '')
      assert.equal(await codeOf(person.call(secondFactorApi.setUp)), 'totp_on')
    })

    test('switching it on ends the other sessions and is audited', async () => {
      const { one } = servers
      const person = await come(one)
      const other = one.client()
      await other.signIn(person.username)
      await enrol(one, person)
      assert.deepEqual([await isIn(person), await isIn(other)], [true, false])
      const acts = await one.deps.store
        .selectFrom('audit')
        .select('action')
        .where('actor_id', '=', person.userId)
        .execute()
      assert.deepEqual(acts, [{ action: 'account.totp_on' }])
    })

    test('switching it off and new recovery codes need the password or a code, also right after the sign-in', async () => {
      const { one } = servers
      const person = await come(one)
      const { codes } = await enrol(one, person)
      const renew = (body: object) => person.call(secondFactorApi.renewCodes, { body })
      const disable = (body: object) => codeOf(person.call(secondFactorApi.disable, { body }))
      assert.equal(await disable({}), 'second_factor_proof_missing')
      assert.equal(await disable({ original_password: 'wrong' }), 'credentials_wrong')
      assert.equal(await disable({ code: 'wrong' }), 'second_factor_code_wrong')
      assert.equal(await disable({ code: 'wrong', original_password: givenPassword }), 'second_factor_code_wrong')
      assert.equal(await codeOf(renew({})), 'second_factor_proof_missing')
      const renewed = (await renew({ code: codes[0] ?? '' })).response
      assert.ok(renewed.success)
      assert.equal(await disable({ code: codes[1] ?? '' }), 'second_factor_code_wrong', 'an earlier code')
      assert.equal(await disable({ code: renewed.data.recovery_codes[0] ?? '' }), '')
      assert.equal(await disable({ original_password: givenPassword }), 'totp_off')
      assert.equal(await firstStep(one.client(), person.username), 'signed in')
      const again = await enrol(one, person)
      assert.equal(await disable({ original_password: givenPassword }), '')
      assert.equal(await codeOf(renew({ code: again.codes[0] ?? '' })), 'second_factor_code_wrong')
    })

    test('access tokens work without a second step, and the session of a right password too', async () => {
      const { one } = servers
      const person = await come(one)
      const { secret } = await enrol(one, person)
      const authorization = await one.given.accessToken(person.userId)
      const headers = { authorization, 'new-api-user': String(person.userId), cookie: '' }
      assert.match(await (await person.fetch('/api/user/self', { headers })).text(), /"success":true/)
      // A confirmed password renews the session of a browser that did both steps before.
      const body = { original_password: givenPassword }
      assert.ok((await person.call(selfApi.confirm, { body })).response.success)
      assert.equal(await isIn(person), true)
      assert.ok(secret)
    })
  })
