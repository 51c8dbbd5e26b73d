import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest, JsonObject } from '../../../forms/chat.ts'
import { UpstreamFailure } from '../../../forms/failure.ts'
import { required, responseContext } from '../../testing.ts'
import { aws } from '../aws.ts'
import { targetOf } from '../testing.ts'

const providerOf = (model: string) => required(aws.variant)(targetOf(model))
const nova = 'amazon.nova-lite-v1:0'
const llama = 'meta.llama4-scout-17b-instruct-v1:0'
const runtime = 'https://bedrock-runtime.us-east-1.amazonaws.com'
const hi: ChatRequest['messages'] = [{ role: 'user', content: 'hi' }]

const requestOf = (request: JsonObject, model = nova, setting: JsonObject = {}) =>
  required(providerOf(model).chat).request({ model: 'm', messages: hi, ...request }, targetOf(model, setting))
const bodyOf = (request: JsonObject, model = nova, setting: JsonObject = {}): JsonObject =>
  requestOf(request, model, setting).body as JsonObject
const isKind = (kind: string) => (error: unknown) => error instanceof UpstreamFailure && error.kind === kind

const formats: [model: string, format: string][] = [
  ['claude-opus-4-6', 'claude'],
  ['us.anthropic.claude-opus-4-6-v1', 'claude'],
  ['amazon.titan-embed-text-v2:0', 'embeddings'],
  ['global.cohere.embed-v4:0', 'embeddings'],
  ['amazon.nova-2-multimodal-embeddings-v1:0', 'embeddings'],
  ['amazon.nova-pro-v1:0', 'converse'],
  ['openai.gpt-oss-120b-1:0', 'converse'],
  ['deepseek.v3.2', 'converse'],
]
for (const [model, format] of formats)
  test(`${model} is reached through the format ${format}`, () => {
    const { chat, native, single } = providerOf(model)
    assert.equal(native?.anthropic ? 'claude' : single?.embeddings ? 'embeddings' : chat && 'converse', format)
  })

test("the client's name for a model tells the format of a resource without a model's name", () => {
  const arn = 'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc'
  const target = { ...targetOf(arn), requestedModel: 'claude-opus-4-6' }
  assert.ok(required(aws.variant)(target).native?.anthropic)
  assert.equal(required(aws.variant)({ ...target, requestedModel: 'nova' }).native, undefined)
})

test('the path names the model of the nearest profile and whether to stream', () => {
  assert.equal(requestOf({}).url, `${runtime}/model/us.amazon.nova-lite-v1%3A0/converse`)
  const streamed = requestOf({ stream: true }, 'openai.gpt-oss-120b-1:0')
  assert.equal(streamed.url, `${runtime}/model/openai.gpt-oss-120b-1%3A0/converse-stream`)
  assert.equal(streamed.headers.accept, 'application/vnd.amazon.eventstream')
  assert.match(requestOf({}, nova, { inference_profile: 'none' }).url, /\/model\/amazon\.nova-lite/)
  assert.match(requestOf({}, 'qwen.qwen3-32b-v1:0', { inference_profile: 'eu' }).url, /\/model\/qwen\.qwen3/)
})

test('a chat with a system prompt and limits', () => {
  const body = bodyOf({
    messages: [{ role: 'system', content: 'Be brief.' }, { role: 'developer', content: 'Be kind.' }, ...hi],
    max_completion_tokens: 9,
    temperature: 1.5,
    top_p: 0.5,
    stop: ['x', ' '],
    frequency_penalty: 1,
    seed: 7,
    stream: true,
    logprobs: true,
  })
  assert.deepEqual(body, {
    system: [{ text: 'Be brief.' }, { text: 'Be kind.' }],
    messages: [{ role: 'user', content: [{ text: 'hi' }] }],
    inferenceConfig: { maxTokens: 9, temperature: 1, topP: 0.5, stopSequences: ['x'] },
  })
  assert.throws(() => bodyOf({ n: 2 }), isKind('unsupported'))
})

test('a model without system prompts gets them in the first turn', () => {
  const body = bodyOf({ messages: [{ role: 'system', content: 'S' }, ...hi] }, 'mistral.mistral-7b-instruct-v0:2')
  assert.equal(body.system, undefined)
  assert.deepEqual(body.messages, [{ role: 'user', content: [{ text: 'S' }, { text: 'hi' }] }])
})

const png = 'iVBORw0KGgoAAAANSUhEUg=='
test('pictures, documents, videos and sounds are blocks with their format and bytes', () => {
  const file = (filename: string, mime: string) => ({
    type: 'file',
    file: { filename, file_data: `data:${mime};base64,QUJD` },
  })
  const content = [
    { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${png}` } },
    file('a_b.pdf', 'application/pdf'),
    file('a b.docx', 'application/octet-stream'),
    file('main.ts', 'text/x-typescript'),
    { type: 'video_url', video_url: { url: 'data:video/quicktime;base64,QUJD' } },
    { type: 'input_audio', input_audio: { data: 'QUJD', format: 'mp3' } },
  ]
  const source = { bytes: 'QUJD' }
  assert.deepEqual(bodyOf({ messages: [{ role: 'user', content }] }).messages, [
    {
      role: 'user',
      content: [
        { image: { format: 'png', source: { bytes: png } } },
        { document: { format: 'pdf', name: 'a b', source } },
        { document: { format: 'docx', name: 'a b (2)', source } },
        { document: { format: 'txt', name: 'main', source } },
        { video: { format: 'mov', source } },
        { audio: { format: 'mp3', source } },
        { text: '...' },
      ],
    },
  ])
  const zip = { type: 'file', file: { file_data: 'data:application/zip;base64,QUJD' } }
  assert.throws(() => bodyOf({ messages: [{ role: 'user', content: [zip] }] }), isKind('unsupported'))
})

const call = (id: string) => ({ id, type: 'function' as const, function: { name: 'f', arguments: '{"a":1}' } })
const tools = [{ type: 'function', function: { name: 'f', description: '', parameters: { type: 'object' } } }]
const toolSpec = { name: 'f', inputSchema: { json: { type: 'object', properties: {} } } }
const history: ChatRequest['messages'] = [
  ...hi,
  { role: 'assistant', content: 'one moment', tool_calls: [call('c1'), call('c.2')] },
  { role: 'tool', tool_call_id: 'c1', content: 'sunny' },
  { role: 'user', content: 'and?' },
]

test('calls and their results: every call gets a result, in the turn after it', () => {
  const [, assistant, user] = bodyOf({ messages: history, tools }).messages as { content: JsonObject[] }[]
  const { toolUseId: id } = required(assistant?.content[2]).toolUse as JsonObject
  assert.match(String(id), /^call_[0-9a-f]{24}$/)
  assert.deepEqual(assistant?.content, [
    { text: 'one moment' },
    { toolUse: { toolUseId: 'c1', name: 'f', input: { a: 1 } } },
    { toolUse: { toolUseId: id, name: 'f', input: { a: 1 } } },
  ])
  assert.deepEqual(user?.content, [
    { toolResult: { toolUseId: 'c1', content: [{ text: 'sunny' }] } },
    { toolResult: { toolUseId: id, content: [{ text: '[no result]' }] } },
    { text: 'and?' },
  ])
})

test('a picture in a result comes after it, for models that take none inside', () => {
  const content = [
    { type: 'text', text: 'here' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
  ]
  const messages: ChatRequest['messages'] = [
    ...hi,
    { role: 'assistant', content: null, tool_calls: [call('c1')] },
    { role: 'tool', tool_call_id: 'c1', content },
  ]
  const lastTurn = (model: string) => (bodyOf({ messages, tools }, model).messages as JsonObject[]).at(-1)?.content
  const image = { image: { format: 'png', source: { bytes: png } } }
  assert.deepEqual(lastTurn(nova), [{ toolResult: { toolUseId: 'c1', content: [{ text: 'here' }, image] } }])
  assert.deepEqual(lastTurn('openai.gpt-6-sol'), [
    { toolResult: { toolUseId: 'c1', content: [{ text: 'here' }] } },
    image,
  ])
})

test('a model that refuses calls and results beside text gets them in turns of their own', () => {
  const messages = bodyOf({ messages: history, tools }, llama).messages as { role: string; content: JsonObject[] }[]
  const kinds = messages.map(({ role, content }) => `${role}: ${content.map((block) => Object.keys(block)[0])}`)
  assert.deepEqual(kinds, [
    'user: text',
    'assistant: text',
    'user: text',
    'assistant: toolUse,toolUse',
    'user: toolResult,toolResult',
    'assistant: text',
    'user: text',
  ])
})

test('Mistral gets ids of nine letters and digits', () => {
  const { messages } = bodyOf({ messages: history, tools }, 'mistral.mistral-large-3-675b-instruct')
  const ids = [...JSON.stringify(messages).matchAll(/"toolUseId":"([^"]*)"/g)].map((match) => match[1] ?? '')
  assert.equal(ids.length, 4)
  for (const id of ids) assert.match(id, /^[a-zA-Z0-9]{9}$/)
  assert.equal(new Set(ids).size, 2)
})

const choices: [choice: unknown, model: string, toolConfig: unknown, system: string | undefined][] = [
  ['auto', nova, { tools: [{ toolSpec }] }, undefined],
  ['required', nova, { tools: [{ toolSpec }], toolChoice: { any: {} } }, undefined],
  [
    { type: 'function', function: { name: 'f' } },
    'openai.gpt-oss-20b-1:0',
    { tools: [{ toolSpec }], toolChoice: { tool: { name: 'f' } } },
    undefined,
  ],
  [{ type: 'function', function: { name: 'f' } }, llama, { tools: [{ toolSpec }] }, 'You must call the tool f.'],
  ['required', llama, { tools: [{ toolSpec }] }, 'You must call one of the tools.'],
  ['none', nova, undefined, undefined],
]
for (const [choice, model, toolConfig, instruction] of choices)
  test(`the tool choice ${JSON.stringify(choice)} for ${model}`, () => {
    const body = bodyOf({ tools, tool_choice: choice }, model)
    assert.deepEqual(body.toolConfig, toolConfig)
    assert.deepEqual(body.system, instruction === undefined ? undefined : [{ text: instruction }])
  })

test('a conversation with calls declares the tools that it no longer offers', () => {
  const declared = bodyOf({ messages: history })
  assert.deepEqual(declared.toolConfig, { tools: [{ toolSpec }] })
  assert.deepEqual(declared.system, [{ text: 'Do not call a tool in this turn.' }])
})

const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
const response_format = { type: 'json_schema', json_schema: { name: 'o', schema } }
test('JSON by a schema is a forced call, an instruction, or a schema for output if the channel says so', () => {
  const forced = bodyOf({ response_format })
  assert.deepEqual((forced.toolConfig as JsonObject).toolChoice, { tool: { name: 'json_answer' } })
  const beside = bodyOf({ response_format, tools })
  assert.deepEqual((beside.toolConfig as JsonObject).toolChoice, { any: {} })
  const instructed = bodyOf({ response_format }, llama)
  assert.equal(instructed.toolConfig, undefined)
  assert.match(JSON.stringify(instructed.system), /JSON schema/)
  const native = bodyOf({ response_format }, llama, { native_json_schema: true })
  assert.deepEqual(native.outputConfig, {
    textFormat: { type: 'json_schema', structure: { jsonSchema: { schema: JSON.stringify(schema), name: 'o' } } },
  })
})

test("the input of the gateway's own tool is the text of the response", () => {
  const { chat } = providerOf(nova)
  const content = [{ toolUse: { toolUseId: 't', name: 'json_answer', input: { a: 'b' } } }]
  const body = { output: { message: { role: 'assistant', content } }, stopReason: 'tool_use' }
  const [choice] = required(chat).response(body, responseContext).choices
  assert.deepEqual([choice?.message.content, choice?.finish_reason], ['{"a":"b"}', 'stop'])
})

const efforts: [model: string, request: JsonObject, fields: unknown][] = [
  ['openai.gpt-oss-120b-1:0', { reasoning_effort: 'xhigh' }, { reasoning_effort: 'high' }],
  ['openai.gpt-oss-120b-1:0', { reasoning_effort: 'none' }, { reasoning_effort: 'low' }],
  [
    'amazon.nova-2-lite-v1:0',
    { reasoning_effort: 'low' },
    { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } },
  ],
  [
    'amazon.nova-2-lite-v1:0',
    { reasoning_effort: 'high', max_tokens: 50 },
    { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'medium' } },
  ],
  ['amazon.nova-2-lite-v1:0', { reasoning_effort: 'none' }, { reasoningConfig: { type: 'disabled' } }],
  ['openai.gpt-6-sol', { reasoning_effort: 'xhigh', temperature: 1 }, { reasoning: { effort: 'xhigh' } }],
  ['amazon.nova-lite-v1:0', { reasoning_effort: 'high' }, undefined],
  [llama, { reasoning_effort: 'high' }, undefined],
]
for (const [model, request, fields] of efforts)
  test(`the effort of ${JSON.stringify(request)} for ${model}`, () => {
    assert.deepEqual(bodyOf(request, model).additionalModelRequestFields, fields)
  })

test("the highest effort of Nova goes without sampling, and OpenAI's models always", () => {
  const inferenceOf = (request: JsonObject, model: string) =>
    bodyOf({ temperature: 0.2, ...request }, model).inferenceConfig
  assert.equal(inferenceOf({ reasoning_effort: 'high' }, 'amazon.nova-2-lite-v1:0'), undefined)
  assert.equal(inferenceOf({}, 'openai.gpt-6-sol'), undefined)
  assert.deepEqual(inferenceOf({}, 'openai.gpt-oss-20b-1:0'), { temperature: 0.2 })
})

test('a model that cannot stream with tools is sent the request again without a stream', () => {
  const { chat, failure } = providerOf(llama)
  const request: ChatRequest = { model: 'm', messages: hi, stream: true, tools }
  const refused = failure(400, { message: "This model doesn't support tool use in streaming mode." }, {})
  const again = required(required(chat).instead?.(refused, request))
  assert.match(required(chat).request({ ...again, stream: true }, targetOf(llama)).url, /\/converse$/)
  assert.equal(required(chat).instead?.(failure(400, { message: 'bad' }, {}), request), undefined)
})

test('a model that refuses to be forced gets an instruction in the system prompt', () => {
  const { chat, failure } = providerOf(nova)
  const message =
    "This model doesn't support the toolConfig.toolChoice.any field. Remove toolConfig.toolChoice.any and try again."
  const request: ChatRequest = { model: 'm', messages: hi, tools, tool_choice: 'required' }
  const again = required(required(chat).instead?.(failure(400, { message }, {}), request))
  const { body } = required(chat).request(again, targetOf(nova))
  assert.deepEqual((body as JsonObject).toolConfig, { tools: [{ toolSpec }] })
})

const cached = { cache_control: { type: 'ephemeral', ttl: '1h' } }
const point = { cachePoint: { type: 'default' } }
const marked: ChatRequest['messages'] = [
  { role: 'system', content: [{ type: 'text', text: 'S', ...cached }] },
  { role: 'system', content: 'T' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'a', ...cached },
      { type: 'text', text: 'b' },
    ],
  },
  { role: 'assistant', content: 'c', ...cached },
  { role: 'user', content: [{ type: 'text', text: 'd', ...cached }], ...cached },
]

test('cache markers of clients are cache points of Nova, and of no other model', () => {
  const body = bodyOf({ messages: marked })
  assert.deepEqual(body.system, [{ text: 'S' }, point, { text: 'T' }])
  assert.deepEqual(
    (body.messages as JsonObject[]).map(({ content }) => content),
    [
      [{ text: 'a' }, point, { text: 'b' }],
      [{ text: 'c' }, point],
      [{ text: 'd' }, point],
    ],
  )
  for (const model of [llama, 'openai.gpt-oss-20b-1:0'])
    assert.doesNotMatch(JSON.stringify(bodyOf({ messages: marked }, model)), /cachePoint/)
})

test('a marker of the whole request is a cache point at its end', () => {
  assert.deepEqual(bodyOf(cached).messages, [{ role: 'user', content: [{ text: 'hi' }, point] }])
})

test('turns with calls or results, and tools, have no cache points', () => {
  const messages = history.map((message) => ({ ...message, ...cached }))
  const body = bodyOf({ messages, tools: tools.map((tool) => ({ ...tool, ...cached })) })
  const [first, ...others] = body.messages as JsonObject[]
  assert.deepEqual(first?.content, [{ text: 'hi' }, point])
  assert.doesNotMatch(JSON.stringify([others, body.toolConfig]), /cachePoint/)
  const content = [{ type: 'text', text: 'sunny', ...cached }]
  const withResult: ChatRequest['messages'] = [
    ...hi,
    { role: 'assistant', content: null, tool_calls: [call('c1')] },
    { role: 'tool', tool_call_id: 'c1', content },
  ]
  assert.doesNotMatch(JSON.stringify(bodyOf({ messages: withResult, tools })), /cachePoint/)
})

const thoughtsOf = (...thinking_blocks: JsonObject[]): ChatRequest['messages'] => [
  ...hi,
  { role: 'assistant', content: 'ab', thinking_blocks } as ChatRequest['messages'][number],
  ...hi,
]
const assistantTurn = (request: JsonObject): unknown => (bodyOf(request).messages as JsonObject[])[1]?.content
const reasoningText = { reasoningContent: { reasoningText: { text: 'hm', signature: 's' } } }

test('signed reasoning returns at its place, and reasoning of other vendors or without a signature does not', () => {
  const own = { type: 'thinking', thinking: 'hm', signature: 'bedrock:s' }
  const redacted = { type: 'thinking', thinking: '', signature: 'bedrock:redacted:cmVk', after: { text: 1, calls: 0 } }
  assert.deepEqual(assistantTurn({ messages: thoughtsOf(own, redacted) }), [
    reasoningText,
    { text: 'a' },
    { reasoningContent: { redactedContent: 'cmVk' } },
    { text: 'b' },
  ])
  const foreign = [
    { type: 'thinking', thinking: 'hm', signature: 's' },
    { type: 'thinking', thinking: 'hm', signature: '' },
    { type: 'thinking', thinking: 'hm', signature: 'openai:rs_1:s' },
    { type: 'redacted_thinking', data: 'cmVk' },
  ]
  assert.deepEqual(assistantTurn({ messages: thoughtsOf(...foreign) }), [{ text: 'ab' }])
})

test('a turn of reasoning alone gets a text', () => {
  const turn = {
    role: 'assistant',
    content: null,
    thinking_blocks: [{ type: 'thinking', thinking: 'hm', signature: 'bedrock:s' }],
  }
  const messages = [...hi, turn, ...hi]
  assert.deepEqual(assistantTurn({ messages }), [reasoningText, { text: '...' }])
})

test('reasoning that its vendor encrypted comes as a thought without a text', () => {
  const content = [{ reasoningContent: { redactedContent: 'cmVk' } }, { text: 'a' }]
  const body = { output: { message: { role: 'assistant', content } }, stopReason: 'end_turn' }
  const { chat } = providerOf(nova)
  const thought = { type: 'thinking', thinking: '', signature: 'bedrock:redacted:cmVk' }
  const [choice] = required(chat).response(body, responseContext).choices
  assert.deepEqual(choice?.message.thinking_blocks, [thought])
  const decoder = required(chat).stream(responseContext)
  const push = (event: string, data: JsonObject) => decoder.push({ event, data: JSON.stringify(data) })
  push('contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { redactedContent: 'cmVk' } } })
  const [chunk] = push('contentBlockStop', { contentBlockIndex: 0 })
  assert.deepEqual(chunk?.choices[0]?.delta.thinking_blocks, [thought])
})

for (const [refusal, field] of [
  ['Malformed input request: #/messages/2/content/1: extraneous key [cachePoint] is not permitted', 'cachePoint'],
  ['You invoked an unsupported model or your request did not allow prompt caching.', 'cachePoint'],
  ['User messages cannot contain reasoning content. Please remove it and try again.', 'reasoningContent'],
] as const)
  test(`a request is sent again without what the model refuses: ${refusal}`, () => {
    const { chat, failure } = providerOf(nova)
    const thoughts = thoughtsOf({ type: 'thinking', thinking: 'hm', signature: 'bedrock:s' })
    const request: ChatRequest = { model: 'm', messages: [...thoughts, ...marked] }
    const has = (body: unknown) => JSON.stringify(body).includes(field)
    assert.ok(has(required(chat).request(request, targetOf(nova)).body))
    const again = required(required(chat).instead?.(failure(400, { message: refusal }, {}), request))
    assert.ok(!has(required(chat).request(again, targetOf(nova)).body))
  })

test('cached tokens are apart from the input, and the writing of an hour from that of five minutes', () => {
  const usage = {
    inputTokens: 10,
    outputTokens: 5,
    totalTokens: 22,
    cacheReadInputTokens: 4,
    cacheWriteInputTokens: 3,
    cacheDetails: [{ ttl: '1h', inputTokens: 2 }],
  }
  const body = { output: { message: { content: [{ text: 'a' }] } }, stopReason: 'max_tokens', usage }
  const response = required(providerOf(nova).chat).response(body, responseContext)
  assert.equal(response.choices[0]?.finish_reason, 'length')
  const { input, cache_read, cache_write_5m, cache_write_1h, output } = required(response.usage)
  assert.deepEqual([input, cache_read, cache_write_5m, cache_write_1h, output], [10, 4, 1, 2, 5])
})

// The types of @aws-sdk/client-bedrock-runtime 3.1161 (ToolUseBlock.type, ServerToolDefinition), read 2026-11-18
test('a tool that Bedrock runs itself is no call for the client', () => {
  const { chat } = providerOf(nova)
  const toolUse = { toolUseId: 't', name: 'nova_grounding', type: 'server_tool_use' }
  const content = [{ toolUse: { ...toolUse, input: {} } }, { text: 'found' }]
  const body = { output: { message: { role: 'assistant', content } }, stopReason: 'end_turn' }
  const [choice] = required(chat).response(body, responseContext).choices
  assert.deepEqual(
    [choice?.message.content, choice?.message.tool_calls, choice?.finish_reason],
    ['found', undefined, 'stop'],
  )
  const decoder = required(chat).stream(responseContext)
  const push = (event: string, data: JsonObject) => decoder.push({ event, data: JSON.stringify(data) })
  const chunks = [
    ...push('messageStart', { role: 'assistant' }),
    ...push('contentBlockStart', { contentBlockIndex: 0, start: { toolUse } }),
    ...push('contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input: '{}' } } }),
    ...push('contentBlockStop', { contentBlockIndex: 0 }),
    ...push('messageStop', { stopReason: 'end_turn' }),
  ]
  assert.equal(
    chunks.some(({ choices }) => choices.some(({ delta }) => delta.tool_calls !== undefined)),
    false,
  )
  assert.equal(chunks.at(-1)?.choices[0]?.finish_reason, 'stop')
})

test('a stream that ends before the message is no response', () => {
  const decoder = required(providerOf(nova).chat).stream(responseContext)
  decoder.push({ event: 'messageStart', data: '{"role":"assistant"}' })
  assert.throws(() => decoder.end(), isKind('network'))
})
