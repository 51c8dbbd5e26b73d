import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatMessage, ChatRequest } from '../forms/chat.ts'
import { chatTokens } from './chat-tokens.ts'
import { tokenCounter } from './text-tokens.ts'

/** A token per character, so that expected counts are easy to verify. */
const perCharacter = (text: string) => text.length
const count = (chat: Partial<ChatRequest>, model = 'gpt-4o') =>
  chatTokens({ model, messages: [], ...chat }, perCharacter)

const pixels = (width: number, height: number) => {
  const png = Buffer.alloc(33)
  png.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return `data:image/png;base64,${png.toString('base64')}`
}

test('a message costs three tokens, its role and its content; the response three more', () => {
  assert.equal(count({}).input, 3)
  assert.equal(count({ messages: [{ role: 'user', content: 'hello' }] }).input, 3 + 3 + 4 + 5)
  const messages: ChatMessage[] = [
    { role: 'system', content: 'be kind' },
    { role: 'user', content: 'hello' },
  ]
  assert.equal(count({ messages }).input, 3 + (3 + 6 + 7) + (3 + 4 + 5))
})

test('a name costs one token more than itself, and one less in the first gpt-3.5-turbo, where a message costs four', () => {
  const messages: ChatMessage[] = [{ role: 'user', name: 'bob', content: 'hello' }]
  assert.equal(count({ messages }).input, 3 + 3 + 4 + 5 + (1 + 3))
  assert.equal(count({ messages }, 'gpt-3.5-turbo-0301').input, 3 + 4 + 4 + 5 + (-1 + 3))
})

test('a real conversation has the tokens of a real tokenizer', async () => {
  const messages: ChatMessage[] = [{ role: 'user', content: 'hello world' }]
  const tokens = chatTokens({ model: 'gpt-4o', messages }, await tokenCounter('gpt-4o'))
  assert.equal(tokens.input, 3 + 3 + 1 + 2)
})

test('every tool costs its name, description and parameters and eight tokens', () => {
  const parameters = { type: 'object' }
  const tools = [
    { type: 'function', function: { name: 'look', description: 'looks', parameters } },
    { type: 'function', function: { name: 'go' } },
  ]
  assert.equal(count({ tools }).input, 3 + (8 + 4 + 5 + JSON.stringify(parameters).length) + (8 + 2))
})

test('tool calls and reasoning of earlier responses are part of the prompt', () => {
  const call = { id: '1', type: 'function' as const, function: { name: 'look', arguments: '{"a":1}' } }
  const messages: ChatMessage[] = [{ role: 'assistant', content: null, tool_calls: [call], reasoning_content: 'hm' }]
  assert.equal(count({ messages }).input, 3 + 3 + 9 + 4 + 7 + 2)
})

test('pictures and recordings are counted apart from text', () => {
  const content = [
    { type: 'text', text: 'what is this' },
    { type: 'image_url', image_url: { url: pixels(2048, 4096), detail: 'high' } },
    { type: 'image_url', image_url: { url: pixels(2048, 4096), detail: 'low' } },
    { type: 'image_url', image_url: { url: 'https://example.com/unseen.png' } },
    { type: 'input_audio', input_audio: { data: '', format: 'wav' } },
    { type: 'video_url', video_url: { url: 'https://example.com/film.mp4' } },
    { type: 'file', file: { file_id: 'x' } },
  ]
  assert.deepEqual(count({ messages: [{ role: 'user', content }] }), {
    input: 3 + 3 + 4 + 12 + 8_192 + 4_096,
    image_input: 1_105 + 85 + 765,
    audio_input: 256,
  })
  const flat = count({ messages: [{ role: 'user', content }] }, 'claude-3-opus')
  assert.equal(flat.image_input, 3 * 520)
})

test('a chat that is not one is counted as far as it goes', () => {
  const strange = {
    messages: [{ role: 7, content: 12, name: {}, tool_calls: 'x' }, { content: [null, 'x', { text: 5 }] }],
  }
  assert.ok(Number.isSafeInteger(count({ ...strange, tools: [null, { function: 'x' }] } as object).input))
})
