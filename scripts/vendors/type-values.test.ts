import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { valuesOfTypes } from './type-values.ts'

test('the values of types and the keys of unions are read, and a type that does not exist is an error', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-types-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [texts, keys, model, missing] = valuesOfTypes(folder, [
    "'b' | 'a' | (string & {})",
    'keyof ({ x?: 1; y: 2 } | { z: 3 })',
    "ModelId<{ (id: 'm1' | (string & {})): void }>",
    "import('nowhere').Nothing",
  ])
  assert.deepEqual(texts, ['a', 'b'])
  assert.deepEqual(keys, ['x', 'y', 'z'])
  assert.deepEqual(model, ['m1'])
  assert.ok(missing && 'error' in missing)
})
