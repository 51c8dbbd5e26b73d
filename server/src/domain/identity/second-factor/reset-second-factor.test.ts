import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { secondFactorAdminApi } from '@turnpike/contract/identity/second-factor'
import { role, userApi } from '@turnpike/contract/identity/user'
import { setOptions } from '../../../../test/harness/accounts.ts'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type Client, type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { enrol, firstStep } from '../../../../test/harness/second-factor.ts'
import { startMailbox } from '../../../../test/outside/mailbox.ts'

let number = 0
async function come(server: TestServer, level: number = role.ordinary): Promise<Client & { username: string }> {
  const username = `reset${++number}`
  await server.given.user({ username, role: level, email: `${username}@example.org` })
  const client = server.client()
  await client.signIn(username)
  return Object.assign(client, { username })
}

for (const kind of databaseKindsOfRun)
  describe(`resetting a second factor on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    const reset = async (client: Client, id: number) => {
      const { response } = await client.call(secondFactorAdminApi.reset, { params: { id: String(id) } })
      return response.success ? '' : response.code
    }

    test('an administrator removes it: audited, logged, told by mail, and every session ends', async () => {
      const { one } = servers
      const mailbox = await startMailbox()
      await setOptions(one, mailbox.options)
      const admin = await come(one, role.admin)
      const person = await come(one)
      await enrol(one, person)
      const state = (await admin.call(secondFactorAdminApi.state, { params: { id: String(person.userId) } })).response
      assert.ok(state.success && state.data.totp)
      assert.equal(await reset(admin, person.userId), '')
      assert.equal((await person.call(userApi.self)).status, 401)
      assert.equal(await firstStep(one.client(), person.username), 'signed in')
      const { store } = one.deps
      const act = await store.selectFrom('audit').selectAll().where('actor_id', '=', admin.userId).executeTakeFirst()
      assert.partialDeepStrictEqual(act, {
        action: 'user.second_factor_reset',
        target: `${person.userId} ${person.username}`,
      })
      const log = await store.selectFrom('logs').select('other').where('user_id', '=', person.userId).executeTakeFirst()
      assert.equal(JSON.parse(log?.other ?? '{}').event, 'second_factor_reset')
      const mail = await mailbox.next(`${person.username}@example.org`)
      assert.match(mail.text, /removed the second factors/)
      assert.equal(await reset(admin, person.userId), 'second_factor_none')
      await mailbox.stop()
    })

    test('nobody resets or reads an equal or a higher role, and nothing happens then', async () => {
      const { one } = servers
      const admin = await come(one, role.admin)
      for (const level of [role.admin, role.root]) {
        const person = await come(one, level)
        await enrol(one, person)
        assert.equal(await reset(admin, person.userId), 'user_update_forbidden')
        const params = { id: String(person.userId) }
        const { response } = await admin.call(secondFactorAdminApi.state, { params })
        assert.equal(response.success || response.code, 'user_read_forbidden')
        assert.deepEqual(await firstStep(one.client(), person.username), ['totp', 'recovery_code'])
      }
      assert.equal(await reset(admin, 999_999), 'user_missing')
    })
  })
