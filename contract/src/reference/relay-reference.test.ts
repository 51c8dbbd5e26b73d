import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field, Words } from './operation.ts'
import { relayOperations } from './relay-reference.ts'

test('a field that several operations have is described once', () => {
  const known = new Map<string, Words>()
  for (const { id, parameters = {}, body } of relayOperations)
    for (const [name, { about }] of Object.entries<Field>({ ...parameters, ...body?.fields })) {
      const [english] = about
      assert.ok((known.get(english) ?? about) === about, `${id}, ${name}: "${english}" is written again`)
      known.set(english, about)
    }
})
