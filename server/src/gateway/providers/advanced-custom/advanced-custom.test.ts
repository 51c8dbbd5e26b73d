import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../forms/chat.ts'
import type { Provider, Target, UpstreamRequest } from '../provider.ts'
import { testTarget } from '../testing.ts'
import { advancedCustom } from './advanced-custom.ts'

// The routes, translations and credentials are those of QuantumNous/new-api 2d8e50bf (2026-08-21),
// relaykit/dto/channel_settings.go and relay/channel/advancedcustom/adaptor.go.
type Given = { incoming_path: string; upstream_path: string; [member: string]: unknown }

const targetOf = (routes: Given[], fields: Partial<Target> = {}) =>
  testTarget({
    type: 58,
    base_url: 'https://h.example/base',
    model: 'm/1',
    setting: { advanced_custom: { advanced_routes: routes } },
    ...fields,
  })
const providerFor = (target: Target): Provider => advancedCustom.variant?.(target) ?? advancedCustom
const chat = { model: 'm', messages: [{ role: 'user' as const, content: 'q' }] }
const sent = (routes: Given[], request: object = {}, fields: Partial<Target> = {}) => {
  const target = targetOf(routes, fields)
  return providerFor(target).chat?.request({ ...chat, ...request }, target)
}
const bodyOf = (request: UpstreamRequest | undefined) => (request?.body ?? {}) as JsonObject
const call = { headers: {}, query: {} }

test('a route leads to a path below the base URL, with the model where the path wants it', () => {
  const request = sent([{ incoming_path: '/v1/chat/completions', upstream_path: '/deployments/{model}/chat?v=1' }])
  assert.equal(request?.url, 'https://h.example/base/deployments/m%2F1/chat?v=1')
  assert.deepEqual(request?.headers, { authorization: 'Bearer k' })
  assert.deepEqual(request?.body, { ...chat, model: 'm/1' })
})

test('a route says how the key is sent', () => {
  const at = (auth: object) => sent([{ incoming_path: '/v1/chat/completions', upstream_path: '/chat', auth }])
  assert.deepEqual(at({ type: 'none' })?.headers, {})
  assert.deepEqual(at({ type: 'header', name: 'X-Api-Key', value: 'key {api_key}' })?.headers, { 'x-api-key': 'key k' })
  assert.equal(at({ type: 'query', name: 'code', value: '{api_key}' })?.url, 'https://h.example/base/chat?code=k')
  assert.throws(() => at({ type: 'header', name: 'a b', value: 'x' }), { kind: 'unsupported' })
})

test('a key stays with the host of the base URL', () => {
  const at = (upstream_path: string, model = 'm') =>
    sent([{ incoming_path: '/v1/chat/completions', upstream_path }], {}, { model })?.url
  assert.equal(at('https://h.example/v1/chat'), 'https://h.example/v1/chat')
  for (const elsewhere of ['https://other.example/v1/chat', '//other.example/chat', 'http://h.example/chat', 'chat'])
    assert.throws(() => at(elsewhere), { kind: 'unsupported' }, elsewhere)
  assert.throws(() => at('/v1/{model}/chat', '..'), { kind: 'unsupported' })
})

test('a translation decides the format of the upstream', () => {
  const body = (converter: string, upstream_path = '/x') =>
    sent([{ incoming_path: '/v1/chat/completions', upstream_path, converter }], { max_tokens: 5 })
  const messages = body('openai_chat_completions_to_anthropic_messages')
  assert.equal(messages?.headers['anthropic-version'], '2023-06-01')
  assert.equal(messages?.headers.authorization, 'Bearer k')
  assert.equal(bodyOf(messages).max_tokens, 5)
  assert.ok(bodyOf(body('openai_chat_completions_to_openai_responses')).input)
  const path = '/v1beta/models/{model}:generateContent'
  const google = body('openai_chat_completions_to_gemini_generate_content', path)
  assert.equal(google?.url, 'https://h.example/base/v1beta/models/m%2F1:generateContent')
  assert.ok(bodyOf(google).contents)
  const streamed = sent(
    [
      {
        incoming_path: '/v1/chat/completions',
        upstream_path: path,
        converter: 'openai_chat_completions_to_gemini_generate_content',
      },
    ],
    { stream: true },
  )
  assert.match(streamed?.url ?? '', /:streamGenerateContent\?alt=sse$/)
  assert.equal(body('nobody_knows'), undefined)
})

test('clients of the upstream’s own format pass, and the first chat route has all others', () => {
  const routes = [
    { incoming_path: '/v1/messages', upstream_path: '/anthropic/v1/messages' },
    { incoming_path: '/v1beta/models/{model}:generateContent', upstream_path: '/google/{model}:generateContent' },
    {
      incoming_path: '/v1/responses',
      upstream_path: '/chat',
      converter: 'openai_responses_to_openai_chat_completions',
    },
  ]
  const target = targetOf(routes, { model: 'm' })
  const { native, chat: all } = providerFor(target)
  assert.deepEqual(Object.keys(native ?? {}).sort(), ['anthropic', 'gemini'])
  const body = { max_tokens: 5, messages: [] }
  const passed = native?.anthropic?.request(body, target, { ...call, query: { beta: 'true' } })
  assert.equal(passed?.url, 'https://h.example/base/anthropic/v1/messages?beta=true')
  assert.throws(() => native?.anthropic?.request(body, target, { ...call, action: 'countTokens' }), {
    kind: 'unsupported',
  })
  const google = native?.gemini?.request({ contents: [] }, target, { ...call, action: 'streamGenerateContent' })
  assert.equal(google?.url, 'https://h.example/base/google/m:streamGenerateContent')
  assert.equal(all?.request(chat, target).url, 'https://h.example/base/anthropic/v1/messages')
})

test('a route with models serves those alone, by the name that the client knows', () => {
  const routes = [
    { incoming_path: '/v1/chat/completions', upstream_path: '/a', models: ['gpt-4o', 're:^claude-'] },
    { incoming_path: '/v1/chat/completions', upstream_path: '/b', models: ['re:['] },
    { incoming_path: '/v1/embeddings', upstream_path: '/e' },
  ]
  const urlFor = (requestedModel: string) => sent(routes, {}, { requestedModel, model: 'other' })?.url
  assert.equal(urlFor('gpt-4o'), 'https://h.example/base/a')
  assert.equal(urlFor('claude-x'), 'https://h.example/base/a')
  assert.equal(urlFor('gpt-4'), undefined)
  const target = targetOf(routes, { requestedModel: 'gpt-4' })
  assert.equal(providerFor(target).single?.embeddings?.request({ input: 'a' }, target).url, 'https://h.example/base/e')
})

test('the model list and the balance have routes of their own', () => {
  const routes = [
    { incoming_path: '/v1/models', upstream_path: '/models' },
    { incoming_path: '/v1/dashboard/billing/credit_grants', upstream_path: '/credits' },
  ]
  const target = targetOf(routes, { model: '' })
  const { models, balance } = providerFor(target)
  assert.equal(models?.request(target).url, 'https://h.example/base/models')
  assert.equal(balance?.request([], target, 1)?.url, 'https://h.example/base/credits')
  const summary = { object: 'credit_summary', total_available: 4.5 }
  assert.deepEqual(balance?.response([summary], target), { amount: 4.5, currency: 'USD' })
  assert.throws(() => balance?.response([{}], target), { kind: 'bad_response' })
  assert.equal(providerFor(targetOf([])).models, undefined)
})

test('a credential of its own is a secret of the channel', () => {
  const auth = { type: 'header', name: 'x', value: 'own-secret' }
  const target = targetOf([{ incoming_path: '/v1/chat/completions', upstream_path: '/a', auth }])
  assert.deepEqual(advancedCustom.secrets?.(target), ['own-secret'])
})
