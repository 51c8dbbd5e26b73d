import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NotificationSetting } from '@turnpike/contract/system/notification'
import { changeOf, draftOf } from './notification-draft.ts'

const setting: NotificationSetting = {
  events: ['quota_low'],
  warning_threshold: null,
  default_threshold: 1000,
  mail: false,
  email: '',
  webhook: { kind: 'dingtalk', address_hint: 'oapi.dingtalk.com/…a1b2', has_secret: true, mention: '13800000000' },
  wxpusher: { available: false, uid_hint: '' },
}

test('what is stored as a secret is not in the form', () => {
  assert.partialDeepStrictEqual(draftOf(setting), { kind: 'dingtalk', address: '', secret: '', mention: '13800000000' })
})

test('only what was changed is sent', () => {
  const draft = { ...draftOf(setting), warning_threshold: 0, events: [] }
  assert.deepEqual(changeOf(draft, ['warning_threshold', 'events']), { warning_threshold: 0, events: [] })
  assert.deepEqual(changeOf(draft, []), {})
})

test('a webhook is sent as a whole, and a secret that is to go is null', () => {
  const webhook = { kind: 'dingtalk', address: '', secret: null, mention: '13800000000' }
  assert.deepEqual(changeOf({ ...draftOf(setting), secret: null }, ['secret']), { webhook })
})
