import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelStatus } from '@turnpike/contract/routing/channel'
import { commonOf, leftOf, rangeOf, summaryOf } from '../tags/tag-summary.ts'
import { keyOf, listOf, rowsOf } from './channel-rows.ts'
import { sampleChannel } from './sample-channel.ts'

const channels = [
  sampleChannel({ id: 1, tag: 'pool', priority: 10, weight: 5 }),
  sampleChannel({ id: 2 }),
  sampleChannel({ id: 3, tag: 'pool', priority: 10, weight: 20 }),
  sampleChannel({ id: 4, tag: 'azure' }),
  sampleChannel({ id: 5, tag: '' }),
]
const shown = (open: string[]) => rowsOf(channels, true, new Set(open)).map(keyOf)

test('without tag mode every channel is a row, in the order given', () => {
  assert.deepEqual(rowsOf(channels, false, new Set(['pool'])).map(keyOf), [1, 2, 3, 4, 5])
})

test('in tag mode a tag is one row until it is opened; channels without a tag stay rows', () => {
  assert.deepEqual(shown([]), ['tag:pool', 2, 5, 'tag:azure'])
  assert.deepEqual(shown(['pool', 'gone']), ['tag:pool', 1, 3, 2, 5, 'tag:azure'])
})

test('the last channel of an open tag knows it is the last', () => {
  const positions = rowsOf(channels, true, new Set(['pool'])).map((row) =>
    row.kind === 'channel' ? row.position : row.tag,
  )
  assert.deepEqual(positions, ['pool', 'child', 'last child', 'alone', 'alone', 'azure'])
})

test('lists are cut at commas, without blanks and empty parts', () => {
  assert.deepEqual(listOf(' default, vip,,'), ['default', 'vip'])
  assert.deepEqual(listOf(''), [])
})

test('a tag sums what its channels used and have left; unknown balances are left out', () => {
  const { disabled, autoDisabled } = channelStatus
  const summary = summaryOf([
    sampleChannel({ type: 33, group: 'vip', used_quota: 5, response_time: 800 }),
    sampleChannel({
      type: 14,
      group: 'default,vip',
      used_quota: 7,
      balance: 1.5,
      balance_updated_time: 9,
      response_time: 0,
    }),
    sampleChannel({ type: 14, balance: 2, balance_updated_time: 9, response_time: 1200 }),
    sampleChannel({ type: 14, status: autoDisabled, response_time: 60_000 }),
    sampleChannel({ type: 14, status: disabled, response_time: 90_000 }),
    sampleChannel({ type: 14, status: disabled, health: 'failed' }),
  ])
  assert.deepEqual(summary, {
    failed: 1,
    on: 3,
    types: [14, 33],
    groups: ['vip', 'default'],
    responseTime: 1000,
    usedQuota: 12,
    left: 3.5,
  })
})

test('a tag without a tested channel is untested, and without a known balance it is unknown', () => {
  const summary = summaryOf([sampleChannel({}), sampleChannel({})])
  assert.equal(summary.responseTime, 0)
  assert.equal(summary.left, undefined)
  assert.equal(leftOf(sampleChannel({ balance: 0, balance_updated_time: 1 })), 0)
})

test('when all channels of a tag are off, it shows how fast they were', () => {
  const { disabled } = channelStatus
  assert.equal(
    summaryOf([sampleChannel({ status: disabled, response_time: 300 }), sampleChannel({ status: disabled })])
      .responseTime,
    300,
  )
})

test('numbers in common are shown, others as a range', () => {
  assert.equal(commonOf([10, 10]), 10)
  assert.equal(commonOf([10, 11]), undefined)
  assert.equal(rangeOf([20, 5, 7]), '5–20')
})
