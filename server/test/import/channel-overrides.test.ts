import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelApi } from '@turnpike/contract/routing/channel'
import { maskedLiteral } from '@turnpike/contract/routing/override-headers'
import { rootPassword } from './family-rows.ts'
import type { Value } from './family-schema.ts'
import { importFrom, type Place, startPlace } from './import-place.ts'
import { makeSqliteSource } from './make-source.ts'

type Texts = Record<string, string | number>

/** A channel of the source, as its own program writes it. */
function channelRow(id: number, { base_url, ...more }: Texts) {
  const row: Record<string, Value> = {
    id,
    type: 1,
    key: `sk-${id}`,
    name: `channel ${id}`,
    status: 1,
    models: 'my-model,fixed-model',
    group: 'default',
    base_url: base_url ?? '',
    ...more,
  }
  const names = Object.keys(row).map((name) => `"${name}"`)
  return {
    text: `INSERT INTO channels (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    values: Object.values(row),
  }
}

/** Imports these channels, by their ids, and returns the report and what the console shows. */
async function importChannels(
  place: Place,
  version: 'one-api 0.6' | 'new-api current',
  channels: Record<number, Texts>,
) {
  const url = place.relay.mock.url
  const rows = Object.entries(channels).map(([id, texts]) => channelRow(Number(id), { base_url: url, ...texts }))
  const report = await importFrom(place.open, makeSqliteSource(version, url, rows), { apply: true })
  const table = report.tables.find((one) => one.table === 'channels')
  assert.ok(table)
  await place.relay.deps.reload()
  const root = place.relay.client()
  await root.signIn('root', rootPassword)
  return {
    notesOn: (id: number) =>
      [...table.changed, ...table.remarks, ...table.cannot]
        .filter(({ examples }) => examples.includes(`${id} channel ${id}`))
        .map(({ what }) => what),
    async channel(id: number) {
      const { response } = await root.call(channelApi.get, { params: { id: String(id) } })
      assert.ok(response.success, `channel ${id}`)
      return response.data
    },
  }
}

const json = (value: unknown) => JSON.stringify(value)
const set = (path: string, value: unknown, more: object = {}) => ({ path, mode: 'set', value, ...more })

test('channels of related gateways keep what they change in requests', async (t) => {
  const place = await startPlace(t, 'sqlite')

  await t.test('overrides and system prompts of new-api come with their channels', async () => {
    const operations = [
      set('reasoning_effort', 'low', {
        keep_origin: true,
        conditions: [{ path: 'model', mode: 'prefix', value: 'my' }],
        logic: 'AND',
      }),
      { mode: 'pass_headers', value: ['X-Request-Id'] },
      { mode: 'set_header', path: 'X-Team', value: 'secret-team' },
    ]
    const { channel, notesOn } = await importChannels(place, 'new-api current', {
      21: {
        param_override: json({ temperature: 0.2, operations }),
        header_override: json({
          'X-App': 'secret-app',
          Authorization: 'Bearer {api_key}',
          'X-Retry': 3,
          'X-Empty': ' ',
        }),
        setting: json({ system_prompt: 'Be brief.', system_prompt_override: true }),
      },
      22: { param_override: '{}', header_override: 'null' },
    })
    const found = await channel(21)
    assert.equal(found.status, 1)
    const [first, second, third] = operations
    assert.deepEqual(JSON.parse(found.param_override), {
      temperature: 0.2,
      operations: [first, second, { ...third, value: maskedLiteral }],
    })
    assert.deepEqual(JSON.parse(found.header_override), {
      'X-App': maskedLiteral,
      Authorization: 'Bearer {api_key}',
      'X-Retry': maskedLiteral,
    })
    assert.deepEqual(JSON.parse(found.setting), { system_prompt: 'Be brief.', system_prompt_override: true })
    assert.deepEqual(notesOn(21).toSorted(), [
      'its header_override comes',
      'its param_override comes',
      'its system prompt comes',
    ])
    assert.deepEqual(
      [(await channel(22)).param_override, (await channel(22)).header_override, notesOn(22)],
      ['', '', []],
    )
    const { channels } = await stored(place)
    assert.doesNotMatch(json(channels), /secret-(app|team)/, 'literals are encrypted')
  })

  await t.test('an unconditional model becomes the model mapping', async () => {
    const mapped = { 'my-model': 'gpt-4o', 'fixed-model': 'gpt-4o' }
    const { channel, notesOn } = await importChannels(place, 'new-api current', {
      31: { param_override: json({ model: 'gpt-4o', top_p: 0.5 }), model_mapping: json({ 'my-model': 'other' }) },
      32: { param_override: json({ operations: [set('model', 'first'), set('top_p', 1), set('model', 'gpt-4o')] }) },
      33: { param_override: json({ operations: [set('model', 'gpt-4o', { keep_origin: true })] }) },
      34: {
        param_override: json({
          operations: [set('model', 'x', { conditions: [{ path: 'n', mode: 'full', value: 1 }] })],
        }),
      },
      35: {
        param_override: json({
          operations: [{ mode: 'copy', from: 'model', to: 'metadata.model' }, set('model', 'x')],
        }),
      },
    })
    const became = 'its override of the model becomes a model mapping'
    const shown = async (id: number) => {
      const { status, model_mapping, param_override } = await channel(id)
      return [status, JSON.parse(model_mapping || '{}'), JSON.parse(param_override || '{}')]
    }
    assert.deepEqual(await shown(31), [1, mapped, { top_p: 0.5 }])
    assert.ok(notesOn(31).includes(became))
    assert.deepEqual(await shown(32), [1, mapped, { operations: [set('top_p', 1)] }])
    assert.deepEqual(await shown(33), [1, {}, {}], 'every request has a model, so the override changed nothing')
    for (const id of [34, 35]) {
      assert.deepEqual(await shown(id), [2, {}, {}], `channel ${id}`)
      assert.match(
        notesOn(id).join(),
        /its param_override is left out and it comes disabled: .*model cannot be overridden/,
      )
    }
  })

  await t.test('an override that cannot be carried out here is left out, and its channel comes disabled', async () => {
    const wrong: [texts: Texts, reason: RegExp][] = [
      [
        {
          param_override: json({
            operations: [{ mode: 'regex_replace', path: 'model', from: '-.*', to: '' }, { mode: 'sync_fields' }],
          }),
        },
        /regex_replace, sync_fields has no equivalent/,
      ],
      [{ param_override: json({ stream: false }) }, /stream cannot be overridden/],
      [{ param_override: json({ operations: [set('store', true)] }) }, /store cannot be overridden/],
      [{ param_override: '{broken' }, /must be a JSON object/],
      [{ param_override: json({ operations: [set('tools.#', 1)] }) }, /operations\[0\]\.path/],
      [{ header_override: json({ '*': '' }) }, /the header \* is invalid/],
      [{ header_override: json({ 're:^x-': '' }) }, /the header re:\^x- is invalid/],
      [{ header_override: json({ Host: 'example.com' }) }, /the header Host is invalid/],
      [
        { header_override: json({ Authorization: '{client_header:Authorization}' }) },
        /takes a literal or the channel key/,
      ],
      [{ header_override: json({ 'X-App': ['a'] }) }, /the header X-App is invalid/],
    ]
    const channels = Object.fromEntries(wrong.map(([texts], index) => [41 + index, texts]))
    const { channel, notesOn } = await importChannels(place, 'new-api current', channels)
    for (const [index, [texts, reason]] of wrong.entries()) {
      const id = 41 + index
      const { status, param_override, header_override } = await channel(id)
      assert.deepEqual([status, param_override, header_override], [2, '', ''], json(texts))
      assert.match(notesOn(id).join(), reason)
      assert.match(notesOn(id).join(), /it comes disabled/)
    }
  })

  await t.test('the system prompt of one-api comes before the client’s', async () => {
    const { channel, notesOn } = await importChannels(place, 'one-api 0.6', { 61: { system_prompt: 'Be brief.' } })
    const { status, setting } = await channel(61)
    assert.deepEqual([status, JSON.parse(setting)], [1, { system_prompt: 'Be brief.', system_prompt_override: true }])
    assert.deepEqual(notesOn(61), ['its system prompt is put before the client’s, which it replaced there'])
  })

  await t.test('a custom channel keeps its address as it is', async () => {
    const base_url = 'https://upstream.example/v1'
    const { channel, notesOn } = await importChannels(place, 'new-api current', { 71: { type: 8, base_url } })
    const found = await channel(71)
    assert.deepEqual([found.type, found.status, found.base_url, notesOn(71)], [8, 1, base_url, []])
  })
})

const stored = async ({ open }: Place) => ({ channels: await open.store.selectFrom('channels').selectAll().execute() })
