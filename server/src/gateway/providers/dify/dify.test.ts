import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import type { ChatChunk, ChatRequest, JsonObject } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { responseOfChunks } from '../../translate/response/response-of-chunks.ts'
import type { ResponseContext, Target } from '../provider.ts'
import { chunksOfEvents, required, testTarget } from '../testing.ts'
import { dify } from './dify.ts'

const chat = required(dify.chat)

const targetOf = (setting: JsonObject = {}, given: Partial<Target> = {}) =>
  testTarget({
    type: 37,
    key: 'app-1',
    base_url: 'https://api.dify.ai',
    model: 'dify',
    setting,
    caller: () => 'caller-1',
    ...given,
  })
const bodyOf = (request: Partial<ChatRequest>, target = targetOf()): JsonObject =>
  chat.request({ model: 'dify', messages: [{ role: 'user', content: 'hi' }], ...request }, target).body as JsonObject

const look = {
  role: 'user' as const,
  content: [
    { type: 'text' as const, text: 'look' },
    { type: 'image_url' as const, image_url: { url: 'https://x/i.png' } },
  ],
}

test('a conversation goes as one text, its pictures by their addresses', () => {
  const call = {
    model: 'dify',
    messages: [{ role: 'system' as const, content: 'S' }, look],
    user: 'u1',
    stream: true,
    temperature: 0.5,
    tools: [{ type: 'function', function: { name: 'f' } }],
    max_tokens: 5,
    stop: ['x'],
  }
  const request = chat.request(call, targetOf())
  assert.equal(request.url, 'https://api.dify.ai/v1/chat-messages')
  assert.equal(request.headers.authorization, 'Bearer app-1')
  assert.deepEqual(request.body, {
    inputs: {},
    query: 'SYSTEM: \nS\nUSER: \nlook\n',
    response_mode: 'streaming',
    conversation_id: '',
    user: 'u1',
    auto_generate_name: false,
    files: [{ type: 'image', transfer_method: 'remote_url', url: 'https://x/i.png' }],
  })
})

test('a single message is sent unchanged, and always streams', () => {
  assert.deepEqual(bodyOf({ stream: false }), {
    inputs: {},
    query: 'hi',
    response_mode: 'streaming',
    conversation_id: '',
    user: 'caller-1',
    auto_generate_name: false,
  })
  assert.equal(chat.onlyStreams, true)
})

test('earlier turns are told in order, calls and results among them', () => {
  const { query } = bodyOf({
    messages: [
      { role: 'developer', content: 'D' },
      { role: 'user', content: 'a' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'r' },
      { role: 'assistant', content: 'b' },
      { role: 'user', content: 'c' },
    ],
  })
  assert.equal(query, 'SYSTEM: \nD\nUSER: \na\nASSISTANT: \nf({})\nTOOL: \nr\nASSISTANT: \nb\nUSER: \nc\n')
})

test('within a conversation only the last message is sent, and its files', () => {
  const body = bodyOf({
    messages: [look, { role: 'assistant', content: 'b' }, { role: 'user', content: 'and?' }],
    conversation_id: 'c1',
    inputs: { city: 'Oslo' },
  })
  assert.deepEqual(
    [body.query, body.conversation_id, body.inputs, body.files],
    ['and?', 'c1', { city: 'Oslo' }, undefined],
  )
})

test('a conversation that is gone begins anew with the history that the client has', () => {
  const request: ChatRequest = { model: 'dify', messages: [{ role: 'user', content: 'a' }], conversation_id: 'c1' }
  const instead = required(chat.instead)
  const gone = dify.failure(404, { code: 'not_found', message: 'Conversation Not Exists.', status: 404 }, {})
  assert.deepEqual(instead(gone, request), { model: 'dify', messages: request.messages })
  const { conversation_id: _, ...fresh } = request
  assert.equal(instead(gone, fresh), undefined, 'once')
  assert.equal(instead(dify.failure(400, { code: 'invalid_param', message: 'm' }, {}), request), undefined)
})

test('text generators and workflows take the text as an input', () => {
  const sent = (dify_mode: string) =>
    chat.request(
      { model: 'dify', messages: [{ role: 'user', content: 'hi' }], inputs: { n: 1 }, conversation_id: 'c1' },
      targetOf({ dify_mode }),
    )
  for (const [mode, path] of [
    ['completion', '/v1/completion-messages'],
    ['workflow', '/v1/workflows/run'],
  ] as const) {
    const { url, body } = sent(mode)
    assert.equal(url, `https://api.dify.ai${path}`)
    assert.deepEqual(body, { inputs: { query: 'hi', n: 1 }, response_mode: 'streaming', user: 'caller-1' })
  }
})

test('a version at the end of the address is not repeated', () => {
  const { url } = chat.request(
    { model: 'd', messages: look ? [look] : [] },
    targetOf({}, { base_url: 'https://dify.example/v1' }),
  )
  assert.equal(url, 'https://dify.example/v1/chat-messages')
})

test('media in the request are uploaded, and named by the ids they get', async () => {
  const { request, response } = required(chat.upload)
  const file = { name: 'a.png', mime: 'image/png', bytes: Buffer.from('abc') }
  const { url, body, headers } = request(file, { model: 'd', messages: [], user: 'u1' }, targetOf())
  assert.equal(url, 'https://api.dify.ai/v1/files/upload')
  assert.equal(headers.authorization, 'Bearer app-1')
  assert.ok(body instanceof FormData)
  const sent = body.get('file')
  assert.ok(sent instanceof File)
  assert.deepEqual([sent.name, sent.type, await sent.text(), body.get('user')], ['a.png', 'image/png', 'abc', 'u1'])
  const address = response({ id: 'f-1', name: 'a.png' })
  assert.throws(() => response({}), UpstreamFailure)
  const local = { transfer_method: 'local_file', upload_file_id: 'f-1' }
  const { files } = bodyOf({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: address } },
          { type: 'input_audio', input_audio: { data: address, format: 'wav' } },
          { type: 'video_url', video_url: { url: address } },
          { type: 'file', file: { filename: 'a.PDF', file_data: address } },
          { type: 'file', file: { filename: 'a.bin', file_data: address } },
          { type: 'file', file: { file_data: 'https://x/b.docx?s=1' } },
        ],
      },
    ],
  })
  assert.deepEqual(files, [
    { type: 'image', ...local },
    { type: 'audio', ...local },
    { type: 'video', ...local },
    { type: 'document', ...local },
    { type: 'custom', ...local },
    { type: 'document', transfer_method: 'remote_url', url: 'https://x/b.docx?s=1' },
  ])
  for (const part of [{ type: 'file' as const, file: { file_id: 'file-1' } }, { type: 'hologram' }])
    assert.throws(() => bodyOf({ messages: [{ role: 'user', content: [part] }] }), UpstreamFailure)
})

const facts = (setting: JsonObject = {}): ResponseContext => ({ id: 'req_1', now: 7, model: 'dify', setting })

const chunksOf = (events: JsonObject[], setting?: JsonObject): ChatChunk[] =>
  chunksOfEvents(chat.stream(facts(setting)), events)
const told = (events: JsonObject[], setting?: JsonObject) => {
  const response = responseOfChunks(chunksOf(events, setting))
  const [choice] = response.choices
  return {
    content: choice?.message.content,
    reasoning: choice?.message.reasoning_content,
    finish: choice?.finish_reason,
    usage: response.usage,
  }
}
const message = (text: string): JsonObject => ({
  event: 'message',
  message_id: 'm',
  answer: text,
  conversation_id: 'c',
})
const end: JsonObject = {
  event: 'message_end',
  metadata: { usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 } },
}
const usage = { ...noUsage, input: 3, output: 1 }

test('a stream: role, text, end and usage; pings are nothing', () => {
  const chunks = chunksOf([message('Hi'), { event: 'ping' }, end])
  const head = { id: 'chatcmpl-m', created: 7, model: 'dify' }
  const choice = (delta: JsonObject, finish_reason: string | null = null) => [{ index: 0, delta, finish_reason }]
  assert.deepEqual(chunks, [
    { ...head, choices: choice({ role: 'assistant', content: '' }), extra: { conversation_id: 'c' } },
    { ...head, choices: choice({ content: 'Hi' }) },
    { ...head, choices: choice({}, 'stop'), usage },
  ])
})

test('usage of zeros is none', () => {
  const none = { event: 'message_end', metadata: { usage: { prompt_tokens: 0, completion_tokens: 0 } } }
  assert.equal(told([message('Hi'), none]).usage, undefined)
  assert.equal(told([message('Hi'), { event: 'message_end' }]).usage, undefined)
})

test("an agent's last message repeats its text, which is told once", () => {
  const agent = (text: string) => ({ ...message(text), event: 'agent_message' })
  const thought = { event: 'agent_thought', thought: 'hm' }
  const events = [agent('He'), thought, agent('y'), message('Hey'), end]
  assert.deepEqual(told(events), { content: 'Hey', reasoning: undefined, finish: 'stop', usage })
  assert.equal(told(events, { dify_debug: true }).reasoning, 'hm\n')
})

test('steps of a chatflow are nothing, or reasoning for those who debug', () => {
  const events = [
    { event: 'workflow_started', data: {} },
    { event: 'node_started', data: { title: 'LLM' } },
    message('Hi'),
    { event: 'node_finished', data: { title: 'LLM' } },
    { event: 'workflow_finished', data: { status: 'succeeded', outputs: { answer: 'Hi' }, total_tokens: 99 } },
    { event: 'tts_message', audio: 'x' },
    end,
  ]
  assert.deepEqual(told(events), { content: 'Hi', reasoning: undefined, finish: 'stop', usage })
  assert.equal(
    told(events, { dify_debug: true }).reasoning,
    'workflow_started\nnode_started: LLM\nnode_finished: LLM\n',
  )
})

test('pictures that the app made are shown, those of the user are not', () => {
  const file = (belongs_to: string) => ({ event: 'message_file', belongs_to, url: 'https://x/p.png' })
  assert.equal(told([file('user'), message('A'), file('assistant'), end]).content, 'A![](https://x/p.png)')
})

test('a text that moderation replaced is the new one, or ends there', () => {
  const replaced = { ...message('Sorry'), event: 'message_replace' }
  assert.deepEqual(told([replaced, end]), { content: 'Sorry', reasoning: undefined, finish: 'stop', usage })
  assert.equal(told([message('Bad'), replaced, end]).finish, 'content_filter')
})

const details = '<details style="color:gray;" open> <summary> Thinking... </summary>'
for (const [name, result, reasoning, content] of [
  ['a tag', '<think>\nhm</think>\n\nYes', 'hm', 'Yes'],
  ['a section', `${details}\nhm\n</details>\n\nYes`, 'hm', 'Yes'],
  ['neither', '<details><summary>More</summary>x</details>', undefined, '<details><summary>More</summary>x</details>'],
  ['a lesser sign', '<d', undefined, '<d'],
] as const)
  test(`reasoning in ${name} is told apart, at once and letter by letter`, () => {
    const letters = [...result].map(message)
    for (const events of [[message(result)], letters]) {
      const { reasoning: thought, ...rest } = told([...events, end])
      assert.deepEqual([thought?.trim(), rest], [reasoning, { content, finish: 'stop', usage }])
    }
  })

test('a long section that never says that it thinks is text', () => {
  const long = `<details ${'x'.repeat(600)}`
  assert.equal(told([message(long), end]).content, long)
})

const workflow = { dify_mode: 'workflow' }
const finished = (data: JsonObject) => ({ event: 'workflow_finished', data: { status: 'succeeded', ...data } })

test('a workflow streams its text, or tells its outputs at the end', () => {
  const chunk = (text: string) => ({ event: 'text_chunk', data: { text } })
  const streamed = told([chunk('He'), chunk('y'), finished({ outputs: { text: 'Hey' }, total_tokens: 20 })], workflow)
  assert.deepEqual([streamed.content, streamed.finish], ['Hey', 'stop'])
  for (const [outputs, content] of [
    [{ any: 'only' }, 'only'],
    [{ a: 1, answer: 'A' }, 'A'],
    [{ a: 1, result: 'R' }, 'R'],
    [{ a: 1, b: [2] }, '{"a":1,"b":[2]}'],
  ] as const)
    assert.equal(told([finished({ outputs })], workflow).content, content)
})

test("a workflow's one count is that of prompt and text together", () => {
  const { usage: counted } = told([finished({ outputs: { text: 'Hello there' }, total_tokens: 50 })], workflow)
  assert.ok(counted && counted.output > 0)
  assert.equal(counted.input + counted.output, 50)
  assert.equal(told([finished({ outputs: { text: 'a' }, total_tokens: 0 })], workflow).usage, undefined)
})

test('a workflow that fails, or waits for a person, is a failure', () => {
  const failureOf = (data: JsonObject) => {
    try {
      chunksOf([finished(data)], workflow)
    } catch (error) {
      assert.ok(error instanceof UpstreamFailure)
      return [error.kind, error.status]
    }
    return []
  }
  assert.deepEqual(failureOf({ status: 'failed', error: 'no' }), ['overloaded', 500])
  assert.deepEqual(failureOf({ status: 'paused' }), ['bad_request', 400])
  assert.deepEqual(failureOf({ status: 'partial-succeeded', outputs: { text: 'a' } }), [])
})

test('an incomplete stream is a failure', () => {
  assert.throws(
    () => chunksOf([message('Hi')]),
    (error) => error instanceof UpstreamFailure && error.kind === 'network',
  )
  assert.throws(() => chat.stream(facts()).push({ data: '{' }), UpstreamFailure)
})

test('a whole response is read', () => {
  const blocking = {
    event: 'message',
    message_id: 'm',
    conversation_id: 'c',
    answer: 'Hi',
    metadata: end.metadata,
    created_at: 9,
  }
  const response = chat.response(blocking, facts())
  assert.deepEqual(
    [response.id, response.created, response.choices[0]?.message.content, response.usage, response.extra],
    ['chatcmpl-m', 9, 'Hi', usage, { conversation_id: 'c' }],
  )
  const run = {
    workflow_run_id: 'w',
    task_id: 't',
    data: { status: 'succeeded', outputs: { x: 'only' }, total_tokens: 5 },
  }
  assert.equal(chat.response(run, facts(workflow)).choices[0]?.message.content, 'only')
  assert.throws(() => chat.response({}, facts()), UpstreamFailure)
})

const failures: [status: number, code: string, kind: string, shown: number, type: string, shownCode?: string][] = [
  [400, 'invalid_param', 'bad_request', 400, 'invalid_request_error'],
  [400, 'app_unavailable', 'overloaded', 503, 'server_error'],
  [400, 'provider_not_initialize', 'overloaded', 503, 'server_error'],
  [400, 'model_currently_not_support', 'overloaded', 503, 'server_error'],
  [400, 'provider_quota_exceeded', 'no_balance', 429, 'insufficient_quota', 'insufficient_quota'],
  [400, 'completion_request_error', 'overloaded', 500, 'server_error'],
  [401, 'unauthorized', 'bad_key', 401, 'authentication_error'],
  [404, 'not_found', 'bad_request', 404, 'invalid_request_error'],
  [413, 'file_too_large', 'bad_request', 413, 'invalid_request_error'],
  [415, 'unsupported_file_type', 'bad_request', 415, 'invalid_request_error'],
  [429, 'too_many_requests', 'rate_limited', 429, 'rate_limit_error'],
  [429, 'rate_limit_error', 'rate_limited', 429, 'rate_limit_error'],
  [500, 'internal_server_error', 'overloaded', 500, 'server_error'],
]
for (const [status, code, kind, shown, type, shownCode = code] of failures)
  test(`${status} ${code} is ${kind}, as a response, as the first event and in a 200`, () => {
    const body = { code, message: 'm', status }
    const inStream = () => chat.stream(facts()).push({ data: JSON.stringify({ event: 'error', ...body }) })
    const caught = (work: () => unknown) => {
      try {
        work()
      } catch (error) {
        return error
      }
    }
    for (const failure of [
      dify.failure(status, body, {}),
      caught(inStream),
      caught(() => chat.response(body, facts())),
    ]) {
      assert.ok(failure instanceof UpstreamFailure)
      assert.deepEqual(
        [failure.kind, failure.status, failure.type, failure.code, failure.message],
        [kind, shown, type, shownCode, 'm'],
      )
    }
  })

test('the list of models is one label, given to those whose key is an app', () => {
  const { request, response } = required(dify.models)
  assert.equal(request(targetOf()).url, 'https://api.dify.ai/v1/info')
  assert.deepEqual(response({ name: 'My app', mode: 'chat' }), ['dify'])
})
