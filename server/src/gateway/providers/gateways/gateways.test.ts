import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Provider } from '../provider.ts'
import { testTarget } from '../testing.ts'
import { newApi } from './new-api.ts'
import { sub2api } from './sub2api.ts'

const target = testTarget({ type: 60, base_url: 'https://g.example/v1', model: 'm' })
const call = { headers: {}, query: {} }
const gateways: [name: string, provider: Provider][] = [
  ['New API', newApi],
  ['Sub2API', sub2api],
]

for (const [name, { chat, native = {}, single, models }] of gateways)
  test(`${name}: every client format has its own path at one address, with the key where the format has it`, () => {
    const messages = native.anthropic?.request({ max_tokens: 5, messages: [] }, target, call)
    assert.equal(messages?.url, 'https://g.example/v1/messages')
    assert.equal(messages?.headers.authorization, 'Bearer k')
    const generated = native.gemini?.request({ contents: [] }, target, { ...call, action: 'streamGenerateContent' })
    assert.equal(generated?.url, 'https://g.example/v1beta/models/m:streamGenerateContent')
    assert.deepEqual(generated?.headers, { 'x-goog-api-key': 'k' })
    const responses = native.responses?.request({ input: 'q' }, target, { ...call, action: 'compact' })
    assert.equal(responses?.url, 'https://g.example/v1/responses/compact')
    const request = { model: 'm', messages: [{ role: 'user' as const, content: 'q' }] }
    assert.equal(chat?.request(request, target).url, 'https://g.example/v1/chat/completions')
    assert.equal(single?.embeddings?.request({ input: 'a' }, target).url, 'https://g.example/v1/embeddings')
    assert.equal(models?.request(target).url, 'https://g.example/v1/models')
  })

test('clients of other formats are translated for a gateway that only has chats', () => {
  for (const [name, provider] of gateways) {
    const only = provider.variant?.({ ...target, setting: { chat_only: true } })
    assert.deepEqual([only?.native, only?.countsTokens], [undefined, undefined], name)
    assert.ok(only?.chat, name)
    assert.ok(provider.variant?.(target).native, name)
  }
})

test('New API has no path that counts tokens, and Sub2API has one', () => {
  assert.deepEqual([newApi.countsTokens, sub2api.countsTokens], [undefined, 'anthropic'])
})

const status = (data: object) => ({ success: true, data })
const subscription = { hard_limit_usd: 120, has_payment_method: true }
const usage = { object: 'list', total_usage: 2000 }

test('New API: the balance is the limit of the key minus its usage, in the currency that the site shows', () => {
  const { balance } = newApi
  const now = Date.parse('2026-11-15T12:00:00Z') / 1000
  const paths = [[], [status({})], [status({}), subscription], [status({}), subscription, usage]].map(
    (responses) => balance?.request(responses, target, now)?.url,
  )
  assert.deepEqual(paths, [
    'https://g.example/api/status',
    'https://g.example/v1/dashboard/billing/subscription',
    'https://g.example/v1/dashboard/billing/usage?start_date=2026-11-01&end_date=2026-11-16',
    undefined,
  ])
  assert.deepEqual(balance?.request([], target, now)?.headers, {}, 'the page is public, and needs no key')
  const told = (data: object, limit = 120) =>
    balance?.response([status(data), { ...subscription, hard_limit_usd: limit }, usage], target)
  assert.deepEqual(told({ quota_display_type: 'USD' }), { amount: 100, currency: 'USD' })
  assert.deepEqual(told({ quota_display_type: 'CNY' }), { amount: 100, currency: 'CNY' })
  assert.deepEqual(told({ quota_display_type: 'TOKENS', quota_per_unit: 500_000 }, 1_000_020), {
    amount: 2,
    currency: 'USD',
  })
  assert.deepEqual(told({ display_in_currency: false, quota_per_unit: 500_000 }, 1_000_020), {
    amount: 2,
    currency: 'USD',
  })
  assert.throws(() => told({ quota_display_type: 'TOKENS' }), { kind: 'bad_response' })
})

test('New API: a key without a limit has no balance to tell', () => {
  const responses = [status({}), { hard_limit_usd: 100_000_000 }, usage]
  assert.throws(() => newApi.balance?.response(responses, target), { message: /no limit/ })
})

// The shapes of `/v1/usage` of version 0.2.9, from the same source as failures.json.
test('Sub2API: the balance is what remains of the key, the subscription or the wallet', () => {
  const { balance } = sub2api
  assert.equal(balance?.request([], target, 1)?.url, 'https://g.example/v1/usage')
  const told = (response: object) => balance?.response([response], target)
  const limited = {
    isValid: true,
    mode: 'quota_limited',
    quota: { limit: 50, remaining: 37.5, unit: 'USD', used: 12.5 },
  }
  assert.deepEqual(told({ ...limited, remaining: 37.5, unit: 'USD' }), { amount: 37.5, currency: 'USD' })
  assert.deepEqual(told(limited), { amount: 37.5, currency: 'USD' })
  const wallet = { balance: 0, isValid: true, mode: 'unrestricted', planName: '钱包余额', remaining: 0, unit: 'USD' }
  assert.deepEqual(told(wallet), { amount: 0, currency: 'USD' })
  assert.throws(() => told({ ...wallet, remaining: -1 }), { message: /no limit/ })
  for (const nonsense of [{}, { remaining: '5' }, { remaining: 5, unit: 'CNY' }])
    assert.throws(() => told(nonsense), { kind: 'bad_response' })
})

test('a gateway’s code for an empty account does not reach clients, who know it for their own', () => {
  const refusal = { error: { message: '用户额度不足', type: 'new_api_error', code: 'insufficient_user_quota' } }
  const { kind, code } = newApi.failure(403, refusal, {})
  assert.deepEqual([kind, code], ['no_balance', undefined])
})

test('a page without an error is about this channel’s key', () => {
  for (const [, provider] of gateways) assert.equal(provider.failure(401, '<html>', {}).kind, 'bad_key')
})
