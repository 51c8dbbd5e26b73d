import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../forms/chat.ts'
import { createToolCallReader, readToolCalls } from './read-tool-calls.ts'

const read = (...deltas: JsonObject[]) => {
  const reader = createToolCallReader()
  return deltas.flatMap((delta) => reader.read(delta, 'chatcmpl-1'))
}
const calls = (...tool_calls: JsonObject[]): JsonObject => ({ tool_calls })

test('a call says its id and name once, however often the upstream does', () => {
  const piece = (text: string) =>
    calls({ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: text } })
  assert.deepEqual(read(piece(''), piece('{"x":'), piece('1}')), [
    { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } },
    { index: 0, function: { arguments: '{"x":' } },
    { index: 0, function: { arguments: '1}' } },
  ])
})

test('calls are counted by us when the upstream does not count, or counts from elsewhere', () => {
  const whole = (id: string) => ({ id, function: { name: 'f', arguments: '{}' } })
  assert.deepEqual(
    read(calls(whole('a')), calls(whole('b'), whole('c'))).map(({ index, id }) => [index, id]),
    [
      [0, 'a'],
      [1, 'b'],
      [2, 'c'],
    ],
  )
  const numbered = read(
    calls({ index: 7, id: 'a', function: { name: 'f' } }),
    calls({ index: 9, id: 'b', function: { name: 'g' } }),
    calls({ index: 7, function: { arguments: 'x' } }),
  )
  assert.deepEqual(
    numbered.map(({ index }) => index),
    [0, 1, 0],
  )
})

test('a new id and name at a known place is a new call', () => {
  const all = read(
    calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }),
    calls({ index: 0, id: 'b', function: { name: 'g', arguments: '{}' } }),
  )
  assert.deepEqual(
    all.map(({ index, id }) => [index, id]),
    [
      [0, 'a'],
      [1, 'b'],
    ],
  )
})

test('pieces without any sign belong to the last call, and a late name is told when it comes', () => {
  const all = read(
    calls({ id: 'a', function: {} }),
    calls({ function: { name: 'f' } }),
    calls({ function: { arguments: '1' } }),
  )
  assert.deepEqual(all, [
    { index: 0, id: 'a', type: 'function', function: { arguments: '' } },
    { index: 0, function: { name: 'f', arguments: '' } },
    { index: 0, function: { arguments: '1' } },
  ])
})

test('a call without an id gets one of its own', () => {
  assert.deepEqual(read({ function_call: { name: 'f', arguments: '' } }, { function_call: { arguments: '{}' } }), [
    { index: 0, id: 'call_1_0', type: 'function', function: { name: 'f', arguments: '' } },
    { index: 0, function: { arguments: '{}' } },
  ])
})

test('whole calls: objects become text, free text an argument, nameless ones nothing', () => {
  const message = calls(
    { id: 'a', function: { name: 'f', arguments: { x: 1 } } },
    { id: 'b', type: 'custom', custom: { name: 'c', input: 'free' } },
    { function: { arguments: '{}' } },
    // Snowflake: github.com/pydantic/pydantic-ai, tests/models/cassettes/test_snowflake, read 2026-11-18
    { id: 'd', type: 'function', function: { name: 'h', arguments: '{"y":2}' }, custom: { name: '', input: '' } },
    { function: { name: 'g' }, extra_content: { google: { thought_signature: 's' } } },
  )
  assert.deepEqual(readToolCalls(message, 'chatcmpl-1'), [
    { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
    { id: 'b', type: 'function', function: { name: 'c', arguments: '{"input":"free"}' } },
    { id: 'd', type: 'function', function: { name: 'h', arguments: '{"y":2}' } },
    {
      id: 'call_1_3',
      type: 'function',
      function: { name: 'g', arguments: '{}' },
      extra_content: { google: { thought_signature: 's' } },
    },
  ])
})

test('uncounted pieces find their call by its id', () => {
  const piece = (id: string, text: string) => calls({ id, function: { name: 'f', arguments: text } })
  const all = read(piece('a', '1'), piece('b', '2'), piece('a', '3'))
  assert.deepEqual(
    all.map(({ index, function: called }) => [index, called?.arguments]),
    [
      [0, '1'],
      [1, '2'],
      [0, '3'],
    ],
  )
})

test('free text and signatures pass through a stream, and a name is told once', () => {
  const all = read(
    calls({ index: 0, id: 'a', type: 'custom', custom: { name: 'c', input: 'x' } }),
    calls({ index: 1, id: 'b' }),
    calls({ index: 1, function: { name: 'g' } }),
    calls({ index: 1, function: { name: 'g', arguments: '{}' } }),
    calls({ index: 1, extra_content: { google: {} } }),
    calls({ index: 1 }),
  )
  assert.deepEqual(all, [
    { index: 0, id: 'a', type: 'function', function: { name: 'c', arguments: '{"input":"x"}' } },
    { index: 1, id: 'b', type: 'function', function: { arguments: '' } },
    { index: 1, function: { name: 'g', arguments: '' } },
    { index: 1, function: { arguments: '{}' } },
    { index: 1, function: { arguments: '' }, extra_content: { google: {} } },
  ])
})
