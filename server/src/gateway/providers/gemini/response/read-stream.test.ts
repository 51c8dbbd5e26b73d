import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../../domain/money/pricing/usage.ts'
import type { ChatChunk, JsonObject } from '../../../forms/chat.ts'
import { UpstreamFailure } from '../../../forms/failure.ts'
import { chunksOfEvents, responseContext } from '../../testing.ts'
import { deltasOf, frame, frameOf } from '../testing.ts'
import { createDecoder } from './read-stream.ts'

const role = { role: 'assistant', content: '' }
const ended = (finishReason: string, ...parts: JsonObject[]) => ({
  candidates: [{ finishReason, content: { parts } }],
})
const blocked = { promptFeedback: { blockReason: 'SAFETY' } }
const lastReason = (chunks: ChatChunk[]) => chunks.flatMap(({ choices }) => choices).at(-1)?.finish_reason
const isKind = (kind: string) => (error: unknown) => error instanceof UpstreamFailure && error.kind === kind

test('the end waits for the end of the stream', () => {
  const decoder = createDecoder(responseContext)
  assert.deepEqual(deltasOf(decoder.push(frame(ended('STOP', { text: 'a' })))), [role, { content: 'a' }])
  assert.deepEqual(deltasOf(decoder.push(frame(frameOf({ text: 'b' })))), [{ content: 'b' }])
  assert.deepEqual(
    decoder.end().map(({ choices }) => choices),
    [[{ index: 0, delta: {}, finish_reason: 'stop' }]],
  )
})

test("for a client of Google's own the end is told when it is said, once", () => {
  const decoder = createDecoder(responseContext, true)
  const chunks = decoder.push(frame(ended('STOP', { text: 'a' })))
  assert.deepEqual(deltasOf(chunks), [role, { content: 'a' }, {}])
  assert.equal(lastReason(chunks), 'stop')
  assert.deepEqual(decoder.end(), [])
})

test('a chunk says one kind of thing, in the order it was said', () => {
  const chunks = chunksOfEvents(createDecoder(responseContext), [
    ended('STOP', { text: 't', thought: true }, { text: 'a' }, { functionCall: { id: 'i', name: 'f' } }, { text: 'b' }),
  ])
  assert.deepEqual(deltasOf(chunks), [
    role,
    { reasoning_content: 't' },
    { content: 'a' },
    { tool_calls: [{ index: 0, id: 'i', type: 'function', function: { name: 'f', arguments: '{}' } }] },
    { content: 'b' },
    {},
  ])
  assert.equal(lastReason(chunks), 'tool_calls')
})

test('all chunks of a stream have one id and model', () => {
  const head = { responseId: 'r', modelVersion: 'v' }
  const chunks = chunksOfEvents(createDecoder(responseContext), [
    { ...frameOf({ text: 'a' }), ...head },
    { ...ended('STOP'), responseId: 'other', modelVersion: 'w' },
  ])
  for (const { id, model, created } of chunks) assert.deepEqual([id, model, created], ['chatcmpl-r', 'v', 0])
})

test('a blocked prompt is a failure while nothing was said, and an end afterwards', () => {
  assert.throws(() => createDecoder(responseContext).push(frame(blocked)), isKind('content_refused'))
  const chunks = chunksOfEvents(createDecoder(responseContext), [frameOf({ text: 'a' }), blocked])
  assert.equal(lastReason(chunks), 'content_filter')
  const native = createDecoder(responseContext, true).push(frame(blocked))
  assert.equal(lastReason(native), 'content_filter')
  assert.deepEqual(native.at(-1)?.usage, noUsage)
})

test('a model that stumbles is a failure while nothing was said, and an end afterwards', () => {
  const stumbled = ended('MALFORMED_FUNCTION_CALL')
  assert.throws(() => createDecoder(responseContext).push(frame(stumbled)), isKind('bad_response'))
  assert.equal(lastReason(chunksOfEvents(createDecoder(responseContext), [frameOf({ text: 'a' }), stumbled])), 'stop')
  assert.equal(lastReason(chunksOfEvents(createDecoder(responseContext, true), [stumbled])), 'stop')
})

test('an error in the middle of a stream is a failure', () => {
  const error = { code: 503, message: 'overloaded', status: 'UNAVAILABLE' }
  const decoder = createDecoder(responseContext)
  decoder.push(frame(frameOf({ text: 'a' })))
  assert.throws(() => decoder.push(frame({ error })), isKind('overloaded'))
})

test('a stream of nothing is a failure, and so is one that breaks off', () => {
  assert.throws(() => createDecoder(responseContext).end(), isKind('bad_response'))
  assert.throws(
    () => chunksOfEvents(createDecoder(responseContext), [{ usageMetadata: { promptTokenCount: 1 } }]),
    isKind('bad_response'),
  )
  assert.throws(() => chunksOfEvents(createDecoder(responseContext), [frameOf({ text: 'a' })]), isKind('network'))
  const called = frameOf({ functionCall: { name: 'f' } })
  assert.equal(lastReason(chunksOfEvents(createDecoder(responseContext), [called])), 'tool_calls', 'calls come whole')
})

test('every frame reports counts, but not before the output has begun', () => {
  const counts = (candidatesTokenCount: number) => ({ usageMetadata: { promptTokenCount: 3, candidatesTokenCount } })
  const decoder = createDecoder(responseContext)
  assert.deepEqual(decoder.push(frame(counts(0))), [])
  assert.deepEqual(decoder.push(frame({ ...frameOf({ text: 'a' }), ...counts(1) })).at(-1)?.usage, {
    ...noUsage,
    input: 3,
    output: 1,
  })
  const [only] = decoder.push(frame(counts(2)))
  assert.deepEqual([only?.choices, only?.usage?.output], [[], 2])
})

test('a blocked response still reports its usage', () => {
  const chunks = createDecoder(responseContext).push(
    frame({ ...ended('SAFETY'), usageMetadata: { promptTokenCount: 3 } }),
  )
  assert.deepEqual(
    chunks.map(({ usage }) => usage),
    [{ ...noUsage, input: 3 }],
  )
  const whole = chunksOfEvents(createDecoder(responseContext), [ended('SAFETY')])
  assert.deepEqual(deltasOf(whole), [role, {}])
  assert.equal(lastReason(whole), 'content_filter')
})

test('a picture counts while the stream runs; in the end the upstream counts', () => {
  const imageFrame = frameOf({ inlineData: { mimeType: 'image/png', data: 'QUJD' } })
  const decoder = createDecoder(responseContext)
  const running = decoder.push(frame({ ...imageFrame, usageMetadata: { promptTokenCount: 3 } }))
  assert.equal(running.at(-1)?.usage?.image_output, 1400)
  const counts = {
    promptTokenCount: 3,
    candidatesTokenCount: 1290,
    candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
  }
  const last = decoder.push(frame({ ...ended('STOP'), usageMetadata: counts }))
  assert.equal(last.at(-1)?.usage?.image_output, 1290)
})

test('sources are told once, however often they are repeated, and searches are counted', () => {
  const found = (...names: string[]) => ({
    webSearchQueries: names,
    groundingChunks: names.map((name) => ({ web: { uri: `https://${name}.example`, title: name } })),
  })
  const source = (name: string) => ({
    type: 'url_citation',
    url_citation: { url: `https://${name}.example`, title: name },
  })
  const grounded = (finishReason: string | undefined, ...names: string[]) => ({
    candidates: [{ finishReason, content: { parts: [{ text: 'x' }] }, groundingMetadata: found(...names) }],
    usageMetadata: { promptTokenCount: 1, totalTokenCount: 2 },
  })
  const chunks = chunksOfEvents(createDecoder(responseContext), [grounded(undefined, 'a'), grounded('STOP', 'a', 'b')])
  assert.deepEqual(
    deltasOf(chunks).flatMap(({ annotations }) => annotations ?? []),
    [source('a'), source('b')],
  )
  assert.deepEqual(chunks.findLast(({ usage }) => usage)?.usage?.tool_calls, [{ name: 'google_search', count: 2 }])
})

test('several candidates in one stream each have their own end', () => {
  const of = (index: number, finishReason?: string) => ({
    index,
    finishReason,
    content: { parts: [{ text: `${index}` }] },
  })
  const chunks = chunksOfEvents(createDecoder(responseContext), [
    { candidates: [of(0), of(1)] },
    { candidates: [of(1, 'MAX_TOKENS')] },
    { candidates: [of(0, 'STOP')] },
  ])
  const ends = chunks.flatMap(({ choices }) => choices).filter(({ finish_reason }) => finish_reason !== null)
  assert.deepEqual(
    ends.map(({ index, finish_reason }) => [index, finish_reason]),
    [
      [0, 'stop'],
      [1, 'length'],
    ],
  )
})

test('arguments in pieces, which only a Gemini client can request, are metered like any frame', () => {
  const piece = (partialArgs: JsonObject[], name?: string) =>
    frameOf({ functionCall: { ...(name && { name }), partialArgs, willContinue: true } })
  const end = { candidates: [{ content: { parts: [{ functionCall: {} }] }, finishReason: 'STOP' }] }
  const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 }
  const frames = [
    piece([], 'weather'),
    piece([{ jsonPath: '$.city', stringValue: 'Os', willContinue: true }]),
    piece([{ jsonPath: '$.city', stringValue: 'lo' }]),
    { ...end, usageMetadata },
  ]
  const chunks = chunksOfEvents(createDecoder(responseContext, true), frames)
  assert.deepEqual(
    deltasOf(chunks).flatMap(({ tool_calls }) => tool_calls?.map((call) => call.function?.name) ?? []),
    ['weather'],
  )
  const { input, output } = chunks.findLast(({ usage }) => usage)?.usage ?? {}
  assert.deepEqual([input, output], [3, 4])
  assert.ok(chunks.some(({ choices }) => choices.some(({ finish_reason }) => finish_reason === 'tool_calls')))
})
