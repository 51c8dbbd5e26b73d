import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatChunk, ChatRequest, JsonObject } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import type { ResponseContext } from '../provider.ts'
import { chunksOfEvents, testTarget } from '../testing.ts'
import { openAiShaped, type Shape } from './openai-shaped.ts'
import type { RequestQuirks, ResponseQuirks } from './quirks.ts'
import { readChatResponse } from './read-response.ts'
import { createChatDecoder } from './read-stream.ts'

const target = testTarget({ type: 40, base_url: 'https://h.example', model: 'up' })
const responseContext: ResponseContext = { id: 'chatcmpl-1', now: 7, model: 'm' }
const sent = (quirks: Partial<RequestQuirks>, fields: Partial<ChatRequest>, shape: Partial<Shape> = {}) => {
  const provider = openAiShaped({ request: { streamOptions: 'include_usage', reasoning: 'drop', ...quirks }, ...shape })
  return provider.chat?.request({ model: 'm', messages: [], ...fields }, target)
}
const body = (quirks: Partial<RequestQuirks>, fields: Partial<ChatRequest>) => sent(quirks, fields)?.body as JsonObject
const stream = (quirks: ResponseQuirks, facts: ResponseContext, ...data: (string | object)[]): ChatChunk[] =>
  chunksOfEvents(createChatDecoder(facts, quirks), [...data, '[DONE]'])

test('limits get the one name an upstream knows, the smaller of two', () => {
  assert.equal(body({ limitField: 'max_tokens' }, { max_tokens: 9, max_completion_tokens: 4 }).max_tokens, 4)
  assert.equal(body({ limitField: 'max_completion_tokens' }, { max_tokens: 0 }).max_completion_tokens, 0)
  assert.deepEqual(body({ limitField: 'max_tokens' }, {}), { model: 'up', messages: [] })
})

test('values outside of bounds are drawn inside, zero included', () => {
  const bounds = { temperature: [0.01, 1] as const, topP: [0, 0.99] as const }
  assert.deepEqual(pick(body(bounds, { temperature: 0, top_p: 1 })), { temperature: 0.01, top_p: 0.99 })
  assert.deepEqual(pick(body(bounds, { temperature: 0.5, top_p: 0 })), { temperature: 0.5, top_p: 0 })
  assert.deepEqual(pick(body(bounds, {})), { temperature: undefined, top_p: undefined })
})
const pick = ({ temperature, top_p }: JsonObject) => ({ temperature, top_p })

test('stop words become a list no longer than allowed', () => {
  const stop = { countMax: 2, fits: (sequence: string) => sequence.length < 3 }
  assert.deepEqual(body({ stop }, { stop: 'a' }).stop, ['a'])
  assert.deepEqual(body({ stop }, { stop: ['long', 'a', 'b', 'c'] }).stop, ['a', 'b'])
  assert.equal('stop' in body({ stop }, { stop: ['long'] }), false)
})

test('usage is requested in streams only, and never if the request for it is an error', () => {
  assert.deepEqual(body({}, { stream: true }).stream_options, { include_usage: true })
  assert.equal('stream_options' in body({}, { stream_options: { include_usage: true } }), false)
  assert.equal('stream_options' in body({ streamOptions: 'drop' }, { stream: true, stream_options: {} }), false)
})

test('functions of old become tools unless the upstream knows them', () => {
  const fields = { functions: [{ name: 'f' }] }
  assert.deepEqual(body({}, fields).tools, [{ type: 'function', function: { name: 'f' } }])
  const kept = sent({}, fields, { keepsFunctions: true })?.body as JsonObject
  assert.deepEqual(kept.functions, fields.functions)
})

test('a request is not changed by being shaped', () => {
  const messages: ChatRequest['messages'] = [
    { role: 'developer', content: [{ type: 'text', text: 'a', cache_control: {} }] },
  ]
  const request = Object.freeze({
    model: 'm',
    messages: Object.freeze(messages) as typeof messages,
    stream: true,
    stop: 'x',
  })
  const before = JSON.stringify(request)
  body(
    {
      developerToSystem: true,
      flattensText: true,
      dropsExtensions: true,
      stop: { countMax: 1 },
      droppedFields: ['stream'],
    },
    request,
  )
  assert.equal(JSON.stringify(request), before)
})

test('thoughts in tags come out of content, whole and streamed', () => {
  const choices = [{ message: { content: '<think>a</think>b' } }]
  const { message } = readChatResponse({ choices }, responseContext, { thinkTags: true }).choices[0] ?? {}
  assert.deepEqual([message?.reasoning_content, message?.content], ['a', 'b'])
  const chunk = (content: string) => ({ choices: [{ index: 0, delta: { content } }] })
  const deltas = stream({ thinkTags: true }, responseContext, chunk('<thi'), chunk('nk>a</thi'), chunk('nk>b')).flatMap(
    ({ choices }) => choices,
  )
  assert.equal(deltas.map(({ delta }) => delta.reasoning_content ?? '').join(''), 'a')
  assert.equal(deltas.map(({ delta }) => delta.content ?? '').join(''), 'b')
})

test('a failure in a body that says 200 is found by the quirk that knows it', () => {
  const failureIn = (response: JsonObject) =>
    response.base_resp ? new UpstreamFailure('rate_limited', { status: 429, message: 'slow' }) : undefined
  assert.throws(() => readChatResponse({ base_resp: {}, choices: [] }, responseContext, { failureIn }), {
    kind: 'rate_limited',
  })
  assert.throws(() => stream({ failureIn }, responseContext, { base_resp: {} }), { kind: 'rate_limited' })
})

test('all chunks of a stream bear the id, time and model of the first', () => {
  const first = { id: 'a', created: 3, model: 'x', choices: [{ delta: { content: '1' } }] }
  const chunks = stream({}, responseContext, { id: '', choices: [] }, first, {
    id: 'b',
    created: 9,
    choices: [{ delta: { content: '2' } }],
  })
  assert.deepEqual(
    chunks.map(({ id, created, model }) => [id, created, model]),
    Array(3).fill(['a', 3, 'x']),
  )
})

test('a stream without a finish reason is ended by its marker, and left empty when nothing came', () => {
  const last = (...data: object[]) => stream({}, responseContext, ...data).at(-1)?.choices[0]?.finish_reason
  assert.equal(last({ choices: [{ delta: { content: 'a' } }] }), 'stop')
  assert.equal(
    last({ choices: [{ delta: { tool_calls: [{ index: 0, id: 'x', function: { name: 'f' } }] } }] }),
    'tool_calls',
  )
  for (const marker of ['[DONE]', ' [DONE] ', '']) assert.deepEqual(stream({}, responseContext, marker), [])
  assert.equal(last({ choices: [{ delta: { role: 'assistant' } }] }), null)
})

test('a stream without a finish reason and without its marker was cut', () => {
  const decode = (...data: string[]) => {
    const decoder = createChatDecoder(responseContext)
    for (const one of data) decoder.push({ data: one })
    return decoder.end()
  }
  const piece = (index: number, finish_reason: string | null = null) =>
    JSON.stringify({ choices: [{ index, delta: { content: 'a' }, finish_reason }] })
  const usage = JSON.stringify({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } })
  for (const data of [[piece(0)], [piece(0), usage], [piece(0), ''], [piece(0, 'stop'), piece(1)]])
    assert.throws(() => decode(...data), { kind: 'network' })
  for (const data of [[], [''], [piece(0, 'stop')], [piece(0), '[DONE]'], [piece(0, 'stop'), piece(1, 'length')]])
    assert.doesNotThrow(() => decode(...data))
})

test('a call that ends with stop ends with a call', () => {
  const call = { index: 0, id: 'x', function: { name: 'f', arguments: '{}' } }
  const chunks = stream({}, responseContext, { choices: [{ delta: { tool_calls: [call] }, finish_reason: 'stop' }] })
  assert.equal(chunks[0]?.choices[0]?.finish_reason, 'tool_calls')
  assert.equal(
    readChatResponse({ choices: [{ message: { tool_calls: [call] } }] }, responseContext).choices[0]?.finish_reason,
    'tool_calls',
  )
})

test('a whole response to a request for a stream is read', () => {
  const whole = {
    object: 'chat.completion',
    choices: [{ message: { role: 'assistant', content: 'all' }, finish_reason: 'stop' }],
  }
  const [chunk] = stream({}, responseContext, whole)
  assert.deepEqual([chunk?.choices[0]?.delta.content, chunk?.choices[0]?.finish_reason], ['all', 'stop'])
})

test('several choices are kept apart', () => {
  const piece = (index: number, content: string) => ({ choices: [{ index, delta: { content } }] })
  const chunks = stream({}, responseContext, piece(0, 'a'), piece(1, 'b'), piece(500, 'c'), piece(0, 'd'))
  assert.deepEqual(
    chunks.flatMap(({ choices }) => choices).map(({ index, delta }) => [index, delta.content]),
    [
      [0, 'a'],
      [1, 'b'],
      [0, 'd'],
      [0, undefined],
      [1, undefined],
    ],
  )
})

test('counts of a cache that stand beside usage are found', () => {
  const usage = { prompt_tokens: 10, completion_tokens: 1 }
  assert.equal(
    readChatResponse({ choices: [{ message: {} }], usage, timings: { cache_n: 6 } }, responseContext).usage?.cache_read,
    6,
  )
  assert.equal(readChatResponse({ choices: [{ message: {} }], x_groq: { usage } }, responseContext).usage?.input, 10)
})

test('fields beside the choices reach the client, unless the channel wants the strict format', () => {
  const raw = {
    citations: ['u'],
    choices: [{ index: 3, logprobs: { content: [] }, message: { content: 'a', images: [1] } }],
  }
  const choice = readChatResponse(raw, responseContext).choices[0]
  assert.deepEqual([choice?.index, choice?.logprobs, choice?.message.images], [3, { content: [] }, [1]])
  const piece = { citations: ['u'], choices: [{ logprobs: { content: [] }, delta: { content: 'a', images: [1] } }] }
  const [loose] = stream({}, responseContext, piece)
  assert.deepEqual([loose?.extra, loose?.choices[0]?.delta.images], [{ citations: ['u'] }, [1]])
  const [strict] = stream({}, { ...responseContext, setting: { force_format: true } }, piece)
  assert.deepEqual(strict, {
    id: 'chatcmpl-1',
    created: 7,
    model: 'm',
    choices: [{ index: 0, delta: { content: 'a' }, finish_reason: null }],
  })
})

test('refusals and signed thoughts of an upstream are kept, damaged ones are not', () => {
  const blocks = [
    { type: 'thinking', thinking: 't', signature: 's' },
    { type: 'redacted_thinking', data: 'd' },
  ]
  const damaged = [
    { type: 'thinking', thinking: 't' },
    { type: 'thinking', signature: 's' },
    { type: 'redacted_thinking' },
    { type: 'x', thinking: 't', signature: 's' },
  ]
  const rawMessage = { content: null, refusal: 'no', thinking_blocks: [...blocks, ...damaged] }
  assert.deepEqual(readChatResponse({ choices: [{ message: rawMessage }] }, responseContext).choices[0]?.message, {
    role: 'assistant',
    content: null,
    refusal: 'no',
    thinking_blocks: blocks,
  })
  assert.equal(
    stream({}, responseContext, { choices: [{ delta: { refusal: 'no' } }] }).at(-1)?.choices[0]?.finish_reason,
    'stop',
  )
})

test('tags are text where an upstream is not known to think in them', () => {
  const choices = [{ message: { content: '<think>a</think>b' } }]
  assert.equal(readChatResponse({ choices }, responseContext).choices[0]?.message.content, '<think>a</think>b')
  const held = stream({ thinkTags: true }, responseContext, { choices: [{ delta: { content: '<thi' } }] })
  assert.deepEqual(held.at(-1)?.choices[0], { index: 0, delta: { content: '<thi' }, finish_reason: 'stop' })
})

test('an empty error beside the choices is ignored', () => {
  const choices = [{ message: { content: 'a' } }]
  for (const error of [null, {}, '', { message: '' }])
    assert.equal(readChatResponse({ choices, error }, responseContext).choices.length, 1)
  assert.throws(() => readChatResponse({ choices, error: { code: 'slow_down' } }, responseContext), {
    kind: 'rate_limited',
  })
})
