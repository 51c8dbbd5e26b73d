import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import type { ChatResponse, FinishReason, JsonObject, ResponseMessage } from '../../forms/chat.ts'
import type { RequestContext } from '../dialect.ts'
import { geminiDialect } from './gemini-dialect.ts'

const facts: RequestContext = { body: {}, model: 'm', id: 'req_1', now: 0, promptEstimate: 0 }
const responseOf = (message: Partial<ResponseMessage>, finish_reason: FinishReason = 'stop'): ChatResponse => ({
  id: 'chatcmpl-1',
  created: 0,
  model: 'gpt-x',
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason }],
})
const partsOf = (message: Partial<ResponseMessage>) => {
  const [candidate] = geminiDialect.response(responseOf(message), facts).candidates as {
    content: { parts: JsonObject[] }
  }[]
  return candidate?.content.parts
}

test('a response in Gemini’s shape', () => {
  const usage = { ...noUsage, input: 12, cache_read: 8, output: 10, reasoning: 6 }
  assert.deepEqual(geminiDialect.response({ ...responseOf({ content: 'Hey' }), usage }, facts), {
    candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'Hey' }] }, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: 20,
      candidatesTokenCount: 4,
      thoughtsTokenCount: 6,
      cachedContentTokenCount: 8,
      totalTokenCount: 30,
    },
    modelVersion: 'gpt-x',
    responseId: '1',
  })
})

test('thoughts come first, then words, then calls with their arguments as an object', () => {
  const call = (id: string, args: string, extra: JsonObject = {}) => ({
    id,
    type: 'function' as const,
    function: { name: 'f', arguments: args },
    ...extra,
  })
  const signed = { extra_content: { google: { thought_signature: 'S' } } }
  const message = {
    content: 'a',
    reasoning_content: 't',
    tool_calls: [call('x', '{"a":1}', signed), call('y', 'broken')],
  }
  assert.deepEqual(partsOf(message), [
    { text: 't', thought: true },
    { text: 'a' },
    { functionCall: { id: 'x', name: 'f', args: { a: 1 } }, thoughtSignature: 'S' },
    { functionCall: { id: 'y', name: 'f', args: {} } },
  ])
})

test('pictures in the words are parts of their own, a refusal is words, and nothing is an empty part', () => {
  assert.deepEqual(partsOf({ content: 'a ![image](data:image/png;base64,QUJD)' }), [
    { text: 'a ' },
    { inlineData: { mimeType: 'image/png', data: 'QUJD' } },
  ])
  assert.deepEqual(partsOf({ refusal: 'no' }), [{ text: 'no' }])
  assert.deepEqual(partsOf({ content: '' }), [{ text: '' }])
})

const reasons: [FinishReason, string][] = [
  ['stop', 'STOP'],
  ['tool_calls', 'STOP'],
  ['length', 'MAX_TOKENS'],
  ['content_filter', 'SAFETY'],
]
for (const [reason, expected] of reasons)
  test(`a response that ends with ${reason}`, () => {
    const [candidate] = geminiDialect.response(responseOf({ content: 'a' }, reason), facts).candidates as JsonObject[]
    assert.equal(candidate?.finishReason, expected)
  })

test('counts by kind are told where there are several kinds', () => {
  const usage = { ...noUsage, input: 5, audio_input: 3, output: 9, reasoning: 2, image_output: 1290 }
  assert.deepEqual(geminiDialect.response({ ...responseOf({ content: 'a' }), usage }, facts).usageMetadata, {
    promptTokenCount: 8,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: 5 },
      { modality: 'AUDIO', tokenCount: 3 },
    ],
    candidatesTokenCount: 1297,
    candidatesTokensDetails: [
      { modality: 'TEXT', tokenCount: 7 },
      { modality: 'IMAGE', tokenCount: 1290 },
    ],
    thoughtsTokenCount: 2,
    totalTokenCount: 1307,
  })
})

const statuses: [number, string][] = [
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [402, 'RESOURCE_EXHAUSTED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [408, 'DEADLINE_EXCEEDED'],
  [409, 'ABORTED'],
  [413, 'INVALID_ARGUMENT'],
  [418, 'INVALID_ARGUMENT'],
  [422, 'INVALID_ARGUMENT'],
  [429, 'RESOURCE_EXHAUSTED'],
  [500, 'INTERNAL'],
  [501, 'UNIMPLEMENTED'],
  [502, 'INTERNAL'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
  [529, 'UNAVAILABLE'],
  [599, 'INTERNAL'],
]
for (const [status, expected] of statuses)
  test(`an error of status ${status}`, () => {
    const error = { status, message: 'm', type: 't', code: 'c', requestId: 'r' }
    const body = { error: { code: status, message: 'm', status: expected } }
    assert.deepEqual(geminiDialect.error(error), body)
    assert.equal(geminiDialect.streamError(error), `data: ${JSON.stringify(body)}\n\n`)
  })

test('a silent stream is not kept alive with comments', () => {
  assert.equal(geminiDialect.keepAlive, undefined)
})
