import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { Target } from '../provider.ts'
import { testTarget } from '../testing.ts'
import { aiProxy } from './aiproxy.ts'

const target = (fields: Partial<Target> = {}) =>
  testTarget({ type: 21, base_url: 'https://api.aiproxy.io', other: 'lib-7', model: 'gpt-x', ...fields })
const facts = { id: 'chatcmpl-1', now: 9, model: 'gpt-x' }
const library = aiProxy.variant?.(target())
const passThrough = aiProxy.variant?.(target({ other: '' }))
const sent = (fields: Partial<ChatRequest>) =>
  library?.chat?.request({ model: 'm', messages: [{ role: 'user', content: 'q' }], ...fields }, target())

test('a library gets only the last message', () => {
  const request = sent({
    messages: [
      { role: 'user', content: 'old' },
      { role: 'user', content: 'new' },
    ],
    temperature: 1,
  })
  assert.equal(request?.url, 'https://api.aiproxy.io/api/library/ask')
  assert.deepEqual(request?.headers, { authorization: 'Bearer k' })
  assert.deepEqual(request?.body, { model: 'gpt-x', query: 'new', libraryId: 'lib-7', stream: false })
  assert.equal((sent({ stream: true })?.body as JsonObject | undefined)?.stream, true)
  const picture = [{ type: 'image_url', image_url: { url: 'https://x/a.png' } }]
  assert.throws(() => sent({ messages: [{ role: 'user', content: picture }] }), { kind: 'unsupported' })
})

test('the documents of a response are listed below its text', () => {
  const body = { success: true, answer: 'Yes', documents: [{ title: 'T', url: 'https://t' }], errCode: 0 }
  const response = library?.chat?.response(body, facts)
  assert.deepEqual(response?.choices, [
    { index: 0, message: { role: 'assistant', content: 'Yes\n\n1. [T](https://t)' }, finish_reason: 'stop' },
  ])
  assert.equal(response?.usage, undefined)
  const more = [...body.documents, { title: 'U', url: 'https://u' }]
  const content = library?.chat?.response({ ...body, documents: more }, facts).choices[0]?.message.content
  assert.equal(content, 'Yes\n\n1. [T](https://t)\n2. [U](https://u)')
  assert.equal(
    library?.chat?.response({ success: true, answer: 'Yes', documents: [] }, facts).choices[0]?.message.content,
    'Yes',
  )
})

test('in a stream they follow the last words, whichever event named them', () => {
  const decoder = library?.chat?.stream(facts)
  const events: JsonObject[] = [
    { content: 'Y', finish: false, model: 'gpt-x', documents: [{ title: 'T', url: 'https://t' }] },
    { content: 'es', finish: false, model: 'gpt-x', documents: [] },
    { content: '', finish: true, model: 'gpt-x', documents: [] },
  ]
  const chunks = events.flatMap((event) => decoder?.push({ data: JSON.stringify(event) }) ?? [])
  assert.deepEqual(
    chunks.map(({ choices: [choice] }) => [choice?.delta.content, choice?.finish_reason]),
    [
      ['Y', null],
      ['es', null],
      ['\n\n1. [T](https://t)', null],
      [undefined, 'stop'],
    ],
  )
  assert.deepEqual(decoder?.end(), [])
})

test('a stream that ends without a finish is broken', () => {
  const decoder = library?.chat?.stream(facts)
  decoder?.push({ data: '{"content":"Y","finish":false}' })
  assert.throws(() => decoder?.end(), { kind: 'network' })
})

test('an error of a library has its number as a code', () => {
  const body = { success: false, errCode: 7, message: 'm' }
  const told = { status: 500, type: 'server_error', code: 'aiproxy_7', message: 'm', kind: 'overloaded' }
  assert.throws(() => library?.chat?.response(body, facts), told)
  assert.throws(() => library?.chat?.stream(facts).push({ data: JSON.stringify(body) }), told)
  const refused = library?.failure(401, body, {})
  assert.deepEqual([refused?.status, refused?.code, refused?.kind], [401, 'aiproxy_7', 'bad_key'])
})

test('without a library requests pass to the models', () => {
  const call: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'q' }], x: 1, stream: true }
  const request = passThrough?.chat?.request(call, target({ other: '' }))
  assert.equal(request?.url, 'https://api.aiproxy.io/v1/chat/completions')
  assert.deepEqual(request?.body, { ...call, model: 'gpt-x', stream_options: { include_usage: true } })
})

test('OpenAI’s models have OpenAI’s rules, and only chats', () => {
  const thinking = target({ other: '', model: 'gpt-5.6' })
  const call: ChatRequest = {
    model: 'm',
    messages: [{ role: 'user', content: 'q' }],
    max_tokens: 5,
    tools: [{ type: 'function', function: { name: 'f' } }],
  }
  const request = passThrough?.chat?.request(call, thinking)
  assert.equal(request?.url, 'https://api.aiproxy.io/v1/chat/completions')
  const { max_tokens, max_completion_tokens } = (request?.body ?? {}) as JsonObject
  assert.deepEqual([max_tokens, max_completion_tokens], [undefined, 5])
})

test('the balance is requested at another host, and never at an unknown one', () => {
  for (const provider of [library, passThrough]) {
    const request = provider?.balance?.request([], target(), 1)
    assert.equal(request?.url, 'https://aiproxy.io/api/report/getUserOverview')
    assert.deepEqual(request?.headers, { 'api-key': 'k' })
    assert.equal(provider?.balance?.response([{ success: true, data: { totalPoints: 42.5 } }], target()).amount, 42.5)
    for (const nonsense of [null, { success: false, data: { totalPoints: 1 } }, { success: true, data: {} }])
      assert.throws(() => provider?.balance?.response([nonsense], target()), { kind: 'bad_response' })
  }
  const own = target({ base_url: 'https://proxy.example/aiproxy' })
  assert.equal(library?.balance?.request([], own, 1)?.url, 'https://proxy.example/aiproxy/api/report/getUserOverview')
})
