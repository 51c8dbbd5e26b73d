import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser } from '../../../lib/browser/fake-browser.ts'

const browser = fakeBrowser()
const { columnsOf, hiddenColumns, shownColumns, withColumn } = await import('./shown-columns.ts')

test('users have no columns of administration', () => {
  const admin = columnsOf(true).filter((column) => !columnsOf(false).includes(column))
  assert.deepEqual(admin, ['user', 'channel'])
})

test('a column that was switched off stays off, and comes back in its place', () => {
  hiddenColumns.set(withColumn(false, hiddenColumns.get(), 'model', false))
  assert.deepEqual(JSON.parse(browser.storage.get('log-hidden-columns') ?? ''), ['model'])
  assert.ok(!shownColumns(false, hiddenColumns.get()).includes('model'))
  hiddenColumns.set(withColumn(false, hiddenColumns.get(), 'model', true))
  assert.deepEqual(shownColumns(false, hiddenColumns.get()), columnsOf(false))
})

test('until something is chosen administrators see all but the group', () => {
  assert.deepEqual(
    columnsOf(true).filter((column) => !shownColumns(true, null).includes(column)),
    ['group'],
  )
  assert.deepEqual(shownColumns(true, withColumn(true, null, 'group', true)), columnsOf(true))
  assert.deepEqual(shownColumns(false, null), columnsOf(false))
})

test('what was stored by hand hides nothing that it does not name', () => {
  for (const text of ['{', '7', '[7]', '"model"']) {
    browser.changeInOtherTab('log-hidden-columns', text)
    assert.equal(hiddenColumns.get(), null)
  }
  browser.changeInOtherTab('log-hidden-columns', '["nothing","cost"]')
  assert.ok(!shownColumns(false, hiddenColumns.get()).includes('cost'))
})
