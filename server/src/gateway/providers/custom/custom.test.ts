import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { Target } from '../provider.ts'
import { testTarget } from '../testing.ts'
import { custom } from './custom.ts'

const target = (fields: Partial<Target> = {}) =>
  testTarget({ type: 8, base_url: 'https://h.example/chat', model: 'x', ...fields })
const call = (fields: Partial<ChatRequest> = {}): ChatRequest => ({ model: 'x', messages: [], ...fields })
const sent = (fields: Partial<ChatRequest>, at: Partial<Target> = {}) => custom.chat?.request(call(fields), target(at))

test('the address is the whole address, with the model where its name stands', () => {
  const url = (base_url: string, model: string) => sent({}, { base_url, model })?.url
  const address = 'https://h.example/v2/{model}/chat?m={model}'
  assert.equal(url(address, 'a/b c'), 'https://h.example/v2/a/b%20c/chat?m=a/b%20c')
  assert.equal(url('https://h.example/chat', 'x'), 'https://h.example/chat')
  assert.equal(url('https://h.example/{model}', 'a:b@c?d#e%f&g'), 'https://h.example/a:b@c%3Fd%23e%25f%26g')
  assert.equal(url('https://h.example/{model}', '$&\ud800'), 'https://h.example/$%26%EF%BF%BD')
  assert.equal(custom.single?.embeddings?.request({ input: 'x' }, target()).url, 'https://h.example/chat')
})

test('a model cannot lead to another path or host than the address says', () => {
  const url = (base_url: string, model: string) => sent({}, { base_url, model })?.url ?? ''
  const address = 'https://h.example/v2/{model}/chat'
  for (const model of ['..', '.', 'a/../../admin', '../admin?', 'a/./b', '../../keys#', '?/../'])
    assert.throws(() => url(address, model), { name: 'Error', param: 'model' }, model)
  assert.throws(() => url('https://h.example/{model}', 'a/..'), { param: 'model' })
  assert.throws(() => url('https://h.example/.{model}/chat', './x'), { param: 'model' })
  for (const base_url of ['https://{model}.h.example/', 'https://h.example{model}/'])
    for (const model of ['evil.example/', '.evil.example', 'x']) assert.throws(() => url(base_url, model), base_url)
  for (const model of ['%2e%2e', '..\\..', '...', 'a..b/.c', '..\t'])
    assert.ok(new URL(url(address, model)).pathname.startsWith('/v2/'), model)
  assert.equal(url('https://h.example/chat?m={model}', 'a/../b'), 'https://h.example/chat?m=a/../b')
})

test('usage in a stream is only requested if the operator allows it', () => {
  const fields = { stream: true, stream_options: { include_usage: true } }
  assert.deepEqual(sent(fields)?.body, { model: 'x', stream: true, messages: [] })
  const opted = sent(fields, { setting: { stream_options: true } })?.body as JsonObject
  assert.deepEqual(opted.stream_options, { include_usage: true })
})

test("rules of OpenAI's models go by the name, and a server without keys gets none", () => {
  const request = sent({ max_tokens: 3, top_k: 1 }, { model: 'o3', key: '' })
  assert.deepEqual(request?.body, { model: 'o3', messages: [], max_completion_tokens: 3, top_k: 1 })
  assert.deepEqual(request?.headers, {})
})
