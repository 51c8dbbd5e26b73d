import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oauthApi, telegramProfile } from './oauth.ts'

const signed = { id: '42', auth_date: '1700000000', hash: 'a'.repeat(64) }

test('every member of a Telegram profile survives unchanged, because the signature covers it', () => {
  const profile = { ...signed, first_name: ' Lin ', lang: 'zh', added_later: 'x' }
  assert.deepEqual(telegramProfile.parse(profile), profile)
})

test('a Telegram profile without its signed core, or with repeated members, is refused', () => {
  const bad = [
    { ...signed, hash: undefined },
    { ...signed, hash: 'A'.repeat(64) },
    { ...signed, id: '4e2' },
    { ...signed, auth_date: '' },
    { ...signed, first_name: ['Lin', 'Wei'] },
    { ...signed, photo_url: 'x'.repeat(1025) },
  ]
  for (const profile of bad) assert.equal(telegramProfile.safeParse(profile).success, false, JSON.stringify(profile))
})

test('a WeChat code is trimmed, and a blank one is the wrong one', () => {
  const { query } = oauthApi.wechat
  assert.deepEqual(query.parse({ code: ' 123456 ' }), { code: '123456' })
  assert.equal(query.safeParse({ code: '  ' }).error?.issues[0]?.message, 'verification_code_wrong')
  assert.equal(query.safeParse({}).error?.issues[0]?.message, 'verification_code_wrong')
})

test('a state may be requested without an invitation', () => {
  assert.deepEqual(oauthApi.state.query.parse({ aff: 'undefined' }), { aff: undefined })
  assert.deepEqual(oauthApi.state.query.parse({ aff: 'Ab3d' }), { aff: 'Ab3d' })
})
