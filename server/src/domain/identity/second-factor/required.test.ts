import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { secondFactorApi } from '@turnpike/contract/identity/second-factor'
import { role, userApi } from '@turnpike/contract/identity/user'
import { playgroundPaths } from '@turnpike/contract/usage/playground'
import { setOptions } from '../../../../test/harness/accounts.ts'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type Client, givenPassword, type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { enrol } from '../../../../test/harness/second-factor.ts'
import { consoleEndpoints } from '../../../console.ts'

let number = 0
async function come(server: TestServer, level: number): Promise<Client> {
  const username = `must${++number}`
  await server.given.user({ username, role: level })
  const client = server.client()
  await client.signIn(username)
  return client
}
const codeOf = async (client: Client, path: string, method = 'GET') => {
  const text = await (await client.fetch(path, { method })).text()
  return text.startsWith('{') ? ((JSON.parse(text) as { code?: string }).code ?? '') : ''
}
/** The endpoints that the set-up needs, listed here independently of the code. */
const open = [
  ...['GET /api/user/self', 'POST /api/user/confirm', 'GET /api/user/2fa', 'POST /api/user/2fa/setup'],
  ...['POST /api/user/2fa/enable', 'GET /api/user/passkey', 'POST /api/user/passkey/register/begin'],
  'POST /api/user/passkey/register/finish',
]

for (const kind of databaseKindsOfRun)
  describe(`a required second factor on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })

    test('without one, a session reaches its set-up and nothing else', async () => {
      const { one } = servers
      await setOptions(one, { SecondFactorRequired: 'everybody' })
      const client = await come(one, role.root)
      for (const { access, method, path } of consoleEndpoints) {
        if (access === 'public' || access === 'guest') continue
        const code = await codeOf(client, path.replace(/\{\w+\}/g, '1'), method)
        const isOpen = open.includes(`${method} ${path}`)
        assert.equal(code === 'second_factor_required', !isOpen, `${method} ${path}: ${code}`)
      }
      const played = await client.fetch(playgroundPaths.chat, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"model":"gpt-4o","messages":[]}',
      })
      assert.equal(played.status, 403)
      // As a stranger, it begins a sign-in by a provider and binds nothing.
      await client.fetch('/api/oauth/state')
      assert.match(client.cookie, /(^|; )oauth=/)
      await enrol(one, client)
      assert.equal(await codeOf(client, '/api/user/sessions'), '')
      await setOptions(one, { SecondFactorRequired: 'none' })
    })

    test('it is required of the roles that the option names, at once, and no longer once it is off', async () => {
      const { one } = servers
      const [person, admin] = [await come(one, role.ordinary), await come(one, role.admin)]
      const outcomes = async () => [
        await codeOf(person, '/api/user/sessions'),
        await codeOf(admin, '/api/user/sessions'),
      ]
      const missing = 'second_factor_required'
      assert.deepEqual(await outcomes(), ['', ''])
      await setOptions(one, { SecondFactorRequired: 'administrators' })
      assert.deepEqual(await outcomes(), ['', missing])
      await setOptions(one, { SecondFactorRequired: 'everybody' })
      assert.deepEqual(await outcomes(), [missing, missing])
      await setOptions(one, { SecondFactorRequired: 'none' })
      assert.deepEqual(await outcomes(), ['', ''])
    })

    test('one who removes the last factor is back at the set-up; access tokens go on working', async () => {
      const { one } = servers
      const admin = await come(one, role.admin)
      await setOptions(one, { SecondFactorRequired: 'administrators' })
      await enrol(one, admin)
      assert.equal(await codeOf(admin, '/api/user/'), '')
      const body = { original_password: givenPassword }
      assert.ok((await admin.call(secondFactorApi.disable, { body })).response.success)
      assert.equal(await codeOf(admin, '/api/user/'), 'second_factor_required')
      assert.ok((await admin.call(userApi.self)).response.success)
      const authorization = await one.given.accessToken(admin.userId)
      const headers = { authorization, 'new-api-user': String(admin.userId) }
      assert.match(await (await one.client().fetch('/api/user/', { headers })).text(), /"success":true/)
      await setOptions(one, { SecondFactorRequired: 'none' })
    })
  })
