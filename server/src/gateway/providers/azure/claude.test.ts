import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../forms/chat.ts'
import type { Target } from '../provider.ts'
import { testTarget } from '../testing.ts'
import { azure } from './azure.ts'

const target = (fields: Partial<Target> = {}) =>
  testTarget({
    type: 3,
    key: 'hex',
    base_url: 'https://r1.services.ai.azure.com',
    other: '2023-06-01-preview',
    model: 'claude-sonnet-4-6',
    ...fields,
  })
const providerOf = (at: Target) => azure.variant?.(at) ?? azure
const chat = (fields: Partial<Target> = {}) => {
  const at = target(fields)
  return providerOf(at).chat?.request({ model: 'm', messages: [{ role: 'user', content: 'q' }] }, at)
}
const messages = 'https://r1.services.ai.azure.com/anthropic/v1/messages'

test('Claude is addressed at the host of its resource that serves it, whichever of its hosts the channel names', () => {
  for (const base_url of [
    'https://r1.services.ai.azure.com',
    'https://r1.openai.azure.com',
    'https://r1.cognitiveservices.azure.com',
    'https://r1.services.ai.azure.com/anthropic',
    'https://r1.services.ai.azure.com/anthropic/v1',
  ])
    assert.equal(chat({ base_url })?.url, messages, base_url)
  assert.equal(chat({ base_url: 'https://proxy.example/x' })?.url, 'https://proxy.example/x/anthropic/v1/messages')
})

test('a chat becomes a message with the name of the deployment, a key has its own header, a token is a bearer', () => {
  const { headers, body } = chat() ?? {}
  assert.deepEqual(headers, { 'anthropic-version': '2023-06-01', 'x-api-key': 'hex' })
  const { model, messages: turns } = body as JsonObject
  assert.equal(model, 'claude-sonnet-4-6')
  assert.deepEqual(turns, [{ role: 'user', content: [{ type: 'text', text: 'q' }] }])
  assert.deepEqual(chat({ key: 'eyJhbGciOi' })?.headers, {
    'anthropic-version': '2023-06-01',
    authorization: 'Bearer eyJhbGciOi',
  })
})

test('a base URL of Claude makes every deployment Claude, with the rules of the model that the client names', () => {
  const at = target({
    base_url: 'https://r1.services.ai.azure.com/anthropic',
    model: 'my-dep',
    requestedModel: 'claude-opus-5-5',
  })
  const request = providerOf(at).chat?.request(
    { model: 'claude-opus-5-5', messages: [{ role: 'user', content: 'q' }], temperature: 0.3 },
    at,
  )
  const body = request?.body as JsonObject
  assert.equal(request?.url, messages)
  assert.equal(body.model, 'my-dep')
  assert.equal('temperature' in body, false, 'this model refuses sampling parameters')
})

test('a request in its own format passes, and tokens are counted', () => {
  const at = target()
  const provider = providerOf(at)
  const call = { headers: { 'anthropic-beta': 'context-1m-2025-08-07' }, query: {} }
  const body = { model: 'alias', max_tokens: 5, messages: [{ role: 'user', content: 'q' }] }
  const sent = provider.native?.anthropic?.request(body, at, call)
  assert.equal(sent?.url, messages)
  assert.deepEqual(sent?.body, { ...body, model: 'claude-sonnet-4-6' })
  assert.equal(sent?.headers['anthropic-beta'], 'context-1m-2025-08-07')
  const counted = provider.native?.anthropic?.request(body, at, { ...call, action: 'countTokens' })
  assert.equal(counted?.url, `${messages}/count_tokens`)
  assert.equal(provider.countsTokens, 'anthropic')
})

test("OpenAI's models of the same resource keep their format, and the list of models its address", () => {
  const at = target({ model: 'gpt-4.1' })
  assert.equal(chat({ model: 'gpt-4.1' })?.url, 'https://r1.services.ai.azure.com/openai/v1/chat/completions')
  assert.equal(providerOf(at).native?.anthropic, undefined)
  assert.equal(providerOf(at).countsTokens, undefined)
  const { url } = providerOf(target()).models?.request(target({ base_url: `${at.base_url}/anthropic` })) ?? {}
  assert.equal(url, 'https://r1.services.ai.azure.com/openai/v1/models')
})
