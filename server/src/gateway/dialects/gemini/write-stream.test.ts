import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import type { ChatChunk, ChatDelta, FinishReason, JsonObject } from '../../forms/chat.ts'
import { createEventReader } from '../../forms/sse.ts'
import type { RequestContext } from '../dialect.ts'
import { geminiDialect } from './gemini-dialect.ts'

const facts: RequestContext = { body: {}, model: 'm', id: 'req_1', now: 0, promptEstimate: 0, sse: true }
const chunkOf = (delta: ChatDelta, finish_reason: FinishReason | null = null, index = 0): ChatChunk => ({
  id: 'chatcmpl-1',
  created: 0,
  model: 'gpt-x',
  choices: [{ index, delta, finish_reason }],
})
const piece = (index: number, args: string, start: { id?: string; name?: string } = {}): ChatChunk =>
  chunkOf({
    tool_calls: [
      {
        index,
        ...(start.id && { id: start.id }),
        function: { ...(start.name && { name: start.name }), arguments: args },
      },
    ],
  })
const usage: ChatChunk = { ...chunkOf({}), choices: [], usage: { ...noUsage, input: 5, output: 8, reasoning: 2 } }

const written = (chunks: ChatChunk[], requestContext = facts): string => {
  const encoder = geminiDialect.stream(requestContext)
  return chunks.map((chunk) => encoder.push(chunk)).join('') + encoder.end()
}
type Frame = { candidates: { index: number; content: { parts: JsonObject[] }; finishReason?: string }[] } & JsonObject
const framesOf = (chunks: ChatChunk[]): Frame[] =>
  createEventReader()
    .push(Buffer.from(written(chunks)))
    .map(({ data }) => JSON.parse(data))
const partsOf = (chunks: ChatChunk[]) =>
  framesOf(chunks)
    .slice(0, -1)
    .map(({ candidates }) => candidates[0]?.content.parts)

test('words at once, a call when it is whole, the end and the counts last', () => {
  const frames = framesOf([
    chunkOf({ role: 'assistant', content: '' }),
    chunkOf({ content: 'He' }),
    piece(0, '', { id: 'call_x', name: 'f' }),
    piece(0, '{"a":'),
    piece(0, '1}'),
    chunkOf({}, 'tool_calls'),
    usage,
  ])
  const head = { modelVersion: 'gpt-x', responseId: '1' }
  const frameOf = (part: JsonObject) => ({
    candidates: [{ index: 0, content: { role: 'model', parts: [part] } }],
    ...head,
  })
  assert.deepEqual(frames, [
    frameOf({ text: 'He' }),
    frameOf({ functionCall: { id: 'call_x', name: 'f', args: { a: 1 } } }),
    {
      candidates: [{ index: 0, content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 6, thoughtsTokenCount: 2, totalTokenCount: 13 },
      ...head,
    },
  ])
})

test('thoughts are marked, and one delta of several kinds becomes several frames', () => {
  assert.deepEqual(partsOf([chunkOf({ reasoning_content: 't', content: 'a', refusal: 'no' }), chunkOf({}, 'stop')]), [
    [{ text: 't', thought: true }],
    [{ text: 'a' }],
    [{ text: 'no' }],
  ])
})

test('a call is written when the next one begins', () => {
  const encoder = geminiDialect.stream(facts)
  assert.equal(encoder.push(piece(0, '{}', { id: 'a', name: 'f' })), '')
  assert.match(encoder.push(piece(1, '{"b":', { id: 'b', name: 'g' })), /"id":"a","name":"f"/)
  assert.equal(encoder.push(piece(1, '2}')), '')
  assert.match(encoder.push(chunkOf({}, 'tool_calls')), /"id":"b","name":"g","args":\{"b":2\}/)
})

test('calls whose arguments come in turns lose nothing', () => {
  const chunks = [
    piece(0, '{"a":', { id: 'a', name: 'f' }),
    piece(1, '{"b":', { id: 'b', name: 'g' }),
    piece(0, '1}'),
    piece(1, '2}'),
    chunkOf({ content: 'x' }),
    chunkOf({}, 'tool_calls'),
  ]
  assert.deepEqual(
    partsOf(chunks).flatMap((parts) =>
      parts?.map(({ functionCall }) => (functionCall as JsonObject | undefined)?.args),
    ),
    [{ a: 1 }, { b: 2 }, undefined],
  )
})

test('calls without arguments, ids or an end are written all the same', () => {
  assert.deepEqual(
    framesOf([piece(0, '', { name: 'f' })]).map(({ candidates }) => candidates[0]?.content.parts),
    [[{ functionCall: { id: 'call_req_1_0', name: 'f', args: {} } }], [{ text: '' }]],
  )
})

test('signatures pass', () => {
  const signed = chunkOf({
    tool_calls: [
      {
        index: 0,
        id: 'a',
        function: { name: 'f', arguments: '{}' },
        extra_content: { google: { thought_signature: 'S' } },
      },
    ],
  })
  assert.deepEqual(partsOf([signed, chunkOf({}, 'tool_calls')]), [
    [{ functionCall: { id: 'a', name: 'f', args: {} }, thoughtSignature: 'S' }],
  ])
})

test('a picture in the words is a part of its own', () => {
  assert.deepEqual(partsOf([chunkOf({ content: '![image](data:image/png;base64,QUJD)' }), chunkOf({}, 'stop')]), [
    [{ inlineData: { mimeType: 'image/png', data: 'QUJD' } }],
  ])
})

test('several candidates each have their own end in the last frame', () => {
  const last = framesOf([chunkOf({ content: 'a' }, 'stop'), chunkOf({ content: 'b' }, 'length', 1)]).at(-1)
  assert.deepEqual(
    last?.candidates.map(({ index, finishReason }) => [index, finishReason]),
    [
      [0, 'STOP'],
      [1, 'MAX_TOKENS'],
    ],
  )
})

test('a client that did not request events gets one list', () => {
  const chunks = [chunkOf({ content: 'a' }), chunkOf({ content: 'b' }), chunkOf({}, 'stop'), usage]
  const list = written(chunks, { ...facts, sse: false })
  assert.deepEqual(JSON.parse(list), framesOf(chunks))
  assert.equal(written(chunks, { ...facts, sse: undefined }), list)
})

test('the list is sent piece by piece', () => {
  const encoder = geminiDialect.stream({ ...facts, sse: false })
  assert.ok(encoder.push(chunkOf({ content: 'a' })).startsWith('[{'))
  assert.ok(encoder.push(chunkOf({ content: 'b' })).startsWith(',\n{'))
  assert.ok(encoder.end().endsWith('}]'))
})

test('a stream that fails ends as what it is', () => {
  const error = { status: 503, message: 'm', type: 't', code: 'c', requestId: 'r' }
  const body = { error: { code: 503, message: 'm', status: 'UNAVAILABLE' } }
  const encoder = geminiDialect.stream({ ...facts, sse: false })
  const text = encoder.push(chunkOf({ content: 'a' })) + encoder.fail?.(error)
  assert.deepEqual(JSON.parse(text)[1], body)
  assert.deepEqual(JSON.parse(geminiDialect.stream({ ...facts, sse: false }).fail?.(error) ?? ''), [body])
  assert.equal(geminiDialect.stream(facts).fail?.(error), geminiDialect.streamError(error))
})
