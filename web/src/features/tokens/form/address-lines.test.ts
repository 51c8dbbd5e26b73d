import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badAddressLine } from './address-lines.ts'

test('addresses and ranges of both kinds are read, several on a line and with empty lines', () => {
  for (const text of ['', '127.0.0.1', '10.0.0.0/8\n\n::1', 'fd00::/8, 192.168.1.1', '::ffff:10.0.0.1', '0.0.0.0/0'])
    assert.equal(badAddressLine(text), undefined, text)
})

test('the first line that is none is named', () => {
  assert.equal(badAddressLine('127.0.0.1\nsomewhere'), 2)
  for (const text of ['10.0.0.256', '10.0.0.0/33', '010.0.0.1', '::1/129', 'none', '1.2.3', '[::1]', '1.2.3.4/8/8'])
    assert.equal(badAddressLine(text), 1, text)
})
