import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownLanguage } from './shown-language.ts'

test('a browser with neither language gets the default one of the installation', () => {
  assert.equal(shownLanguage({ chosen: null, browser: 'fr-FR', page: 'en' }), 'en')
  assert.equal(shownLanguage({ chosen: null, browser: 'fr-FR', page: 'zh-CN' }), 'zh')
  assert.equal(shownLanguage({ chosen: null, browser: 'fr-FR', page: '' }), 'zh')
})

test('the browser wins over the default, and a choice over both', () => {
  assert.equal(shownLanguage({ chosen: null, browser: 'zh-TW', page: 'en' }), 'zh')
  assert.equal(shownLanguage({ chosen: 'en', browser: 'zh-TW', page: 'zh-CN' }), 'en')
  assert.equal(shownLanguage({ chosen: 'toString', browser: 'en-GB', page: 'zh-CN' }), 'en', 'a damaged choice')
})
