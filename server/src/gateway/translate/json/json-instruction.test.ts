import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatMessage, ChatRequest } from '../../forms/chat.ts'
import { type JsonSupport, jsonInstruction, withJsonInstruction } from './json-instruction.ts'

const schema = { type: 'object', properties: { a: { type: 'integer' } } }
const schemaFormat = { type: 'json_schema', json_schema: { name: 'n', schema } }
const objectFormat = { type: 'json_object' }
const question: ChatMessage = { role: 'user', content: 'q' }
const chat = (fields: Partial<ChatRequest>): ChatRequest => ({ model: 'm', messages: [question], ...fields })
const all: JsonSupport[] = ['schema', 'object', 'none']

test('an instruction names the schema, if there is one', () => {
  assert.match(jsonInstruction(schemaFormat) ?? '', /JSON.*"properties":\{"a"/)
  for (const format of [objectFormat, { type: 'json_schema' }, { type: 'json_schema', json_schema: { name: 'n' } }])
    assert.match(jsonInstruction(format) ?? '', /^[^{]*JSON object[^{]*$/)
  for (const format of [undefined, null, { type: 'text' }, { type: 'grammar' }])
    assert.equal(jsonInstruction(format), undefined)
})

test('a chat without a JSON format stays the same object', () => {
  for (const support of all)
    for (const response_format of [undefined, { type: 'text' }]) {
      const given = chat({ ...(response_format && { response_format }) })
      assert.equal(withJsonInstruction(given, support), given)
    }
})

test('a schema passes where it is supported, and is an instruction elsewhere', () => {
  const given = chat({ response_format: schemaFormat })
  assert.equal(withJsonInstruction(given, 'schema'), given)
  const instruction = { role: 'system', content: jsonInstruction(schemaFormat) }
  const instructed = withJsonInstruction(given, 'object')
  assert.deepEqual([instructed.response_format, instructed.messages], [objectFormat, [instruction, question]])
  assert.deepEqual(withJsonInstruction(given, 'none'), { model: 'm', messages: [instruction, question] })
})

test('JSON mode brings the word JSON into a prompt that lacks it', () => {
  for (const support of ['schema', 'object'] as const) {
    const instructed = withJsonInstruction(chat({ response_format: objectFormat }), support)
    assert.deepEqual(instructed.response_format, objectFormat)
    assert.match(String(instructed.messages[0]?.content), /JSON/)
  }
  const named: ChatMessage[][] = [
    [{ role: 'user', content: 'as json' }],
    [{ role: 'system', content: 'Write JSON.' }, question],
    [{ role: 'user', content: [{ type: 'text', text: 'Json!' }] }],
  ]
  for (const messages of named) {
    const given = chat({ messages, response_format: objectFormat })
    assert.equal(withJsonInstruction(given, 'object'), given)
    assert.match(JSON.stringify(withJsonInstruction(given, 'none').messages), /JSON object only/)
  }
})

test('the word in an earlier response or a tool result is no instruction', () => {
  const messages: ChatMessage[] = [question, { role: 'assistant', content: 'JSON' }, { role: 'tool', content: 'json' }]
  const instructed = withJsonInstruction(chat({ messages, response_format: objectFormat }), 'object')
  assert.equal(instructed.messages.length, messages.length + 1)
})

test('the instruction follows the system prompt in the same message', () => {
  const instructed = (content: ChatMessage['content'], role: ChatMessage['role'] = 'system') =>
    withJsonInstruction(chat({ messages: [{ role, content }, question], response_format: schemaFormat }), 'object')
      .messages
  const instruction = jsonInstruction(schemaFormat)
  assert.deepEqual(instructed('S'), [{ role: 'system', content: `S\n\n${instruction}` }, question])
  assert.deepEqual(instructed('S', 'developer')[0]?.role, 'developer')
  assert.deepEqual(instructed(''), [{ role: 'system', content: instruction }, question])
  const text = { type: 'text', text: 'S' }
  assert.deepEqual(instructed([text])[0]?.content, [text, { type: 'text', text: instruction }])
})

test('the given chat does not change', () => {
  const given = chat({ messages: [{ role: 'system', content: 'S' }, question], response_format: schemaFormat })
  const before = structuredClone(given)
  for (const support of all) withJsonInstruction(given, support)
  assert.deepEqual(given, before)
})
