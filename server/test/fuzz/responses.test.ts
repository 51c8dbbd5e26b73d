import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../harness/random.ts'
import { hostileResponses } from './hostile.ts'
import { assertBounded, compareResponse, everyByte, fuzzResponses, readByOurs, wholeResponses } from './responses.ts'

test('a response is read as Node’s own client reads it, wherever it is cut', async () => {
  const random = seededRandom(1).below
  for (const text of wholeResponses) {
    const bytes = Buffer.from(text, 'latin1')
    assert.ok(await compareResponse(bytes, random), text)
    const whole = readByOurs([bytes])
    assert.equal(whole.length, bytes.length, text)
    for (let at = 1; at < bytes.length; at++)
      assert.deepEqual(readByOurs([bytes.subarray(0, at), bytes.subarray(at)]), whole, text)
  }
})

test('nothing is taken for a response that Node’s own client refuses or reads in another way', async () => {
  const { accepted } = await fuzzResponses(3000, 2)
  assert.ok(accepted > 600, `${accepted} of them were responses`)
})

test('what hostile servers send is read in bounded steps, however long it is and however it is cut', () => {
  for (const [what, make] of Object.entries(hostileResponses))
    for (const size of [1000, 70_000]) {
      const bytes = Buffer.from(make(size), 'latin1')
      const half = bytes.length / 2
      assertBounded([bytes], what)
      assertBounded([bytes.subarray(0, half), bytes.subarray(half)], what)
      assertBounded(everyByte(bytes), what)
    }
})
