import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatMessage, ToolCall } from '../../forms/chat.ts'
import { collectTurns } from './turns.ts'

const turnsOf = (messages: ChatMessage[], takesPrefill = true) => collectTurns(messages, takesPrefill).turns
const text = (...texts: string[]) => texts.map((each) => ({ type: 'text', text: each }))
const user = (content: ChatMessage['content']): ChatMessage => ({ role: 'user', content })
const assistant = (content: ChatMessage['content'], ...ids: string[]): ChatMessage => ({
  role: 'assistant',
  content,
  ...(ids.length > 0 && { tool_calls: ids.map(callOf) }),
})
const callOf = (id: string): ToolCall => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
const tool = (tool_call_id: string, content: ChatMessage['content'] = 'r'): ChatMessage => ({
  role: 'tool',
  tool_call_id,
  content,
})
const use = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} })
const result = (tool_use_id: string, content: unknown = 'r') => ({ type: 'tool_result', tool_use_id, content })

test('what the system says is collected from wherever it stands', () => {
  const { system, turns } = collectTurns(
    [
      { role: 'system', content: 'A' },
      user('q'),
      { role: 'developer', content: [{ type: 'text', text: 'B' }] },
      { role: 'system', content: ' ' },
      { role: 'system', content: 'C', cache_control: { type: 'ephemeral' } },
    ],
    true,
  )
  assert.deepEqual(system, [...text('A', 'B'), { type: 'text', text: 'C', cache_control: { type: 'ephemeral' } }])
  assert.deepEqual(turns, [{ role: 'user', content: text('q') }])
})

test('a conversation begins with the user, if only with a filler', () => {
  assert.deepEqual(turnsOf([assistant('hi'), user('q')]), [
    { role: 'user', content: text('...') },
    { role: 'assistant', content: text('hi') },
    { role: 'user', content: text('q') },
  ])
  assert.deepEqual(turnsOf([{ role: 'system', content: 'S' }]), [{ role: 'user', content: text('...') }])
  assert.deepEqual(turnsOf([]), [{ role: 'user', content: text('...') }])
})

test('turns of the same side become one, each message a block of its own', () => {
  assert.deepEqual(turnsOf([user('a'), user('b'), assistant('c'), assistant('d'), user('e')]), [
    { role: 'user', content: text('a', 'b') },
    { role: 'assistant', content: text('c', 'd') },
    { role: 'user', content: text('e') },
  ])
})

test('blank texts are not sent, and a turn of nothing else is a filler', () => {
  assert.deepEqual(turnsOf([user(' \n'), assistant(''), user([{ type: 'text', text: '' }])]), [
    { role: 'user', content: text('...') },
    { role: 'assistant', content: text('...') },
    { role: 'user', content: text('...') },
  ])
})

test('a begun assistant message must not end in blanks, and newer models refuse it', () => {
  assert.deepEqual(turnsOf([user('q'), assistant('So: \n')]).at(-1), { role: 'assistant', content: text('So:') })
  assert.deepEqual(turnsOf([user('q'), assistant(' ')]), [{ role: 'user', content: text('q') }])
  assert.deepEqual(turnsOf([user('q'), assistant('So:')], false).at(-1), { role: 'user', content: text('...') })
})

test('results stand before everything else, in one turn', () => {
  const messages = [user('q'), assistant('ok', 'c1', 'c2'), tool('c1'), user('wait'), tool('c2'), user('go')]
  assert.deepEqual(turnsOf(messages).at(-1), {
    role: 'user',
    content: [result('c1'), result('c2'), ...text('wait', 'go')],
  })
})

test('a call without a result gets one, a result without a call is left out', () => {
  assert.deepEqual(turnsOf([user('q'), assistant(null, 'c1', 'c2'), tool('c2'), tool('c9'), tool('c2', 'again')]), [
    { role: 'user', content: text('q') },
    { role: 'assistant', content: [use('c1'), use('c2')] },
    { role: 'user', content: [result('c2'), result('c1', '[no result]')] },
  ])
  assert.deepEqual(turnsOf([user('q'), assistant(null, 'c1')]).at(-1), {
    role: 'user',
    content: [result('c1', '[no result]')],
  })
  const late = turnsOf([user('q'), assistant(null, 'c1'), user('x'), assistant('y'), tool('c1'), user('z')])
  assert.deepEqual(late[2]?.content, [result('c1', '[no result]'), ...text('x')])
  assert.deepEqual(late[4]?.content, text('z'))
  assert.deepEqual(turnsOf([user('q'), tool('c1')]), [{ role: 'user', content: text('q') }])
})

test('ids in foreign letters are rewritten the same way everywhere, and no two calls share one', () => {
  const odd = 'functions.f:0'
  const turns = turnsOf([user('q'), assistant(null, odd), tool(odd), assistant(null, odd), tool(odd, 'r2')])
  const ids = turns.flatMap(({ content }) => content.map((block) => String(block.id ?? block.tool_use_id ?? '')))
  const [, first, firstResult, second, secondResult] = ids
  for (const id of ids.slice(1)) assert.match(id, /^[a-zA-Z0-9_-]{1,64}$/)
  assert.equal(first, firstResult)
  assert.equal(second, secondResult)
  assert.notEqual(first, second)
  assert.equal(turnsOf([user('q'), assistant(null, odd)])[1]?.content[0]?.id, first)
})

test('results may hold pictures, be errors, or say nothing', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } } as const
  const messages = [
    user('q'),
    assistant(null, 'c1', 'c2', 'c3'),
    tool('c1', [{ type: 'text', text: 'see' }, image]),
    { ...tool('c2', 'no'), is_error: true },
    { ...tool('c3', ''), cache_control: { type: 'ephemeral' } },
  ]
  assert.deepEqual(turnsOf(messages).at(-1)?.content, [
    result('c1', [
      ...text('see'),
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } },
    ]),
    { ...result('c2', 'no'), is_error: true },
    { type: 'tool_result', tool_use_id: 'c3', cache_control: { type: 'ephemeral' } },
  ])
})

test('only thoughts that Anthropic signed go back to it, before everything else', () => {
  const thinking_blocks = [
    { type: 'thinking', thinking: 'own', signature: 'c2ln' },
    { type: 'thinking', thinking: 'of Gemini', signature: 'gemini:abc' },
    { type: 'thinking', thinking: 'of nobody', signature: '' },
    { type: 'redacted_thinking', data: 'd' },
  ] as const
  const streamed = thinking_blocks.map((block, index) => ({ ...block, index })) // as an OpenAI client joined them
  const message: ChatMessage = { ...assistant('a', 'c1'), thinking_blocks: streamed }
  assert.deepEqual(turnsOf([user('q'), message])[1]?.content, [
    thinking_blocks[0],
    thinking_blocks[3],
    ...text('a'),
    use('c1'),
  ])
  const alone: ChatMessage = { ...assistant(''), thinking_blocks: [thinking_blocks[0]] }
  assert.deepEqual(turnsOf([user('q'), alone, user('r')])[1]?.content, [thinking_blocks[0], ...text('...')])
})

test('a mark on a message is a mark on its last block', () => {
  const cache_control = { type: 'ephemeral' }
  const parts = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ]
  assert.deepEqual(turnsOf([{ role: 'user', content: parts, cache_control }])[0]?.content, [
    ...text('a'),
    { type: 'text', text: 'b', cache_control },
  ])
})

test('arguments that are no object still make a call', () => {
  const inputs = ['', 'null', '{broken', '[1]', '3', '{"a":1}'].map((argument) => {
    const call = { ...callOf('c'), function: { name: 'f', arguments: argument } }
    return turnsOf([user('q'), { role: 'assistant', content: null, tool_calls: [call] }])[1]?.content[0]?.input
  })
  assert.deepEqual(inputs, [{}, {}, {}, { value: [1] }, { value: 3 }, { a: 1 }])
})
