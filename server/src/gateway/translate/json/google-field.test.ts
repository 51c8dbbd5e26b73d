import assert from 'node:assert/strict'
import { test } from 'node:test'
import { googleField } from './google-field.ts'

test('a field is found in either case, and null is absent', () => {
  assert.equal(googleField({ fileUri: 'a' }, 'fileUri'), 'a')
  assert.equal(googleField({ file_uri: 'a' }, 'fileUri'), 'a')
  assert.equal(googleField({ fileUri: null, file_uri: 0 }, 'fileUri'), 0)
  assert.equal(googleField({ file_uri: null }, 'fileUri'), undefined)
  assert.equal(googleField({ parametersJsonSchema: 1, parameters_json_schema: 2 }, 'parametersJsonSchema'), 1)
  assert.equal(googleField(undefined, 'fileUri'), undefined)
})
