import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelTiers } from '@turnpike/contract/money/price-tiers'
import { draftOfTiers, newId, tierProblems, tiersOfDraft, tokensOf } from './tier-draft.ts'

const tiers: ModelTiers = {
  lengths: [
    { above: 32_000, ratio: 1.5 },
    { above: 128_000, ratio: 2, completion_ratio: 3, cache_read_ratio: 0.2 },
  ],
  services: {
    priority: { ratio: 2, completion_ratio: 5, lengths: [{ above: 200_000, ratio: 4 }] },
    flex: { ratio: 0.5 },
  },
  times: {
    zone: 'Asia/Shanghai',
    spans: [
      { from: '00:30', to: '08:30', factor: 0.5 },
      { from: '22:00', to: '06:00', days: [0, 6], factor: 1.2 },
    ],
  },
}
const empty = draftOfTiers({}, 'UTC')

test('tiers are edited and stored as they were', () => {
  const draft = draftOfTiers(tiers, 'UTC')
  assert.deepEqual(tierProblems(draft), {})
  assert.deepEqual(tiersOfDraft(draft), tiers)
  assert.deepEqual(
    draft.services.map(({ service, form }) => [service, form]),
    [
      ['priority', 'prices'],
      ['flex', 'factor'],
    ],
  )
  assert.equal(tiersOfDraft(empty), undefined)
})

test('lengths are stored in order, whatever the order in which they were added', () => {
  const lengths = [
    { id: 'a', above: '128K', lines: { input: 2 } },
    { id: 'b', above: '32,000', lines: { input: 1.5 } },
  ]
  assert.deepEqual(tiersOfDraft({ ...empty, lengths })?.lengths, [
    { above: 32_000, ratio: 1.5 },
    { above: 128_000, ratio: 2 },
  ])
})

test('every part that is missing or wrong has its problem', () => {
  const length = { id: 'l', above: '', lines: {} }
  const span = { id: 's', from: '', to: '08:00', days: [], factor: 'x' }
  const service = { id: 'flex', service: 'flex', form: 'factor', factor: '', lines: {}, lengths: [] } as const
  const draft = {
    zone: 'nowhere',
    lengths: [
      length,
      { ...length, id: 'm', above: '5', lines: { input: 1 } },
      { id: 'n', above: '5', lines: { input: 1 } },
    ],
    services: [service, { ...service, id: 'us', service: 'us', form: 'prices', lengths: [length] } as const],
    spans: [span, { ...span, id: 'e', from: '08:00', days: [1], factor: '2' }],
  }
  assert.deepEqual(tierProblems(draft), {
    'l.above': 'aboveNumber',
    'l.input': 'inputMissing',
    'n.above': 'aboveOrder',
    'flex.factor': 'factorNumber',
    'us.input': 'inputMissing',
    's.from': 'timeMissing',
    's.days': 'daysMissing',
    's.factor': 'factorNumber',
    'e.to': 'timesEqual',
    zone: 'zoneUnknown',
  })
})

test('token counts are read as people write them', () => {
  assert.deepEqual(['200000', '200,000', '200k', '1.5M', '0', '', 'x', '1e3', '200000000'].map(tokensOf), [
    200_000,
    200_000,
    200_000,
    1_500_000,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a new tier has an id that no other has', () => {
  assert.equal(newId('length', [{ id: 'length0' }, { id: 'length2' }]), 'length3')
})
