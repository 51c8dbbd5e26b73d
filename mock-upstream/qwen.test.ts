import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, post, postJson, upstreamFor } from './test-client.ts'

const chat = '/compatible-mode/v1/chat/completions'
const native = '/api/v1/services/aigc/text-generation/generation'
const drawing = '/api/v1/services/aigc/text2image/image-synthesis'
const user = (content: unknown) => ({ role: 'user', content })
const request = (more: object = {}) => ({ model: 'qwen-plus', messages: [user('hello')], ...more })

for (const [what, more, status, code] of [
  ['the usual top_p', { top_p: 1 }, 400, 'invalid_parameter_error'],
  ['a temperature of two', { temperature: 2 }, 400, 'invalid_parameter_error'],
  ['a developer', { messages: [{ role: 'developer', content: 'x' }] }, 400, 'invalid_parameter_error'],
  [
    'a forced tool',
    { tools: [{ type: 'function', function: { name: 'f' } }], tool_choice: 'required' },
    400,
    'invalid_parameter_error',
  ],
  ['thoughts that are not streamed', { model: 'qwen3-8b' }, 400, 'invalid_parameter_error'],
  ['JSON that nobody mentioned', { response_format: { type: 'json_object' } }, 400, 'invalid_parameter_error'],
  ['a retired model', { model: 'qwen-max' }, 404, 'model_not_found'],
  ['what the filter finds', { messages: [user('trip the filter')] }, 400, 'data_inspection_failed'],
] as const) {
  test(`it refuses ${what}`, async (t) => {
    const { urlOf } = await upstreamFor(t)
    const response = await postJson(urlOf('qwen') + chat, request(more))
    assert.deepEqual([response.status, response.body.error.code], [status, code])
  })
}

test('native errors have their code at the top', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const response = await postJson(urlOf('qwen') + native, {
    model: 'qwen-plus',
    input: { messages: [] },
    parameters: {},
  })
  assert.deepEqual([response.status, response.body.code], [400, 'InvalidParameter'])
})

test('a native stream repeats its text unless the request is incremental', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const texts = async (parameters: object) => {
    const body = {
      model: 'qwen-plus',
      input: { messages: [user('a b c')] },
      parameters: { result_format: 'message', ...parameters },
    }
    const text = await (await post(urlOf('qwen') + native, body, { ...bearer, 'x-dashscope-sse': 'enable' })).text()
    assert.match(text, /^id:1\nevent:result\n:HTTP_STATUS\/200\ndata:\{/)
    return [...text.matchAll(/"content":"([^"]*)"/g)].map(([, content]) => content)
  }
  assert.deepEqual(await texts({ incremental_output: true }), ['a b', ' c', ''])
  assert.deepEqual(await texts({}), ['a b', 'a b c', 'a b c'])
})

test('a task is only created by name, and only its own key can poll it', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const base = urlOf('qwen')
  const body = { model: 'wan2.5-t2i-preview', input: { prompt: 'p' }, parameters: { size: '1024*1024' } }
  assert.equal((await postJson(base + drawing, body)).status, 403)
  const { body: begun } = await postJson(base + drawing, body, { ...bearer, 'x-dashscope-async': 'enable' })
  assert.equal(begun.output.task_status, 'PENDING')
  const status = async (headers: Record<string, string>) => {
    const response = await fetch(`${base}/api/v1/tasks/${begun.output.task_id}`, { headers })
    return ((await response.json()) as { output: { task_status: string } }).output.task_status
  }
  assert.equal(await status({ authorization: 'Bearer sk-other' }), 'UNKNOWN')
  assert.equal(await status(bearer), 'RUNNING')
  assert.equal(await status(bearer), 'SUCCEEDED')
})
