import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useRelay } from '../harness/relay-harness.ts'
import { assertFree, booksOf } from './books.ts'
import { chatBody, send } from './send.ts'

const relay = useRelay('sqlite')

const picture = { model: 'dall-e-3', prompt: 'a dot' }
const form = (field: string) => {
  const body = new FormData()
  for (const [name, value] of [
    ['model', 'dall-e-2'],
    ['prompt', 'a dot'],
    [field, '50'],
  ] as const)
    body.append(name, value)
  body.append('image', new Blob(['x']), 'x.png')
  return body
}

const spelt: [path: string, body: unknown][] = [
  ['/v1/images/generations', { ...picture, N: 50 }],
  ['/v1/images/generations', { ...picture, parameters: { n: 50 } }],
  ['/v1/images/generations', { ...picture, extra_body: { N: 50 } }],
  ['/v1/images/edits', form('N')],
  ['/v1/chat/completions', chatBody('hi', { Max_Tokens: 1 })],
  ['/v1/chat/completions', chatBody('hi', { Model: 'gpt-5.6' })],
  ['/v1/chat/completions', chatBody('hi', { API_KEY: 'sk-1' })],
  ['/v1/messages', { ...chatBody('hi', { max_tokens: 9 }), Group: 'vip' }],
  ['/v1/messages/count_tokens', { ...chatBody('hi'), API_KEY: 'sk-1' }],
  ['/v1/images/generations', { ...picture, parameters: { size: '4096x4096' } }],
  ['/v1/images/generations', { ...picture, extra_body: { parameters: { quality: 'hd' } } }],
  ['/v1/responses', { model: 'gpt-4o', input: 'hi', Background: true }],
  ['/v1/responses', { model: 'gpt-4o', input: 'hi', background: true }],
  ['/v1/responses', { model: 'gpt-4o', input: 'hi', extra_body: { background: true } }],
  ['/v1/responses', { model: 'gpt-4o', input: 'hi', extra_body: { extra_body: { background: true } } }],
  ['/v1/responses', { model: 'gpt-4o', input: 'hi', parameters: { background: true } }],
  ['/v1/embeddings', { model: 'text-embedding-3-small', input: 'hi', MODEL: 'x' }],
]

test('a field in another spelling is refused before any upstream hears of it', async () => {
  const here = relay.place()
  await here.channel({ models: 'gpt-4o,dall-e-3,dall-e-2,text-embedding-3-small' })
  const mine = await here.key()
  for (const [path, body] of spelt) {
    const { status, text } = await send(relay, path, { key: mine.key, body })
    assert.equal(status, 400, `${path} ${text}`)
  }
  assert.deepEqual(here.sent(), [])
  assertFree(await booksOf(relay, mine))
})

test('a second body sends nothing that the request itself could not set', async () => {
  const here = relay.place()
  await here.channel({ models: 'dall-e-2,dall-e-3,gpt-4.1' })
  await here.channel({ type: 17, models: 'qwen-plus', base_url: relay.mock.urlOf('qwen') })
  const { key } = await here.key()
  const extra_body = {
    google: { thinking_config: { include_thoughts: true } },
    service_tier: 'priority',
    api_key: 'sk-1',
    extra_body: { service_tier: 'priority', api_key: 'sk-1', top_k: 3 },
    parameters: { inference_geo: 'us', seed: 1 },
    max_tokens: 9,
    messages: [{ role: 'user', content: 'another prompt' }],
    input: 'another prompt',
    tools: [{ type: 'web_search' }],
    previous_response_id: 'resp_1',
    stream_options: { include_obfuscation: false },
    size: '4096x4096',
    quality: 'hd',
  }
  const kept = {
    google: { thinking_config: { include_thoughts: true } },
    extra_body: { top_k: 3 },
    parameters: { seed: 1 },
  }
  const edit = form('extra_body')
  assert.equal((await send(relay, '/v1/images/edits', { key, body: edit })).status, 200)
  assert.ok(!('extra_body' in (here.sent().at(-1)?.body ?? {})), 'a form has no second body')
  for (const [path, body] of [
    ['/v1/chat/completions', chatBody('hi', { model: 'qwen-plus', extra_body })],
    ['/v1/images/generations', { ...picture, extra_body }],
    ['/v1/responses', { model: 'gpt-4.1', input: 'hi', extra_body }],
  ] as const) {
    const { status, text } = await send(relay, path, { key, body })
    assert.equal(status, 200, text)
    assert.deepEqual(here.sent().at(-1)?.body.extra_body, kept, path)
  }
})

test('zeroes by which clients of this family say nothing are not sent', async () => {
  const here = relay.place()
  await here.channel({ models: 'gpt-4o' })
  const { key } = await here.key()
  const nothing = { max_tokens: 0, max_completion_tokens: 0, n: 0, tools: [] }
  assert.equal((await send(relay, '/v1/chat/completions', { key, body: chatBody('hi', nothing) })).status, 200)
  const [sent] = here.sent()
  for (const name of Object.keys(nothing)) assert.ok(!(name in (sent?.body ?? {})), name)
})
