import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChannelType, channelTypes } from '@turnpike/contract/channel-types'
import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { SingleKind, Target } from '../provider.ts'
import { chunksOfEvents, testTarget } from '../testing.ts'
import { type HostName, providerOf } from './hosts.ts'

const types: Record<HostName, ChannelType> = {
  openrouter: 20,
  xai: 48,
  volcengine: 45,
  perplexity: 27,
  groq: 1000,
  together: 1001,
  fireworks: 1002,
  cerebras: 1004,
  nvidia: 1005,
  huggingface: 1006,
  xinference: 47,
  lmstudio: 1003,
  vllm: 1007,
  sglang: 1008,
}
const targetOf = (name: HostName, fields: Partial<Target> = {}) =>
  testTarget({
    type: types[name],
    base_url: channelTypes[types[name]].defaultBaseUrl || 'http://localhost:9997',
    ...fields,
  })
const facts = { id: 'chatcmpl-1', now: 1_700_000_000, model: 'm' }
const user: ChatRequest['messages'][number] = { role: 'user', content: 'q' }
const chatOf = (name: HostName, fields: Partial<ChatRequest> = {}, target: Partial<Target> = {}) =>
  providerOf(name).chat?.request({ model: 'm', messages: [user], ...fields }, targetOf(name, target))
const bodyOf = (...parameters: Parameters<typeof chatOf>) => (chatOf(...parameters)?.body ?? {}) as JsonObject
const singleOf = (name: HostName, kind: SingleKind, request: JsonObject) =>
  providerOf(name).single?.[kind]?.request(request, targetOf(name))
const chunksOf = (name: HostName, ...events: unknown[]) => chunksOfEvents(providerOf(name).chat?.stream(facts), events)
const responseOf = (name: HostName, body: JsonObject) => providerOf(name).chat?.response(body, facts)
const said = (content: string) => [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]

test('every host has its chats, embeddings and models where its documents say', () => {
  const addresses: [HostName, chat: string, embeddings?: string, models?: string][] = [
    [
      'openrouter',
      'https://openrouter.ai/api/v1/chat/completions',
      'https://openrouter.ai/api/v1/embeddings',
      'https://openrouter.ai/api/v1/models',
    ],
    ['xai', 'https://api.x.ai/v1/chat/completions', undefined, 'https://api.x.ai/v1/models'],
    [
      'volcengine',
      'https://ark.cn-beijing.volces.com/api/v3/chat/completions',
      'https://ark.cn-beijing.volces.com/api/v3/embeddings',
      'https://ark.cn-beijing.volces.com/api/v3/models',
    ],
    ['perplexity', 'https://api.perplexity.ai/chat/completions'],
    ['groq', 'https://api.groq.com/openai/v1/chat/completions', undefined, 'https://api.groq.com/openai/v1/models'],
    [
      'together',
      'https://api.together.xyz/v1/chat/completions',
      'https://api.together.xyz/v1/embeddings',
      'https://api.together.xyz/v1/models',
    ],
    [
      'fireworks',
      'https://api.fireworks.ai/inference/v1/chat/completions',
      'https://api.fireworks.ai/inference/v1/embeddings',
      'https://api.fireworks.ai/inference/v1/models',
    ],
    [
      'xinference',
      'http://localhost:9997/v1/chat/completions',
      'http://localhost:9997/v1/embeddings',
      'http://localhost:9997/v1/models',
    ],
    [
      'lmstudio',
      'http://localhost:1234/v1/chat/completions',
      'http://localhost:1234/v1/embeddings',
      'http://localhost:1234/v1/models',
    ],
    ['cerebras', 'https://api.cerebras.ai/v1/chat/completions', undefined, 'https://api.cerebras.ai/v1/models'],
    [
      'nvidia',
      'https://integrate.api.nvidia.com/v1/chat/completions',
      'https://integrate.api.nvidia.com/v1/embeddings',
      'https://integrate.api.nvidia.com/v1/models',
    ],
    [
      'huggingface',
      'https://router.huggingface.co/v1/chat/completions',
      undefined,
      'https://router.huggingface.co/v1/models',
    ],
    [
      'vllm',
      'http://localhost:8000/v1/chat/completions',
      'http://localhost:8000/v1/embeddings',
      'http://localhost:8000/v1/models',
    ],
    [
      'sglang',
      'http://localhost:30000/v1/chat/completions',
      'http://localhost:30000/v1/embeddings',
      'http://localhost:30000/v1/models',
    ],
  ]
  for (const [name, chat, embeddings, models] of addresses) {
    assert.equal(chatOf(name)?.url, chat)
    assert.equal(singleOf(name, 'embeddings', { input: 'a' })?.url, embeddings, name)
    assert.equal(providerOf(name).models?.request(targetOf(name)).url, models, name)
  }
})

test('a version that was pasted with the address is not repeated', () => {
  const pasted: [HostName, string][] = [
    ['openrouter', 'https://openrouter.ai/api/v1'],
    ['volcengine', 'https://ark.cn-beijing.volces.com/api/v3'],
    ['groq', 'https://api.groq.com/openai/v1'],
    ['perplexity', 'https://api.perplexity.ai/v1'],
  ]
  for (const [name, base_url] of pasted) assert.equal(chatOf(name, {}, { base_url })?.url, chatOf(name)?.url)
})

test('a server without keys is sent none', () => {
  assert.deepEqual(chatOf('lmstudio', {}, { key: '' })?.headers, {})
  assert.deepEqual(chatOf('lmstudio')?.headers, { authorization: 'Bearer k' })
})

test('OpenRouter: earlier reasoning has its own name, and its details come back unchanged', () => {
  const reasoning_details = [{ type: 'reasoning.encrypted', data: 'x' }]
  const messages: ChatRequest['messages'] = [
    { role: 'assistant', content: 'a', reasoning_content: 'r', reasoning_details },
  ]
  assert.deepEqual(bodyOf('openrouter', { messages }).messages, [
    { reasoning: 'r', role: 'assistant', content: 'a', reasoning_details },
  ])
  const message = { role: 'assistant', content: 'a', reasoning: 'r', reasoning_details }
  const response = responseOf('openrouter', { choices: [{ index: 0, message, finish_reason: 'stop' }] })
  assert.deepEqual(response?.choices[0]?.message, {
    role: 'assistant',
    content: 'a',
    reasoning_content: 'r',
    reasoning_details,
  })
})

// github.com/pydantic/pydantic-ai, tests/models/cassettes/test_openrouter, read 2026-11-18
test('OpenRouter: reasoning that stands in the details alone is reasoning', () => {
  const reasoning_details = [
    { type: 'reasoning.summary', summary: 'First. ' },
    { type: 'reasoning.text', text: 'Then.' },
    { type: 'reasoning.encrypted', data: 'x' },
  ]
  const message = { role: 'assistant', content: 'a', reasoning_details }
  const response = responseOf('openrouter', { choices: [{ index: 0, message, finish_reason: 'stop' }] })
  assert.deepEqual(response?.choices[0]?.message, { ...message, reasoning_content: 'First. Then.' })
})

test('OpenRouter: a failure half way is one, by its code', () => {
  const begun = { choices: [{ index: 0, delta: { content: 'a' }, finish_reason: null }] }
  const ending = (error: JsonObject) => ({
    error,
    choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
  })
  const kinds: [JsonObject, string, number][] = [
    [{ code: 429, message: 'm' }, 'rate_limited', 429],
    [{ code: 402, message: 'm' }, 'no_balance', 402],
    [{ code: 400, message: 'This endpoint has a maximum context length of 9 tokens' }, 'too_long', 400],
    [{ code: 502, message: 'm' }, 'overloaded', 502],
    [{ code: 'server_error', message: 'm' }, 'overloaded', 500],
  ]
  for (const [error, kind, status] of kinds)
    assert.throws(() => chunksOf('openrouter', begun, ending(error)), { kind, status })
  assert.throws(() => chunksOf('openrouter', begun, { choices: [{ index: 0, delta: {}, finish_reason: 'error' }] }), {
    kind: 'overloaded',
  })
  assert.throws(() => responseOf('openrouter', { error: { code: 503, message: 'm' } }), { kind: 'overloaded' })
})

test('OpenRouter: errors are told apart', () => {
  const kinds: [number, string, string][] = [
    [400, 'm', 'bad_request'],
    [401, 'm', 'bad_key'],
    [402, 'm', 'no_balance'],
    [403, 'Your input was flagged', 'content_refused'],
    [403, 'Key limit exceeded (total limit)', 'no_balance'],
    [403, 'm', 'no_permission'],
    [408, 'm', 'timeout'],
    [429, 'm', 'rate_limited'],
    [502, 'm', 'overloaded'],
    [503, 'm', 'overloaded'],
  ]
  for (const [code, message, kind] of kinds)
    assert.equal(providerOf('openrouter').failure(code, { error: { code, message } }, {}).kind, kind, message)
})

test('OpenRouter: the balance of a key is what remains of its limit', () => {
  const { balance } = providerOf('openrouter')
  const at = targetOf('openrouter')
  assert.equal(balance?.request([], at, 1)?.url, 'https://openrouter.ai/api/v1/key')
  const limited = { data: { limit: 100, limit_remaining: 74.5, usage: 25.5, is_management_key: false } }
  assert.equal(balance?.request([limited], at, 1), undefined)
  assert.deepEqual(balance?.response([limited], at), { amount: 74.5, currency: 'USD' })
  const spent = { data: { limit: 5, limit_remaining: 0, usage: 5 } }
  assert.deepEqual(balance?.response([spent], at), { amount: 0, currency: 'USD' })
})

test('OpenRouter: a key without a limit has the credits of its account', () => {
  const { balance } = providerOf('openrouter')
  const at = targetOf('openrouter')
  const key = { data: { limit: null, limit_remaining: null, usage: 25.5, is_management_key: true } }
  const credits = { data: { total_credits: 100.5, total_usage: 25.75 } }
  assert.equal(balance?.request([key], at, 1)?.url, 'https://openrouter.ai/api/v1/credits')
  assert.equal(balance?.request([key, credits], at, 1), undefined)
  assert.deepEqual(balance?.response([key, credits], at), { amount: 74.75, currency: 'USD' })
  for (const nonsense of [null, {}, { data: { total_credits: 1 } }])
    assert.throws(() => balance?.response([key, nonsense], at), { kind: 'bad_response' })
})

test('xAI: output that was counted without the reasoning is charged with it', () => {
  const usage = (total_tokens: number) => ({
    prompt_tokens: 32,
    completion_tokens: 9,
    total_tokens,
    completion_tokens_details: { reasoning_tokens: 94 },
  })
  const counts = (total: number) => {
    const { usage: read } = responseOf('xai', { choices: said('a'), usage: usage(total) }) ?? {}
    return [read?.input, read?.output, read?.reasoning]
  }
  assert.deepEqual(counts(135), [32, 103, 94])
  assert.deepEqual(counts(41), [32, 9, 9], 'a total of two holds the reasoning in the output')
})

test('xAI: models that think are not told how to write', () => {
  const fields = { presence_penalty: 1, frequency_penalty: 1, stop: ['x'] }
  const names = (model: string) => Object.keys(bodyOf('xai', fields, { model })).sort()
  assert.deepEqual(names('grok-4.5'), ['messages', 'model'])
  assert.deepEqual(names('grok-4.20-0309-non-reasoning'), [
    'frequency_penalty',
    'messages',
    'model',
    'presence_penalty',
    'stop',
  ])
})

test('xAI: a search is never requested in a chat, where it is gone', () => {
  const fields = { search_parameters: { mode: 'on' }, web_search_options: {} }
  const body = bodyOf('xai', fields, { setting: { allow_search_parameters: true } })
  assert.deepEqual(Object.keys(body).sort(), ['messages', 'model'])
})

test('xAI: pictures have ratios, not sizes, and a wrong key is no mistake of the client', () => {
  const request = { prompt: 'sea', n: 2, size: '1024x1024', quality: 'hd', style: 'vivid', aspect_ratio: '1:1' }
  assert.deepEqual(singleOf('xai', 'images', request)?.body, { prompt: 'sea', n: 2, aspect_ratio: '1:1', model: 'm' })
  const { failure } = providerOf('xai')
  const error = (text: string) => ({ code: 'Client specified an invalid argument', error: text })
  assert.equal(failure(400, error('Incorrect API key provided: xa***.'), {}).kind, 'bad_key')
  assert.equal(failure(400, error('Argument not supported'), {}).kind, 'bad_request')
  assert.equal(failure(403, error('Your team has used all available credits'), {}).kind, 'no_balance')
})

test('Ark: thinking is switched off by a field of its own', () => {
  assert.deepEqual(bodyOf('volcengine', { reasoning_effort: 'none' }).thinking, { type: 'disabled' })
  assert.equal('reasoning_effort' in bodyOf('volcengine', { reasoning_effort: 'none' }), false)
  const low = bodyOf('volcengine', { reasoning_effort: 'low' })
  assert.deepEqual([low.reasoning_effort, low.thinking], ['low', undefined])
})

test('Ark: as many pictures are drawn as are paid for, and a failed one is none', () => {
  const drawn = (request: JsonObject) => singleOf('volcengine', 'images', { prompt: 'sea', ...request })
  const sequence = { sequential_image_generation: 'auto', sequential_image_generation_options: { max_images: 15 } }
  assert.equal(drawn({})?.url, 'https://ark.cn-beijing.volces.com/api/v3/images/generations')
  assert.deepEqual(drawn({ ...sequence, n: 1 })?.body, { prompt: 'sea', model: 'm' })
  assert.deepEqual(drawn({ n: 3, size: '2K', watermark: false })?.body, {
    prompt: 'sea',
    model: 'm',
    size: '2K',
    watermark: false,
    sequential_image_generation: 'auto',
    sequential_image_generation_options: { max_images: 3 },
  })
  const picture = { url: 'https://x/a', size: '2048x2048' }
  const body = { created: 1, data: [picture, { error: { code: 'OutputImageSensitiveContentDetected' } }] }
  assert.deepEqual(providerOf('volcengine').single?.images?.response?.(body, {}), { created: 1, data: [picture] })
})

test('Ark: errors are told apart by their words', () => {
  const kinds: [number, string, string][] = [
    [400, 'InvalidParameter', 'bad_request'],
    [400, 'InputTextRiskDetection', 'content_refused'],
    [400, 'InvalidEndpoint.ClosedEndpoint', 'no_model'],
    [401, 'AuthenticationError', 'bad_key'],
    [403, 'AccountOverdueError', 'no_balance'],
    [403, 'AccessDenied', 'no_permission'],
    [404, 'InvalidEndpointOrModel.NotFound', 'no_model'],
    [429, 'RateLimitExceeded.EndpointRPMExceeded', 'rate_limited'],
    [429, 'ServerOverloaded', 'overloaded'],
    [500, 'InternalServiceError', 'overloaded'],
  ]
  for (const [status, code, kind] of kinds) {
    const body = { error: { code, message: 'm', param: '', type: 'BadRequest' } }
    assert.equal(providerOf('volcengine').failure(status, body, {}).kind, kind, code)
  }
})

test('Perplexity: fields that it does not know are left out', () => {
  const fields = { n: 2, logprobs: true, max_completion_tokens: 5, search_mode: 'academic', store: true }
  assert.deepEqual(bodyOf('perplexity', { ...fields, stream: true, stream_options: {} }), {
    model: 'm',
    messages: [user],
    max_tokens: 5,
    search_mode: 'academic',
    stream: true,
  })
})

test('Perplexity: a tool has a description and parameters, and one of several cannot be forced', () => {
  const tools = [{ type: 'function', function: { name: 'f' } }]
  const choice = { type: 'function', function: { name: 'f' } }
  const body = bodyOf('perplexity', { tools, tool_choice: choice, parallel_tool_calls: false })
  assert.deepEqual(body.tools, [
    { type: 'function', function: { name: 'f', description: '', parameters: { type: 'object', properties: {} } } },
  ])
  assert.deepEqual([body.tool_choice, body.parallel_tool_calls], ['required', false])
  assert.equal(bodyOf('perplexity', { tools, tool_choice: 'none' }).tool_choice, 'none')
})

test('Perplexity: a search keeps its size, and the place of the user is not nested', () => {
  const place = { country: 'NO', city: 'Oslo' }
  const user_location = { type: 'approximate', approximate: { ...place, timezone: 'Europe/Oslo' } }
  const options = (web_search_options: JsonObject) => bodyOf('perplexity', { web_search_options }).web_search_options
  assert.deepEqual(options({ search_context_size: 'high', user_location }), {
    search_context_size: 'high',
    user_location: place,
  })
  assert.deepEqual(options({ user_location: place }), { user_location: place })
})

test('efforts that a host lacks become the nearest that it has', () => {
  const effortOf = (name: HostName, reasoning_effort: string, model = 'm') =>
    bodyOf(name, { reasoning_effort }, { model }).reasoning_effort
  const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
  const mapped = (name: HostName, model?: string) => efforts.map((effort) => effortOf(name, effort, model))
  assert.deepEqual(mapped('groq', 'openai/gpt-oss-120b'), ['low', 'low', 'low', 'medium', 'high', 'high', 'high'])
  assert.deepEqual(mapped('groq', 'qwen/qwen3-32b'), ['none', ...Array(6).fill('default')])
  assert.deepEqual(mapped('groq', 'qwen/qwen3.8-27b'), ['none', 'low', 'low', 'medium', 'high', 'high', 'high'])
  assert.deepEqual(mapped('together'), [undefined, 'low', 'low', 'medium', 'high', 'high', 'high'])
  assert.deepEqual(bodyOf('together', { reasoning_effort: 'none' }).reasoning, { enabled: false })
  assert.deepEqual(mapped('perplexity'), ['minimal', 'minimal', 'low', 'medium', 'high', 'high', 'high'])
  assert.deepEqual(mapped('cerebras'), ['none', 'low', 'low', 'medium', 'high', 'high', 'high'])
})

test('Perplexity: the pages it read stay beside the response', () => {
  const found = { citations: ['https://t'], search_results: [{ title: 'T', url: 'https://t' }] }
  assert.deepEqual(responseOf('perplexity', { choices: said('a'), ...found })?.extra, found)
  const [chunk] = chunksOf('perplexity', {
    choices: [{ index: 0, delta: { content: 'a' }, message: { content: 'all so far' }, finish_reason: 'stop' }],
    ...found,
  })
  assert.deepEqual([chunk?.choices[0]?.delta.content, chunk?.extra], ['a', found])
})

test('Perplexity: what it read and what it thought are billed apart, and charged', () => {
  const usage = {
    prompt_tokens: 33,
    completion_tokens: 7163,
    total_tokens: 7196,
    citation_tokens: 20_016,
    num_search_queries: 17,
    reasoning_tokens: 191_196,
  }
  const response = responseOf('perplexity', { choices: said('<think>hm</think>a'), usage })
  assert.deepEqual(
    [response?.usage?.input, response?.usage?.output, response?.usage?.reasoning],
    [33 + 20_016, 7163 + 191_196, 191_196],
  )
  assert.equal(response?.usage?.tool_calls, undefined)
  const research = { model: 'sonar-deep-research', choices: said('a'), usage }
  assert.deepEqual(responseOf('perplexity', research)?.usage?.tool_calls, [{ name: 'research_search', count: 17 }])
  assert.deepEqual(response?.choices[0]?.message, { role: 'assistant', content: 'a', reasoning_content: 'hm' })
})

test('Groq: fields and names that it refuses are not sent', () => {
  const messages: ChatRequest['messages'] = [
    { ...user, name: 'n' },
    { role: 'assistant', content: 'a', reasoning_content: 'r' },
  ]
  const body = bodyOf('groq', { messages, logprobs: true, top_logprobs: 2, logit_bias: {}, store: true, seed: 1 })
  assert.deepEqual(body, { model: 'm', messages: [user, { role: 'assistant', content: 'a' }], seed: 1 })
})

test('Groq: a full house is no mistake of the client', () => {
  const { failure } = providerOf('groq')
  assert.equal(failure(498, { error: { message: 'm', type: 'capacity' } }, {}).kind, 'overloaded')
  const large = { error: { message: 'm', type: 'tokens', code: 'rate_limit_exceeded' } }
  assert.equal(failure(413, large, {}).kind, 'rate_limited')
})

test('Together: log probabilities by their number, pictures by width and height', () => {
  assert.equal(bodyOf('together', { logprobs: true, top_logprobs: 3 }).logprobs, 3)
  assert.equal(bodyOf('together', { logprobs: true }).logprobs, 1)
  assert.equal('logprobs' in bodyOf('together', { logprobs: false }), false)
  const request = { prompt: 'sea', n: 2, size: '1024x768', response_format: 'b64_json', quality: 'hd' }
  assert.deepEqual(singleOf('together', 'images', request)?.body, {
    prompt: 'sea',
    n: 2,
    width: 1024,
    height: 768,
    response_format: 'base64',
    model: 'm',
  })
  const data = [{ index: 0, url: 'https://x/a' }]
  assert.deepEqual(providerOf('together').single?.images?.response?.({ data }, {}, { now: 5 }), { created: 5, data })
})

test('Together: its list of models is bare', () => {
  assert.deepEqual(providerOf('together').models?.response([{ id: 'a' }, { id: 'b' }]), ['a', 'b'])
})

test('Fireworks: unknown fields are not sent, a ranking is called data, and a suspended account has no money', () => {
  assert.deepEqual(Object.keys(bodyOf('fireworks', { store: true, metadata: {}, verbosity: 'low', top_k: 1 })).sort(), [
    'messages',
    'model',
    'top_k',
  ])
  const data = [{ index: 0, relevance_score: 0.9, document: 'd' }]
  const ranking = { object: 'list', model: 'r', data, usage: { prompt_tokens: 4, total_tokens: 4 } }
  assert.deepEqual(providerOf('fireworks').single?.rerank?.response?.(ranking, {}), {
    model: 'r',
    results: [{ index: 0, relevance_score: 0.9, document: { text: 'd' } }],
    usage: { prompt_tokens: 4, completion_tokens: 0, total_tokens: 4 },
  })
  const suspended = { error: { message: 'Account is suspended', code: 'PRECONDITION_FAILED' } }
  assert.equal(providerOf('fireworks').failure(412, suspended, {}).kind, 'no_balance')
  assert.equal(providerOf('groq').failure(412, suspended, {}).kind, 'bad_request')
})

test('Xinference: results without documents, tokens beside them, and errors in one text', () => {
  const results = [{ index: 0, relevance_score: 0.9, document: null }]
  const body = { id: 'x', results, meta: { billed_units: null, tokens: { input_tokens: 4, output_tokens: 0 } } }
  assert.deepEqual(providerOf('xinference').single?.rerank?.response?.(body, {}), {
    results: [{ index: 0, relevance_score: 0.9 }],
    usage: { prompt_tokens: 4, completion_tokens: 0, total_tokens: 4 },
  })
  assert.throws(() => responseOf('xinference', { detail: 'Model not found' }), { kind: 'overloaded' })
  assert.equal(providerOf('xinference').failure(400, { detail: 'm' }, {}).message, 'm')
})

test('local servers: thoughts between tags are reasoning', () => {
  for (const name of ['xinference', 'lmstudio', 'vllm', 'sglang'] as const) {
    const message = responseOf(name, { choices: said('<think>hm</think>a') })?.choices[0]?.message
    assert.deepEqual([message?.content, message?.reasoning_content], ['a', 'hm'])
  }
  assert.throws(() => responseOf('lmstudio', { error: 'No models loaded' }), { message: 'No models loaded' })
})

test('a stream requests usage if the host does not report it by default', () => {
  const calls = (name: HostName) => bodyOf(name, { stream: true }).stream_options !== undefined
  const names = Object.keys(types).filter((name) => calls(name as HostName)) // the keys of the table
  assert.deepEqual(
    Object.keys(types).filter((name) => !names.includes(name)),
    ['perplexity', 'together'],
  )
})

test('Cerebras: earlier reasoning has its own name, and only fields of its library are sent', () => {
  const messages: ChatRequest['messages'] = [{ role: 'assistant', content: 'a', reasoning_content: 'r' }]
  const body = bodyOf('cerebras', { messages, store: true, prompt_cache_key: 'c', verbosity: 'low' })
  assert.deepEqual(body, {
    model: 'm',
    messages: [{ role: 'assistant', content: 'a', reasoning: 'r' }],
    prompt_cache_key: 'c',
  })
})

test('an error in a 200 is one, in the form of the host', () => {
  const gone = { message: 'Model does not exist', type: 'not_found_error', param: 'model', code: 'model_not_found' }
  for (const name of ['cerebras', 'fireworks'] as const)
    assert.throws(() => responseOf(name, gone), { kind: 'no_model' }, name)
  assert.throws(() => responseOf('nvidia', { status: 503, title: 'Error', detail: 'busy' }), { kind: 'overloaded' })
})

test('NVIDIA and Hugging Face: fields of OpenAI that they refuse are left out', () => {
  const fields = { store: true, metadata: {}, prompt_cache_key: 'c', max_completion_tokens: 5, top_k: 1 }
  assert.deepEqual(bodyOf('nvidia', fields), { model: 'm', messages: [user], max_tokens: 5, top_k: 1 })
  assert.deepEqual(Object.keys(bodyOf('huggingface', fields)).sort(), [
    'max_completion_tokens',
    'messages',
    'model',
    'top_k',
  ])
})

test('vLLM and SGLang take Messages as they are, count tokens, and get the key as a bearer', () => {
  for (const name of ['vllm', 'sglang'] as const) {
    const { native, countsTokens } = providerOf(name)
    const request = native?.anthropic?.request(
      { max_tokens: 5, messages: [] },
      targetOf(name, { base_url: 'http://h/v1' }),
      { headers: {}, query: {} },
    )
    assert.equal(request?.url, 'http://h/v1/messages')
    assert.deepEqual(request?.headers, { 'anthropic-version': '2023-06-01', authorization: 'Bearer k' })
    assert.equal(countsTokens, 'anthropic')
  }
  const older = providerOf('vllm').variant?.(targetOf('vllm', { setting: { chat_only: true } }))
  assert.deepEqual([older?.native, older?.countsTokens], [undefined, undefined], 'a server without the format')
  assert.ok(providerOf('vllm').native?.responses)
  assert.equal(providerOf('sglang').native?.responses, undefined)
})

test('SGLang: a list of scores becomes a ranking, the best first', () => {
  const rerank = providerOf('sglang').single?.rerank
  const documents = ['a', { text: 'b' }, 'c']
  const request = { model: 'r', query: 'q', documents, top_n: 2 }
  const { documents: sent } = (rerank?.request(request, targetOf('sglang')).body ?? {}) as JsonObject
  assert.deepEqual(sent, ['a', 'b', 'c'])
  const scores = [0.1, 0.9, 0.5].map((score, index) => ({ score, document: 'd', index }))
  const { results } = rerank?.response?.(scores, request) ?? {}
  assert.deepEqual(results, [
    { index: 1, relevance_score: 0.9 },
    { index: 2, relevance_score: 0.5 },
  ])
  for (const nonsense of [null, {}, [{}], [{ score: 'x', index: 0 }]])
    assert.throws(() => rerank?.response?.(nonsense, request), { kind: 'bad_response' })
})
