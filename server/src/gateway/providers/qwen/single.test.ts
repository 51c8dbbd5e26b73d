import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../forms/chat.ts'
import { singleOf, target } from './testing.ts'

const host = 'https://dashscope.aliyuncs.com'
const now = 1_700_000_000

test('embeddings are requested as numbers, and split at what the model takes at once', () => {
  const operation = singleOf('embeddings')
  const at = (model: string) => target({ model })
  const request = operation.request({ input: 'a', dimensions: 64, encoding_format: 'base64' }, at('text-embedding-v4'))
  assert.equal(request.url, `${host}/compatible-mode/v1/embeddings`)
  assert.deepEqual(request.body, { model: 'text-embedding-v4', input: ['a'], dimensions: 64, encoding_format: 'float' })
  const input = Array.from({ length: 26 }, (_, index) => `${index}`)
  const sizes = (model: string) =>
    operation.split?.({ input, dimensions: 64 }, at(model)).map((part) => (part.input as unknown[]).length)
  assert.deepEqual(sizes('text-embedding-v4'), [10, 10, 6])
  assert.deepEqual(sizes('text-embedding-v3'), [10, 10, 6])
  assert.deepEqual(sizes('text-embedding-v1'), [25, 1])
  assert.throws(() => operation.request({ input: [[1, 2]] }, at('text-embedding-v4')), { kind: 'unsupported' })
  const body = { data: [{ embedding: [1, 0], index: 0 }], usage: { prompt_tokens: 3, total_tokens: 3 } }
  assert.deepEqual(operation.response?.(body, { model: 'm', encoding_format: 'base64' }), {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: 'AACAPwAAAAA=' }],
    model: 'm',
    usage: { prompt_tokens: 3, total_tokens: 3 },
  })
  assert.equal(operation.usage?.(body)?.input, 3)
})

test('a picture of the older models is a task; of its pictures those that were drawn count', () => {
  const operation = singleOf('images')
  const at = target({ model: 'wan2.5-t2i-preview' })
  const request = operation.request({ model: 'm', prompt: 'a cat', n: 2, size: '1024x1024' }, at)
  assert.equal(request.url, `${host}/api/v1/services/aigc/text2image/image-synthesis`)
  assert.equal(request.headers['x-dashscope-async'], 'enable')
  assert.deepEqual(request.body, {
    model: 'wan2.5-t2i-preview',
    input: { prompt: 'a cat' },
    parameters: { size: '1024*1024', n: 2 },
  })

  for (const task_status of ['PENDING', 'RUNNING']) {
    const next = operation.next?.({ output: { task_id: 'b-1', task_status }, request_id: 'r' }, at)
    assert.deepEqual([next?.method, next?.url], ['GET', `${host}/api/v1/tasks/b-1`])
    assert.equal(next?.headers.authorization, 'Bearer sk-1')
  }
  const done = {
    output: {
      task_status: 'SUCCEEDED',
      results: [{ url: 'https://x/1.png' }, { code: 'DataInspectionFailed', message: 'm' }],
    },
    usage: { image_count: 1 },
  }
  assert.equal(operation.next?.(done, at), undefined)
  assert.deepEqual(operation.response?.(done, {}, { now }), { created: now, data: [{ url: 'https://x/1.png' }] })
  const data = { output: { task_status: 'SUCCEEDED', results: [{ b64_image: 'AA==' }] } }
  assert.deepEqual(operation.response?.(data, {}, { now }), { created: now, data: [{ b64_json: 'AA==' }] })
  assert.equal(operation.linksPictures, true)
})

test('a task that ended without pictures is a failure, of its own kind where it says why', () => {
  const { next, response } = singleOf('images')
  const ended = (output: JsonObject) => () => next?.({ output }, target())
  assert.throws(ended({ task_status: 'FAILED', code: 'DataInspectionFailed', message: 'm' }), {
    kind: 'content_refused',
  })
  for (const task_status of ['FAILED', 'CANCELED', 'UNKNOWN'])
    assert.throws(ended({ task_status }), { kind: 'overloaded' })
  for (const task_id of ['', '../../v1/x', undefined])
    assert.throws(ended({ task_status: 'RUNNING', task_id }), { kind: 'bad_response' })
  const none = { output: { task_status: 'SUCCEEDED', results: [{ code: 'DataInspectionFailed', message: 'm' }] } }
  assert.throws(() => response?.(none, {}, { now }), { kind: 'content_refused' })
  assert.throws(() => response?.({ output: {} }, {}, { now }), { kind: 'bad_response' })
})

test('newer models draw synchronously from a message', () => {
  const operation = singleOf('images')
  for (const model of ['qwen-image-3.0', 'qwen-image', 'z-image-turbo', 'wan2.6-t2i', 'wan2.7-image-pro']) {
    const at = target({ model })
    const call = { prompt: 'a cat', negative_prompt: 'dogs', seed: 1, watermark: false, size: 'auto', quality: 'hd' }
    const request = operation.request(call, at)
    assert.equal(request.url, `${host}/api/v1/services/aigc/multimodal-generation/generation`, model)
    assert.equal('x-dashscope-async' in request.headers, false)
    assert.deepEqual(request.body, {
      model,
      input: { messages: [{ role: 'user', content: [{ text: 'a cat' }] }] },
      parameters: { negative_prompt: 'dogs', seed: 1, watermark: false },
    })
  }
  const response = { output: { choices: [{ message: { content: [{ image: 'https://x/1.png' }] } }] }, request_id: 'r' }
  assert.equal(operation.next?.(response, target()), undefined)
  assert.deepEqual(operation.response?.(response, {}, { now }), { created: now, data: [{ url: 'https://x/1.png' }] })
})

test('edits go to the endpoint of their model, with the pictures as data', () => {
  const operation = singleOf('image_edits')
  assert.equal(operation.formAsJson, true)
  const picture = 'data:image/png;base64,AA=='
  const sent = (model: string) => {
    const { url, headers, body } = operation.request({ prompt: 'p', image: picture, n: '2' }, target({ model }))
    return [url.slice(`${host}/api/v1/services/aigc/`.length), headers['x-dashscope-async'], body]
  }
  const messages = [{ role: 'user', content: [{ image: picture }, { text: 'p' }] }]
  assert.deepEqual(sent('qwen-image-edit'), [
    'multimodal-generation/generation',
    undefined,
    { model: 'qwen-image-edit', input: { messages }, parameters: { n: 2 } },
  ])
  assert.deepEqual(sent('wan2.6-image'), [
    'image-generation/generation',
    'enable',
    { model: 'wan2.6-image', input: { messages }, parameters: { n: 2 } },
  ])
  assert.deepEqual(sent('wan2.5-i2i-preview'), [
    'image2image/image-synthesis',
    'enable',
    { model: 'wan2.5-i2i-preview', input: { prompt: 'p', images: [picture] }, parameters: { n: 2 } },
  ])
  assert.throws(() => operation.request({ prompt: 'p', image: picture, mask: picture }, target()), {
    kind: 'unsupported',
  })
})

test('older models rank in the native format, newer ones in the flat one', () => {
  const operation = singleOf('rerank')
  const request = { model: 'm', query: 'q', documents: ['a', { text: 'b' }], top_n: 1, return_documents: true }
  const native = operation.request(request, target({ model: 'gte-rerank-v2' }))
  assert.equal(native.url, `${host}/api/v1/services/rerank/text-rerank/text-rerank`)
  assert.deepEqual(native.body, {
    model: 'gte-rerank-v2',
    input: { query: 'q', documents: ['a', 'b'] },
    parameters: { top_n: 1, return_documents: true },
  })
  const flat = operation.request(request, target({ model: 'qwen3-rerank' }))
  assert.equal(flat.url, `${host}/compatible-api/v1/reranks`)
  assert.deepEqual(flat.body, {
    model: 'qwen3-rerank',
    query: 'q',
    documents: ['a', 'b'],
    top_n: 1,
    return_documents: true,
  })
  const results = [{ index: 1, relevance_score: 0.9, document: { text: 'b' } }]
  const response = { output: { results }, usage: { total_tokens: 7 }, request_id: 'r' }
  const read = { results, usage: { prompt_tokens: 7, total_tokens: 7 }, model: 'm', id: 'r' }
  assert.deepEqual(operation.response?.(response, request), read)
  assert.deepEqual(operation.response?.({ results, usage: { total_tokens: 7 }, id: 'r' }, request), read)
  assert.equal(operation.usage?.(response)?.input, 7)
  assert.throws(() => operation.response?.({ output: {} }, request), { kind: 'bad_response' })
})

const event = (data: object) => `id:1\nevent:result\n:HTTP_STATUS/200\ndata:${JSON.stringify(data)}\n\n`
const spoken = (data: string, finish_reason: string) => ({
  output: { audio: { data }, finish_reason },
  usage: { input_tokens: 4, output_tokens: 9 },
})

test('speech is requested as a stream, and its samples become a sound', () => {
  const operation = singleOf('speech')
  const at = target({ model: 'qwen3-tts-flash' })
  const request = operation.request({ input: 'hi', voice: 'Ethan', response_format: 'mp3', speed: 2 }, at)
  assert.equal(request.url, `${host}/api/v1/services/aigc/multimodal-generation/generation`)
  assert.equal(request.headers['x-dashscope-sse'], 'enable')
  assert.deepEqual(request.body, { model: 'qwen3-tts-flash', input: { text: 'hi', voice: 'Ethan' } })
  const voiceOf = (voice?: string) =>
    ((operation.request({ input: 'hi', voice }, at).body as JsonObject).input as JsonObject).voice
  assert.deepEqual([voiceOf('alloy'), voiceOf()], ['Cherry', 'Cherry'])

  const stream = event(spoken('AQI=', 'null')) + event(spoken('AwQ=', 'null')) + event(spoken('', 'stop'))
  const response = operation.fromBytes?.(Buffer.from(stream), 'text/event-stream')
  const pcm = operation.sound?.(response, { response_format: 'pcm' })
  assert.deepEqual([pcm?.mime, Buffer.from(pcm?.bytes ?? [])], ['audio/pcm', Buffer.from([1, 2, 3, 4])])
  const wav = operation.sound?.(response, {})
  assert.deepEqual([wav?.mime, wav?.bytes.length], ['audio/wav', 48])
  const { input, audio_output, output } = operation.usage?.(response) ?? {}
  assert.deepEqual([input, audio_output, output], [4, 9, 0])
})

test('speech that broke off or failed is none', () => {
  const operation = singleOf('speech')
  const read = (text: string) => () => operation.fromBytes?.(Buffer.from(text), 'text/event-stream')
  assert.throws(read(event(spoken('AQI=', 'null'))), { kind: 'network' })
  assert.throws(read(event({ code: 'Throttling', message: 'm', request_id: 'r' })), { kind: 'rate_limited' })
  assert.throws(read('data:{"output"\n\n'), { kind: 'bad_response' })
  assert.throws(() => operation.sound?.({ output: { audio: { url: 'https://x' } } }, {}), { kind: 'bad_response' })
})
