import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoize } from './memoize.ts'

test('each name is computed once, even if the result is undefined', () => {
  const sent: string[] = []
  const lengthOf = memoize((name) => {
    sent.push(name)
    return name === '' ? undefined : name.length
  })
  assert.deepEqual([lengthOf('abc'), lengthOf(''), lengthOf('abc'), lengthOf('')], [3, undefined, 3, undefined])
  assert.deepEqual(sent, ['abc', ''])
})

test('unlimited names do not fill the memory, and results stay right', () => {
  let sent = 0
  const same = memoize((name) => {
    sent++
    return name
  })
  for (let count = 0; count < 5000; count++) assert.equal(same(`made up ${count}`), `made up ${count}`)
  assert.equal(sent, 5000)
  assert.equal(same('made up 0'), 'made up 0')
  assert.equal(sent, 5001)
})
