import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskedName } from './masked-name.ts'

test('a masked name shows at most two characters at its beginning and one at its end', () => {
  const masked = {
    sofia: 'so***a',
    'sofia@example.org': 'so***g',
    anna: 'a***a',
    ada: 'a***',
    bo: 'b***',
    王小明: '王***',
    '': '***',
  }
  for (const [name, expected] of Object.entries(masked)) assert.equal(maskedName(name), expected)
  assert.equal(maskedName('🙂🙃🙂🙃🙂'), '🙂🙃***🙂')
})
