import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completionFor, type ModelRequest } from './model/completion.ts'
import { findCalls } from './model/find-calls.ts'
import { sampleOf } from './model/sample-json.ts'
import { cutText, splitText } from './model/split-text.ts'
import { vectorBytes, vectorOf } from './model/vector.ts'

const requestOf = (prompt: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  prompt,
  characters: prompt.length,
  media: [],
  tools: [],
  results: [],
  ...more,
})

test('the model echoes what it was told, and greets when it was told nothing', () => {
  assert.equal(completionFor(requestOf('how are you?')).text, 'how are you?')
  assert.equal(completionFor(requestOf('')).text, 'Hello.')
})

test('n words are n tokens, and a cap cuts exactly there', () => {
  const { text, counts, finish } = completionFor(requestOf('please say 50 words'))
  assert.equal(text.split(' ').length, 50)
  assert.deepEqual([counts.output, finish], [50, 'stop'])
  const cut = completionFor(requestOf('please say 50 words', { outputMax: 10 }))
  assert.deepEqual([cut.counts.output, cut.finish, cut.text.trim().split(' ').length], [10, 'length', 10])
})

test('thinking counts against the limit before the text does', () => {
  const { thinking, text, finish, counts } = completionFor(
    requestOf('a long prompt to think about', { thinks: true, outputMax: 5 }),
  )
  assert.deepEqual([text, finish, counts.reasoning, counts.output], ['', 'length', 5, 5])
  assert.equal(thinking.length, 20)
})

test('the first stop sequence to appear ends the text', () => {
  const { text, stopSequence, finish } = completionFor(requestOf('one two three', { stop: ['three', 'two'] }))
  assert.deepEqual([text, stopSequence, finish], ['one ', 'two', 'stop'])
})

test('cached and written tokens come on top of what was sent', () => {
  const { counts } = completionFor(requestOf('cached 100, cache write 20'))
  assert.deepEqual([counts.input, counts.cached, counts.cacheWrite], [7 + 120, 100, 20])
})

test('calls are found with their arguments, as many as the text names', () => {
  const tools = [{ name: 'weather' }, { name: 'time' }]
  assert.deepEqual(
    findCalls('call weather with {"at":{"city":"Oslo}"}} and call time, then call nobody with {}', tools),
    [
      { name: 'weather', arguments: { at: { city: 'Oslo}' } } },
      { name: 'time', arguments: {} },
    ],
  )
})

test('a tool that must be used is called with arguments that its schema allows', () => {
  const tools = [
    { name: 'a' },
    { name: 'b', schema: { type: 'object', properties: { n: { type: 'integer', minimum: 7 } } } },
  ]
  assert.deepEqual(completionFor(requestOf('hi', { tools, toolChoice: { name: 'b' } })).calls, [
    { name: 'b', arguments: { n: 7 } },
  ])
  assert.deepEqual(completionFor(requestOf('hi', { tools, toolChoice: 'required' })).calls, [
    { name: 'a', arguments: {} },
  ])
  assert.deepEqual(completionFor(requestOf('call a', { tools, toolChoice: 'none' })).calls, [])
  assert.equal(completionFor(requestOf('call a, call b', { tools, oneCallOnly: true })).calls.length, 1)
})

test('after results the model quotes them and calls no more', () => {
  const { text, calls } = completionFor(
    requestOf('call a', { tools: [{ name: 'a' }], results: [{ name: 'a', content: '42' }] }),
  )
  assert.deepEqual([text, calls], ['The tool a said: 42.', []])
})

test('a sample follows the schema: references, alternatives, enumerations, arrays', () => {
  const schema = {
    $defs: { pet: { type: 'object', properties: { kind: { enum: ['cat', 'dog'] } } } },
    type: 'object',
    properties: {
      pets: { type: 'array', minItems: 2, items: { $ref: '#/$defs/pet' } },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      ok: { type: ['boolean', 'null'] },
      when: { type: 'STRING', format: 'date-time' },
    },
  }
  assert.deepEqual(sampleOf(schema, 'hi'), {
    pets: [{ kind: 'cat' }, { kind: 'cat' }],
    note: 'hi',
    ok: true,
    when: '2026-01-01T00:00:00Z',
  })
})

test('text is split into several pieces without breaking a character', () => {
  const text = 'ab🙂cd🙂ef'
  assert.ok(splitText(text).length > 1)
  assert.equal(splitText(text).join(''), text)
  assert.ok(splitText(`a${'🙂'.repeat(40)}`).every((piece) => piece.isWellFormed()))
  assert.equal(cutText('a🙂', 2), 'a')
})

test('equal texts have equal vectors of length one', () => {
  const vector = vectorOf('hello', 8)
  assert.deepEqual(vector, vectorOf('hello', 8))
  assert.notDeepEqual(vector, vectorOf('hellp', 8))
  assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-6)
  const read = new Float32Array(new Uint8Array(Buffer.from(vectorBytes(vector), 'base64')).buffer)
  assert.deepEqual([...read], vector)
})
