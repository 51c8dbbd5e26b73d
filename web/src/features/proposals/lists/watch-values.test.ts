import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelListApi, watchDefault } from '@turnpike/contract/routing/model-lists'
import { problemsOf, settingOf, valuesOf, type WatchValues } from './watch-values.ts'

const follow: WatchValues = { mode: 'follow', hours: 6, patterns: 'gpt-*\n\n o4 \ngpt-*' }

test('a setting of the form is what the server accepts', () => {
  const setting = settingOf(follow)
  assert.deepEqual(setting, { mode: 'follow', hours: 6, patterns: ['gpt-*', 'o4'] })
  assert.deepEqual(problemsOf(follow), [])
  assert.equal(modelListApi.saveSetting.body?.safeParse(setting).success, true)
})

test('hours and patterns are checked, unless the setting for all holds', () => {
  const wrong = { ...follow, hours: 0, patterns: 'a,b' }
  assert.deepEqual(problemsOf(wrong), ['hours', 'patterns'])
  assert.deepEqual(problemsOf({ ...wrong, mode: 'inherit' }), [])
  assert.equal(settingOf({ ...wrong, mode: 'inherit' }), null)
})

test('a channel without a setting of its own starts from the one for all', () => {
  assert.deepEqual(valuesOf({ ...watchDefault, patterns: ['a', 'b'] }, true), {
    mode: 'inherit',
    hours: 24,
    patterns: 'a\nb',
  })
})
