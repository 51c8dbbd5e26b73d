import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../harness/random.ts'
import { compareConnectResponse, connectResponses, fuzzConnectResponses } from './connect-responses.ts'

test('a response to CONNECT is read as Node’s own client reads it, wherever it is cut', async () => {
  const random = seededRandom(1).below
  for (const text of connectResponses)
    assert.ok((await compareConnectResponse(Buffer.from(text, 'latin1'), random)) > 0, text)
})

test('nothing is taken for a tunnel that Node’s own client does not take for one', async () => {
  const { opened, refused } = await fuzzConnectResponses(1500, 2)
  assert.ok(opened > 80 && refused > 80, `${opened} opened a tunnel, ${refused} refused one`)
})
