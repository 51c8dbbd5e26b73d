import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultOptions } from '@turnpike/contract/options'
import type { KeyRow } from '../../routing/channels/keys/channel-keys.queries.ts'
import type { InstallationState, StoredChannel } from './installation-state.ts'
import { planConfig } from './plan-config.rules.ts'
import { readConfigFile } from './read-config-file.ts'

const keyRow = (id: number, key_hash: string): KeyRow => ({
  ...{ id, channel_id: 1, position: id, key_cipher: '', key_hash, status: 1, reason: '', status_time: 0 },
  ...{ last_error: '', last_error_time: 0, used_quota: 0, calls: 0 },
})

const stored = (members: Partial<StoredChannel> = {}): StoredChannel => ({
  ...{ id: 1, type: 1, name: 'one', status: 1, models: 'gpt-4o', group: 'default', base_url: '', other: '' },
  ...{ openai_organization: '', test_model: '', model_mapping: '', status_code_mapping: '', setting: '', tag: null },
  ...{ param_override: '', header_override: '' },
  ...{ priority: 0, weight: 0, auto_ban: 1 as const, max_input_tokens: 0, other_info: '', created_time: 1 },
  ...{ test_time: 0, response_time: 0, failed_time: 0, failure_reason: '', used_quota: 0, balance: 0 },
  ...{ balance_updated_time: 0, multi_key_mode: '' as const, key_cipher: '', key_hash: 'hash of A', keys: [] },
  proxy_cipher: '',
  ...members,
})

const state = (members: Partial<InstallationState> = {}): InstallationState => ({
  options: defaultOptions(),
  unreadable: new Set(),
  channels: [],
  virtualModels: [],
  priceSources: [],
  faq: [],
  ...members,
})

/** Plans a file whose secrets are their own names. */
function planned(text: string, current: InstallationState, prune = false) {
  const { file, problems } = readConfigFile(`turnpike: 1\n${text}`)
  assert.ok(file, JSON.stringify(problems))
  const open = (reference: object) => ('env' in reference ? String(reference.env) : assert.fail('sealed'))
  const plan = planConfig(file, current, prune, {
    open,
    openText: (_, text) => text,
    hashOf: (key) => `hash of ${key}`,
  })
  assert.deepEqual(plan.problems, [])
  return plan
}

const one = (members: string) => `channels: [{ name: one, type: openai, models: [gpt-4o], ${members} }]`

test('an empty file changes nothing, pruned or not', () => {
  for (const prune of [false, true]) {
    assert.deepEqual(planned('', state({ channels: [stored()] }), prune).changes, [])
  }
})

test('a channel as the file says is left alone, however its columns are spelled', () => {
  const spelled = stored({
    models: ' gpt-4o , gpt-4o-mini',
    group: 'default ',
    base_url: 'https://up.example/',
    model_mapping: '{ "a":"b" , "c": "d" }',
    setting: '{"limits":{"calls_at_once":3},\n"hedge_after_ms":5}',
    tag: '',
  })
  const text = `channels:
  - name: one
    type: openai
    models: [gpt-4o, gpt-4o-mini]
    base_url: https://up.example
    model_mapping: { c: d, a: b }
    setting: { hedge_after_ms: 5, limits: { calls_at_once: 3 } }
    key: { env: A }
`
  assert.deepEqual(planned(text, state({ channels: [spelled] })).changes, [])
})

test('a member that is left out has its default again; the key stays', () => {
  const { changes, steps } = planned(one(''), state({ channels: [stored({ priority: 5, tag: 'blue', auto_ban: 0 })] }))
  assert.deepEqual(changes, [
    {
      kind: 'channel',
      action: 'change',
      name: 'one',
      fields: [
        { field: 'tag', before: 'blue', after: null, is_hidden: false },
        { field: 'priority', before: 5, after: 0, is_hidden: false },
        { field: 'auto_ban', before: 'false', after: 'true', is_hidden: false },
      ],
    },
  ])
  assert.deepEqual(steps.channels[0], {
    kind: 'change',
    path: ['channels', 0],
    change: { id: 1, tag: '', priority: 0, auto_ban: 1 },
    keys: {},
  })
})

test('a status that the server has set is not the file’s business', () => {
  const statusOf = (status: number, text: string) =>
    planned(one(text), state({ channels: [stored({ status })] })).changes.flatMap(({ fields }) =>
      fields.map(({ before, after }) => `${before} ${after}`),
    )
  assert.deepEqual(statusOf(3, ''), [])
  assert.deepEqual(statusOf(1, ''), [])
  assert.deepEqual(statusOf(2, 'status: disabled'), [])
  assert.deepEqual(statusOf(2, ''), ['disabled enabled'])
  assert.deepEqual(statusOf(3, 'status: disabled'), ['enabled disabled'])
})

const several = stored({
  multi_key_mode: 'polling',
  keys: [keyRow(11, 'hash of A'), keyRow(12, 'hash of B')],
})
const keyCases: [
  what: string,
  channel: StoredChannel,
  members: string,
  key: unknown,
  keys: object,
  fields: string[],
][] = [
  ['the same key', stored(), 'key: { env: A }', undefined, {}, []],
  ['another key', stored(), 'key: { env: B }', 'B', {}, ['key']],
  [
    'a second key',
    stored(),
    'keys: [{ env: A }, { env: B }]',
    undefined,
    { add: { key: '["A","B"]', multi_key_mode: 'random' } },
    ['keys'],
  ],
  [
    'two other keys',
    stored(),
    'keys: [{ env: B }, { env: C }]',
    'B',
    { add: { key: '["B","C"]', multi_key_mode: 'random' } },
    ['key', 'keys'],
  ],
  ['the same keys', several, 'keys: [{ env: B }, { env: A }], multi_key_mode: polling', undefined, {}, []],
  [
    'one key of two replaced',
    several,
    'keys: [{ env: A }, { env: C }], multi_key_mode: polling',
    undefined,
    { add: { key: '["C"]', multi_key_mode: undefined }, remove: [12] },
    ['keys'],
  ],
  ['one key of two', several, 'key: { env: B }', undefined, { remove: [11] }, ['keys']],
  ['another mode', several, 'keys: [{ env: A }, { env: B }]', undefined, { mode: 'random' }, ['multi_key_mode']],
  ['no keys', several, 'multi_key_mode: polling', undefined, {}, []],
  [
    'another host: the keys are given again',
    several,
    'keys: [{ env: A }, { env: B }], multi_key_mode: polling, base_url: https://new.example',
    '["A","B"]',
    {},
    ['base_url'],
  ],
]
for (const [what, channel, members, key, keys, fields] of keyCases)
  test(`keys of a channel: ${what}`, () => {
    const { changes, steps } = planned(one(members), state({ channels: [channel] }))
    assert.deepEqual(
      changes.flatMap((change) => change.fields.map(({ field }) => field)),
      fields,
    )
    const [step] = steps.channels
    if (fields.length === 0) return assert.equal(step, undefined)
    assert.ok(step?.kind === 'change')
    assert.deepEqual([step.change.key, step.keys], [key, keys])
  })

test('an address with a query and settings that may hold credentials are not shown', () => {
  const { changes } = planned(
    one('base_url: "https://up.example/?token=x", setting: { proxy: "http://me:pw@proxy.example" }, key: { env: A }'),
    state({ channels: [stored()] }),
  )
  assert.deepEqual(changes[0]?.fields, [
    { field: 'base_url', is_hidden: true },
    { field: 'setting', is_hidden: true },
  ])
})

test('a price that equals the built-in one is no change, and names of objects are names of models', () => {
  const builtIn = planned('prices: { gpt-4o: { ratio: 1.25, completion_ratio: 4 } }', state())
  assert.deepEqual(builtIn.changes, [])
  const odd = planned('prices: { constructor: { ratio: 1 } }\ngroups: { toString: { ratio: 1 } }', state())
  assert.deepEqual(
    odd.changes.map(({ kind, action, name }) => [kind, action, name]),
    [
      ['group', 'create', 'toString'],
      ['price', 'create', 'constructor'],
    ],
  )
  const values = { ...defaultOptions(), ModelRatio: { constructor: 1 } as Record<string, number | null> }
  const [pruned] = planned('prices: {}', state({ options: values }), true).changes
  assert.deepEqual([pruned?.action, pruned?.name], ['remove', 'constructor'])
})

test('the digest differs when the changes do', () => {
  const digest = (times: number) => planned(`options: { RetryTimes: ${times} }`, state()).digest
  assert.equal(digest(1), digest(1))
  assert.notEqual(digest(1), digest(2))
})

test('models of channels that have no price even with the prices of the file are named', () => {
  const channels = 'channels: [{ name: one, type: openai, models: [gpt-4o, new-one, own-one], key: { env: A } }]'
  assert.deepEqual(planned(channels, state()).unpriced, ['new-one', 'own-one'])
  assert.deepEqual(planned(`${channels}\nprices: { new-one: { ratio: 1 } }`, state()).unpriced, ['own-one'])
  const priced = state({ options: { ...defaultOptions(), ModelRatio: { 'own-one': 2 } } })
  assert.deepEqual(planned(channels, priced).unpriced, ['new-one'])
})

const asked = (question: string, answer = 'So.') => ({ question, answer, question_zh: '', answer_zh: '' })
const faqOf = (...names: string[]) => `faq: [${names.map((name) => `{ question: ${name}, answer: So. }`).join(', ')}]`

test('questions of the file come first, others stay behind them, and with prune they go', () => {
  const current = state({ faq: [asked('A'), asked('B'), asked('C')] })
  const plan = (names: string[], prune = false) => {
    const { changes, steps } = planned(faqOf(...names), current, prune)
    return [changes.map(({ action, name }) => `${action} ${name}`), steps.faq[0]?.map(({ question }) => question)]
  }
  assert.deepEqual(plan(['A', 'B']), [[], undefined])
  assert.deepEqual(plan(['N', 'A']), [['create N'], ['N', 'A', 'B', 'C']])
  assert.deepEqual(plan(['B', 'A']), [
    ['change B', 'change A'],
    ['B', 'A', 'C'],
  ])
  assert.deepEqual(plan(['C', 'A'], true), [
    ['remove B', 'change C', 'change A'],
    ['C', 'A'],
  ])
  assert.deepEqual(planned('', current, true).changes, [])
})

test('a plan shows the texts that a question changes, and its place', () => {
  const current = state({ faq: [asked('A', 'Old.'), asked('B')] })
  assert.deepEqual(planned(faqOf('B', 'A'), current).changes, [
    { kind: 'faq', action: 'change', name: 'B', fields: [{ field: 'place', before: 2, after: 1, is_hidden: false }] },
    {
      ...{ kind: 'faq', action: 'change', name: 'A' },
      fields: [
        { field: 'answer', before: 'Old.', after: 'So.', is_hidden: false },
        { field: 'place', before: 1, after: 2, is_hidden: false },
      ],
    },
  ])
})
