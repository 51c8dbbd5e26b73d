import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultOptions } from '@turnpike/contract/options'
import { buildPriceBook } from '../../domain/money/pricing/price-book.ts'
import { openai } from '../providers/openai/openai.ts'
import { priceListOf } from './price-list.ts'
import type { Snapshot } from './snapshot.ts'

const options = defaultOptions()
const prices = buildPriceBook(options)
const snapshotOf = (groups: string[], models: string[]) =>
  ({ options, prices, channels: new Map([[1, { id: 1, groups, models, provider: openai }]]) }) as unknown as Snapshot // what the list reads

test('the list is made once per snapshot', () => {
  const snapshot = snapshotOf(['default'], ['gpt-4o'])
  assert.equal(priceListOf(snapshot), priceListOf(snapshot))
  assert.notEqual(priceListOf(snapshotOf(['default'], ['gpt-4o'])), priceListOf(snapshot))
})

test('a channel in no group serves nobody', () => {
  assert.deepEqual(priceListOf(snapshotOf([], ['gpt-4o'])), [])
})
