import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asSentence } from './as-sentence.ts'
import { channelRefusalText } from './channel-refusal-text.ts'

test('a refusal begins with a capital and raises its voice in no language', () => {
  assert.equal(channelRefusalText('channel_key_missing', 'en'), 'Please enter key')
  assert.equal(channelRefusalText('channel_key_missing', 'zh'), '请填写渠道密钥')
  assert.equal(asSentence('渠道不存在'), '渠道不存在')
  assert.equal(asSentence(''), '')
})
