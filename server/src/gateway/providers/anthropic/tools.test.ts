import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest, JsonObject, Tool } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { messagesBody } from './messages-body.ts'

const f: Tool = { type: 'function', function: { name: 'f' } }
const bodyOf = (request: Partial<ChatRequest>, model = 'claude-sonnet-4-6'): JsonObject =>
  messagesBody({ model, messages: [{ role: 'user', content: 'q' }], tools: [f], ...request }, model, {}).body
const empty = { type: 'object', properties: {} }

test('a function keeps its name, words, schema and mark', () => {
  const schema = { type: 'object', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: {} }, required: ['a'] }
  const cache_control = { type: 'ephemeral' }
  const tool: Tool = { type: 'function', function: { name: 'g', description: 'd', parameters: schema, strict: true } }
  assert.deepEqual(bodyOf({ tools: [{ ...tool, cache_control }] }).tools, [
    { name: 'g', description: 'd', input_schema: schema, strict: true, cache_control },
  ])
  assert.deepEqual(bodyOf({ tools: [tool] }, 'claude-sonnet-4-20250514').tools, [
    { name: 'g', description: 'd', input_schema: schema },
  ])
})

test('parameters that are none become those of an object', () => {
  for (const parameters of [undefined, null, {}, { type: 'string' }])
    assert.deepEqual(
      bodyOf({ tools: [{ type: 'function', function: { name: 'g', parameters } }] }).tools,
      [{ name: 'g', input_schema: empty }],
      JSON.stringify(parameters),
    )
})

test('tools that Anthropic runs pass, free text becomes an argument, others are refused', () => {
  const server = { type: 'web_fetch_20250910', name: 'web_fetch', max_uses: 2 }
  assert.deepEqual(bodyOf({ tools: [server] }).tools, [server])
  assert.deepEqual(bodyOf({ tools: [{ type: 'custom', custom: { name: 'g', description: 'd' } }] }).tools, [
    {
      name: 'g',
      description: 'd',
      input_schema: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
    },
  ])
  for (const tool of [{ type: 'computer_use_preview' }, { type: 'function' }])
    assert.throws(() => bodyOf({ tools: [tool] }), UpstreamFailure)
})

test('a choice says the same in other words', () => {
  const cases: [unknown, unknown][] = [
    [undefined, undefined],
    ['auto', { type: 'auto' }],
    ['required', { type: 'any' }],
    ['none', { type: 'none' }],
    [
      { type: 'function', function: { name: 'f' } },
      { type: 'tool', name: 'f' },
    ],
    [
      { type: 'custom', custom: { name: 'f' } },
      { type: 'tool', name: 'f' },
    ],
    ['odd', undefined],
    [{ type: 'function' }, undefined],
  ]
  for (const [tool_choice, expected] of cases)
    assert.deepEqual(bodyOf({ tool_choice }).tool_choice, expected, JSON.stringify(tool_choice))
})

test('one call at a time is part of the choice', () => {
  const one = (tool_choice?: unknown) => bodyOf({ tool_choice, parallel_tool_calls: false }).tool_choice
  assert.deepEqual(one(), { type: 'auto', disable_parallel_tool_use: true })
  assert.deepEqual(one('required'), { type: 'any', disable_parallel_tool_use: true })
  assert.deepEqual(one('none'), { type: 'none' })
  assert.equal(bodyOf({ parallel_tool_calls: true }).tool_choice, undefined)
  assert.equal(bodyOf({ parallel_tool_calls: false, tools: [] }).tool_choice, undefined)
})

test('a list of allowed tools leaves the others out', () => {
  const g: Tool = { type: 'function', function: { name: 'g' } }
  const allowed = { mode: 'required', tools: [{ type: 'function', function: { name: 'g' } }] }
  const body = bodyOf({ tools: [f, g], tool_choice: { type: 'allowed_tools', allowed_tools: allowed } })
  assert.deepEqual([body.tools, body.tool_choice], [[{ name: 'g', input_schema: empty }], { type: 'any' }])
})

test('where a call cannot be forced the system prompt requests it', () => {
  const sent = (request: Partial<ChatRequest>, model: string) => {
    const { tool_choice, system } = bodyOf(request, model)
    return [tool_choice, system]
  }
  for (const model of ['claude-opus-5-5', 'claude-fable-5-1', 'claude-sonnet-5-5'])
    assert.deepEqual(sent({ tool_choice: 'required' }, model), [{ type: 'auto' }, 'You must call one of the tools.'])
  const named = { type: 'function', function: { name: 'f' } }
  assert.deepEqual(sent({ tool_choice: named, reasoning_effort: 'low' }, 'claude-sonnet-4-5'), [
    { type: 'auto' },
    'You must call the tool f.',
  ])
  for (const model of ['claude-opus-5', 'claude-haiku-5-5', 'claude-fable-5'])
    for (const reasoning_effort of [undefined, 'high'])
      assert.deepEqual(sent({ tool_choice: 'required', reasoning_effort }, model), [{ type: 'any' }, undefined], model)
})

test('a search of the web becomes a tool, as wide as the client wishes', () => {
  const search = (options: object) => bodyOf({ tools: [], web_search_options: options }).tools
  const tool = { type: 'web_search_20250305', name: 'web_search' }
  assert.deepEqual(search({}), [{ ...tool, max_uses: 5 }])
  assert.deepEqual(search({ search_context_size: 'high' }), [{ ...tool, max_uses: 10 }])
  assert.deepEqual(search({ search_context_size: 'constructor' }), [{ ...tool, max_uses: 5 }])
  assert.equal((bodyOf({ web_search_options: {} }).tools as unknown[]).length, 2)
})

test('calls in the history bring their tools when the client forgot them', () => {
  const call = { id: 'c', type: 'function', function: { name: 'old', arguments: '{}' } } as const
  const body = bodyOf({
    tools: undefined,
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: 'r' },
    ],
  })
  assert.deepEqual([body.tools, body.tool_choice], [[{ name: 'old', input_schema: empty }], { type: 'none' }])
})
