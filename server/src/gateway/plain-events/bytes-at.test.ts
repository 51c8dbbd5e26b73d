import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAt } from './bytes-at.ts'

test('bytes lie where all of them are the same, however many they are', () => {
  const bytes = Buffer.from(Array.from({ length: 400 }, (_, index) => index % 251))
  for (const length of [0, 1, 127, 128, 129, 300])
    for (const at of [0, 7, bytes.length - length]) {
      const part = Buffer.from(bytes.subarray(at, at + length))
      assert.ok(isAt(bytes, at, part), `${length} at ${at}`)
      assert.ok(!isAt(bytes, bytes.length - length + 1, part), `${length} beyond the end`)
      for (const different of new Set([0, length - 1].filter((index) => index >= 0 && index < length))) {
        const other = Buffer.from(part)
        other[different] = (other[different] ?? 0) + 1
        assert.ok(!isAt(bytes, at, other), `${length} at ${at}, byte ${different} differs`)
      }
    }
})
