import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf, priceNamesOf, readCustomId, readSimpleChange } from './actions.ts'

test('the id of a button names its action', () => {
  const expected = {
    'MJ::JOB::upsample::2::u': { action: 'UPSCALE' },
    'MJ::JOB::upsample_v6_2x_subtle::1::u::SOLO': { action: 'UPSCALE' },
    'MJ::JOB::upsample_v7_2x_creative::1::u::SOLO': { action: 'UPSCALE' },
    'MJ::JOB::upsample::x::u': { problem: 'index_parse_failed' },
    'MJ::JOB::upsample': { problem: 'index_parse_failed' },
    'MJ::JOB::variation::3::u': { action: 'VARIATION' },
    'MJ::JOB::variation::::u': { problem: 'index_parse_failed' },
    'MJ::JOB::low_variation::1::u::SOLO': { action: 'LOW_VARIATION' },
    'MJ::JOB::high_variation::1::u::SOLO': { action: 'HIGH_VARIATION' },
    'MJ::JOB::pan_left::1::u::SOLO': { action: 'PAN' },
    'MJ::JOB::pan_down::1::u::SOLO': { action: 'PAN' },
    'MJ::JOB::reroll::0::u::SOLO': { action: 'REROLL' },
    'MJ::Outpaint::50::1::u::SOLO': { action: 'ZOOM' },
    'MJ::CustomZoom::u': { action: 'CUSTOM_ZOOM' },
    'MJ::Inpaint::1::u::SOLO': { action: 'INPAINT' },
    'MJ::BOOKMARK::u': { problem: 'unknown_action' },
    'MJ::CancelJob::ByJobid::u': { problem: 'unknown_action' },
    'MJ::JOB': { problem: 'unknown_action' },
    foo: { problem: 'unknown_action' },
    '': { problem: 'unknown_action' },
  }
  for (const [customId, pressed] of Object.entries(expected))
    assert.deepEqual(readCustomId(customId), pressed, customId)
})

test('a change as text is a task id, a space, and U, V or R', () => {
  const expected: [content: string, read: unknown][] = [
    ['1001 U2', { taskId: '1001', action: 'UPSCALE' }],
    [' 1001 v4 ', { taskId: '1001', action: 'VARIATION' }],
    ['1001 r', { taskId: '1001', action: 'REROLL' }],
  ]
  for (const [content, read] of expected) assert.deepEqual(readSimpleChange(content), read, content)
  for (const content of [
    '',
    '1001',
    '1001 U5',
    '1001 U0',
    '1001 U',
    '1001 R1',
    '1001  U1',
    '1001 U1 x',
    '1001 X1',
    'U1',
  ])
    assert.equal(readSimpleChange(content), undefined, content)
})

test('channels and prices know an action by its small letters; a mode has a price of its own first', () => {
  assert.deepEqual([modelOf('IMAGINE'), modelOf('HIGH_VARIATION')], ['mj_imagine', 'mj_high_variation'])
  assert.equal(modelOf('SWAP_FACE'), 'swap_face')
  assert.deepEqual(priceNamesOf('IMAGINE', ''), ['mj_imagine'])
  assert.deepEqual(priceNamesOf('IMAGINE', 'turbo'), ['mj_turbo_imagine', 'mj_imagine'])
  assert.deepEqual(priceNamesOf('SWAP_FACE', 'fast'), ['mj_fast_swap_face', 'swap_face'])
})
