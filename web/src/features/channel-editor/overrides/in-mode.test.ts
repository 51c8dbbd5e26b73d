import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readParamOverride } from '@turnpike/contract/routing/overrides'
import { operationRow, withTypedValue } from './body-form.ts'
import { inMode } from './in-mode.ts'

const set = { mode: 'set', path: 'a', value: 1, keep_origin: true, conditions: [{ path: 'b', mode: 'full', value: 2 }] }

test('a new mode keeps what it has, and the conditions', () => {
  const row = operationRow(set, 3)
  assert.deepEqual(inMode(row, 'append').json, { ...set, mode: 'append' })
  assert.deepEqual(inMode(row, 'delete').json, { mode: 'delete', path: 'a', conditions: set.conditions })
  assert.deepEqual(inMode(row, 'move').json, { mode: 'move', conditions: set.conditions })
  assert.equal(inMode(row, 'move').id, 3)
})

test('a value of another shape does not stay', () => {
  const typed = withTypedValue(operationRow({ mode: 'set', path: 'a' }, 0), '{"a":')
  for (const mode of ['return_error', 'set_header', 'pass_headers'] as const) {
    const changed = inMode(typed, mode)
    assert.deepEqual([changed.json.value, changed.typed], [undefined, undefined], mode)
  }
  const names = operationRow({ mode: 'pass_headers', value: ['X-A'] }, 0)
  assert.deepEqual(inMode(inMode(names, 'set_header'), 'delete').json, { mode: 'delete' })
})

test('no mode gets a member that would be refused', () => {
  const { json } = inMode(operationRow({ ...set, from: 'x', to: 'y' }, 0), 'replace')
  assert.equal(readParamOverride(JSON.stringify({ operations: [json] })).fault, undefined)
})
