import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WholeJson } from './whole-json.ts'

test('JSON is whole exactly when its last bracket has come, however it is cut', () => {
  for (const text of ['{}', '{"a":{"b":[1,"}]"]}}', '{"a":"\\"}\\\\"}', '[{"x":"{"}]', ' {"é":"🎉\\u007d"}']) {
    const json = new WholeJson()
    for (let at = 0; at < text.length; at++) {
      assert.equal(json.isWhole, false, text.slice(0, at))
      json.push(text.charAt(at))
    }
    assert.equal(json.isWhole, true, text)
  }
})

test('what never began is not whole', () => {
  for (const text of ['', '  ', 'null', '5', '"{}"']) {
    const json = new WholeJson()
    json.push(text)
    assert.equal(json.isWhole, false, text)
  }
})
