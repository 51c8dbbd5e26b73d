import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PricedFacts } from '../../money/pricing/priced-facts.ts'
import { type CallRecordInput, readCallRecord, writeCallRecord } from './call-record.ts'

const byTokens: PricedFacts = { r: 2.5, c: 4, g: 1.5, l: [[0, 10, 1]], m: 1 }
const input: CallRecordInput = {
  attempts: [[7]],
  untried: [],
  timing: [1, 20, 300],
  isCounted: false,
  upstreamModel: undefined,
  remarks: [],
  other: {},
}
const everything: CallRecordInput = {
  attempts: [[7, 'overloaded', 503], [8]],
  untried: [[9, 'cooling']],
  timing: [1, 20, 300],
  isCounted: true,
  upstreamModel: 'gpt-x',
  remarks: ['remark'],
  other: {
    frt: 0,
    request_path: '/v1/messages',
    request_conversion: ['anthropic', 'openai'],
    stream_status: { status: 'error', end_reason: 'error', end_error: 'cut' },
    hedged: true,
  },
}
// As rows of earlier versions have it.
const storedEverything =
  '{"r":2.5,"c":4,"g":1.5,"l":[[0,10,1]],"m":1,"a":[[7,"overloaded",503],[8]],"ms":[1,20,300],"v":[[9,"cooling"]],' +
  '"ft":0,"k":1,"u":"gpt-x","w":"/v1/messages","d":["anthropic","openai"],"e":"error","ee":"cut","re":["remark"],' +
  '"o":{"hedged":true}}'

test('the stored text of a call has short names in one order, and leaves out absent members', () => {
  assert.equal(writeCallRecord(byTokens, everything), storedEverything)
  assert.equal(writeCallRecord({ p: 0.04, g: 1 }, input), '{"p":0.04,"g":1,"a":[[7]],"ms":[1,20,300]}')
  const notStreamed = { ...input, other: { frt: -1000, request_path: '' } }
  assert.equal(writeCallRecord({ p: 0.04, g: 1 }, notStreamed), '{"p":0.04,"g":1,"a":[[7]],"ms":[1,20,300]}')
})

test('a stored text is read under readable names, and the factors of the charge stand apart', () => {
  assert.deepEqual(readCallRecord(storedEverything), {
    priced: byTokens,
    attempts: [[7, 'overloaded', 503], [8]],
    timing: [1, 20, 300],
    untried: [[9, 'cooling']],
    firstTokenMs: 0,
    isCounted: true,
    upstreamModel: 'gpt-x',
    path: '/v1/messages',
    conversion: ['anthropic', 'openai'],
    endReason: 'error',
    endError: 'cut',
    remarks: ['remark'],
    other: { hedged: true },
  })
  assert.deepEqual(readCallRecord('{"p":0.04,"g":1,"a":[[7]]}'), { priced: { p: 0.04, g: 1 }, attempts: [[7]] })
})

test('no factor of a charge has the stored name of another member', () => {
  const priced: Required<PricedFacts> = {
    ...{
      r: 1,
      c: 2,
      l: [[0, 3, 1]],
      ar: [4, 5],
      pt: { a: 6, s: ['flex'], f: 0.5 },
      rn: 7,
      p: 8,
      n: 9,
      f: { size: 10 },
    },
    ...{ g: 11, s: 12, t: [{ name: 'web_search', count: 13, price: 14 }], m: 1, q: 15, x: 16 },
  }
  const read = readCallRecord(writeCallRecord(priced, everything))
  assert.deepEqual(read.priced, priced)
  assert.deepEqual(read.untried, everything.untried)
})
