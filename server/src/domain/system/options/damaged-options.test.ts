import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { isHarmlessOption, optionKeys } from '@turnpike/contract/options'
import { optionApi } from '@turnpike/contract/system/option-api'
import { databaseKindsOfRun, type FreshDatabase, freshDatabase } from '../../../../test/harness/databases.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { type Client, saveOptions, startTestServer, type TestServer } from '../../../../test/harness/harness.ts'
import { StartError } from '../../../start-error.ts'
import { bumpRevision } from '../../../store/revision.ts'
import { writeOption } from './options.queries.ts'

for (const kind of databaseKindsOfRun)
  describe(`options whose rows are damaged, on ${kind}`, () => {
    let database: FreshDatabase
    let server: TestServer
    let root: Client
    before(async () => {
      database = await freshDatabase(kind)
      server = await startTestServer(database.address)
      await server.given.user({ username: 'chief', role: role.root })
      root = server.client()
      await root.signIn('chief')
    })
    after(async () => {
      await server.stop()
      await database.drop()
    })

    const damage = async (key: string, text = '{"default": 3') => {
      await writeOption(server.deps.store, key, text)
      await bumpRevision(server.deps.store)
    }
    const listed = async () => {
      const { response } = await root.call(optionApi.list)
      assert.ok(response.success)
      return { damaged: response.damaged, values: new Map(response.data.map(({ key, value }) => [key, value])) }
    }
    const save = async (key: string, value: string) => {
      const { response } = await root.call(optionApi.update, { body: { key, value } })
      assert.ok(response.success, response.message)
    }
    const refusalToStart = () =>
      startTestServer(database.address).then(
        async (second) => {
          await second.stop()
          return 'it started'
        },
        (error: unknown) => (error instanceof StartError ? error.message : `not for the operator: ${error}`),
      )

    test('a running server keeps what was in force and says so; none starts until it is saved again', async () => {
      await saveOptions(server.deps.store, server.deps.vault, {
        GroupRatio: '{"default":3}',
        RegisterEnabled: 'false',
        Footer: 'before',
      })
      await server.deps.reload()
      assert.deepEqual((await listed()).damaged, [])
      await damage('GroupRatio')
      await damage('RegisterEnabled', 'no')
      await damage('Footer', 'after')
      await eventually('the damage was read', () => server.deps.options.current().Footer === 'after')
      assert.deepEqual(server.deps.options.current().GroupRatio, Object.assign(Object.create(null), { default: 3 }))
      assert.equal(server.deps.options.current().RegisterEnabled, false)
      const { damaged, values } = await listed()
      assert.deepEqual([...damaged].sort(), ['GroupRatio', 'RegisterEnabled'])
      assert.equal(values.get('GroupRatio'), '{"default":3}')

      const message = await refusalToStart()
      assert.match(message, /GroupRatio, RegisterEnabled|RegisterEnabled, GroupRatio/)
      assert.doesNotMatch(message, /\{"default"/, 'the value may be a secret')

      await save('GroupRatio', '{"default":3}')
      await save('RegisterEnabled', 'false')
      assert.deepEqual((await listed()).damaged, [])
      assert.equal(await refusalToStart(), 'it started')
    })

    test('prices, ratios and switches stop a start; texts and links do not', async () => {
      for (const key of optionKeys) {
        if (!/Enabled$|Ratio$|Price$|Quota(For|Per)|^(PreConsumed|Default)|Groups$|Words$/.test(key)) continue
        assert.ok(!isHarmlessOption(key) || /^(Display|DefaultCollapse|DefaultLanguage|Mj|StopOn)/.test(key), key)
      }
      await damage('Logo', 'javascript:x')
      await damage('SMTPToken', 'v1.not-sealed-by-us')
      const second = await startTestServer(database.address)
      assert.equal(second.deps.options.current().Logo, '')
      assert.ok(second.lines.some((line) => line.includes('stored option unreadable') && line.includes('Logo')))
      await second.stop()
      assert.deepEqual([...(await listed()).damaged].sort(), ['Logo', 'SMTPToken'])
    })
  })
