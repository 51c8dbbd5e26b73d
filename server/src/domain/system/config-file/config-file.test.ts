import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { priceSourceApi } from '@turnpike/contract/money/price-sources'
import { channelApi } from '@turnpike/contract/routing/channel'
import { virtualModelApi } from '@turnpike/contract/routing/virtual-models'
import { configFile } from '@turnpike/contract/system/config-file/config-file'
import { configFileApi } from '@turnpike/contract/system/config-file/config-file-api'
import { optionApi } from '@turnpike/contract/system/option-api'
import Fastify from 'fastify'
import { parse } from 'yaml'
import { dataOf } from '../../../../test/harness/channel-admin.ts'
import { apply, exported, plan, fileSecrets as secrets, signInRoot } from '../../../../test/harness/config-files.ts'
import { databaseKinds, type FreshDatabase, freshDatabase, hasEveryTest } from '../../../../test/harness/databases.ts'
import { type Client, givenPassword } from '../../../../test/harness/harness.ts'
import { type RelayServer, startRelay } from '../../../../test/harness/relay-harness.ts'
import { priceOf } from '../../money/pricing/price-book.ts'

/** Of another installation, which cannot open secrets that this one has sealed. */
const otherKey = 'aa1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0'

for (const kind of databaseKinds)
  describe(`configuration files [${kind}]`, () => {
    const databases: FreshDatabase[] = []
    const servers: RelayServer[] = []
    let [here, there] = [] as unknown as [RelayServer, RelayServer] // filled before any test runs
    let [root, otherRoot] = [] as unknown as [Client, Client]
    let file = ''
    const start = async (env: Record<string, string>) => {
      const database = await freshDatabase(kind)
      databases.push(database)
      const server = await startRelay(database.address, { ...secrets, ...env })
      servers.push(server)
      return server
    }
    before(async () => {
      here = await start({})
      there = await start({ SECRET_KEY: otherKey })
      ;[root, otherRoot] = [await signInRoot(here), await signInRoot(there)]
      file = `turnpike: 1
options:
  RegisterEnabled: false
  RetryTimes: 2
  SensitiveWords: [alpha, beta]
  SMTPToken: { env: TURNPIKE_SMTP_TOKEN }
  Chats:
    - Some app: "app://open?key={key}"
groups:
  default: { ratio: 1, description: Everyone, topup_ratio: 1 }
  team: { ratio: 0.5 }
prices:
  house-model: { ratio: 2, completion_ratio: 3 }
  gpt-4o: { ratio: 9 }
  gpt-4: { ratio: null }
  gpt-4.1: { cache_ratio: 0.5, tiers: { lengths: [{ above: 200000, ratio: 2 }], services: { priority: { ratio: 1.75 } } } }
price_sources:
  - { name: public, kind: litellm, address: "https://lists.example/prices.json", interval_hours: 12, apply_percent: 5 }
  - { name: other gateway, kind: one-api, address: { env: TURNPIKE_PRICE_SOURCE_OTHER_GATEWAY }, group: vip, recharge_factor: 0.5 }
channels:
  - name: main
    type: openai
    key: { env: TURNPIKE_KEY_MAIN }
    models: [house-model, gpt-4o]
    groups: [default, team]
    base_url: ${here.mock.url}
    priority: 5
    tag: blue
    model_mapping: { house-model: gpt-4o }
    setting: { first_token_seconds: 20 }
  - name: spare
    type: openai
    keys: [{ env: TURNPIKE_KEY_SPARE_1 }, { env: TURNPIKE_KEY_SPARE_2 }]
    multi_key_mode: polling
    models: [gpt-4o-mini]
    base_url: ${here.mock.url}
    status: disabled
virtual_models:
  - name: best
    groups: [team]
    members: [{ model: house-model }, { model: gpt-4o, weight: 3 }]
faq:
  - { question: How do I pay?, answer: In the wallet., question_zh: 怎么付款？, answer_zh: 在钱包里。 }
  - { question_zh: 有发票吗？, answer_zh: 有。 }
`
    })
    after(async () => {
      for (const server of servers) await server.stop()
      for (const database of databases) await database.drop()
    })

    const nothingLeft = { problems: [], changes: [] }
    const changesOf = async (client: Client, text: string, prune = false) => {
      const { problems, changes } = await plan(client, text, prune)
      return { problems, changes }
    }

    test('a plan says what would change and changes nothing', async () => {
      const before = await exported(root, 'env')
      const { problems, changes } = await plan(root, file)
      assert.deepEqual(problems, [])
      assert.deepEqual(changes.map((change) => [change.action, change.kind, change.name].join(' ')).sort(), [
        'change group default',
        'change option Chats',
        'change option RegisterEnabled',
        'change option RetryTimes',
        'change option SMTPToken',
        'change option SensitiveWords',
        'change price gpt-4.1',
        'change price gpt-4o',
        'create channel main',
        'create channel spare',
        'create faq How do I pay?',
        'create faq 有发票吗？',
        'create group team',
        'create price house-model',
        'create price_source other gateway',
        'create price_source public',
        'create virtual_model best',
        'remove price gpt-4',
      ])
      const register = changes.find(({ name }) => name === 'RegisterEnabled')
      assert.deepEqual(register?.fields, [{ field: 'value', before: 'true', after: 'false', is_hidden: false }])
      assert.deepEqual(changes.find(({ name }) => name === 'SMTPToken')?.fields, [{ field: 'value', is_hidden: true }])
      assert.equal(await exported(root, 'env'), before)
      const revision = await here.deps.store.selectFrom('revision').select('number').executeTakeFirst()
      await plan(root, file)
      assert.deepEqual(await here.deps.store.selectFrom('revision').select('number').executeTakeFirst(), revision)
    })

    test('a file is applied whole, and applying it again changes nothing', async () => {
      assert.equal((await apply(root, file)).changes.length, 18)
      assert.deepEqual(await changesOf(root, file), nothingLeft)
      assert.deepEqual((await apply(root, file)).changes, [])
      const listed = dataOf(await root.call(channelApi.list, { query: {} }))
      assert.deepEqual(listed.map(({ name, status, multi_key_mode }) => [name, status, multi_key_mode]).sort(), [
        ['main', 1, ''],
        ['spare', 2, 'polling'],
      ])
      const values = new Map(dataOf(await root.call(optionApi.list)).map(({ key, value }) => [key, value]))
      assert.equal(values.get('RetryTimes'), '2')
      assert.deepEqual(JSON.parse(values.get('GroupRatio') ?? ''), { default: 1, vip: 1, svip: 1, team: 0.5 })
      const ratios = JSON.parse(values.get('ModelRatio') ?? '')
      assert.deepEqual([ratios['house-model'], ratios['gpt-4o'], ratios['gpt-4']], [2, 9, undefined])
      assert.deepEqual(
        dataOf(await root.call(virtualModelApi.list)).map(({ name, members }) => [name, members]),
        [
          [
            'best',
            [
              { model: 'house-model', weight: 1 },
              { model: 'gpt-4o', weight: 3 },
            ],
          ],
        ],
      )
      assert.equal(here.deps.options.current().SMTPToken, secrets.TURNPIKE_SMTP_TOKEN)
    })

    if (!hasEveryTest(kind)) return

    test('every part of a price is set, and the built-in prices of other models stay', async () => {
      const { CacheRatio, ModelTiers } = here.deps.options.current()
      assert.deepEqual([{ ...CacheRatio }, Object.keys(ModelTiers)], [{ 'gpt-4.1': 0.5 }, ['gpt-4.1']])
      const price = priceOf(here.deps.snapshot.current().prices, 'gpt-4o')
      assert.partialDeepStrictEqual(price, { ratio: 9, cache_read_ratio: 0.5 })
      assert.partialDeepStrictEqual(priceOf(here.deps.snapshot.current().prices, 'claude-sonnet-4-5'), {
        cache_read_ratio: 0.1,
        cache_write_ratio: 1.25,
      })
    })

    test('price sources are set, and an address with a query is a secret', async () => {
      const listed = dataOf(await root.call(priceSourceApi.list))
      assert.partialDeepStrictEqual(listed, [
        {
          name: 'other gateway',
          address: secrets.TURNPIKE_PRICE_SOURCE_OTHER_GATEWAY,
          group: 'vip',
          recharge_factor: 0.5,
        },
        { name: 'public', kind: 'litellm', interval_hours: 12, models: 'served', apply_percent: 5, is_enabled: true },
      ])
      for (const mode of ['sealed', 'env'] as const) assert.doesNotMatch(await exported(root, mode), /list-key-5b1d/)
      const moved = file.replace('{ env: TURNPIKE_PRICE_SOURCE_OTHER_GATEWAY }', '"https://elsewhere.example/list"')
      const { changes } = await plan(root, moved)
      assert.deepEqual(
        changes.map(({ kind: what, name, fields }) => [what, name, fields]),
        [['price_source', 'other gateway', [{ field: 'address', is_hidden: true }]]],
      )
      const wrong = await plan(root, file.replace('kind: litellm', 'kind: litellm, models: patterns'))
      assert.match(wrong.problems[0]?.en ?? '', /pattern/)
      const pruned = await plan(root, 'turnpike: 1\nprice_sources: []', true)
      assert.deepEqual(
        pruned.changes.map(({ action, name }) => [action, name]),
        [
          ['remove', 'other gateway'],
          ['remove', 'public'],
        ],
      )
    })

    test('an export can be applied to its own installation without any change, pruned or not', async () => {
      const text = await exported(root)
      assert.match(text, /sealed: v1\./)
      assert.deepEqual(await changesOf(root, text), nothingLeft)
      assert.deepEqual(await changesOf(root, text, true), nothingLeft)
    })

    test('an export matches the JSON schema and the contract, a wrong file does not', async () => {
      const { $schema: _, ...schema } = (await (await root.fetch('/api/config/schema')).json()) as { $schema: string }
      const accepts = await acceptorOf(schema)
      for (const mode of ['sealed', 'env'] as const) {
        const value = parse(await exported(root, mode))
        assert.equal(await accepts(value), '')
        assert.ok(configFile.safeParse(value).success)
      }
      for (const wrong of [
        {},
        { turnpike: 2 },
        { turnpike: 1, channels: [{ name: 'a', type: 'openai', models: ['b'], key: 'sk-plain' }] },
        { turnpike: 1, channels: [{ name: 'a', type: 'nobody', models: ['b'] }] },
        { turnpike: 1, options: { RetryTimes: 'two' } },
        { turnpike: 1, options: { Unknown: true } },
        { turnpike: 1, prices: { a: { ratio: -1 } } },
        { turnpike: 1, price_sources: [{ name: 'a', kind: 'litellm' }] },
      ])
        assert.notEqual(await accepts(wrong), '', JSON.stringify(wrong))
    })

    test('an export with named secrets sets up another installation, which then serves calls', async () => {
      const text = await exported(root, 'env')
      for (const name of Object.keys(secrets)) assert.ok(text.includes(name), name)
      await apply(otherRoot, text)
      assert.deepEqual(await changesOf(otherRoot, text), nothingLeft)
      assert.equal(await exported(otherRoot, 'env'), text)
      const { key } = await there.key()
      const response = await there.client().fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'house-model', messages: [{ role: 'user', content: 'hello' }] }),
      })
      assert.equal(response.status, 200, await response.text())
      assert.ok(here.mock.requests.list().some((request) => request.key === secrets.TURNPIKE_KEY_MAIN))
    })

    test('what another installation has sealed is refused with its line', async () => {
      const text = await exported(root)
      const { problems } = await plan(otherRoot, text)
      assert.deepEqual(
        new Set(problems.map(({ en }) => en)),
        new Set(['This encrypted text was not created by this installation']),
      )
      const [first] = problems
      assert.match(text.split('\n')[(first?.line ?? 0) - 1] ?? '', /sealed/)
    })

    test('a sealed key stays with its host', async () => {
      const moved = (await exported(root)).replaceAll(here.mock.url, 'https://elsewhere.example')
      const { problems } = await plan(root, moved)
      assert.deepEqual(
        problems.map(({ path, en }) => [path, en]),
        [
          ['channels.0.key', 'This encrypted text belongs to another option or another host'],
          ['channels.1.keys.0', 'This encrypted text belongs to another option or another host'],
          ['channels.1.keys.1', 'This encrypted text belongs to another option or another host'],
        ],
      )
      const keyless = parse(moved) as { channels: Record<string, unknown>[] }
      for (const channel of keyless.channels) for (const member of ['key', 'keys']) delete channel[member]
      const refused = await plan(root, JSON.stringify(keyless))
      assert.match(refused.problems[0]?.en ?? '', /host of the channel, or its proxy/)
    })

    test('keys are added and removed one by one, and a channel may get several', async () => {
      const spare = dataOf(await root.call(channelApi.list, { query: {} })).find(({ name }) => name === 'spare')
      assert.ok(spare)
      const { store } = here.deps
      const rows = () =>
        store.selectFrom('channel_keys').selectAll().where('channel_id', '=', spare.id).orderBy('position').execute()
      const [first] = await rows()
      assert.ok(first)
      const one = file.replace(
        'keys: [{ env: TURNPIKE_KEY_SPARE_1 }, { env: TURNPIKE_KEY_SPARE_2 }]',
        'keys: [{ env: TURNPIKE_KEY_SPARE_1 }, { env: TURNPIKE_KEY_MAIN }]',
      )
      assert.deepEqual(
        (await apply(root, one)).changes.map(({ name, fields }) => [name, fields.map(({ field }) => field)]),
        [['spare', ['keys']]],
      )
      assert.deepEqual(
        (await rows()).map(({ key_cipher }) => here.deps.vault.decrypt(key_cipher, 'channel key')),
        [secrets.TURNPIKE_KEY_SPARE_1, secrets.TURNPIKE_KEY_MAIN],
      )
      assert.equal((await rows())[0]?.id, first.id)
      const several = one.replace(
        'key: { env: TURNPIKE_KEY_MAIN }',
        'keys: [{ env: TURNPIKE_KEY_MAIN }, { env: TURNPIKE_KEY_SPARE_2 }]',
      )
      await apply(root, several)
      assert.deepEqual(await changesOf(root, several), nothingLeft)
      await apply(root, file)
      assert.deepEqual(await changesOf(root, file), nothingLeft)
    })

    test('only what a section names is touched, unless it is pruned', async () => {
      const short = `turnpike: 1
channels:
  - { name: main, type: openai, models: [gpt-4o], base_url: "${here.mock.url}" }
`
      const { changes } = await plan(root, short)
      assert.deepEqual(
        changes.map(({ action, name }) => [action, name]),
        [['change', 'main']],
      )
      const pruned = await plan(root, short, true)
      assert.deepEqual(
        pruned.changes.map(({ action, kind: what, name }) => [action, what, name]),
        [
          ['remove', 'channel', 'spare'],
          ['change', 'channel', 'main'],
        ],
      )
      await apply(root, short, true)
      const names = dataOf(await root.call(channelApi.list, { query: {} })).map(({ name }) => name)
      assert.deepEqual(names, ['main'])
      assert.equal(dataOf(await root.call(virtualModelApi.list)).length, 1)
      await apply(root, `turnpike: 1\nprices: {}\nvirtual_models: []\ngroups: { default: { ratio: 1 } }`, true)
      const { GroupRatio, ModelRatio } = here.deps.options.current()
      assert.deepEqual([{ ...GroupRatio }, { ...ModelRatio }], [{ default: 1 }, {}])
      assert.equal(dataOf(await root.call(virtualModelApi.list)).length, 0)
      await apply(root, file)
    })

    test('a channel that the server has disabled counts as enabled', async () => {
      const { store } = here.deps
      await store.updateTable('channels').set({ status: 3 }).where('name', '=', 'main').execute()
      assert.deepEqual(await changesOf(root, file), nothingLeft)
      assert.doesNotMatch(await exported(root, 'env'), /name: main(\n(?! {2}-).*)*status: disabled/)
      await store.updateTable('channels').set({ status: 1 }).where('name', '=', 'main').execute()
    })

    test('a name that stands twice is refused, in the file or among the channels', async () => {
      const twice = `turnpike: 1\nchannels:\n  - { name: x, type: openai, models: [a] }\n  - { name: x, type: openai, models: [a] }`
      assert.deepEqual(
        (await plan(root, twice)).problems.map(({ line, path, en }) => [line, path, en]),
        [[4, 'channels.1.name', 'The name x appears twice']],
      )
      const body = { type: 1 as const, name: 'twins', key: 'sk-a\nsk-b', models: 'a', group: 'default' }
      await root.call(channelApi.create, { body })
      const { problems } = await plan(root, 'turnpike: 1\nchannels: [{ name: twins, type: openai, models: [a] }]')
      assert.match(problems[0]?.en ?? '', /Several entries are named twins/)
      const text = await exported(root)
      assert.equal(text.split('# Another channel has the same name').length - 1, 2)
      await apply(root, file, true)
    })

    test('a preview that is out of date is refused', async () => {
      const next = file.replace('RetryTimes: 2', 'RetryTimes: 4')
      const { digest } = await plan(root, next)
      const order = (seen_digest: string) => root.call(configFileApi.apply, { body: { text: next, seen_digest } })
      await root.call(optionApi.update, { body: { key: 'RetryTimes', value: 3 } })
      const { status, response } = await order(digest)
      assert.ok(!response.success)
      assert.deepEqual([status, response.code], [409, 'config_changed'])
      assert.ok((await order((await plan(root, next)).digest)).response.success)
    })

    test('only a super administrator may use these endpoints', async () => {
      await here.given.user({ username: 'admin', role: role.admin })
      const admin = here.client()
      await admin.signIn('admin', givenPassword)
      for (const response of [
        await admin.call(configFileApi.export, { query: {} }),
        await admin.call(configFileApi.plan, { body: { text: file } }),
        await admin.call(configFileApi.apply, { body: { text: file } }),
      ])
        assert.equal(response.response.success, false)
      assert.match(await (await admin.fetch('/api/config/schema')).text(), /"success":false/)
    })

    test('an act has an audit row, and its channels can be brought back', async () => {
      await apply(root, file)
      await apply(root, 'turnpike: 1\nchannels: []', true)
      const { store } = here.deps
      const rows = await store.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(2).execute()
      assert.deepEqual(
        rows.map(({ action, actor_name }) => [action, actor_name]),
        [
          ['config.apply', 'chief'],
          ['channel.delete', 'chief'],
        ],
      )
      assert.equal(rows[0]?.detail, '{"created":0,"changed":0,"removed":2}')
      assert.ok((await root.call(channelApi.undo, { body: { id: rows[1]?.id ?? 0 } })).response.success)
      assert.deepEqual(await changesOf(root, file), nothingLeft)
    })

    test('no secret is in a file, a plan, the audit, the history or the log', async () => {
      const { store } = here.deps
      const shown = [
        await exported(root),
        await exported(root, 'env'),
        JSON.stringify(await plan(root, file.replace('TURNPIKE_KEY_MAIN', 'TURNPIKE_KEY_SPARE_2'))),
        JSON.stringify(await store.selectFrom('audit').selectAll().execute()),
        JSON.stringify(await store.selectFrom('audit_changes').selectAll().execute()),
        JSON.stringify(await store.selectFrom('logs').selectAll().execute()),
        ...here.lines,
      ].join('\n')
      assert.match(shown, /config\.apply/)
      for (const [name, secret] of Object.entries(secrets)) assert.ok(!shown.includes(secret), name)
    })
  })

/** Checks values by a JSON schema, as Fastify checks bodies; gives the reason of a refusal, or an empty text. */
async function acceptorOf(schema: object) {
  const app = Fastify({
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, strict: false } },
  })
  app.post('/', { schema: { body: schema } }, async () => '')
  return async (value: object) => (await app.inject({ method: 'POST', url: '/', payload: value })).body
}
