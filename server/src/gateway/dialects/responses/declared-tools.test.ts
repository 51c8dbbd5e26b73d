import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadRequest } from '../../forms/bad-request.ts'
import type { ChatResponse, JsonObject, ToolCall } from '../../forms/chat.ts'
import type { RequestContext } from '../dialect.ts'
import { declaredTools } from './declared-tools.ts'
import { responsesDialect } from './responses-dialect.ts'

const fn = (name: string) => ({ type: 'function', name })
const space = (name: string, ...tools: object[]) => ({ type: 'namespace', name, description: '', tools })
const chatNames = (body: JsonObject) => declaredTools(body).list.map(({ chatName }) => chatName)

test('tools of a namespace are called by both names in one, and found again by it', () => {
  const declared = declaredTools({ tools: [fn('run'), space('mcp__shell', fn('run'), { type: 'custom', name: 'js' })] })
  assert.deepEqual(
    declared.list.map(({ chatName, kind }) => [chatName, kind]),
    [
      ['run', 'function'],
      ['mcp__shell__run', 'function'],
      ['mcp__shell__js', 'custom'],
    ],
  )
  const called = declared.called('mcp__shell__run')
  assert.deepEqual([called?.namespace, called?.name], ['mcp__shell', 'run'])
  assert.equal(declared.called('run')?.namespace, undefined)
})

test('a name without its namespace is understood where only one tool can be meant', () => {
  const declared = declaredTools({ tools: [space('a', fn('one'), fn('both')), space('b', fn('both'))] })
  assert.equal(declared.called('one')?.namespace, 'a')
  assert.equal(declared.called('both'), undefined)
  assert.equal(declared.called('none'), undefined)
})

test('no two tools become one, and every name is one that upstreams take', () => {
  const tools = [
    fn('a__b'),
    space('a', fn('b'), fn('ü')),
    space('a__b', fn('c')),
    space('a', fn('b__c')),
    space('n'.repeat(40), fn('m'.repeat(40)), fn(`${'m'.repeat(40)}x`)),
  ]
  const names = chatNames({ tools })
  assert.equal(new Set(names).size, names.length)
  for (const name of names) assert.match(name, /^[\w-]{1,64}$/)
  assert.deepEqual(chatNames({ tools }), names, 'and the same ones each time')
})

test('tools stand among the items, too, and the same one twice is one', () => {
  const input = [
    { type: 'additional_tools', role: 'developer', tools: [space('a', fn('one'))] },
    { role: 'user', content: 'hi' },
    { type: 'tool_search_output', call_id: 'c', execution: 'client', tools: [space('a', fn('one'), fn('two'))] },
  ]
  assert.deepEqual(chatNames({ tools: [fn('f')], input }), ['f', 'a__one', 'a__two'])
  assert.deepEqual(responsesDialect.request({ input }, 'm').messages, [
    { role: 'user', content: 'hi' },
    { role: 'tool', tool_call_id: 'c', content: 'Found these tools: a__one, a__two' },
  ])
})

test('a search that the client runs is a tool; one that OpenAI runs has nothing to find', () => {
  assert.deepEqual(chatNames({ tools: [{ type: 'tool_search', execution: 'client' }] }), ['tool_search'])
  assert.deepEqual(chatNames({ tools: [{ type: 'tool_search' }, fn('f')] }), ['f'])
})

test('earlier calls have the names of today, also where their tool is gone', () => {
  const call = (name: string, namespace?: string) => ({ type: 'function_call', call_id: name, name, namespace })
  const { messages } = responsesDialect.request(
    { input: [call('one', 'a'), call('gone', 'b'), call('f')], tools: [space('a', fn('one'))] },
    'm',
  )
  assert.deepEqual(
    messages[0]?.tool_calls?.map((each) => each.function.name),
    ['a__one', 'b__gone', 'f'],
  )
})

test('a search within the index of OpenAI is not made into one of the web', () => {
  const read = (search: JsonObject) =>
    responsesDialect.request({ input: 'q', tools: [{ type: 'web_search', ...search }] }, 'm').web_search_options
  assert.equal(read({ external_web_access: false }), undefined)
  assert.deepEqual(read({ external_web_access: true }), {})
  assert.deepEqual(read({}), {})
})

test('a choice may name a tool, a whole namespace or the search', () => {
  const tools = [space('a', fn('one'), fn('two')), space('b', fn('one')), { type: 'tool_search', execution: 'client' }]
  const read = (tool_choice: unknown) => responsesDialect.request({ input: 'q', tools, tool_choice }, 'm')
  const chosen = (name: string) => ({ type: 'function', function: { name } })
  assert.deepEqual(read({ type: 'function', name: 'two' }).tool_choice, chosen('a__two'))
  assert.deepEqual(read({ type: 'function', name: 'one', namespace: 'b' }).tool_choice, chosen('b__one'))
  const allowed = (...references: object[]) =>
    read({ type: 'allowed_tools', mode: 'auto', tools: references }).tools?.map((tool) => tool.function?.name)
  assert.deepEqual(allowed({ type: 'namespace', name: 'a' }), ['a__one', 'a__two'])
  assert.deepEqual(allowed(fn('one')), ['a__one', 'b__one'])
  assert.deepEqual(allowed({ type: 'tool_search' }), ['tool_search'])
})

test('a mistake in a namespace is named by its place', () => {
  const mistakes: [tool: unknown, param: string][] = [
    [{ type: 'namespace' }, 'tools[0].name'],
    [space('a', { type: 'function' }), 'tools[0].tools[0].name'],
    [space('a', space('b')), 'tools[0].tools[0].type'],
  ]
  for (const [tool, param] of mistakes)
    assert.throws(
      () => declaredTools({ tools: [tool] }),
      (error) => error instanceof BadRequest && error.param === param,
    )
  const input = [{ type: 'additional_tools', tools: ['x'] }]
  assert.throws(
    () => declaredTools({ input }),
    (error) => error instanceof BadRequest && error.param === 'input[0].tools[0]',
  )
})

const call = (name: string, text: string): ToolCall => ({
  id: 'c1',
  type: 'function',
  function: { name, arguments: text },
})
const facts = (body: JsonObject): RequestContext => ({ body, model: 'm', id: 'r1', now: 5, promptEstimate: 1 })

test('calls go back under the names that the client gave, whole and streamed', () => {
  const body = {
    tools: [
      space('a', fn('one'), { type: 'custom', name: 'js' }),
      { type: 'tool_search', execution: 'client' },
      fn('plain'),
    ],
  }
  const cases: [name: string, text: string, expected: JsonObject][] = [
    ['a__one', '{"x":1}', { type: 'function_call', name: 'one', namespace: 'a', arguments: '{"x":1}' }],
    ['a__js', '{"input":"go()"}', { type: 'custom_tool_call', name: 'js', namespace: 'a', input: 'go()' }],
    ['tool_search', '{"query":"q"}', { type: 'tool_search_call', execution: 'client', arguments: { query: 'q' } }],
    ['plain', '{}', { type: 'function_call', name: 'plain', arguments: '{}' }],
    ['made_up', '{}', { type: 'function_call', name: 'made_up', arguments: '{}' }],
  ]
  for (const [name, text, expected] of cases) {
    const response: ChatResponse = {
      id: 'r1',
      created: 1,
      model: 'm',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: null, tool_calls: [call(name, text)] },
          finish_reason: 'tool_calls',
        },
      ],
    }
    const [whole] = responsesDialect.response(response, facts(body)).output as JsonObject[]
    const { id, ...said } = whole ?? {}
    assert.deepEqual(said, { status: 'completed', call_id: 'c1', ...expected })
    const encoder = responsesDialect.stream(facts(body))
    const delta = { tool_calls: [{ index: 0, ...call(name, text) }] }
    const written =
      encoder.push({ id: 'r1', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: 'tool_calls' }] }) +
      encoder.end()
    const events = written
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice('data: '.length)))
    assert.deepEqual(events.find(({ type }) => type === 'response.output_item.done')?.item, whole)
    assert.deepEqual(events.at(-1).response.output, [whole])
  }
})
