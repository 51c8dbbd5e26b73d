import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import { Meter } from '../../chat/meter.ts'
import type { JsonObject } from '../../forms/chat.ts'
import type { ClientRequestHead } from '../provider.ts'
import { required, responseContext, testTarget } from '../testing.ts'
import { anthropic } from './anthropic.ts'
import { countTokensRequest } from './messages-request.ts'

const { request, response, stream } = required(anthropic.native?.anthropic)
const call: ClientRequestHead = { headers: {}, query: {} }
const hi = [{ role: 'user', content: 'hi' }]
const targetOf = (model: string, setting: JsonObject = {}, key = 'sk-ant-api-1') =>
  testTarget({ type: 14, key, base_url: 'https://api.anthropic.com', model, setting })
const bodyOf = (body: JsonObject, setting: JsonObject = {}, model = 'claude-opus-5-5') =>
  request(body, targetOf(model, setting), call).body

test("a client's body passes but for the model's name and a limit it forgot", () => {
  const client = { model: 'claude-x', messages: hi, new_field: { a: 1 } }
  assert.deepEqual(bodyOf(client), { model: 'claude-opus-5-5', messages: hi, new_field: { a: 1 }, max_tokens: 8192 })
  assert.deepEqual(client, { model: 'claude-x', messages: hi, new_field: { a: 1 } })
  assert.deepEqual(bodyOf({ model: 'x', messages: hi, max_tokens: 5, temperature: 0, stream: true }), {
    model: 'claude-opus-5-5',
    messages: hi,
    max_tokens: 5,
    temperature: 0,
    stream: true,
  })
  assert.deepEqual((bodyOf({ messages: hi, max_tokens: null }) as JsonObject).max_tokens, 8192)
})

test('what changes the price, or the address, is taken out', () => {
  const client = {
    model: 'm',
    max_tokens: 1,
    messages: hi,
    metadata: { user_id: 'u' },
    service_tier: 'auto',
    inference_geo: 'us',
    speed: 'fast',
    api_key: 'k',
  }
  const { service_tier, inference_geo, speed, api_key: _, ...plain } = { ...client, model: 'claude-opus-5-5' }
  assert.deepEqual(bodyOf(client), plain)
  const allowed = { allow_service_tier: true, allow_inference_geo: true, allow_speed: true }
  assert.deepEqual(bodyOf(client, allowed), { ...plain, service_tier, inference_geo, speed })
  const { metadata: __, ...anonymous } = plain
  assert.deepEqual(bodyOf(client, { allow_metadata: false }), anonymous)
})

test("the channel's own system prompt is for those who bring none, unless it insists", () => {
  const system = (own: unknown, setting: JsonObject) =>
    (bodyOf({ messages: hi, ...(own !== undefined && { system: own }) }, setting) as JsonObject).system
  const blocks = [{ type: 'text', text: 'B', cache_control: { type: 'ephemeral' } }]
  const polite = { system_prompt: 'P' }
  assert.deepEqual([system(undefined, polite), system('', polite), system([], polite)], ['P', 'P', 'P'])
  assert.deepEqual([system('S', polite), system(blocks, polite)], ['S', blocks])
  const insists = { system_prompt: 'P', system_prompt_override: true }
  assert.equal(system('S', insists), 'P\nS')
  assert.deepEqual(system(blocks, insists), [{ type: 'text', text: 'P' }, ...blocks])
  assert.equal(system('S', {}), 'S')
  const continued = { messages: hi, thread: { type: 'continue', previous_message_id: 'msg_1' } }
  assert.deepEqual((bodyOf(continued, insists) as JsonObject).system, undefined, 'a thread keeps the one it began with')
})

test("the channel's key is sent, the client's version and trial features pass", () => {
  const facts = {
    headers: { 'anthropic-version': '2024-01-01', 'anthropic-beta': 'a-1, b-2,a-1' },
    query: { beta: 'true', other: 'x' },
  }
  const setting = { anthropic_beta: ['b-2', 'c-3', 'bad name\n'] }
  const { url, headers, method } = request({ messages: hi }, targetOf('claude-opus-5', setting), facts)
  assert.deepEqual([method, url], ['POST', 'https://api.anthropic.com/v1/messages?beta=true'])
  assert.deepEqual(headers, {
    'x-api-key': 'sk-ant-api-1',
    'anthropic-version': '2024-01-01',
    'anthropic-beta': 'a-1,b-2,c-3',
  })
})

// The first list is the type `AnthropicBeta` of Anthropic's library. The second is what Claude Code sends besides:
// tangled.org/nonbinary.computer/claude-code, constants/betas.ts, read 2026-11-18.
test('every beta of the library and of Claude Code passes', () => {
  const library = join(import.meta.dirname, '../../../../../node_modules/@anthropic-ai/sdk/resources/beta/beta.d.ts')
  const union = /AnthropicBeta = (.*);/.exec(readFileSync(library, 'utf8'))?.[1] ?? ''
  const betas = [...union.matchAll(/'([^']+)'/g)].map(([, name]) => name ?? '')
  assert.ok(betas.length > 40, `${betas.length} betas`)
  betas.push(
    'claude-code-20250219',
    'effort-2025-11-24',
    'advanced-tool-use-2025-11-20',
    'tool-search-tool-2025-10-19',
    'structured-outputs-2025-12-15',
    'web-search-2025-03-05',
    'prompt-caching-scope-2026-01-05',
    'redact-thinking-2026-02-12',
    'token-efficient-tools-2026-03-28',
    'afk-mode-2026-01-31',
  )
  const sent = request({ messages: hi }, targetOf('m'), { headers: { 'anthropic-beta': betas.join(',') }, query: {} })
  assert.equal(sent.headers['anthropic-beta'], betas.join(','))
})

test('the fields of Claude Code pass, and the one that names who pays does not', () => {
  const fields = {
    messages: hi,
    max_tokens: 5,
    system: [{ type: 'text', text: 's', cache_control: { type: 'ephemeral', ttl: '1h', scope: 'global' } }],
    tools: [{ name: 'f', input_schema: { type: 'object' }, eager_input_streaming: true, defer_loading: true }],
    thinking: { type: 'adaptive', display: 'omitted' },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    output_config: { effort: 'high', task_budget: { type: 'tokens', total: 9 } },
    diagnostics: { previous_message_id: 'msg_1' },
    metadata: { user_id: 'u' },
  }
  assert.deepEqual(bodyOf({ ...fields, billing_policy: { type: 'billing_policy', bill_to: 'user_profile' } }), {
    ...fields,
    model: 'claude-opus-5-5',
  })
})

test('without any the version is the default', () => {
  for (const version of ['', 'latest', '2023-06-01\r\nx: y']) {
    const { headers } = request({ messages: hi }, targetOf('m', { anthropic_beta: 'x-1' }), {
      headers: { 'anthropic-version': version },
      query: {},
    })
    assert.deepEqual([headers['anthropic-version'], headers['anthropic-beta']], ['2023-06-01', 'x-1'])
  }
  assert.equal('anthropic-beta' in request({ messages: hi }, targetOf('m'), call).headers, false)
})

test('a key of a signed-in person is sent as one', () => {
  const { headers } = request({ messages: hi }, targetOf('m', {}, 'sk-ant-oat01-x'), call)
  assert.deepEqual(headers, {
    authorization: 'Bearer sk-ant-oat01-x',
    'anthropic-version': '2023-06-01',
    'anthropic-beta': 'oauth-2025-04-20',
  })
})

test('a chat of another dialect goes to the same place', () => {
  const request = {
    model: 'm',
    messages: [{ role: 'user' as const, content: [{ type: 'file', file: { file_id: 'file_1' } }] }],
  }
  const { url, headers } = required(anthropic.chat).request(request, targetOf('claude-opus-5'))
  assert.equal(url, 'https://api.anthropic.com/v1/messages')
  assert.equal(headers['anthropic-beta'], 'files-api-2025-04-14')
})

test('tokens are counted without a limit', () => {
  const body = { model: 'x', messages: hi, tools: [], service_tier: 'auto' }
  const target = { ...targetOf('claude-opus-5'), base_url: 'https://h.example/anthropic/v1' }
  const facts = { headers: { 'anthropic-beta': 'a-1' }, query: {} }
  const sent = countTokensRequest(body, target, facts)
  assert.deepEqual(request(body, target, { ...facts, action: 'countTokens' }), sent)
  assert.deepEqual(
    [sent.url, sent.body, sent.headers['anthropic-beta']],
    [
      'https://h.example/anthropic/v1/messages/count_tokens',
      { model: 'claude-opus-5', messages: hi, tools: [] },
      'a-1',
    ],
  )
})

test('responses are read only to be metered', () => {
  const usage = { input_tokens: 4, output_tokens: 2 }
  const result = response({ content: [{ type: 'text', text: 'a' }], stop_reason: 'end_turn', usage }, responseContext)
  assert.deepEqual(result.usage, { ...noUsage, input: 4, output: 2 })
  const meter = new Meter()
  const decoder = stream(responseContext)
  const events = [
    { type: 'message_start', message: { usage: { input_tokens: 12, cache_read_input_tokens: 5, output_tokens: 1 } } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 30 } },
  ]
  for (const event of events) for (const chunk of decoder.push({ data: JSON.stringify(event) })) meter.see(chunk)
  assert.deepEqual(meter.usage, { ...noUsage, input: 12, cache_read: 5, output: 30 })
})

test('its models are listed by their ids', () => {
  const models = required(anthropic.models)
  const { model: _, ...target } = targetOf('')
  assert.equal(models.request(target).url, 'https://api.anthropic.com/v1/models?limit=1000')
  const data = [{ id: 'claude-opus-5', type: 'model' }, { id: '' }, null, { id: 5 }, { id: 'b' }]
  assert.deepEqual(models.response({ data, has_more: false }), ['claude-opus-5', 'b'])
  for (const body of [null, 'x', {}, { data: 5 }]) assert.deepEqual(models.response(body), [])
})
