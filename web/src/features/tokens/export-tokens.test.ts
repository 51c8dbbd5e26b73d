import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Token } from '@turnpike/contract/identity/token'
import { formatTime } from '../../lib/format/format-time.ts'
import { createdTokensCsv, tokenListCsv } from './export-tokens.ts'

const key = 'a'.repeat(48)
const token: Token = {
  id: 7,
  user_id: 1,
  key,
  status: 1,
  name: '=lin',
  created_time: 1_700_000_000,
  accessed_time: 0,
  expired_time: -1,
  remain_quota: 5_000_000,
  used_quota: 250_000,
  unlimited_quota: false,
  model_limits_enabled: true,
  model_limits: 'gpt-4o,o3',
  allow_ips: '10.0.0.1\n10.0.0.2',
  group: 'vip',
  billing_preference: '',
  DeletedAt: null,
  revision: '',
}

test('new tokens are exported with name, key, quota in dollars and expiry', () => {
  const later = { ...token, name: 'max', unlimited_quota: true, expired_time: 1_800_000_000 }
  assert.equal(
    createdTokensCsv([token, later], 500_000),
    `\ufeffname,key,quota,expiry\r\n'=lin,sk-${key},10.000000,never\r\nmax,sk-${key},unlimited,${formatTime(1_800_000_000)}\r\n`,
  )
})

test('the list is exported without keys unless they are requested', () => {
  const listed = (hasKeys: boolean) => tokenListCsv([token], { perUnit: 500_000, hasKeys, statusOf: () => 'Enabled' })
  assert.ok(!listed(false).includes(key))
  assert.ok(listed(true).includes(`sk-${key}`))
  const [, row = ''] = listed(false).split('\r\n')
  assert.ok(row.startsWith("7,'=lin,sk-"), row)
  assert.ok(
    row.endsWith(`Enabled,vip,0.500000,10.000000,${formatTime(1_700_000_000)},never,"gpt-4o,o3",10.0.0.1 10.0.0.2`),
    row,
  )
})
