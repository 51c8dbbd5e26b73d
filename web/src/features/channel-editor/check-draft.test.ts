import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskedLiteral } from '@turnpike/contract/routing/override-headers'
import { checkDraft } from './check-draft.ts'
import { type Draft, newDraft } from './draft.ts'
import { bodyOverride } from './overrides/body-form.ts'

const type = { openai: 1, azure: 3, custom: 8, vertex: 41 }
const whole: Draft = { ...newDraft, name: 'Main', key: 'sk-1', models: ['gpt-4o'] }
const codes = (change: Partial<Draft>, stored?: { type: number; base_url: string; other: string; setting?: string }) =>
  Object.fromEntries(
    Object.entries(checkDraft({ ...whole, ...change }, stored && { setting: '', ...stored })).map(
      ([field, { code }]) => [field, code],
    ),
  )

test('a new channel needs a name, a key, a model and a group', () => {
  assert.deepEqual(codes({}), {})
  assert.deepEqual(codes({ name: ' ', key: '', models: [], groups: [] }), {
    name: 'channel_name_missing',
    group: 'channel_group_missing',
    key: 'channel_key_missing',
    models: 'channel_models_missing',
  })
})

test('a server of one’s own may have no key, at any host', () => {
  const vllm = 1007
  assert.deepEqual(codes({ type: vllm, key: '' }), {})
  const stored = { type: vllm, base_url: 'http://one.example', other: '' }
  assert.deepEqual(codes({ type: vllm, key: '', base_url: 'http://two.example' }, stored), {})
})

test('a stored channel keeps its key when none is given, and needs it again for another host', () => {
  const stored = { type: type.openai, base_url: '', other: '' }
  assert.deepEqual(codes({ key: '' }, stored), {})
  assert.deepEqual(codes({ key: '', base_url: 'https://api.openai.com/v1' }, stored), {})
  const sent = { key: 'channel_key_for_host' }
  assert.deepEqual(codes({ key: '', base_url: 'https://example.com' }, stored), sent)
  assert.deepEqual(codes({ key: ' ', type: 14 }, stored), sent)
  assert.deepEqual(codes({ key: 'sk-2', base_url: 'https://example.com' }, stored), {})
  assert.deepEqual(
    codes({ key: '', type: type.vertex, other: 'us-east1' }, { ...stored, type: type.vertex, other: 'global' }),
    sent,
  )
})

test('a stored channel at a plain address needs its key again for a proxy of its own', () => {
  const stored = { type: type.openai, base_url: 'http://example.com', other: '' }
  const { base_url } = stored
  const through = (proxy: string) => JSON.stringify({ proxy })
  const setting = through('socks5://one.example')
  const sent = { key: 'channel_key_for_host' }
  assert.deepEqual(codes({ key: '', base_url, setting }, stored), sent)
  assert.deepEqual(codes({ key: '', base_url, setting: through('listed') }, stored), {})
  assert.deepEqual(codes({ key: '', setting }, { ...stored, base_url: '' }), {}, 'https')
  assert.deepEqual(codes({ key: '', base_url }, { ...stored, setting }), {}, 'without the proxy')
  for (const same of ['socks5://one.example:1080', 'SOCKS5://user:p@ss@One.example/'])
    assert.deepEqual(codes({ key: '', base_url, setting: through(same) }, { ...stored, setting }), {}, same)
  for (const other of ['socks5://one.example:9', 'http://one.example', 'socks5://one.example\\@two.example'])
    assert.deepEqual(codes({ key: '', base_url, setting: through(other) }, { ...stored, setting }), sent, other)
})

test('an address is required where the type has none of its own, and must be one', () => {
  assert.deepEqual(codes({ type: type.azure }), { base_url: 'channel_base_url_missing' })
  for (const base_url of ['api.example.com', 'ftp://example.com', 'https://', 'https://a.com/#x', 'https://u:p@a.com'])
    assert.deepEqual(codes({ base_url }), { base_url: 'channel_base_url_invalid' }, base_url)
})

test('the address of a custom channel holds the model variable, unless it was imported without', () => {
  const address = 'https://example.com/chat'
  const missing = { base_url: 'channel_base_url_model' }
  assert.deepEqual(codes({ type: type.custom, base_url: address }), missing)
  const imported = { type: type.custom, base_url: address, other: '' }
  assert.deepEqual(codes({ type: type.custom, base_url: address }, imported), {})
  assert.deepEqual(codes({ type: type.custom, base_url: `${address}/2` }, imported), missing)
  assert.deepEqual(codes({ type: type.custom, base_url: address }, { ...imported, type: type.openai }), missing)
  assert.deepEqual(codes({ type: type.custom, base_url: 'https://example.com/{model}/chat' }), {})
})

test('Vertex wants a whole JSON document or a plain key, and a region, with a default when there are several', () => {
  const vertex = (change: Partial<Draft>) => codes({ type: type.vertex, key: '{"type":"service_account"}', ...change })
  assert.deepEqual(vertex({ key: 'AQ.1' }), { other: 'channel_region_missing' })
  assert.deepEqual(vertex({ key: '{"type":' }), { key: 'key_not_document', other: 'channel_region_missing' })
  assert.deepEqual(vertex({ key: 'one\ntwo', other: 'global' }), { key: 'key_not_document' })
  assert.deepEqual(vertex({ other: 'us-central1' }), {})
  assert.deepEqual(vertex({ other: '{"claude": "europe-west1"}' }), { other: 'channel_region_default' })
  assert.deepEqual(vertex({ other: '{"default": ' }), { other: 'channel_region_default' })
  assert.deepEqual(vertex({ other: '{"default": 1}' }), { other: 'channel_region_default' })
  assert.deepEqual(vertex({ other: '{"default": "global"}' }), {})
})

test('mappings and settings must be JSON of their kind', () => {
  assert.deepEqual(codes({ model_mapping: '{"a": 1}', status_code_mapping: '{"200": "500"}', setting: '[]' }), {
    model_mapping: 'channel_mapping_invalid',
    status_code_mapping: 'channel_status_mapping_invalid',
    setting: 'channel_setting_invalid',
  })
  assert.deepEqual(codes({ setting: '{"mj_mode_path": "slow"}' }), { setting: 'invalid_field' })
  assert.deepEqual(codes({ setting: '{"mj_mode_path": "plain", "other": 1}' }), {})
  assert.deepEqual(codes({ model_mapping: '{"a": "b"}', status_code_mapping: '{"429": 503}', setting: '{}' }), {})
})

test('a hidden text of a header stays with the host that it was saved for', () => {
  const header_override = JSON.stringify({ 'X-Team': maskedLiteral })
  const stored = { type: type.openai, base_url: 'https://one.example', other: '' }
  const moved = { base_url: 'https://two.example', key: 'sk-2' }
  assert.deepEqual(codes({ header_override, base_url: stored.base_url }, stored), {})
  assert.deepEqual(codes({ header_override, ...moved }, stored), { header_override: 'override_for_host' })
  assert.deepEqual(codes({ header_override }), { header_override: 'override_mask' })
  const operations = [{ mode: 'set_header', path: 'X-Team', value: maskedLiteral }]
  const param_override = bodyOverride(JSON.stringify({ operations }))
  assert.deepEqual(codes({ param_override, ...moved }, stored), { param_override: 'override_for_host' })
})

test('what the type does not have cannot be wrong', () => {
  assert.deepEqual(codes({ other: '{' }), {})
})

test('a channel of a type whose address was shut down needs another address, unless it has the type already', () => {
  const palm = 11
  assert.deepEqual(codes({ type: palm, base_url: '' }), { base_url: 'channel_type_retired' })
  assert.deepEqual(codes({ type: palm, base_url: 'https://palm.example' }), {})
  assert.deepEqual(codes({ type: palm, base_url: '' }, { type: palm, base_url: '', other: '' }), {})
})
