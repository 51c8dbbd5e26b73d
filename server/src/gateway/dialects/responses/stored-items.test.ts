import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../forms/chat.ts'
import { storedItems } from './stored-items.ts'

const user = { role: 'user', content: 'q' }
const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }
const output = { type: 'function_call_output', call_id: 'c', output: 'x' }
const to = (id: string): JsonObject => ({ type: 'item_reference', id })
const left = (...input: unknown[]) => storedItems.withoutUnstored({ input }).input

test('references to unstored reasoning and to the text before calls are left out', () => {
  const loop = [user, to('rs_unstored_a_0'), to('msg_unstored_a_1'), call, output]
  assert.deepEqual(left(...loop), [user, call, output])
  assert.deepEqual(left(user, { id: 'msg_unstored_a_0' }, to('rs_unstored_a_1'), call, output), [user, call, output])
})

test('a reference to any other text stays, because the conversation would be another without it', () => {
  const turns = [user, to('msg_unstored_a_0'), user]
  assert.deepEqual(left(...turns), turns)
  assert.deepEqual(left(user, to('msg_unstored_a_0')), [user, to('msg_unstored_a_0')])
  assert.deepEqual(left(user, to('msg_unstored_a_0'), output), [user, to('msg_unstored_a_0'), output])
})

test('references to calls and to the items of upstreams stay', () => {
  for (const id of ['fc_unstored_a_0', 'rs_1', 'msg_1', 'rs_1_tp1_abcdefghijklmnop'])
    assert.deepEqual(left(user, to(id), call, output), [user, to(id), call, output], id)
})

test('a request without references stays the same object', () => {
  for (const body of [{ input: 'q' }, { input: [user, { ...call, id: 'fc_unstored_a_0' }, output] }, {}])
    assert.equal(storedItems.withoutUnstored(body), body)
})
