import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { listOf } from '../../translate/json/json-values.ts'
import { readRequest } from './read-request.ts'

const read = (body: JsonObject, model = 'm') =>
  readRequest({ messages: [{ role: 'user', content: 'q' }], ...body }, model)
const messagesOf = (...messages: JsonObject[]) => read({ messages }).messages
const userOf = (...content: JsonObject[]) => messagesOf({ role: 'user', content })
const assistantOf = (...content: JsonObject[]) => messagesOf({ role: 'assistant', content })[0]
const text = (words: string) => ({ type: 'text', text: words })

test('a plain request stays plain', () => {
  assert.deepEqual(read({}), { model: 'm', messages: [{ role: 'user', content: 'q' }] })
  assert.deepEqual(userOf(text('q')), [{ role: 'user', content: 'q' }])
  assert.deepEqual(userOf(text('a'), text('b')), [{ role: 'user', content: [text('a'), text('b')] }])
})

test('what the system says is one message, with its marks where it has any', () => {
  const system = (value: unknown) => {
    const [first] = read({ system: value }).messages
    return first?.role === 'system' ? first.content : undefined
  }
  const marked = { ...text('A'), cache_control: { type: 'ephemeral' } }
  assert.equal(system('S'), 'S')
  assert.equal(system([text('A'), text('B')]), 'A\nB')
  assert.deepEqual(system([marked, text('B')]), [marked, text('B')])
  for (const nothing of [undefined, null, '', [], [text(' ')], 5, [null]]) assert.equal(system(nothing), undefined)
})

test('lines that change with every request are taken out, or no cache would hit', () => {
  const { messages } = read({
    system: [text('x-anthropic-billing-header: cch=1;'), text('A\nX-Anthropic-Billing-Header: b\nC')],
  })
  assert.equal(messages[0]?.content, 'A\nC')
})

test('zero is a wish too, null is none', () => {
  const settings = { max_tokens: 5, temperature: 0, top_p: 0, top_k: 0, stream: false }
  const { model: _, messages: __, ...request } = read(settings)
  assert.deepEqual(request, settings)
  assert.deepEqual(read({ temperature: null, stream: null, tools: null, max_tokens: null }), read({}))
})

test('the limit has the name the model knows', () => {
  assert.equal(read({ max_tokens: 5 }, 'gpt-5.1').max_completion_tokens, 5)
  assert.equal(read({ max_tokens: 5 }, 'gpt-4o').max_tokens, 5)
})

test('at most four stop words pass', () => {
  assert.deepEqual(read({ stop_sequences: ['a', 'b', 'c', 'd', 'e'] }).stop, ['a', 'b', 'c', 'd'])
  assert.equal(read({ stop_sequences: [] }).stop, undefined)
})

test('a long name of a user becomes a short one that is always the same', () => {
  const user = (user_id: unknown) => read({ metadata: { user_id } }).user
  assert.equal(user('u1'), 'u1')
  const long = user('u'.repeat(65))
  assert.equal(long?.toString().length, 64)
  assert.equal(long, user('u'.repeat(65)))
  assert.notEqual(long, user('v'.repeat(65)))
  assert.equal(user(5), undefined)
})

test('a stream requests its usage', () => {
  assert.deepEqual(read({ stream: true }).stream_options, { include_usage: true })
})

test('how hard to think is said as the model understands it', () => {
  const adaptive = (effort: string) => ({ thinking: { type: 'adaptive' }, output_config: { effort } })
  const budget = (budget_tokens: number) => ({ thinking: { type: 'enabled', budget_tokens } })
  const off = { thinking: { type: 'disabled' } }
  const cases: [model: string, body: JsonObject, effort: string | undefined][] = [
    ['gpt-5.6', {}, undefined],
    ['gpt-5.6', budget(1024), 'low'],
    ['gpt-5.6', budget(2047), 'low'],
    ['gpt-5.6', budget(2048), 'medium'],
    ['gpt-5.6', budget(8191), 'medium'],
    ['gpt-5.6', budget(8192), 'high'],
    ['gpt-5.6', { thinking: { type: 'adaptive' } }, undefined],
    ['gpt-5.6', adaptive('max'), 'max'],
    ['openai/gpt-5.2', adaptive('max'), 'xhigh'],
    ['gpt-5.1', adaptive('xhigh'), 'high'],
    ['o3', adaptive('max'), 'high'],
    ['gpt-5.1', adaptive('low'), 'low'],
    ['gemini-3.8-flash', adaptive('max'), 'max'],
    ['llama-4', adaptive('max'), 'high'],
    ['gpt-5.6', { output_config: { effort: 'medium' } }, 'medium'],
    ['gpt-5.1', off, 'none'],
    ['glm-5.2', off, 'none'],
    ['gpt-5', off, 'minimal'],
    ['gpt-6.1-sol', off, 'low'],
    ['gpt-6-astra', off, 'low'],
    ['gpt-4o', off, undefined],
    ['o3', off, 'low'],
    ['llama-4', off, undefined],
  ]
  for (const [model, body, effort] of cases)
    assert.equal(read(body, model).reasoning_effort, effort, `${model} ${JSON.stringify(body)}`)
})

test('JSON output is strict where the schema can be', () => {
  const format = (schema: unknown) =>
    read({ output_config: { format: { type: 'json_schema', schema } } }).response_format
  const free = { type: 'object', properties: { a: { type: 'object', additionalProperties: { type: 'string' } } } }
  assert.deepEqual(format(free), { type: 'json_schema', json_schema: { name: 'output', schema: free } })
  assert.deepEqual(format({ type: 'object', properties: { a: {} } }), {
    type: 'json_schema',
    json_schema: {
      name: 'output',
      strict: true,
      schema: { type: 'object', properties: { a: {} }, required: ['a'], additionalProperties: false },
    },
  })
  assert.equal(format('x'), undefined)
})

test('tools are functions; those that Anthropic would run are left out', () => {
  const input_schema = { type: 'object', properties: { a: {} } }
  const cache_control = { type: 'ephemeral' }
  const tools = [
    { name: 'f', description: 'd', input_schema, cache_control },
    { type: 'custom', name: 'g' },
    { type: 'bash_20250124', name: 'bash' },
    { type: 'web_search_20250305', name: 'web_search', user_location: { type: 'approximate', city: 'Rome' } },
  ]
  const request = read({ tools })
  assert.deepEqual(request.tools, [
    { type: 'function', function: { name: 'f', description: 'd', parameters: input_schema }, cache_control },
    { type: 'function', function: { name: 'g', parameters: { type: 'object', properties: {} } } },
  ])
  assert.equal(request.web_search_options, undefined)
  assert.deepEqual(read({ tools }, 'gemini-3.8-flash').web_search_options, {
    user_location: { type: 'approximate', approximate: { city: 'Rome' } },
  })
  assert.deepEqual(read({ tools: tools.slice(2), tool_choice: { type: 'any' } }), read({}))
})

test('a choice says the same in other words', () => {
  const tools = [{ name: 'f' }]
  const choice = (tool_choice: unknown) => {
    const request = read({ tools, tool_choice })
    return [request.tool_choice, request.parallel_tool_calls]
  }
  assert.deepEqual(choice({ type: 'auto' }), ['auto', undefined])
  assert.deepEqual(choice({ type: 'any', disable_parallel_tool_use: true }), ['required', false])
  assert.deepEqual(choice({ type: 'none' }), ['none', undefined])
  assert.deepEqual(choice({ type: 'tool', name: 'f' }), [{ type: 'function', function: { name: 'f' } }, undefined])
  for (const odd of [undefined, null, 'any', { type: 'constructor' }, { type: 'tool' }])
    assert.deepEqual(choice(odd), [undefined, undefined])
})

test('a name too long for others is cut, the same way in tools, choice and history', () => {
  const name = `mcp__${'x'.repeat(90)}`
  const request = read({
    tools: [{ name }, { name: `${name}y` }],
    tool_choice: { type: 'tool', name },
    messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 't', name, input: {} }] }],
  })
  const [first, second] = request.tools?.map((tool) => tool.function?.name) ?? []
  assert.equal(first?.length, 64)
  assert.notEqual(first, second)
  assert.deepEqual(request.tool_choice, { type: 'function', function: { name: first } })
  assert.equal(request.messages[0]?.tool_calls?.[0]?.function.name, first)
})

test('what fields of Anthropic have no meaning elsewhere are left out', () => {
  const own = {
    context_management: {},
    mcp_servers: [],
    container: 'c',
    betas: ['x'],
    cache_control: {},
    service_tier: 'auto',
  }
  assert.deepEqual(read(own), read({}))
})

test('results come first, what they show comes with what the user says', () => {
  const image = { type: 'image', source: { type: 'url', url: 'https://x.example/i.png' } }
  const shown = { type: 'image_url', image_url: { url: 'https://x.example/i.png' } }
  const result = (tool_use_id: string, content?: unknown) => ({ type: 'tool_result', tool_use_id, content })
  const tool = (tool_call_id: string, content: string) => ({ role: 'tool', tool_call_id, content })
  assert.deepEqual(userOf(text('u'), result('a', 'r'), result('b', [text('x'), image, text('y')]), result('c')), [
    tool('a', 'r'),
    tool('b', 'x\ny'),
    tool('c', ''),
    { role: 'user', content: [shown, text('u')] },
  ])
  assert.deepEqual(userOf(result('a', 'r')), [tool('a', 'r')])
  const [first, second] = userOf(result('a', [image]))
  assert.match(String(first?.content), /next message/)
  assert.deepEqual(second, { role: 'user', content: [shown] })
})

test('documents are files, texts or mentions', () => {
  const document = (source: object, title?: string) => {
    const [message] = userOf({ type: 'document', source, ...(title && { title }) }, text('q'))
    return listOf(message?.content)[0]
  }
  const pdf = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }
  assert.deepEqual(document(pdf), {
    type: 'file',
    file: { filename: 'document.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
  })
  assert.deepEqual(document({ type: 'text', media_type: 'text/plain', data: 'N' }, 'T'), text('T\n\nN'))
  assert.deepEqual(document({ type: 'content', content: [text('a'), text('b')] }), text('a\nb'))
  assert.deepEqual(document({ type: 'url', url: 'https://x.example/a.pdf' }), text('[https://x.example/a.pdf]'))
  const [found] = userOf({ type: 'search_result', source: 's', title: 'T', content: [text('c')] })
  assert.equal(found?.content, 'T\ns\nc')
})

test('an assistant keeps its words beside its calls', () => {
  const call = { type: 'tool_use', id: 't', name: 'f', input: { a: 1 } }
  const tool_calls = [{ id: 't', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }]
  assert.deepEqual(assistantOf(text('a'), text('b'), call), { role: 'assistant', content: 'ab', tool_calls })
  assert.deepEqual(assistantOf(call), { role: 'assistant', content: null, tool_calls })
  assert.deepEqual(assistantOf({ type: 'server_tool_use', id: 's' }, { type: 'web_search_tool_result' }), {
    role: 'assistant',
    content: '',
  })
  assert.deepEqual(messagesOf({ role: 'assistant', content: 'a' }), [{ role: 'assistant', content: 'a' }])
})

test('thoughts are kept with their signatures; those of Gemini go back to the call they led to', () => {
  const own = { type: 'thinking', thinking: 'a', signature: 's' }
  const secret = { type: 'redacted_thinking', data: 'd' }
  const unsigned = { type: 'thinking', thinking: 'b', signature: '' }
  assert.deepEqual(assistantOf(own, secret, unsigned, text('c')), {
    role: 'assistant',
    content: 'c',
    reasoning_content: 'a\nb',
    thinking_blocks: [own, secret],
  })
  const call = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} })
  const foreign = (signature: string) => ({ type: 'thinking', thinking: '', signature: `gemini:${signature}` })
  const message = assistantOf(foreign('g1'), text('c'), call('1'), call('2'), foreign('g2'), call('3'))
  assert.deepEqual(
    message?.tool_calls?.map(({ extra_content }) => extra_content),
    [{ google: { thought_signature: 'g1' } }, undefined, { google: { thought_signature: 'g2' } }],
  )
  assert.equal(message?.thinking_blocks, undefined)
})

test('what cannot be understood is refused with its place', () => {
  const source = { type: 'file', file_id: 'file_1' }
  const cases: [JsonObject, string][] = [
    [{ messages: undefined }, 'messages'],
    [{ messages: [] }, 'messages'],
    [{ messages: 'x' }, 'messages'],
    [{ messages: [null] }, 'messages[0]'],
    [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].role'],
    [{ messages: [{ role: 'user' }] }, 'messages[0].content'],
    [{ messages: [{ role: 'user', content: [null] }] }, 'messages[0].content'],
    [{ messages: [{ role: 'user', content: [{ type: 'text', text: 5 }] }] }, 'messages[0].content[0].text'],
    [{ messages: [{ role: 'user', content: [{ type: 'image' }] }] }, 'messages[0].content[0].source'],
    [{ messages: [{ role: 'user', content: [{ type: 'image', source }] }] }, 'messages[0].content[0].source'],
    [{ messages: [{ role: 'user', content: [{ type: 'document', source }] }] }, 'messages[0].content[0].source'],
    [{ messages: [{ role: 'user', content: [{ type: 'container_upload' }] }] }, 'messages[0].content[0]'],
    [{ messages: [{ role: 'user', content: [{ type: 'tool_result' }] }] }, 'messages[0].content[0].tool_use_id'],
    [{ messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 't' }] }] }, 'messages[0].content[0].name'],
    [{ tools: 'x' }, 'tools'],
    [{ tools: [5] }, 'tools'],
    [{ tools: [{}] }, 'tools[0].name'],
  ]
  for (const [body, param] of cases)
    assert.throws(
      () => read(body),
      (error) => error instanceof BadRequest && error.param === param,
      JSON.stringify(body),
    )
})
