import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pushToast, type Toast } from './toast-list.ts'

const toast = (id: number, stays = false, text = `message ${id}`): Toast => ({
  id,
  kind: stays ? 'error' : 'info',
  text,
  stays,
})
const ids = (list: readonly Toast[]) => list.map(({ id }) => id)
const after = (...pushed: Toast[]) => ids(pushed.reduce<readonly Toast[]>(pushToast, []))

test('a fourth message pushes out the oldest that would leave by itself', () => {
  assert.deepEqual(after(toast(1, true), toast(2), toast(3), toast(4)), [1, 3, 4])
})

test('when all wait to be closed, the oldest goes', () => {
  assert.deepEqual(after(toast(1, true), toast(2, true), toast(3, true), toast(4, true)), [2, 3, 4])
})

test('the same message again replaces the one that is there', () => {
  assert.deepEqual(after(toast(1, true, 'no'), toast(2), toast(3, true, 'no')), [2, 3])
})
