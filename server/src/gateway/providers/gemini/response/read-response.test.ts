import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../../domain/money/pricing/usage.ts'
import { openaiDialect } from '../../../dialects/openai/openai-dialect.ts'
import type { JsonObject } from '../../../forms/chat.ts'
import { UpstreamFailure } from '../../../forms/failure.ts'
import { required, responseContext } from '../../testing.ts'
import { gemini } from '../gemini.ts'
import { safeName } from '../request/function-names.ts'
import { frameOf } from '../testing.ts'
import { readNativeResponse, readResponse } from './read-response.ts'

const failureOf = (read: () => unknown): UpstreamFailure => {
  try {
    read()
  } catch (error) {
    if (error instanceof UpstreamFailure) return error
    throw error
  }
  throw new Error('it did not fail')
}
const ended = (finishReason: string, ...parts: JsonObject[]) => ({
  candidates: [{ finishReason, content: { parts } }],
})
const text = { text: 'a' }
const called = { functionCall: { name: 'f', args: {} } }

const reasons: [reason: string, parts: JsonObject[], expected: string][] = [
  ['STOP', [text], 'stop'],
  ['STOP', [called], 'tool_calls'],
  ['MAX_TOKENS', [text], 'length'],
  ['MAX_TOKENS', [called], 'length'],
  ...[
    'SAFETY',
    'RECITATION',
    'BLOCKLIST',
    'PROHIBITED_CONTENT',
    'SPII',
    'LANGUAGE',
    'IMAGE_SAFETY',
    'IMAGE_PROHIBITED_CONTENT',
    'IMAGE_RECITATION',
  ].map((reason): [string, JsonObject[], string] => [reason, [text], 'content_filter']),
  ...['OTHER', 'NO_IMAGE', 'IMAGE_OTHER', 'FINISH_REASON_UNSPECIFIED', 'NEWER_THAN_US'].flatMap(
    (reason): [string, JsonObject[], string][] => [
      [reason, [text], 'stop'],
      [reason, [], 'content_filter'],
    ],
  ),
]
for (const [reason, parts, expected] of reasons)
  test(`a response that ends with ${reason} after ${parts.length === 0 ? 'nothing' : Object.keys(parts[0] ?? {})}`, () => {
    assert.equal(readResponse(ended(reason, ...parts), responseContext).choices[0]?.finish_reason, expected)
  })

test('a model that stumbles over its own call may be tried again', () => {
  for (const reason of [
    'MALFORMED_FUNCTION_CALL',
    'UNEXPECTED_TOOL_CALL',
    'TOO_MANY_TOOL_CALLS',
    'MISSING_THOUGHT_SIGNATURE',
  ]) {
    const failure = failureOf(() => readResponse(ended(reason, text), responseContext))
    assert.deepEqual([failure.kind, failure.status, failure.code], ['bad_response', 502, reason.toLowerCase()])
  }
})

test('a blocked prompt is the mistake of the client', () => {
  const body = {
    promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
    usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 },
  }
  const { kind, status, message, type = '', code = '' } = failureOf(() => readResponse(body, responseContext))
  assert.deepEqual([kind, status], ['content_refused', 400])
  assert.deepEqual(openaiDialect.error({ status, message, type, code, requestId: 'r' }), {
    error: {
      message: 'prompt blocked by the provider: PROHIBITED_CONTENT',
      type: 'invalid_request_error',
      param: null,
      code: 'content_filter',
    },
  })
})

test('a response without candidates and reason may be retried', () => {
  const failure = failureOf(() => readResponse({ usageMetadata: { promptTokenCount: 1 } }, responseContext))
  assert.deepEqual([failure.kind, failure.status, failure.code], ['bad_response', 500, 'empty_response'])
})

test('an error with status 200 is a failure', () => {
  const error = { code: 503, message: 'overloaded', status: 'UNAVAILABLE' }
  assert.equal(failureOf(() => readResponse({ error }, responseContext)).kind, 'overloaded')
  assert.equal(failureOf(() => readResponse([{ error }], responseContext)).kind, 'overloaded')
  assert.equal(failureOf(() => readNativeResponse({ error }, responseContext)).kind, 'overloaded')
})

test('several candidates are several choices, their calls told apart', () => {
  const response = readResponse(
    {
      candidates: [
        { content: { parts: [called, called] }, finishReason: 'STOP' },
        { index: 1, content: { parts: [called] }, finishReason: 'STOP' },
      ],
    },
    responseContext,
  )
  assert.deepEqual(
    response.choices.map(({ index, message }) => [index, message.tool_calls?.map(({ id }) => id)]),
    [
      [0, ['call_req_1_0', 'call_req_1_1']],
      [1, ['call_req_1_2']],
    ],
  )
  assert.equal(response.usage, undefined)
})

test('sound is handed on beside the words', () => {
  const audioPart = (data: string) => ({ inlineData: { mimeType: 'audio/L16;rate=24000', data } })
  const [choice] = readResponse(frameOf(audioPart('QQ=='), audioPart('QkM=')), responseContext).choices
  assert.deepEqual(choice?.message, {
    role: 'assistant',
    content: null,
    audio: { id: 'audio_req_1', data: 'QUJD', transcript: '' },
  })
  assert.deepEqual(readResponse(frameOf({ text: 'a' }, audioPart('QUJD')), responseContext).choices[0]?.message, {
    ...choice?.message,
    content: 'a',
  })
})

test('the signature of words is kept with the message', () => {
  const [choice] = readResponse(frameOf({ text: 'a' }, { text: 'b', thoughtSignature: 'S' }), responseContext).choices
  assert.deepEqual(choice?.message, {
    role: 'assistant',
    content: 'ab',
    extra_content: { google: { thought_signature: 'S' } },
  })
})

test('searches are charged for', () => {
  const body = {
    candidates: [
      { content: { parts: [text] }, groundingMetadata: { webSearchQueries: ['a', 'b'] } },
      { content: { parts: [text] }, groundingMetadata: { webSearchQueries: ['c'] } },
    ],
    usageMetadata: { promptTokenCount: 1, totalTokenCount: 2 },
  }
  assert.deepEqual(readResponse(body, responseContext).usage?.tool_calls, [{ name: 'google_search', count: 3 }])
})

test('names that were changed on the way there are changed back', () => {
  const name = '1 odd name'
  const response = readResponse(frameOf({ functionCall: { name: safeName(name) } }), {
    ...responseContext,
    functions: ['f', name],
  })
  assert.equal(response.choices[0]?.message.tool_calls?.[0]?.function.name, name)
})

test('a channel may want thoughts inside the content', () => {
  const { response, stream } = required(gemini.chat)
  const facts = { ...responseContext, setting: { thinking_to_content: true } }
  const body = ended('STOP', { text: 't', thought: true }, text)
  assert.equal(response(body, facts).choices[0]?.message.content, '<think>\nt\n</think>\na')
  const decoder = stream(facts)
  const chunks = [...decoder.push({ data: JSON.stringify(body) }), ...decoder.end()]
  assert.equal(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join(''), '<think>\nt\n</think>\na')
})

test('a stream that came as one list is read as one response', () => {
  const frames = [
    { candidates: [{ content: { parts: [{ text: 'He' }] } }], usageMetadata: { promptTokenCount: 3 } },
    {
      candidates: [{ content: { parts: [{ text: 'y' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2 },
    },
  ]
  const response = readResponse(frames, responseContext)
  assert.deepEqual(response.choices, [
    { index: 0, message: { role: 'assistant', content: 'Hey' }, finish_reason: 'stop' },
  ])
  assert.deepEqual(response.usage, { ...noUsage, input: 3, output: 2 })
})

test("a client of Google's own sees a blocked prompt itself, and pays nothing for it", () => {
  const response = readNativeResponse({ promptFeedback: { blockReason: 'SAFETY' } }, responseContext)
  assert.equal(response.choices[0]?.finish_reason, 'content_filter')
  assert.deepEqual(response.usage, noUsage)
  assert.equal(readNativeResponse(ended('MALFORMED_FUNCTION_CALL'), responseContext).choices[0]?.finish_reason, 'stop')
})

test('counting is free, and embeddings that do not say are counted here', () => {
  assert.deepEqual(readNativeResponse({ totalTokens: 31 }, responseContext).usage, noUsage)
  assert.equal(readNativeResponse({ embedding: { values: [1] } }, responseContext).usage, undefined)
  const counted = { embeddings: [{ values: [1] }], usageMetadata: { promptTokenCount: 4 } }
  assert.deepEqual(readNativeResponse(counted, responseContext).usage, { ...noUsage, input: 4 })
})
