import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { optionApi } from '@turnpike/contract/system/option-api'
import { assertRefused, dataOf } from '../../../../../test/harness/channel-admin.ts'
import { databaseKindsOfRun } from '../../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../../test/harness/harness.ts'

for (const kind of databaseKindsOfRun)
  describe(`the history of options [${kind}]`, () => {
    const servers = useServers(kind, { one: {} })
    let root: Client
    before(async () => {
      await servers.one.given.user({ username: 'super', role: role.root })
      root = servers.one.client()
      await root.signIn('super')
    })
    const set = async (key: string, value: string, seen_revision?: string) =>
      root.call(optionApi.update, { body: { key, value, seen_revision } })
    const history = async (keyword?: string) =>
      dataOf(await root.call(optionApi.history, { query: { p: 1, page_size: 20, keyword } })).items
    const revert = (id: number) => root.call(optionApi.revert, { body: { id } })
    const rowOf = async (key: string) => {
      const row = dataOf(await root.call(optionApi.list)).find((each) => each.key === key)
      assert.ok(row)
      return row
    }

    test('a text option goes back to the value from before a change', async () => {
      await set('SystemName', 'First')
      await set('SystemName', 'Second')
      const [second, first] = await history('SystemName')
      assert.deepEqual(second?.changes, [{ field: 'value', before: 'First', after: 'Second', is_hidden: false }])
      assert.equal(second?.actor_name, 'super')
      assert.deepEqual(second?.revert, [{ field: 'value', before: 'Second', after: 'First', is_hidden: false }])
      assert.ok((await revert(second?.id ?? 0)).response.success)
      assert.equal((await rowOf('SystemName')).value, 'First')
      assert.equal(servers.one.deps.options.current().SystemName, 'First', 'in force')
      const [restored, , oldest] = await history('SystemName')
      assert.equal(restored?.action, 'option.update')
      assert.equal(oldest?.id, first?.id)
    })

    test('of a map only the entries that changed go back, prices that ship included', async () => {
      const ratios = JSON.parse((await rowOf('ModelRatio')).value)
      const shipped = ratios['gpt-4o']
      const { o1: removed, ...rest } = ratios
      await set('ModelRatio', JSON.stringify({ ...rest, 'gpt-4o': shipped + 1, invented: 3 }))
      const [changed] = await history('ModelRatio')
      assert.deepEqual(
        new Map(changed?.changes.map(({ field, before, after }) => [field, [before, after]])),
        new Map<string, unknown[]>([
          ['gpt-4o', [shipped, shipped + 1]],
          ['o1', [removed, undefined]],
          ['invented', [undefined, 3]],
        ]),
      )
      await set('ModelRatio', JSON.stringify({ ...rest, 'gpt-4o': shipped + 1, invented: 3, later: 4 }))
      assert.ok((await revert(changed?.id ?? 0)).response.success)
      assert.deepEqual(JSON.parse((await rowOf('ModelRatio')).value), { ...ratios, later: 4 })
    })

    test('a secret is neither told nor restored, and an unknown change is not found', async () => {
      await set('SMTPToken', 'a-secret-of-the-history')
      const [entry] = await history('SMTPToken')
      assert.deepEqual(entry?.changes, [{ field: 'value', is_hidden: true }])
      assert.equal(entry?.revert_state, 'secret')
      assertRefused(await revert(entry?.id ?? 0), 'revert_impossible')
      assertRefused(await revert(99_999_999), 'not_found')
      const rows = await servers.one.deps.store.selectFrom('audit_changes').selectAll().execute()
      assert.ok(!JSON.stringify([rows, await history()]).includes('a-secret-of-the-history'))
    })

    test('a restore is checked like any other change', async () => {
      await set('SMTPServer', 'mail.example.com')
      await set('GitHubClientId', 'client')
      await set('GitHubClientSecret', 'secret')
      await set('GitHubOAuthEnabled', 'true')
      const [named] = await history('GitHubClientId')
      assertRefused(await revert(named?.id ?? 0), 'github_not_configured')
      assert.equal((await rowOf('GitHubClientId')).value, 'client')
    })

    test('an option that somebody else changed is not overwritten unseen', async () => {
      const { revision } = await rowOf('Notice')
      assert.ok((await set('Notice', 'mine', revision)).response.success)
      const refused = await set('Notice', 'yours', revision)
      assert.equal(refused.status, 409)
      assert.ok(!refused.response.success && refused.response.params?.name === 'super')
      assert.equal((await rowOf('Notice')).value, 'mine')
      assert.ok((await set('Notice', 'yours')).response.success)
      const changes = [
        { key: 'Footer', value: 'new' },
        { key: 'Notice', value: 'again', seen_revision: revision },
      ]
      assert.equal((await root.call(optionApi.updateMany, { body: { changes } })).status, 409)
      assert.equal((await rowOf('Footer')).value, '', 'all or none')
    })

    test('administrators have no history of options', async () => {
      await servers.one.given.user({ username: 'ada', role: role.admin })
      const admin = servers.one.client()
      await admin.signIn('ada')
      const query = { p: 1, page_size: 20 }
      assertRefused(await admin.call(optionApi.history, { query }), 'insufficient_permission')
    })
  })
