import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AskedAction, readAskedAction, writeAskedAction } from './asked-action.ts'

test('an action is read from the address as it was written', () => {
  const actions: AskedAction[] = [
    { verb: 'disable', id: 7 },
    { verb: 'balance', id: 12 },
    { verb: 'balance', id: 12, amount: '0.25' },
  ]
  for (const action of actions) assert.deepEqual(readAskedAction(writeAskedAction(action)), action)
})

test('an address without such an action asks nothing', () => {
  for (const text of [undefined, '', 'disable', 'disable:0', 'disable:x', 'delete:7', 'balance:12:-5', 'balance:12:'])
    assert.equal(readAskedAction(text), undefined, String(text))
})
