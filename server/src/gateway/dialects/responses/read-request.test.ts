import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { responsesDialect } from './responses-dialect.ts'

const read = (body: JsonObject, model = 'm') => responsesDialect.request({ input: 'q', ...body }, model)
const messages = (...input: unknown[]) => read({ input }).messages

test('a request becomes a chat', () => {
  const body = {
    model: 'm',
    instructions: 'I',
    max_output_tokens: 20,
    reasoning: { effort: 'low' },
    text: { format: { type: 'json_schema', name: 'o', schema: { type: 'object' }, strict: true } },
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object', properties: {} } }],
    tool_choice: { type: 'function', name: 'f' },
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'q' },
          { type: 'input_image', image_url: 'https://x.example/i.png' },
        ],
      },
      { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'r' },
    ],
  }
  assert.deepEqual(responsesDialect.request(body, 'm'), {
    model: 'm',
    max_tokens: 20,
    reasoning_effort: 'low',
    response_format: { type: 'json_schema', json_schema: { name: 'o', schema: { type: 'object' }, strict: true } },
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
    tool_choice: { type: 'function', function: { name: 'f' } },
    messages: [
      { role: 'system', content: 'I' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'q' },
          { type: 'image_url', image_url: { url: 'https://x.example/i.png' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'r' },
    ],
  })
})

test('fields that mean the same keep their names, others get the chat one, the rest is not sent', () => {
  const same = {
    temperature: 0,
    top_p: 1,
    parallel_tool_calls: false,
    metadata: { a: 'b' },
    user: 'u',
    service_tier: 'flex',
    prompt_cache_key: 'k',
    stream: true,
  }
  const ignored = {
    store: true,
    include: ['x'],
    truncation: 'auto',
    safety_identifier: 's',
    stream_options: { include_obfuscation: true },
    previous_response_id: null,
    background: false,
  }
  assert.deepEqual(read({ ...same, ...ignored, text: { format: { type: 'text' }, verbosity: 'low' } }), {
    ...same,
    verbosity: 'low',
    model: 'm',
    messages: [{ role: 'user', content: 'q' }],
  })
  assert.equal(read({ max_output_tokens: 5 }, 'gpt-5.1').max_completion_tokens, 5)
  assert.deepEqual(read({ text: { format: { type: 'json_object' } } }).response_format, { type: 'json_object' })
})

test('messages of every role, with every part', () => {
  const content = [
    { type: 'input_text', text: 'a' },
    { type: 'input_image', image_url: 'data:image/png;base64,QQ==', detail: 'low' },
    { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,QQ==' },
    { type: 'input_file', file_id: 'f' },
    { type: 'input_audio', input_audio: { data: 'QQ==', format: 'wav' } },
  ]
  assert.deepEqual(messages({ type: 'message', role: 'user', content }), [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'a' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,QQ==', detail: 'low' } },
        { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,QQ==' } },
        { type: 'file', file: { file_id: 'f' } },
        { type: 'input_audio', input_audio: { data: 'QQ==', format: 'wav' } },
      ],
    },
  ])
  const items = [
    { type: 'output_text', text: 'b', annotations: [] },
    { type: 'refusal', refusal: 'no' },
  ]
  assert.deepEqual(
    messages(
      { role: 'system', content: 's' },
      { role: 'developer', content: [{ type: 'input_text', text: 'd' }] },
      { role: 'assistant', content: items },
    ),
    [
      { role: 'system', content: 's' },
      { role: 'developer', content: 'd' },
      { role: 'assistant', content: 'bno' },
    ],
  )
})

test('calls join the message they belong to, and reasoning stays with its item', () => {
  const call = (id: string) => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' })
  const thought = {
    type: 'reasoning',
    id: 'rs',
    summary: [
      { type: 'summary_text', text: 'a' },
      { type: 'summary_text', text: 'b' },
    ],
  }
  const toolCall = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
  assert.deepEqual(
    messages(
      thought,
      { role: 'assistant', content: 't' },
      call('1'),
      call('2'),
      {
        type: 'function_call_output',
        call_id: '1',
        output: [
          { type: 'input_text', text: 'x' },
          { type: 'input_text', text: 'y' },
        ],
      },
      thought,
      call('3'),
    ),
    [
      { role: 'assistant', content: 't', reasoning_content: 'a\n\nb', tool_calls: [toolCall('1'), toolCall('2')] },
      { role: 'tool', tool_call_id: '1', content: 'x\ny' },
      { role: 'assistant', content: null, reasoning_content: 'a\n\nb', tool_calls: [toolCall('3')] },
    ],
  )
  assert.deepEqual(messages(thought, { role: 'assistant', content: 'a' }), [
    { role: 'assistant', content: 'a', reasoning_content: 'a\n\nb' },
  ])
  assert.deepEqual(messages(thought, { role: 'user', content: 'q' }, { role: 'assistant', content: 'a' }), [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: 'a' },
  ])
})

test("what OpenAI's own tools did is passed over; what cannot be kept is refused", () => {
  const user = { role: 'user', content: 'q' }
  assert.equal(
    messages(user, { type: 'web_search_call', id: 'ws' }, { type: 'mcp_list_tools' }, { type: 'shell_call_output' })
      .length,
    1,
  )
  const wrong: [JsonObject, string][] = [
    [{ input: undefined }, 'input'],
    [{ input: [] }, 'input'],
    [{ input: [{ type: 'web_search_call' }] }, 'input'],
    [{ input: ['x'] }, 'input[0]'],
    [{ input: [{ role: 'robot', content: 'x' }] }, 'input[0].role'],
    [{ input: [{ role: 'user', content: 5 }] }, 'input[0].content'],
    [{ input: [{ role: 'user', content: [{ type: 'odd' }] }] }, 'input[0].content[0].type'],
    [{ input: [{ role: 'user', content: [{ type: 'input_text' }] }] }, 'input[0].content[0].text'],
    [{ input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'f' }] }] }, 'input[0].content[0].image_url'],
    [{ input: [{ role: 'user', content: [{ type: 'input_file' }] }] }, 'input[0].content[0]'],
    [{ input: [{ type: 'item_reference', id: 'x' }] }, 'input[0].type'],
    [{ input: [{ type: 'compaction' }] }, 'input[0].type'],
    [{ input: [{ type: 'function_call', call_id: 'c' }] }, 'input[0].name'],
    [{ input: [{ type: 'function_call', name: 'f' }] }, 'input[0].call_id'],
    [{ tools: [{ type: 'function' }] }, 'tools[0].name'],
    [{ tools: ['f'] }, 'tools[0]'],
    [{ previous_response_id: 'resp_1' }, 'previous_response_id'],
    [{ conversation: 'c' }, 'conversation'],
    [{ prompt: { id: 'p' } }, 'prompt'],
    [{ background: true }, 'background'],
    [{ context_management: [] }, 'context_management'],
    [{ max_output_tokens: 'x' }, 'max_tokens'],
  ]
  for (const [body, param] of wrong)
    assert.throws(
      () => read(body),
      (error) => error instanceof BadRequest && error.param === param,
      JSON.stringify(body),
    )
  assert.throws(() => read({ previous_response_id: 'x' }), { code: 'unsupported_parameter' })
})

test("other tools of OpenAI's are for an upstream that can run them", () => {
  const bodies: [JsonObject, string][] = [
    [{ tools: [{ type: 'file_search' }] }, 'tools[0].type'],
    [{ tools: [{ type: 'namespace', name: 'a', tools: [{ type: 'mcp' }] }] }, 'tools[0].tools[0].type'],
    [{ tool_choice: { type: 'web_search' } }, 'tool_choice'],
    [{ tool_choice: { type: 'mcp', name: 'x' } }, 'tool_choice'],
  ]
  for (const [body, param] of bodies)
    assert.throws(
      () => read(body),
      (error) => error instanceof UpstreamFailure && error.kind === 'unsupported' && error.param === param,
      JSON.stringify(body),
    )
})

test('tools are nested, search becomes an option, and a choice among several narrows them', () => {
  const tools = [
    { type: 'function', name: 'f', description: 'd', parameters: { type: 'object' }, strict: true },
    { type: 'function', name: 'g' },
    { type: 'custom', name: 'c' },
    { type: 'web_search_preview', search_context_size: 'low', user_location: { type: 'approximate', city: 'Bern' } },
  ]
  const chat = read({ tools, tool_choice: 'auto' })
  assert.deepEqual(chat.tools, [
    { type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' }, strict: true } },
    { type: 'function', function: { name: 'g' } },
    {
      type: 'function',
      function: {
        name: 'c',
        parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
      },
    },
  ])
  assert.deepEqual(chat.web_search_options, {
    search_context_size: 'low',
    user_location: { type: 'approximate', approximate: { city: 'Bern' } },
  })
  assert.equal(chat.tool_choice, 'auto')
  const choose = (tool_choice: unknown) => read({ tools, tool_choice }).tool_choice
  assert.deepEqual(choose({ type: 'custom', name: 'c' }), { type: 'function', function: { name: 'c' } })
  const narrowed = read({
    tools,
    tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'g' }] },
  })
  assert.deepEqual([narrowed.tools?.map((tool) => tool.function?.name), narrowed.tool_choice], [['g'], 'required'])
})
