import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelTypes } from '../channel-types.ts'
import { recogniseKey } from './recognise-key.ts'

const letters = (count: number, from = 'aB3dE6gH9kLmN0pQ') =>
  from.repeat(Math.ceil(count / from.length)).slice(0, count)
const hex = (count: number) => letters(count, '0123456789abcdef')

const certain: [key: string, type: number][] = [
  [`sk-ant-api03-${letters(80)}`, 14],
  [`sk-or-v1-${hex(64)}`, 20],
  [`sk-proj-${letters(120)}`, 1],
  [`sk-svcacct-${letters(60)}`, 1],
  [`sk-${letters(20)}T3BlbkFJ${letters(20)}`, 1],
  [`AIza${letters(35)}`, 24],
  [`gsk_${letters(52)}`, 1000],
  [`xai-${letters(80)}`, 48],
  [`pplx-${letters(48)}`, 27],
  [`fw_${letters(22)}`, 1002],
  [`tgp_v1_${letters(43)}`, 1001],
  [`jina_${letters(60)}`, 38],
  [`csk-${letters(48)}`, 1004],
  [`nvapi-${letters(60)}`, 1005],
  [`hf_${letters(34)}`, 1006],
  [`bce-v3/ALTAK-${letters(21)}/${hex(40)}`, 15],
  [`app-${letters(24)}`, 37],
  [`${hex(32)}.${letters(16)}`, 26],
  [`AKIA${'ABCD1234EFGH5678'}|${letters(40)}|us-east-1`, 33],
  [`1300000000|AKID${letters(32)}|${letters(32)}`, 23],
  [`12345678-90ab-cdef-1234-567890abcdef`, 45],
  [`eyJhbGciOi.${letters(40)}.${letters(40)}`, 35],
  [JSON.stringify({ type: 'service_account', project_id: 'p', private_key: 'k' }, null, 2), 41],
]

test('a key that only one provider gives out names that provider', () => {
  for (const [key, type] of certain) {
    const { providers, isCertain, problem } = recogniseKey(key)
    assert.deepEqual(
      [providers.map((each) => each.type), isCertain, problem],
      [[type], true, undefined],
      key.slice(0, 20),
    )
    assert.equal(providers[0]?.name, channelTypes[type as 1].label)
  }
})

test('keys of several providers list all of them, and none is certain', () => {
  const deepSeek = recogniseKey(`sk-${hex(32)}`)
  assert.deepEqual([deepSeek.providers.map(({ type }) => type), deepSeek.isCertain], [[43, 17], false])
  const usual = recogniseKey('sk-something-of-a-gateway')
  assert.ok(usual.providers.length > 3 && !usual.isCertain)
  for (const text of ['', 'hello', 'not-a-key-of-anyone'])
    assert.deepEqual(recogniseKey(text), { key: text, providers: [], isCertain: false })
})

test('what stands around a copied key is left out', () => {
  const key = `sk-ant-api03-${letters(40)}`
  for (const text of [
    `  ${key}\n`,
    `ANTHROPIC_API_KEY=${key}`,
    `export ANTHROPIC_API_KEY="${key}"`,
    `"${key}"`,
    `'${key}',`,
    `Authorization: Bearer ${key}`,
    `Bearer ${key}`,
    `x-api-key: ${key}`,
  ])
    assert.equal(recogniseKey(text).key, key, text)
})

test('several keys, and an access key without its secret, are no whole key', () => {
  assert.equal(recogniseKey(`sk-${hex(32)}\nsk-${hex(32)}`).problem, 'several')
  assert.equal(recogniseKey('AKIAABCD1234EFGH5678').problem, 'aws_parts')
})
