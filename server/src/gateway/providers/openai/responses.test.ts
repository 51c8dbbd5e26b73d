import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import type { ResponseContext, Target } from '../provider.ts'
import { testTarget } from '../testing.ts'
import { openai } from './openai.ts'

const target = (fields: Partial<Target> = {}) =>
  testTarget({ type: 1, key: 'sk-1', base_url: 'https://api.openai.com', model: 'gpt-4o', ...fields })
const facts: ResponseContext = { id: 'chatcmpl-1', now: 1, model: 'm' }
const callModel = (fields: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: 'q' }],
  ...fields,
})
const sent = (fields: Partial<ChatRequest>, at: Partial<Target> = {}): JsonObject =>
  openai.chat?.request(callModel(fields), target(at)).body as JsonObject
const tools = [{ type: 'function', function: { name: 'f' } }]

test('chats that OpenAI takes only as responses are known by model, tools and effort', () => {
  const prefers = (model: string, fields: Partial<ChatRequest> = {}) =>
    openai.prefersResponses?.(callModel(fields), target({ model }))
  for (const model of ['gpt-5.5', 'gpt-5.6', 'gpt-6-sol', 'openai/gpt-5.6']) {
    assert.equal(prefers(model, { tools }), true, model)
    assert.equal(prefers(model, { tools, reasoning_effort: 'none' }), false, model)
    assert.equal(prefers(model), false, model)
  }
  for (const model of ['gpt-6-astra', 'gpt-6.1-sol', 'gpt-7']) {
    assert.equal(prefers(model, { tools, reasoning_effort: 'none' }), true, model)
    assert.equal(prefers(model, { reasoning_effort: 'none' }), false, model)
  }
  assert.equal(prefers('gpt-5.6', { functions: [{ name: 'f' }] }), true)
  assert.equal(prefers('gpt-5.4', { tools }), false)
  assert.equal(prefers('gpt-5.4', { tools, reasoning_effort: 'low' }), true)
  assert.equal(prefers('gpt-5.1', { tools, reasoning_effort: 'high' }), false)
  for (const model of ['gpt-5.5-pro', 'o3-pro', 'gpt-5.1-codex-mini', 'o4-mini-deep-research', 'computer-use-preview'])
    assert.equal(prefers(model), true, model)
  for (const model of ['gpt-4o', 'gemini-2.5-pro', 'deepseek-v4-pro', 'gpt-5-prose'])
    assert.equal(prefers(model), false, model)
})

test('the highest effort is sent through Responses, and as the one below it to a server without Responses', () => {
  const effort = { reasoning_effort: 'max' }
  const at = (model: string, setting: JsonObject = {}) => sent(effort, { model, setting })
  assert.deepEqual(at('gpt-5.6').reasoning, { effort: 'max', summary: 'auto' })
  assert.equal(at('gpt-5.6', { chat_only: true }).reasoning_effort, 'xhigh')
  assert.equal(at('gpt-5.5').reasoning_effort, 'xhigh')
})

test('a response gets the nearest effort that its model accepts, and no parameter that the model refuses', () => {
  const requested = { temperature: 0, top_p: 0.5, verbosity: 'low', tools }
  const of = ({ reasoning, temperature, top_p, text }: JsonObject) => [reasoning, temperature, top_p, text]
  const low = { effort: 'low', summary: 'auto' }
  const at = (model: string, reasoning_effort?: string) => of(sent({ ...requested, reasoning_effort }, { model }))
  assert.deepEqual(at('gpt-6.1-sol', 'none'), [low, undefined, undefined, { verbosity: 'low' }])
  assert.deepEqual(at('gpt-5.5'), [undefined, undefined, undefined, { verbosity: 'low' }])
  assert.deepEqual(at('gpt-5.1-codex', 'minimal'), [low, undefined, undefined, undefined])
})

test('a server without the Responses address gets functions without reasoning', () => {
  const at = { model: 'gpt-5.6', setting: { chat_only: true } }
  assert.equal(openai.chat?.request(callModel({ tools }), target(at)).url, 'https://api.openai.com/v1/chat/completions')
  assert.equal(sent({ tools }, at).reasoning_effort, 'none')
  assert.equal(openai.prefersResponses?.(callModel({ tools }), target(at)), false)
})

test('a Responses client keeps its body but for the model and reserved fields', () => {
  const body = {
    model: 'alias',
    input: 'q',
    service_tier: 'priority',
    new_field: 1,
    stream_options: { include_obfuscation: true },
  }
  const call = { headers: {}, query: {} }
  const request = openai.native?.responses?.request(body, target({ model: 'gpt-6' }), call)
  assert.equal(request?.url, 'https://api.openai.com/v1/responses')
  assert.deepEqual(request?.body, { model: 'gpt-6', input: 'q', new_field: 1, stream_options: {} })
  const compact = openai.native?.responses?.request(body, target(), { ...call, action: 'compact' })
  assert.equal(compact?.url, 'https://api.openai.com/v1/responses/compact')
})

test('parameters that chat and Responses share are sent to the models that accept them', () => {
  const shared = { prompt_cache_key: 'k', prompt_cache_options: { mode: 'explicit' } }
  const body = sent({ ...shared, prompt_cache_retention: '24h', tools }, { model: 'gpt-6-astra' })
  for (const [name, value] of Object.entries(shared)) assert.deepEqual(body[name], value, name)
  assert.equal('prompt_cache_retention' in body, false)
  assert.equal(sent({ prompt_cache_retention: '24h', tools }, { model: 'gpt-5.6' }).prompt_cache_retention, '24h')
  assert.equal('prompt_cache_retention' in sent({ prompt_cache_retention: '24h' }, { model: 'gpt-6-luna' }), false)
})

test("OpenAI's own tools are counted beside the tokens", () => {
  const output = ['web_search_call', 'web_search_call', 'file_search_call', 'code_interpreter_call', 'message'].map(
    (type) => ({ type }),
  )
  const response = {
    object: 'response',
    output,
    tools: [{ type: 'web_search_preview' }],
    usage: { input_tokens: 5, output_tokens: 1 },
  }
  assert.deepEqual(openai.native?.responses?.response(response, facts).usage?.tool_calls, [
    { name: 'web_search_preview', count: 2 },
    { name: 'file_search', count: 1 },
    { name: 'container_1g', count: 1 },
  ])
})

test('a response that was cut short says why', () => {
  const finish = (reason: string) =>
    openai.chat?.response(
      { object: 'response', status: 'incomplete', incomplete_details: { reason }, output: [] },
      facts,
    ).choices[0]?.finish_reason
  assert.equal(finish('max_output_tokens'), 'length')
  assert.equal(finish('content_filter'), 'content_filter')
})

test('refusals and citations of a response endpointOf a chat', () => {
  const citation = { type: 'url_citation', url: 'https://x.example', title: 't', start_index: 0, end_index: 1 }
  const content = [
    { type: 'output_text', text: 'a', annotations: [citation] },
    { type: 'refusal', refusal: 'no' },
  ]
  const response = openai.chat?.response({ object: 'response', output: [{ type: 'message', content }] }, facts)
  const { type, ...inside } = citation
  assert.deepEqual(response?.choices[0]?.message, {
    role: 'assistant',
    content: 'a',
    refusal: 'no',
    annotations: [{ type, url_citation: inside }],
  })
})

test('a response that failed is a failure, whole or streamed', () => {
  const failed = {
    object: 'response',
    status: 'failed',
    error: { code: 'rate_limit_exceeded', message: 'slow' },
    output: [],
  }
  assert.throws(() => openai.chat?.response(failed, facts), { kind: 'rate_limited', status: 429, message: 'slow' })
  const events = [
    { type: 'response.failed', response: failed },
    { type: 'error', code: 'rate_limit_exceeded', message: 'slow', param: null },
    { type: 'error', error: { type: 'requests', code: 'rate_limit_exceeded', message: 'slow' } },
  ]
  for (const event of events) {
    const decoder = openai.native?.responses?.stream(facts)
    assert.throws(() => decoder?.push({ event: event.type, data: JSON.stringify(event) }), {
      kind: 'rate_limited',
      status: 429,
    })
    const either = openai.chat?.stream(facts)
    assert.throws(() => either?.push({ event: event.type, data: JSON.stringify(event) }), UpstreamFailure)
  }
})

test('a response that tells everything in its last event is not lost', () => {
  const decoder = openai.native?.responses?.stream(facts)
  const response = {
    id: 'resp_9',
    status: 'completed',
    output: [
      { type: 'message', content: [{ type: 'output_text', text: 'all' }] },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
    ],
    usage: { input_tokens: 1, output_tokens: 1 },
  }
  const chunks = decoder?.push({ data: JSON.stringify({ type: 'response.completed', response }) }) ?? []
  assert.equal(chunks[1]?.choices[0]?.delta.content, 'all')
  assert.equal(chunks[2]?.choices[0]?.finish_reason, 'tool_calls')
  assert.equal(chunks[2]?.usage?.output, 1)
})

test('what a chat says otherwise than a response is turned round', () => {
  const choose = (tool_choice: unknown) => sent({ tools, tool_choice }, { model: 'gpt-5.6' }).tool_choice
  assert.deepEqual(choose({ type: 'custom', custom: { name: 'c' } }), { type: 'custom', name: 'c' })
  const allowed = { mode: 'auto', tools: [{ type: 'function', function: { name: 'f' } }] }
  assert.deepEqual(choose({ type: 'allowed_tools', allowed_tools: allowed }), {
    type: 'allowed_tools',
    mode: 'auto',
    tools: [{ type: 'function', name: 'f' }],
  })
  assert.equal(choose('required'), 'required')
  const search = { search_context_size: 'low', user_location: { type: 'approximate', approximate: { city: 'Bern' } } }
  assert.deepEqual(sent({ web_search_options: search }, { model: 'o3-pro' }).tools, [
    { type: 'web_search', search_context_size: 'low', user_location: { type: 'approximate', city: 'Bern' } },
  ])
  assert.deepEqual(sent({ web_search_options: {} }, { model: 'o3-pro' }).tools, [{ type: 'web_search' }])
  const file = { type: 'file', file: { file_data: 'https://x.example/a.pdf' } }
  assert.deepEqual(sent({ messages: [{ role: 'user', content: [file] }] }, { model: 'o3-pro' }).input, [
    { type: 'message', role: 'user', content: [{ type: 'input_file', file_url: 'https://x.example/a.pdf' }] },
  ])
  assert.throws(() => sent({ n: 2 }, { model: 'o3-pro' }), { kind: 'unsupported', param: 'n' })
  assert.equal('n' in sent({ n: 1 }, { model: 'o3-pro' }), false)
})

test('a response without an event line, an end or a model is still understood', () => {
  const decoder = openai.chat?.stream(facts)
  const pushEvent = (event: JsonObject) => decoder?.push({ data: JSON.stringify(event) }) ?? []
  pushEvent({ type: 'response.created', response: { id: 'resp_1' } })
  pushEvent({ type: 'response.reasoning_text.delta', item_id: 'r', content_index: 0, delta: 'a' })
  const [next] = pushEvent({ type: 'response.reasoning_text.delta', item_id: 'r', content_index: 1, delta: 'b' })
  assert.equal(next?.choices[0]?.delta.reasoning_content, '\n\nb')
  const [refused] = pushEvent({ type: 'response.refusal.delta', delta: 'no' })
  assert.deepEqual([refused?.choices[0]?.delta, refused?.model], [{ refusal: 'no' }, 'm'])
  assert.deepEqual(pushEvent({ type: 'response.refusal.delta' }), [])
  assert.deepEqual(pushEvent({ type: 'response.function_call_arguments.delta', output_index: 9, delta: 'x' }), [])
  assert.deepEqual(decoder?.push({ data: '[DONE]' }), [])
  assert.equal(decoder?.end()[0]?.choices[0]?.finish_reason, 'stop')
  assert.deepEqual(openai.chat?.stream(facts).end(), [])
  const named = openai.native?.responses?.response(
    { output: [], model: 'gpt-6', tools: [{ type: 'web_search' }] },
    facts,
  )
  assert.equal(named?.model, 'gpt-6')
})

// Bedrock Mantle: github.com/crmne/ruby_llm, spec/fixtures/vcr_cassettes/providers_bedrock_mantle_…, read 2026-11-18
test('events of a response are known by their type wherever it stands', () => {
  const decoder = openai.chat?.stream(facts)
  const event = '{"content_index":0,"delta":"a","item_id":"msg_1","type":"response.output_text.delta"}'
  assert.equal(decoder?.push({ data: event })[0]?.choices[0]?.delta.content, 'a')
  const chat = openai.chat?.stream(facts)
  const text = '{"type":"response.output_text.delta"}'
  const chunk = { id: 'c', choices: [{ index: 0, delta: { content: text }, finish_reason: null }] }
  assert.equal(chat?.push({ data: JSON.stringify(chunk) })[0]?.choices[0]?.delta.content, text)
})

test('a response whose stream ends before it is completed was cut', () => {
  const decoder = openai.native?.responses?.stream(facts)
  decoder?.push({ data: '{"type":"response.created","response":{"id":"resp_1"}}' })
  assert.throws(() => decoder?.end(), { kind: 'network' })
  decoder?.push({ data: '{"type":"response.output_text.delta","delta":"a"}' })
  assert.throws(() => decoder?.end(), { kind: 'network' })
  decoder?.push({ data: '{"type":"response.completed","response":{"status":"completed"}}' })
  assert.deepEqual(decoder?.end(), [])
})

test('a finished response is not ended twice, and searches are priced by their kind', () => {
  const decoder = openai.native?.responses?.stream(facts)
  const response = {
    status: 'completed',
    output: [{ type: 'web_search_call' }],
    tools: [{ type: 'web_search' }],
    usage: { input_tokens: 1, output_tokens: 1 },
  }
  decoder?.push({ data: '{"type":"response.output_text.delta","delta":"a"}' })
  const last = decoder?.push({ data: JSON.stringify({ type: 'response.completed', response }) }).at(-1)
  assert.deepEqual(last?.usage?.tool_calls, [{ name: 'web_search', count: 1 }])
  assert.deepEqual(decoder?.end(), [])
})
