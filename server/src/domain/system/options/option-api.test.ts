import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { isSecretOption, type OptionKey, optionKeys, options } from '@turnpike/contract/options'
import { isHiddenOption, optionApi } from '@turnpike/contract/system/option-api'
import { statusApi } from '@turnpike/contract/system/status'
import { logApi, logType } from '@turnpike/contract/usage/log'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { type Client, useServers } from '../../../../test/harness/harness.ts'
import { bumpRevision } from '../../../store/revision.ts'
import { writeOption } from './options.queries.ts'

let number = 0
type Json = string | number | boolean | null

for (const kind of databaseKindsOfRun)
  describe(`the options of the console on ${kind}`, () => {
    const servers = useServers(kind, { one: {}, other: {} })

    async function come(level: number = role.root, server = servers.one): Promise<Client> {
      const username = `o${++number}`
      await server.given.user({ username, role: level })
      const client = server.client()
      await client.signIn(username)
      return client
    }
    async function valuesFor(client: Client) {
      const { response } = await client.call(optionApi.list)
      assert.ok(response.success)
      return new Map(response.data.map(({ key, value }) => [key, value]))
    }
    async function save(client: Client, key: string, value?: Json) {
      const { response } = await client.call(optionApi.update, { body: { key, ...(value !== undefined && { value }) } })
      return response.success ? '' : response.code
    }
    async function saveMany(client: Client, changes: Record<string, Json>) {
      const body = { changes: Object.entries(changes).map(([key, value]) => ({ key, value })) }
      const { response } = await client.call(optionApi.updateMany, { body })
      return response.success ? '' : response.code
    }
    const rowOf = (key: string) =>
      servers.one.deps.store.selectFrom('options').select('value').where('key', '=', key).executeTakeFirst()
    const auditOf = (key: string) =>
      servers.one.deps.store
        .selectFrom('audit')
        .selectAll()
        .where('target', '=', key)
        .where('action', '=', 'option.update')
        .orderBy('id')
        .execute()

    test('everything but what is hidden is listed as text, and maps and lists are JSON', async () => {
      const root = await come()
      const values = await valuesFor(root)
      assert.deepEqual(
        [...values.keys()],
        optionKeys.filter((key) => !isHiddenOption(key)),
      )
      assert.ok(optionKeys.every((key) => !isSecretOption(key) || isHiddenOption(key)))
      assert.equal(values.get('RegisterEnabled'), 'true')
      assert.equal(values.get('QuotaPerUnit'), '500000')
      for (const key of ['Chats', 'GroupRatio', 'UserUsableGroups', 'TopupGroupRatio', 'ModelRatio', 'ModelPrice'])
        assert.equal(typeof JSON.parse(values.get(key) ?? ''), 'object', key)
      assert.equal(JSON.parse(values.get('CompletionRatio') ?? '')['gpt-4o'], 4)
    })

    test('only the super administrator reads and changes options', async () => {
      const admin = await come(role.admin)
      const { response } = await admin.call(optionApi.list)
      assert.equal(response.success || response.code, 'insufficient_permission')
      assert.equal(await save(admin, 'SystemName', 'Taken over'), 'insufficient_permission')
      assert.equal(await saveMany(admin, { SystemName: 'Taken over' }), 'insufficient_permission')
      assert.equal(await rowOf('SystemName'), undefined)
    })

    test('a change is in force here at once and everywhere within two seconds, and read anywhere', async () => {
      const root = await come()
      const elsewhere = servers.other.client()
      await elsewhere.signIn(`o${number}`)
      assert.equal(await save(root, 'SystemName', 'Harbour'), '')
      assert.equal((await valuesFor(elsewhere)).get('SystemName'), 'Harbour', 'read before the other instance noticed')
      const nameAt = async (client: Client) => {
        const { response } = await client.call(statusApi.status)
        return response.success && response.data.system_name
      }
      assert.equal(await nameAt(root), 'Harbour')
      await eventually('the other instance goes by it', async () => (await nameAt(elsewhere)) === 'Harbour')
    })

    test('a value may be text, a number or a switch', async () => {
      const root = await come()
      assert.equal(await save(root, 'RetryTimes', 3), '')
      assert.equal(await save(root, 'Price', 7.5), '')
      assert.equal(await save(root, 'DisplayInCurrencyEnabled', false), '')
      assert.equal(await save(root, 'ServerAddress', 'https://gate.example.com//'), '')
      assert.equal(await save(root, 'MinTopUp', ''), '')
      assert.equal(await save(root, 'CustomCallbackAddress', 'https:/'), '')
      const values = await valuesFor(root)
      const read = [
        'RetryTimes',
        'Price',
        'DisplayInCurrencyEnabled',
        'ServerAddress',
        'MinTopUp',
        'CustomCallbackAddress',
      ]
      assert.deepEqual(
        read.map((key) => values.get(key)),
        ['3', '7.5', 'false', 'https://gate.example.com', '1', 'https:/'],
      )
      assert.equal(await save(root, 'Notice', 'some'), '')
      assert.equal(await save(root, 'Notice'), '', 'an option that is shown and comes without a value is emptied')
      assert.equal((await valuesFor(root)).get('Notice'), '')
    })

    test('bad values and unknown keys are refused, and what was in force stays', async () => {
      const root = await come()
      const before = await valuesFor(root)
      const refused: [key: string, value: Json, code: string][] = [
        ['NoSuchOption', '1', 'option_unknown'],
        ['constructor', '1', 'option_unknown'],
        ['systemname', 'x', 'option_unknown'],
        ['QuotaPerUnit', '0', 'option_invalid'],
        ['QuotaPerUnit', 'NaN', 'option_invalid'],
        ['RetryTimes', -1, 'option_invalid'],
        ['DataExportInterval', '0', 'option_invalid'],
        ['DataExportDefaultTime', 'month', 'option_invalid'],
        ['SMTPPort', '65536', 'option_invalid'],
        ['RegisterEnabled', 'yes', 'option_invalid'],
        ['ServerAddress', 'gate.example.com', 'option_invalid'],
        ['GroupRatio', '{"default":1', 'option_json_invalid'],
        ['GroupRatio', '{"default":-1}', 'option_invalid'],
        ['TopupGroupRatio', 'x', 'option_json_invalid'],
        ['ModelPrice', '', 'option_json_invalid'],
        ['ModelRatio', '{"gpt-4o":"1"}', 'option_invalid'],
        ['ModelRatio', '{"gpt-4o":null}', 'option_invalid'],
        ['Chats', '{}', 'option_invalid'],
      ]
      for (const [key, value, code] of refused) assert.equal(await save(root, key, value), code, `${key} = ${value}`)
      assert.deepEqual(await valuesFor(root), before)
      const { response } = await root.call(optionApi.update, { body: { key: 'GroupRatio', value: '{' } })
      assert.equal(response.message, 'GroupRatio 不是合法的 JSON 字符串')
    })

    test('several changes are saved together or not at all', async () => {
      const root = await come()
      assert.equal(await saveMany(root, { SystemName: 'Together', RetryTimes: 'many' }), 'option_invalid')
      assert.notEqual((await valuesFor(root)).get('SystemName'), 'Together')
      assert.equal(await saveMany(root, { SystemName: 'Together', RetryTimes: 4 }), '')
      const values = await valuesFor(root)
      assert.deepEqual([values.get('SystemName'), values.get('RetryTimes')], ['Together', '4'])
      const twice = {
        changes: [
          { key: 'Footer', value: 'a' },
          { key: 'Footer', value: 'b' },
        ],
      }
      const { response } = await root.call(optionApi.updateMany, { body: twice })
      assert.equal(response.success || response.code, 'invalid_parameter')
      const none = await root.call(optionApi.updateMany, { body: { changes: [] } })
      assert.equal(none.response.success, false)
    })

    const settings: [refusal: string, feature: OptionKey, needs: Record<string, string>][] = [
      ['github_not_configured', 'GitHubOAuthEnabled', { GitHubClientId: 'id', GitHubClientSecret: 'gh-secret-1' }],
      ['linuxdo_not_configured', 'LinuxDOOAuthEnabled', { LinuxDOClientId: 'id', LinuxDOClientSecret: 'ld-secret-1' }],
      ['wechat_not_configured', 'WeChatAuthEnabled', { WeChatServerAddress: 'https://wechat.example.com' }],
      ['telegram_not_configured', 'TelegramOAuthEnabled', { TelegramBotName: 'bot', TelegramBotToken: 'tg-secret-1' }],
      [
        'turnstile_not_configured',
        'TurnstileCheckEnabled',
        { TurnstileSiteKey: 'site', TurnstileSecretKey: 'ts-secret-1' },
      ],
    ]
    for (const [refusal, feature, needs] of settings)
      test(`${feature} needs its settings first, one by one or together`, async () => {
        const root = await come()
        assert.equal(await save(root, feature, 'true'), refusal)
        for (const [key, value] of Object.entries(needs)) {
          assert.equal(await save(root, feature, true), refusal, `before ${key}`)
          assert.equal(await save(root, key, value), '')
        }
        assert.equal(await save(root, feature, 'true'), '')
        for (const key of Object.keys(needs)) assert.equal(await save(root, key, ''), refusal, `${key} is needed now`)
        const off = { [feature]: false, ...Object.fromEntries(Object.keys(needs).map((key) => [key, ''])) }
        assert.equal(await saveMany(root, off), '')
        assert.equal(await saveMany(root, { [feature]: true, ...needs }), '')
        assert.equal(await saveMany(root, off), '')
      })

    test('the restriction of mail domains needs domains', async () => {
      const root = await come()
      assert.equal(await save(root, 'EmailDomainWhitelist', ''), '')
      assert.equal(await save(root, 'EmailDomainRestrictionEnabled', 'true'), 'email_whitelist_empty')
      assert.equal(await save(root, 'EmailDomainWhitelist', 'Example.com'), '')
      assert.equal(await save(root, 'EmailDomainRestrictionEnabled', 'true'), '')
      assert.equal(await save(root, 'EmailDomainWhitelist', ' , '), 'email_whitelist_empty')
    })

    test('payment needs a server address', async () => {
      const root = await come()
      assert.equal(await save(root, 'ServerAddress', ''), '')
      assert.equal(await save(root, 'PayAddress', 'https://pay.example.com'), 'server_address_missing')
      assert.equal(await save(root, 'EpayKey', 'epay-secret-1'), 'server_address_missing')
      assert.equal(await save(root, 'Price', '8'), '')
      const both = { PayAddress: 'https://pay.example.com/', ServerAddress: 'https://gate.example.com/' }
      assert.equal(await saveMany(root, both), '')
      assert.equal(await save(root, 'EpayId', '1001'), '')
      assert.equal(await save(root, 'ServerAddress', ''), 'server_address_missing')
      assert.equal(await saveMany(root, { PayAddress: '', EpayId: '' }), '')
    })

    test('what was left without its settings before can be mended step by step', async () => {
      const root = await come()
      const { store } = servers.one.deps
      await writeOption(store, 'GitHubOAuthEnabled', 'true')
      await bumpRevision(store)
      assert.equal(await save(root, 'GitHubClientId', 'id'), '')
      assert.equal(await save(root, 'GitHubClientSecret', 'gh-secret-2'), '')
      assert.equal(await save(root, 'GitHubClientSecret', ''), 'github_not_configured')
      assert.equal(await saveMany(root, { GitHubOAuthEnabled: false, GitHubClientId: '', GitHubClientSecret: '' }), '')
    })

    test('two who save at once cannot together leave a feature without its settings', async () => {
      const root = await come()
      const elsewhere = servers.other.client()
      await servers.other.deps.reload() // the bot check, which was on before, is off there too
      await elsewhere.signIn(`o${number}`)
      for (let round = 0; round < 5; round++) {
        const off = { LinuxDOOAuthEnabled: false, LinuxDOClientId: 'id', LinuxDOClientSecret: 'ld-secret-2' }
        assert.equal(await saveMany(root, off), '')
        await Promise.all([save(root, 'LinuxDOOAuthEnabled', true), save(elsewhere, 'LinuxDOClientId', '')])
        const values = await valuesFor(root)
        assert.ok(values.get('LinuxDOOAuthEnabled') === 'false' || values.get('LinuxDOClientId') !== '')
      }
      assert.equal(await saveMany(root, { LinuxDOOAuthEnabled: false, LinuxDOClientSecret: '' }), '')
    })

    test('secrets stay when they are not filled in, go when they are emptied, and are never told', async () => {
      const root = await come()
      const secrets = optionKeys.filter(isSecretOption)
      assert.equal(await save(root, 'ServerAddress', 'https://gate.example.com'), '')
      assert.equal(await saveMany(root, Object.fromEntries(secrets.map((key) => [key, `plain-${key}-77`]))), '')
      for (const key of [...secrets, 'TurnstileSiteKey']) assert.equal(await save(root, key), '', key)
      for (const key of secrets) assert.equal(await save(root, key, null), '', key)
      for (const key of secrets) assert.equal(servers.one.deps.options.current()[key], `plain-${key}-77`)

      const { response } = await root.call(optionApi.list)
      assert.deepEqual(response.success && [...response.hidden_set].sort(), [...secrets].sort())
      assert.equal(await save(root, 'WorkerValidKey', ''), '')
      assert.equal((await rowOf('WorkerValidKey'))?.value, '')

      const told = [
        ...(await servers.one.deps.store.selectFrom('audit').selectAll().execute()),
        ...(await servers.one.deps.store.selectFrom('logs').selectAll().execute()),
        ...(await servers.one.deps.store.selectFrom('options').selectAll().execute()),
        response,
        (await root.call(optionApi.defaults)).response,
      ].map((row) => JSON.stringify(row))
      const leaked = [...told, ...servers.one.lines, ...servers.other.lines].filter((line) =>
        /plain-\w+-77|-secret-\d/.test(line),
      )
      assert.deepEqual(leaked, [])
      const changes = (await auditOf('WorkerValidKey')).map(({ detail }) => JSON.parse(detail))
      assert.deepEqual(changes, [{ secret: 'set' }, { secret: 'cleared' }])
      assert.equal(await saveMany(root, Object.fromEntries(secrets.map((key) => [key, '']))), '')
    })

    test('a change is written down with before and after, and told in the log of who made it', async () => {
      const root = await come()
      const earlier = (await auditOf('Footer')).length
      assert.equal(await save(root, 'Footer', 'one'), '')
      assert.equal(await save(root, 'Footer', 'one'), '', 'saving what is there already is fine')
      assert.equal(await saveMany(root, { Footer: 'two', RetryTimes: 9 }), '')
      const acts = (await auditOf('Footer')).slice(earlier)
      assert.deepEqual(
        acts.map(({ detail }) => JSON.parse(detail)),
        [
          { before: '', after: 'one' },
          { before: 'one', after: 'two' },
        ],
      )
      assert.ok(acts.every(({ actor_id }) => actor_id === root.userId))
      const { response } = await root.call(logApi.self, { query: {} })
      assert.ok(response.success)
      assert.deepEqual(
        response.data.items.map(({ type, content }) => [type, content]),
        [
          [logType.admin, '修改了系统设置 Footer, RetryTimes'],
          [logType.admin, '修改了系统设置 Footer'],
        ],
      )
    })

    test('of a map the audit tells the entries that changed', async () => {
      const root = await come()
      assert.equal(await save(root, 'GroupRatio', '{"default":1,"vip":2,"gold":3}'), '')
      const [act] = (await auditOf('GroupRatio')).slice(-1)
      assert.deepEqual(JSON.parse(act?.detail ?? ''), { before: '{"vip":1,"svip":1}', after: '{"vip":2,"gold":3}' })
    })

    test('a price map is loaded, edited and saved whole, and prices are what was saved', async () => {
      const root = await come()
      const ratios = JSON.parse((await valuesFor(root)).get('ModelRatio') ?? '') as Record<string, number>
      assert.ok(Object.keys(ratios).length > 300)
      const { 'gpt-4o-mini': _, ...others } = ratios
      const edited = { ...others, 'gpt-4o': 2, mine: 0.5 }
      assert.equal(await save(root, 'ModelRatio', JSON.stringify(edited, null, 2)), '')
      assert.deepEqual(JSON.parse((await valuesFor(root)).get('ModelRatio') ?? ''), edited)
      assert.deepEqual(JSON.parse((await rowOf('ModelRatio'))?.value ?? ''), {
        'gpt-4o': 2,
        mine: 0.5,
        'gpt-4o-mini': null,
      })

      const { response } = await root.call(optionApi.resetModelRatio)
      assert.ok(response.success && response.message !== '')
      assert.deepEqual(JSON.parse((await valuesFor(root)).get('ModelRatio') ?? ''), ratios)
      assert.equal((await rowOf('ModelRatio'))?.value, '{}')
    })

    test('resetting the ratios leaves prices per call and completion ratios alone', async () => {
      const root = await come()
      const map = async (key: string) => JSON.parse((await valuesFor(root)).get(key) ?? '')
      const prices = { ...(await map('ModelPrice')), mine: 0.25 }
      const completions = { ...(await map('CompletionRatio')), mine: 3 }
      assert.equal(
        await saveMany(root, { ModelPrice: JSON.stringify(prices), CompletionRatio: JSON.stringify(completions) }),
        '',
      )
      assert.ok((await root.call(optionApi.resetModelRatio)).response.success)
      assert.deepEqual([await map('ModelPrice'), await map('CompletionRatio')], [prices, completions])
    })

    test('the defaults are what every option means before anyone saves it', async () => {
      const root = await come()
      const { response } = await root.call(optionApi.defaults)
      assert.ok(response.success)
      const defaults = new Map(response.data.map(({ key, value }) => [key, value]))
      assert.deepEqual([...defaults.keys()], [...(await valuesFor(root)).keys()])
      assert.equal(defaults.get('SystemName'), options.SystemName.default)
      assert.equal(defaults.get('GroupRatio'), options.GroupRatio.default)
      assert.equal(JSON.parse(defaults.get('ModelPrice') ?? '')['dall-e-3'], 0.04)
    })

    test('a damaged row is listed as what is in force, and saving the same again mends it', async () => {
      const root = await come()
      const { store } = servers.one.deps
      assert.equal(await save(root, 'UserUsableGroups', '{"default":"Everyone"}'), '')
      await writeOption(store, 'UserUsableGroups', '{"default":')
      assert.equal((await valuesFor(root)).get('UserUsableGroups'), '{"default":"Everyone"}')
      assert.equal(await save(root, 'UserUsableGroups', '{"default":"Everyone"}'), '')
      assert.equal((await rowOf('UserUsableGroups'))?.value, '{"default":"Everyone"}')
    })
  })
