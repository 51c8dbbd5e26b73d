import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser } from '../../lib/browser/fake-browser.ts'

const browser = fakeBrowser()
const { columnChoice } = await import('./column-choice.ts')
const choice = columnChoice('hidden-columns', {
  name: {},
  user: { admin: true },
  group: { hiddenFor: 'admin' },
  status: { hiddenFor: 'user' },
  cost: {},
})

test('users have no columns of administration', () => {
  assert.deepEqual(choice.columnsOf(true), ['name', 'user', 'group', 'status', 'cost'])
  assert.deepEqual(choice.columnsOf(false), ['name', 'group', 'status', 'cost'])
})

test('until something is chosen, each role sees what fits its table', () => {
  assert.deepEqual(choice.shown(true), ['name', 'user', 'status', 'cost'])
  assert.deepEqual(choice.shown(false), ['name', 'group', 'cost'])
})

test('a column that was switched off stays off, and comes back in its place', () => {
  choice.set(false, 'name', false)
  assert.deepEqual(JSON.parse(browser.storage.get('hidden-columns') ?? ''), ['status', 'name'])
  assert.deepEqual(choice.shown(false), ['group', 'cost'])
  choice.set(false, 'name', true)
  choice.set(false, 'status', true)
  assert.deepEqual(choice.shown(false), choice.columnsOf(false))
})

test('what was stored by hand hides nothing that it does not name', () => {
  for (const text of ['{', '7', '[7]', '"name"']) {
    browser.changeInOtherTab('hidden-columns', text)
    assert.deepEqual(choice.shown(false), ['name', 'group', 'cost'])
  }
  browser.changeInOtherTab('hidden-columns', '["nothing","cost"]')
  assert.deepEqual(choice.shown(false), ['name', 'group', 'status'])
})
