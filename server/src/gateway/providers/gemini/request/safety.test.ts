import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf } from '../testing.ts'

const thresholds = (setting: object, model: string, google: object = {}) => {
  const settings = bodyOf({ extra_body: { google } }, model, { ...setting }).safetySettings
  return (settings as { category: string; threshold: string }[] | undefined)?.map(({ threshold }) => threshold)
}

test('newer models are left as they are unless an administrator chose', () => {
  assert.equal(thresholds({}, 'gemini-2.5-flash'), undefined)
  assert.deepEqual(thresholds({ gemini_safety_setting: 'OFF' }, 'gemini-2.5-flash'), ['OFF', 'OFF', 'OFF', 'OFF'])
  assert.equal(thresholds({ gemini_safety_setting: 'WIDE OPEN' }, 'gemini-2.5-flash'), undefined)
})

test('older models are opened, in the word they know', () => {
  const open = ['BLOCK_NONE', 'BLOCK_NONE', 'BLOCK_NONE', 'BLOCK_NONE']
  assert.deepEqual(thresholds({}, 'gemini-1.5-pro'), open)
  assert.deepEqual(thresholds({ gemini_safety_setting: 'OFF' }, 'gemini-2.0-flash'), open)
  assert.equal(thresholds({ gemini_safety_setting: 'BLOCK_ONLY_HIGH' }, 'gemini-1.5-pro')?.[0], 'BLOCK_ONLY_HIGH')
})

test('what a client set itself stays', () => {
  const google = { safety_settings: [{ category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_LOW_AND_ABOVE' }] }
  assert.deepEqual(thresholds({}, 'gemini-2.5-flash', google), ['BLOCK_LOW_AND_ABOVE'])
  assert.deepEqual(thresholds({ gemini_safety_setting: 'OFF' }, 'gemini-2.5-flash', google), [
    'BLOCK_LOW_AND_ABOVE',
    'OFF',
    'OFF',
    'OFF',
  ])
})
