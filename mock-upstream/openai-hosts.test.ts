import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, events, postJson, upstreamFor } from './test-client.ts'
import type { VendorName } from './vendors.ts'

const user = (content: unknown) => ({ role: 'user', content })
const weather = { type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }

test('each vendor refuses what its documents say', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const reasoned = { role: 'assistant', content: 'a', reasoning_content: 'r' }
  const refused: [VendorName, path: string, body: object][] = [
    ['siliconcloud', '/v1/chat/completions', { max_completion_tokens: 5 }],
    ['siliconcloud', '/v1/chat/completions', { thinking_budget: 1 }],
    ['zhinao', '/v1/chat/completions', { temperature: 1.5 }],
    ['zhinao', '/v1/chat/completions', { messages: [user([{ type: 'text', text: 'a' }])] }],
    ['zhinao', '/v1/chat/completions', { stream: true, stream_options: { include_usage: true } }],
    ['yi', '/v1/chat/completions', { top_p: 1 }],
    ['yi', '/v1/chat/completions', { model: 'yi-lightning', tools: [weather] }],
    ['openrouter', '/v1/chat/completions', { messages: [user('a'), reasoned, user('b')] }],
    ['xai', '/v1/chat/completions', { model: 'grok-4.5', stop: ['x'] }],
    ['volcengine', '/api/v3/chat/completions', { reasoning_effort: 'none' }],
    ['volcengine', '/api/v3/chat/completions', { messages: [{ role: 'developer', content: 'a' }] }],
    ['perplexity', '/chat/completions', { tools: [weather] }],
    ['perplexity', '/chat/completions', { tool_choice: { type: 'function' } }],
    ['perplexity', '/chat/completions', { reasoning_effort: 'none' }],
    ['groq', '/v1/chat/completions', { model: 'qwen/qwen3-32b', reasoning_effort: 'high' }],
    ['groq', '/v1/chat/completions', { model: 'openai/gpt-oss-120b', reasoning_effort: 'none' }],
    ['together', '/v1/chat/completions', { reasoning_effort: 'none' }],
    ['cerebras', '/v1/chat/completions', { store: true }],
    ['cerebras', '/v1/chat/completions', { messages: [user('a'), reasoned, user('b')] }],
    ['nvidia', '/v1/chat/completions', { prompt_cache_key: 'a' }],
    ['sglang', '/v1/rerank', { query: 'q', documents: [{ text: 'a' }] }],
    ['perplexity', '/chat/completions', { messages: [user('a'), user('b')] }],
    ['groq', '/v1/chat/completions', { logprobs: true }],
    ['groq', '/v1/chat/completions', { messages: [{ ...user('a'), name: 'n' }] }],
    ['groq', '/v1/chat/completions', { n: 2 }],
    ['together', '/v1/chat/completions', { logprobs: true }],
    ['fireworks', '/v1/chat/completions', { store: true }],
    ['xinference', '/v1/chat/completions', { temperature: 3 }],
    ['lmstudio', '/v1/chat/completions', { messages: [] }],
    ['xai', '/v1/images/generations', { prompt: 'p', size: '1024x1024' }],
    ['volcengine', '/api/v3/images/generations', { prompt: 'p', n: 2 }],
    ['together', '/v1/images/generations', { prompt: 'p', response_format: 'b64_json' }],
    ['siliconcloud', '/v1/images/generations', { prompt: 'p', n: 2 }],
    ['siliconcloud', '/v1/images/generations', { prompt: 'p', batch_size: 5 }],
  ]
  for (const [vendor, path, body] of refused) {
    const { status } = await postJson(urlOf(vendor) + path, { model: 'm', messages: [user('q')], ...body })
    assert.equal(status, 400, `${vendor} ${JSON.stringify(body)}`)
  }
})

test('each has its errors in its own shape', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const wrong = { authorization: 'Bearer sk-invalid' }
  const body = { model: 'm', messages: [user('q')] }
  const refusal = async (vendor: VendorName, path = '/v1/chat/completions') =>
    (await postJson(urlOf(vendor) + path, body, wrong)).body
  assert.equal(await refusal('siliconcloud'), 'Invalid token')
  assert.equal((await refusal('openrouter')).error.code, 401)
  assert.equal((await refusal('volcengine', '/api/v3/chat/completions')).error.code, 'AuthenticationError')
  assert.equal(typeof (await refusal('xai')).error, 'string')
  assert.equal(typeof (await refusal('xinference')).detail, 'string')
  assert.equal(typeof (await refusal('lmstudio')).error, 'string')
  // A mistake that OpenAI's own rules find is told in the vendor's shape too.
  const empty = await postJson(`${urlOf('xinference')}/v1/embeddings`, { model: 'm' })
  assert.deepEqual([empty.status, typeof empty.body.detail], [400, 'string'])
})

test('a server of one’s own needs no key', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const body = { model: 'm', messages: [user('q')] }
  for (const vendor of ['xinference', 'lmstudio', 'vllm', 'sglang'] as const)
    assert.equal((await postJson(`${urlOf(vendor)}/v1/chat/completions`, body, {})).status, 200)
  assert.equal((await postJson(`${urlOf('groq')}/v1/chat/completions`, body, {})).status, 401)
})

test('streams tell their usage where the vendor puts it', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const chunks = async (vendor: VendorName, path: string, more: object = {}) =>
    (await events(urlOf(vendor) + path, { model: 'm', messages: [user('q')], stream: true, ...more })).map(
      ({ data }) => data,
    )
  const groq = await chunks('groq', '/v1/chat/completions')
  assert.equal(groq.at(-2).x_groq.usage.completion_tokens, 1)
  assert.ok(groq.every(({ usage }) => !usage))
  const yi = await chunks('yi', '/v1/chat/completions')
  assert.deepEqual([yi.at(-2).lastOne, yi.at(-2).content, yi.at(-2).usage.completion_tokens], [true, 'q', 1])
  const openrouter = await chunks('openrouter', '/v1/chat/completions')
  assert.equal(openrouter.at(-2).usage.cost, 0.95)
  const perplexity = await chunks('perplexity', '/chat/completions')
  assert.deepEqual(perplexity.at(-2).citations, ['https://example.com/found'])
})

test('xAI counts output without the reasoning', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const body = { model: 'grok-4.5', messages: [user('q')], reasoning_effort: 'high' }
  const { usage } = (await postJson(`${urlOf('xai')}/v1/chat/completions`, body)).body
  const reasoning = usage.completion_tokens_details.reasoning_tokens
  assert.ok(reasoning > 0)
  assert.equal(usage.total_tokens, usage.prompt_tokens + usage.completion_tokens + reasoning)
})

test('the models of SiliconCloud can be listed by type', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const list = async (query: string) => {
    const response = await fetch(`${urlOf('siliconcloud')}/v1/models${query}`, { headers: bearer })
    return (JSON.parse(await response.text()).data as { id: string }[]).map(({ id }) => id)
  }
  assert.deepEqual(await list(''), ['Qwen/Qwen3-8B', 'BAAI/bge-m3'])
  assert.deepEqual(await list('?type=text&sub_type=embedding'), ['BAAI/bge-m3'])
  assert.deepEqual(await list('?type=video'), [])
})
