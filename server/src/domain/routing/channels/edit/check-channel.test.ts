import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { channelTypeOrder, channelTypes } from '@turnpike/contract/channel-types'
import { type ErrorCode, errors } from '@turnpike/contract/errors'
import { channelApi } from '@turnpike/contract/routing/channel'
import {
  assertIndexed,
  assertRefused,
  dataOf,
  type Fields,
  fine,
  useChannelAdmin,
} from '../../../../../test/harness/channel-admin.ts'
import { databaseKindsOfRun } from '../../../../../test/harness/databases.ts'

type Wrong = [fields: Record<string, unknown>, code: ErrorCode]

const custom = { type: 8, base_url: 'https://example.com/{model}/chat' }
const vertex = { type: 41, key: '{"type":"service_account"}', other: 'us-central1' }

/** Fields that neither a new channel nor an edit may have. */
const wrong: Wrong[] = [
  [{ name: '' }, 'channel_name_missing'],
  [{ name: '  \n ' }, 'channel_name_missing'],
  [{ name: '字'.repeat(65) }, 'channel_name_long'],
  [{ name: 'a\tb' }, 'invalid_field'],
  [{ name: 'a\0b' }, 'invalid_field'],
  [{ name: '\ud800' }, 'invalid_field'],
  [{ name: 5 }, 'channel_name_missing'],
  [{ models: '' }, 'channel_models_missing'],
  [{ models: ' , ,' }, 'channel_models_missing'],
  [{ models: ['gpt-4o'] }, 'channel_models_missing'],
  [{ models: `ok,${'m'.repeat(256)}` }, 'channel_model_name_invalid'],
  [{ models: '模'.repeat(86) }, 'channel_model_name_invalid'],
  [{ models: 'gpt-4o\u200b' }, 'channel_model_name_invalid'],
  [{ models: 'gpt\n4o' }, 'channel_model_name_invalid'],
  [{ test_model: 'a\u0001' }, 'channel_model_name_invalid'],
  [{ group: ' ,' }, 'channel_group_missing'],
  [{ group: 'g'.repeat(65) }, 'invalid_field'],
  [{ group: 'a\u202eb' }, 'invalid_field'],
  [{ tag: 't'.repeat(65) }, 'invalid_field'],
  [{ tag: 'a\nb' }, 'invalid_field'],
  [{ type: 9999 }, 'channel_type_unknown'],
  [{ type: 'constructor' }, 'channel_type_unknown'],
  [{ type: 1.5 }, 'channel_type_unknown'],
  [{ type: 11 }, 'channel_type_retired'],
  [{ type: 11, base_url: 'https://generativelanguage.googleapis.com/x' }, 'channel_type_retired'],
  [{ key: 'sk-with\u0007bell' }, 'channel_key_invalid'],
  [{ key: 'sk-…' }, 'channel_key_invalid'],
  [{ base_url: 'ftp://example.com' }, 'channel_base_url_invalid'],
  [{ base_url: 'example.com' }, 'channel_base_url_invalid'],
  [{ base_url: 'https://' }, 'channel_base_url_invalid'],
  [{ base_url: 'https://user:pass@example.com' }, 'channel_base_url_invalid'],
  [{ base_url: 'https://user@example.com' }, 'channel_base_url_invalid'],
  [{ base_url: 'https://exa mple.com' }, 'channel_base_url_invalid'],
  [{ base_url: 'https://example.com/#v1' }, 'channel_base_url_invalid'],
  [{ type: 8, base_url: 'https://{model}.example.com/' }, 'channel_base_url_invalid'],
  [{ type: 8, base_url: 'https://example.com:{model}/' }, 'channel_base_url_invalid'],
  [{ base_url: 'javascript:alert(1)' }, 'channel_base_url_invalid'],
  [{ type: 3, base_url: '' }, 'channel_base_url_missing'],
  [{ type: 2, base_url: ' ' }, 'channel_base_url_missing'],
  [{ ...custom, base_url: 'https://example.com/chat' }, 'channel_base_url_model'],
  [{ ...custom, base_url: '' }, 'channel_base_url_missing'],
  [{ ...vertex, other: '' }, 'channel_region_missing'],
  [{ ...vertex, other: '{"gemini-pro":"us-east1"}' }, 'channel_region_default'],
  [{ ...vertex, other: '{"default":""}' }, 'channel_region_default'],
  [{ ...vertex, other: '{"default":' }, 'channel_region_default'],
  [{ type: 39, other: '' }, 'channel_other_missing'],
  [{ other: 'a\nb' }, 'invalid_field'],
  [{ openai_organization: 'org-1\r\nX-Evil: 1' }, 'invalid_field'],
  [{ model_mapping: 'gpt' }, 'channel_mapping_invalid'],
  [{ model_mapping: '["a"]' }, 'channel_mapping_invalid'],
  [{ model_mapping: '{"a":1}' }, 'channel_mapping_invalid'],
  [{ model_mapping: '{"a":{"b":"c"}}' }, 'channel_mapping_invalid'],
  [{ model_mapping: 'null' }, 'channel_mapping_invalid'],
  [{ status_code_mapping: '{"400":"200"}' }, 'channel_status_mapping_invalid'],
  [{ status_code_mapping: '{"200":"500"}' }, 'channel_status_mapping_invalid'],
  [{ status_code_mapping: '{"400":["500"]}' }, 'channel_status_mapping_invalid'],
  [{ status_code_mapping: '{"400":600}' }, 'channel_status_mapping_invalid'],
  [{ status_code_mapping: '[]' }, 'channel_status_mapping_invalid'],
  [{ setting: '[]' }, 'channel_setting_invalid'],
  [{ setting: '{' }, 'channel_setting_invalid'],
  [{ setting: '"text"' }, 'channel_setting_invalid'],
  [{ setting: '{"mj_mode_path":"slow"}' }, 'invalid_field'],
  [{ setting: '{"mj_callback":1}' }, 'invalid_field'],
  [{ priority: -1000 }, 'channel_priority_low'],
  [{ priority: 0.5 }, 'invalid_field'],
  [{ priority: '5' }, 'invalid_field'],
  [{ priority: 2 ** 53 }, 'invalid_field'],
  [{ weight: -1 }, 'channel_weight_negative'],
  [{ weight: 1.5 }, 'invalid_field'],
  [{ auto_ban: 2 }, 'invalid_field'],
  [{ max_input_tokens: -1 }, 'invalid_field'],
]

/** Valid fields, and how they are stored. */
const right: [fields: Partial<Fields>, stored: Record<string, unknown>][] = [
  [{ name: ` ${'字'.repeat(64)} ` }, { name: '字'.repeat(64) }],
  [{ models: `${'m'.repeat(255)}, 模型 ,gpt-4-gizmo-*` }, { models: `${'m'.repeat(255)},模型,gpt-4-gizmo-*` }],
  [{ group: 'a group without a ratio, default' }, { group: 'a group without a ratio,default' }],
  [{ base_url: ' https://example.com/base/// ' }, { base_url: 'https://example.com/base' }],
  [{ base_url: 'http://127.0.0.1:8080' }, { base_url: 'http://127.0.0.1:8080' }],
  [{ ...custom }, { base_url: 'https://example.com/{model}/chat' }],
  [{ type: 8, base_url: 'https://example.com?m={model}' }, { base_url: 'https://example.com?m={model}' }],
  [{ ...vertex }, { other: 'us-central1' }],
  [
    { ...vertex, other: ' {"default":"us-east1",\n"gemini":"eu"} ' },
    { other: '{"default":"us-east1",\n"gemini":"eu"}' },
  ],
  [{ type: 3, base_url: 'https://a.example.com', other: '2024-10-21' }, { other: '2024-10-21' }],
  [{ type: 24 }, { other: 'v1beta', base_url: '' }],
  [{ openai_organization: ' org-1 ' }, { openai_organization: 'org-1' }],
  [{ model_mapping: ' {"a":"b","__proto__":"c"} ' }, { model_mapping: '{"a":"b","__proto__":"c"}' }],
  [{ status_code_mapping: '{"400":"500","429":503}' }, { status_code_mapping: '{"400":"500","429":503}' }],
  [{ setting: '{"force_format":true}' }, { setting: '{"force_format":true}' }],
  [{ tag: '  ' }, { tag: null }],
  [
    { priority: -999, weight: 0, auto_ban: 0, max_input_tokens: 8000 },
    { priority: -999, auto_ban: 0, max_input_tokens: 8000 },
  ],
]

for (const kind of databaseKindsOfRun)
  describe(`what a channel may say [${kind}]`, () => {
    const desk = useChannelAdmin(kind)
    const create = (fields: object) => desk.admin.call(channelApi.create, { body: fine(fields) })
    const update = (id: number, change: object) => desk.admin.call(channelApi.update, { body: { id, ...change } })
    const countAll = async () => (await desk.server.deps.store.selectFrom('channels').select('id').execute()).length

    test('a new channel that breaks a rule is refused in the words of that rule, and nothing is stored', async () => {
      const before = await countAll()
      for (const [fields, code] of wrong) assertRefused(await create(fields), code, JSON.stringify(fields))
      assert.equal(await countAll(), before)
      assert.equal((await desk.audit()).length, 0)
    })

    test('a new channel needs every one of its required members', async () => {
      const needed: [keyof Fields, ErrorCode][] = [
        ['name', 'channel_name_missing'],
        ['key', 'channel_key_missing'],
        ['models', 'channel_models_missing'],
        ['type', 'channel_type_unknown'],
      ]
      for (const [member, code] of needed) {
        const { [member]: _, ...rest } = fine()
        assertRefused(await desk.admin.call(channelApi.create, { body: rest as Fields }), code, member)
        assertRefused(await create({ [member]: null }), code, member)
      }
      assertRefused(await create({ key: ' \n \r\n' }), 'channel_key_missing')
      const many = Array.from({ length: 1001 }, (_, at) => `sk-${at}`).join('\n')
      assertRefused(await create({ key: many }), 'channel_keys_many')
      const { response } = await create({ type: 1007, key: '', name: 'a server without keys' })
      assert.equal(response.success, true)
    })

    test('an edit that breaks a rule is refused in the same words and changes nothing', async () => {
      const [id = 0] = await desk.create({ other: 'x' })
      const before = await desk.stored(id)
      for (const [fields, code] of wrong) {
        if (fields.models === '') continue // which changes nothing
        // In an edit, a value of the wrong type is refused by the name of its field.
        const expected = fields.name === 5 || Array.isArray(fields.models) ? 'invalid_field' : code
        assertRefused(await update(id, { weight: 3, ...fields }), expected, JSON.stringify(fields))
      }
      assert.deepEqual(await desk.stored(id), before)
      assertRefused(await update(id, { key: 'sk-one\nsk-two' }), 'channel_key_invalid')
    })

    test('what is fine is stored in its plainest form, by a new channel and by an edit', async () => {
      for (const [fields, stored] of right) {
        const [id = 0] = await desk.create(fields)
        const row: Record<string, unknown> = await desk.stored(id)
        for (const [column, value] of Object.entries(stored)) assert.deepEqual(row[column], value, column)
        const [other = 0] = await desk.create()
        dataOf(await update(other, { key: 'sk-for-another-host', ...fields }))
        const edited: Record<string, unknown> = await desk.stored(other)
        for (const [column, value] of Object.entries(stored)) assert.deepEqual(edited[column], value, column)
      }
      await assertIndexed(desk.server)
    })

    test('every type that is offered can be created with what its row of the table says', async () => {
      for (const type of channelTypeOrder) {
        const { retired, baseUrl, baseUrlExample, other, keyIsDocument } = channelTypes[type]
        const fields = {
          type,
          ...(baseUrl === 'required' && { base_url: baseUrlExample ?? '' }),
          ...(other?.required && { other: 'somewhere' }),
          ...(keyIsDocument && { key: '{"type":"service_account"}' }),
        }
        const refusal = retired === 'type' ? 'channel_type_uncallable' : 'channel_type_retired'
        if (retired) assertRefused(await create(fields), refusal, String(type))
        else assert.equal((await create(fields)).response.success, true, String(type))
      }
    })

    test('a channel of a type that was shut down can still be edited, and none can become one', async () => {
      const [id = 0] = await desk.create()
      await desk.server.deps.store.updateTable('channels').set({ type: 11 }).where('id', '=', id).execute()
      assert.equal(dataOf(await update(id, { type: 11, name: 'old friend', base_url: '' })).name, 'old friend')
      const [other = 0] = await desk.create()
      assertRefused(await update(other, { type: 11 }), 'channel_type_retired')
    })

    test('a type whose own address was shut down leads to another address', async () => {
      const [id = 0] = await desk.create({ type: 11, base_url: 'https://palm.example.com/' })
      assert.equal((await desk.stored(id)).base_url, 'https://palm.example.com')
    })

    test('a channel of the type that was shut down becomes one of its successor with the same key', async () => {
      const [id = 0] = await desk.create()
      await desk.server.deps.store.updateTable('channels').set({ type: 11 }).where('id', '=', id).execute()
      const mapping = '{"PaLM-2":"gemini-flash-latest"}'
      const became = dataOf(await update(id, { type: 24, base_url: '', other: '', model_mapping: mapping }))
      assert.deepEqual([became.type, became.other, became.model_mapping], [24, 'v1beta', mapping])
    })

    test('another type brings its own demands and defaults along', async () => {
      const [id = 0] = await desk.create()
      assertRefused(await update(id, { type: 3 }), 'channel_base_url_missing')
      assertRefused(await update(id, { type: 41 }), 'channel_region_missing')
      const azure = dataOf(await update(id, { type: 3, base_url: 'https://azure.example.com', key: 'sk-azure' }))
      assert.deepEqual([azure.type, azure.other], [3, '2023-06-01-preview'])
      assertRefused(await update(id, { base_url: '' }), 'channel_base_url_missing')
      assert.equal(dataOf(await update(id, { other: '' })).other, '2023-06-01-preview')
    })

    test('a rule that an old row breaks does not stand in the way of an edit of something else', async () => {
      const [id = 0] = await desk.create()
      await desk.server.deps.store.updateTable('channels').set({ type: 8, setting: '?' }).where('id', '=', id).execute()
      assert.equal(dataOf(await update(id, { priority: 12 })).priority, 12)
    })

    test('an address without the model variable that was imported stays until it is changed', async () => {
      const [id = 0] = await desk.create()
      const base_url = 'https://example.com/chat'
      await desk.server.deps.store.updateTable('channels').set({ type: 8, base_url }).where('id', '=', id).execute()
      assert.equal(dataOf(await update(id, { type: 8, base_url, priority: 12 })).base_url, base_url)
      assertRefused(await update(id, { base_url: `${base_url}/2` }), 'channel_base_url_model')
      const request = {
        path: '/v1/chat/completions',
        body: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }] },
      }
      const draft = { id, type: 8, key: '', models: 'gpt-4o', request }
      const tried = await desk.admin.call(channelApi.dryRun, { body: { ...draft, base_url } })
      assert.equal(dataOf(tried).url, base_url)
      const changed = await desk.admin.call(channelApi.dryRun, { body: { ...draft, base_url: `${base_url}/2` } })
      assertRefused(changed, 'channel_base_url_model')
    })

    test('refusals are said in both languages and show the variable an address needs', async () => {
      const call = async (language: string) => {
        const response = await desk.admin.fetch('/api/channel/', {
          method: 'POST',
          body: JSON.stringify(fine({ ...custom, base_url: 'https://example.com' })),
          headers: { 'content-type': 'application/json', 'accept-language': language },
        })
        return ((await response.json()) as { message: string }).message
      }
      assert.match(await call('en'), /contains \{model\}/)
      assert.equal(await call('zh'), errors.channel_base_url_model.zh.replace('{variable}', '{model}'))
    })

    test('a refusal never repeats the key', async () => {
      const key = 'sk-secret-in-a-refusal-0123456789'
      for (const fields of [{ name: '' }, { models: '' }, { base_url: 'nonsense' }, { key: `${key}…` }]) {
        const { response } = await create({ key, ...fields })
        assert.equal(response.success, false)
        assert.ok(!JSON.stringify(response).includes('secret-in-a-refusal'))
      }
      assert.ok(!desk.server.lines.join().includes('secret-in-a-refusal'))
    })
  })
