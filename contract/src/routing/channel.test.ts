import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { isErrorCode } from '../errors.ts'
import { type Channel, channelApi, channelToCreate } from './channel.ts'

const create = channelToCreate
const update = channelApi.update.body
const fields = { type: 1, key: 'sk-1', name: 'one', models: 'gpt-4o', group: 'default' }
const given = (parsed: object) => Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined))

/** The code of a refusal, where the schema names one; else the field. */
function refusal(schema: z.ZodType, input: unknown): string {
  const { error } = schema.safeParse(input)
  const [issue] = error?.issues ?? []
  assert.ok(issue, `${JSON.stringify(input)} was taken`)
  return isErrorCode(issue.message) ? issue.message : issue.path.join('.')
}

test('a row that is posted back loses what belongs to the server', () => {
  const row: Channel = {
    ...{ ...fields, key: '', id: 7, status: 3, base_url: '', other: '', openai_organization: '', test_model: '' },
    ...{
      model_mapping: '',
      status_code_mapping: '',
      setting: '',
      param_override: '',
      header_override: '',
      other_info: '{}',
      tag: null,
      priority: 1,
      weight: 2,
    },
    ...{ auto_ban: 1, max_input_tokens: 0, created_time: 5, test_time: 6, response_time: 7, used_quota: 8 },
    ...{ balance: 9, balance_updated_time: 10, health: 'failed', failed_time: 11, failure_reason: 'refused' },
    multi_key_mode: '',
  }
  const taken = Object.keys(given(update.parse({ ...row, groups: ['default'], test_models: [] })))
  const ofServer = ['created_time', 'test_time', 'response_time', 'used_quota', 'balance', 'health', 'failed_time']
  for (const name of [...ofServer, 'failure_reason', 'other_info', 'groups']) assert.ok(!taken.includes(name), name)
  assert.ok(!taken.includes('status'), 'a state that no hand can set says nothing')
  assert.ok(!taken.includes('tag'), 'null says nothing')
  assert.ok(taken.includes('weight') && taken.includes('setting'))
})

test('in an edit, what is absent or null says nothing, and what is empty does', () => {
  assert.deepEqual(given(update.parse({ id: 1, name: null, key: null, models: null, type: null, priority: null })), {
    id: 1,
  })
  assert.deepEqual(given(update.parse({ id: 1, other: '', tag: '', status: 2 })), {
    id: 1,
    other: '',
    tag: '',
    status: 2,
  })
  assert.deepEqual(given(update.parse({ id: 1, status: 0 })), { id: 1 })
})

test('an edit that empties models or groups leaves them as they are', () => {
  assert.deepEqual(given(update.parse({ id: 1, models: '', group: ' ' })), { id: 1 })
  assert.deepEqual(given(update.parse({ id: 1, models: 'o1', group: 'vip' })), { id: 1, models: 'o1', group: 'vip' })
})

test('a new channel serves the group default unless it names others, and is on or off as it says', () => {
  const { group: _, ...without } = fields
  assert.equal(create.parse(without).group, 'default')
  assert.equal(create.parse({ ...fields, group: null }).group, 'default')
  assert.equal(create.parse({ ...fields, group: 'vip' }).group, 'vip')
  assert.equal(create.parse(fields).status, undefined)
  assert.equal(create.parse({ ...fields, status: 2 }).status, 2)
  for (const status of [0, 3, 4, '2']) assert.equal(refusal(create, { ...fields, status }), 'status')
})

test('a batch is chosen by ids or by filters, never by both, by neither or by a filter that is misspelt', () => {
  const remove = channelApi.removeMany.body
  assert.deepEqual(given(remove.parse({ ids: [1], matching: null })), { ids: [1] })
  assert.deepEqual(given(remove.parse({ matching: {} }).matching ?? {}), {})
  assert.deepEqual(given(remove.parse({ matching: { status: 'disabled', type: 14 } }).matching ?? {}), {
    status: 'disabled',
    type: 14,
  })
  for (const wrong of [{}, { ids: [1], matching: {} }]) assert.equal(refusal(remove, wrong), 'channels_none_selected')
  assert.equal(refusal(remove, { matching: { staus: 'disabled' } }), 'matching')
  assert.equal(refusal(remove, { matching: { status: 'off' } }), 'matching.status')
  const change = channelApi.changeMany.body
  assert.equal(refusal(change, { ids: [1] }), 'invalid_parameter')
  assert.equal(refusal(change, { ids: [1], status: 3 }), 'status')
  assert.equal(refusal(change, { ids: [1], priority: -1000 }), 'channel_priority_low')
  assert.equal(refusal(change, { weight: 1 }), 'channels_none_to_change')
})

test('refusals name their sentence or their field', () => {
  assert.equal(refusal(create, { ...fields, name: undefined }), 'channel_name_missing')
  assert.equal(refusal(create, { ...fields, key: undefined }), 'channel_key_missing')
  assert.equal(refusal(create, { ...fields, models: [] }), 'channel_models_missing')
  assert.equal(refusal(create, { ...fields, type: 'toString' }), 'channel_type_unknown')
  assert.equal(refusal(create, { ...fields, name: 'a\0' }), 'name')
  assert.equal(refusal(create, { ...fields, other: 'x'.repeat(64 * 1024 + 1) }), 'other')
  assert.equal(refusal(update, { id: 1, status: 4 }), 'status')
  assert.equal(refusal(update, { name: 'x' }), 'id_missing')
  assert.equal(refusal(update, { id: 0 }), 'invalid_id')
  assert.equal(refusal(channelApi.removeMany.body, { ids: [] }), 'channels_none_selected')
  assert.equal(refusal(channelApi.tagMany.body, { ids: [], tag: 'x' }), 'channels_none_to_tag')
})

test('a query without filters reads the first page of all channels', () => {
  assert.deepEqual(given(channelApi.list.query.parse({})), { p: 0, page_size: 10, id_sort: false, tag_mode: false })
  const search = channelApi.search.query
  assert.deepEqual(given(search.parse({ keyword: 'undefined', group: 'null', page_size: '0' })), {
    p: 0,
    page_size: 1000,
    id_sort: false,
    tag_mode: false,
  })
  assert.equal(search.parse({ page_size: '50000' }).page_size, 100, 'a size that is named is at most a hundred')
  assert.equal(search.parse({ tag_mode: 'true' }).tag_mode, true)
})
