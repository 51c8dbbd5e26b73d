import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type GivenChannel, useRelay } from '../harness/relay-harness.ts'
import { holdsOfCalls } from '../ledger/held-for-calls.ts'
import { type EntryPoint, entryPoints } from './entry-points.ts'
import { chatBody, type Sending, type Sent, send } from './send.ts'

const relay = useRelay('sqlite', { MAX_REQUEST_BODY_MB: '1' })

/** Sends to a place of its own and makes sure that a refusal left no trace: nothing sent, charged, held or logged. */
async function refused(
  entry: EntryPoint,
  sending: Sending,
  path = entry.path,
  channel: GivenChannel = {},
): Promise<Sent & { code?: string; message: string }> {
  const here = relay.place()
  await here.channel({
    models: 'gpt-4o,text-embedding-3-small,tts-1,dall-e-3,whisper-1,omni-moderation-latest',
    ...channel,
  })
  const { key, user_id } = await here.key()
  const sent = await send(relay, path, { ...sending, headers: { ...entry.credential(key), ...sending.headers } })
  const { quota, held, request_count } = await relay.balance(user_id)
  assert.deepEqual({ quota, held, request_count }, { quota: 100_000_000, held: 0, request_count: 0 }, sent.text)
  assert.deepEqual(here.sent(), [], `not sent upstream: ${sent.status} ${sent.text}`)
  const holds = await holdsOfCalls(relay.deps.store).where('user_id', '=', user_id).execute()
  assert.deepEqual(holds, [])
  return { ...sent, ...entry.refused(sent.status, sent.json) }
}

const json = { 'content-type': 'application/json' }
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const within = (text: string) => `{"model":"gpt-4o","messages":[{"role":"user","content":"x"}],${text}}`

const unreadable: Record<string, string | Uint8Array> = {
  nothing: '',
  'half a document': '{"model":"gpt-4o","messages":[',
  'no JSON at all': 'model=gpt-4o',
  NaN: within('"temperature":NaN'),
  'a comment': within('/* n */ "n":1'),
  'a list': '[]',
  'a text': '"gpt-4o"',
  null: 'null',
  'bytes that are no UTF-8': Buffer.concat([Buffer.from('{"model":"gpt-4o\xff"', 'latin1'), Buffer.from('}')]),
  'a key twice': within('"model":"gpt-4o-mini"'),
  'a key twice in another spelling': within('"m\\u006fdel":"gpt-4o-mini"'),
  'a key twice further in': within('"metadata":{"a":1,"a":2}'),
  'more than 64 levels': within(`"metadata":${deep(64)}`),
  'more than 50,000 keys': within(`"metadata":{${Array.from({ length: 50_001 }, (_, at) => `"${at}":1`).join()}}`),
}

describe('bodies that cannot be read', () => {
  for (const [name, body] of Object.entries(unreadable))
    test(`${name} is refused in every dialect`, async () => {
      for (const entry of [
        entryPoints.chat,
        entryPoints.responses,
        entryPoints.messages,
        entryPoints.gemini,
        entryPoints.embeddings,
      ]) {
        const { status, code = 'invalid_request', message } = await refused(entry, { body, headers: json })
        assert.deepEqual([status, code], [400, 'invalid_request'])
        assert.match(message, /JSON|model is required|input is required/)
      }
    })

  test('another content type is refused, a parameter of it is not', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json', 'application/jsonp', ''])
      for (const entry of [entryPoints.chat, entryPoints.messages, entryPoints.gemini]) {
        const body = Buffer.from(JSON.stringify(entry.body))
        assert.equal((await refused(entry, { body, headers: { 'content-type': type } })).status, 415, type)
      }
    assert.equal(await accepted({ 'content-type': 'Application/JSON; charset=utf-8' }, JSON.stringify(chatBody())), 200)
  })

  test('compressed bodies are unpacked if gzip or brotli, and refused if broken or anything else', async () => {
    const plain = JSON.stringify(chatBody())
    assert.equal(await accepted({ ...json, 'content-encoding': 'gzip' }, gzipSync(plain)), 200)
    assert.equal(await accepted({ ...json, 'content-encoding': 'br' }, brotliCompressSync(plain)), 200)
    assert.equal(await accepted({ ...json, 'content-encoding': 'identity' }, plain), 200)
    const broken = gzipSync(plain).subarray(0, 30)
    assert.equal(
      (await refused(entryPoints.chat, { body: broken, headers: { ...json, 'content-encoding': 'gzip' } })).status,
      400,
    )
    for (const encoding of ['deflate', 'zstd', 'gzip, gzip', 'compress'])
      assert.equal(
        (await refused(entryPoints.chat, { body: gzipSync(plain), headers: { ...json, 'content-encoding': encoding } }))
          .status,
        415,
        encoding,
      )
  })

  test('what is too large is refused: as it comes, in chunks, and after unpacking', async () => {
    const large = JSON.stringify(chatBody('x'.repeat(1024 * 1024)))
    const inChunks = new ReadableStream({
      start(controller) {
        for (let at = 0; at < large.length; at += 65_536) controller.enqueue(Buffer.from(large.slice(at, at + 65_536)))
        controller.close()
      },
    })
    const noise = Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * 7919) % 251)).toString('base64')
    const dense = JSON.stringify(chatBody(noise.repeat(30)))
    const bomb = JSON.stringify(chatBody('0'.repeat(900_000)))
    assert.ok(gzipSync(bomb).length * 100 < bomb.length && bomb.length < 1024 * 1024)
    const ways: [name: string, Sending][] = [
      ['plain', { body: large, headers: json }],
      ['gzip', { body: gzipSync(dense), headers: { ...json, 'content-encoding': 'gzip' } }],
      ['brotli', { body: brotliCompressSync(dense), headers: { ...json, 'content-encoding': 'br' } }],
      ['more than a hundredfold', { body: gzipSync(bomb), headers: { ...json, 'content-encoding': 'gzip' } }],
    ]
    for (const [name, sending] of ways) assert.equal((await refused(entryPoints.chat, sending)).status, 413, name)
    assert.equal((await sendChunked(inChunks)).status, 413)
  })
})

async function accepted(headers: Record<string, string>, body: string | Uint8Array): Promise<number> {
  const here = relay.place()
  await here.channel()
  const { key } = await here.key()
  return (await send(relay, entryPoints.chat.path, { key, headers, body })).status
}

/** Without a length in the head, so that only counting can tell. */
async function sendChunked(body: ReadableStream<Uint8Array>): Promise<{ status: number }> {
  const { key } = await relay.key()
  return new Promise((resolve, reject) => {
    const headers = { ...json, authorization: `Bearer ${key}`, 'transfer-encoding': 'chunked' }
    const sending = request(relay.url + entryPoints.chat.path, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0 })
    })
    sending.on('error', reject)
    const write = async () => {
      for await (const piece of body) sending.write(piece)
      sending.end()
    }
    write().catch(reject)
  })
}

const bodies: Record<keyof typeof entryPoints, [field: string, ...values: unknown[]][]> = {
  chat: [
    [
      'model',
      undefined,
      null,
      '',
      '   ',
      7,
      true,
      ['gpt-4o'],
      { name: 'gpt-4o' },
      'x'.repeat(257),
      'gpt-4o\u0000',
      'gpt\n4o',
    ],
    ['messages', undefined, null, [], {}, 'hello', 7, [7], ['hello'], [null], [[]]],
    ['messages', [{ role: 'user', content: 7 }], [{ role: 'user', content: true }], [{ role: 7, content: 'x' }]],
    ['messages', [{ content: 'x' }], [{ role: 'user', content: [7] }], [{ role: 'user', content: [{ type: 7 }] }]],
    ['messages', [{ role: 'user', content: [{ type: 'image_url', image_url: 7 }] }]],
    ['stream', 'true', 1, {}, []],
    ['max_tokens', -1, 1.5, '100', 1_073_741_824, 9e15, true, [], {}],
    ['max_completion_tokens', -1, 1.5, '100', 1_073_741_824],
    ['max_output_tokens', -1, '100'],
    ['n', -1, 129, 1e9, 1.5, '2', true, [], {}],
    ['tools', {}, 'look', 7, [7]],
    ['stream_options', 'usage', 7, []],
  ],
  completions: [
    ['prompt', undefined, null, 7, {}, [], true],
    ['n', 129, -1],
    ['best_of', 129, '3', 1.5],
    ['max_tokens', -1, '9'],
    ['prompt', Array.from({ length: 129 }, () => 'x')],
  ],
  responses: [
    ['input', undefined, null, 7, {}, true, [7]],
    ['max_output_tokens', -1, 1.5, '9', 1_073_741_824],
    ['stream', 'yes'],
    ['tools', {}, [7]],
  ],
  messages: [
    ['messages', undefined, null, [], {}, 'x', [7], [{ role: 'system', content: 'x' }, 7]],
    ['max_tokens', -1, 1.5, '9', 1_073_741_824],
    ['system', 7, true],
    ['tools', {}, 'x', [7]],
    ['stream', 1],
  ],
  gemini: [
    ['contents', undefined, null, 7, {}, [7], 'hello'],
    ['generationConfig', 7, [], 'x'],
    [
      'generationConfig',
      { maxOutputTokens: 0 },
      { maxOutputTokens: -1 },
      { max_output_tokens: '9' },
      { maxOutputTokens: 2 ** 31 },
    ],
    ['generationConfig', { candidateCount: 129 }, { candidate_count: -1 }, { candidate_count: 1.5 }],
    ['generation_config', { candidateCount: 129 }, { maxOutputTokens: -1 }],
  ],
  embeddings: [
    ['input', undefined, null, '', []],
    ['model', 7, null, ''],
  ],
  moderations: [['input', undefined, null, '', []]],
  speech: [
    ['input', undefined, null, '', 7, ['x'], {}],
    ['model', 7],
  ],
}

for (const [at, fields] of Object.entries(bodies))
  describe(`values that make no sense at ${entryPoints[at as keyof typeof entryPoints].path}`, () => {
    const entry: EntryPoint = entryPoints[at as keyof typeof entryPoints]
    for (const [field, ...values] of fields)
      for (const value of values)
        test(`${field} of ${shown(value)}`, async () => {
          const { [field]: _, ...rest } = entry.body as Record<string, unknown>
          const body = value === undefined ? rest : { ...rest, [field]: value }
          const { status, text } = await refused(entry, { body })
          assert.equal(status, 400, text)
        })
  })

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

describe('numbers that JSON can write and money cannot', () => {
  test('beyond every double', async () => {
    for (const field of ['max_tokens', 'n', 'max_completion_tokens'])
      for (const number of ['1e999', '-1e999', '1e400'])
        assert.equal(
          (await refused(entryPoints.chat, { body: within(`"${field}":${number}`), headers: json })).status,
          400,
        )
  })
})

describe('numbers in a body that goes to its own kind of upstream as it is', () => {
  const gemini = { type: 24, models: 'gemini-2.0-flash', vendor: 'gemini' } as const
  const anthropic = { type: 14, models: 'claude-sonnet-4-5', vendor: 'anthropic' } as const
  const wrong: [upstream: typeof gemini | typeof anthropic, more: object][] = [
    [gemini, { generationConfig: { candidate_count: 129 } }],
    [gemini, { generation_config: { candidateCount: 129 } }],
    [gemini, { generationConfig: { candidateCount: 1 }, generation_config: { candidate_count: 129 } }],
    [gemini, { generationConfig: { max_output_tokens: -1 } }],
    [gemini, { generationConfig: {}, generation_config: { maxOutputTokens: 2 ** 31 } }],
    [anthropic, { max_tokens: -1 }],
    [anthropic, { max_tokens: 2 ** 31 }],
    [anthropic, { n: 129 }],
  ]
  for (const [{ vendor, ...channel }, more] of wrong)
    test(`${JSON.stringify(more)} for ${vendor}`, async () => {
      const { models: model } = channel
      const entry = vendor === 'gemini' ? entryPoints.gemini : entryPoints.messages
      const path = vendor === 'gemini' ? `/v1beta/models/${model}:generateContent` : entry.path
      const sending = { body: { ...entry.body, ...(vendor === 'anthropic' && { model }), ...more } }
      const { status, text } = await refused(entry, sending, path, { ...channel, base_url: relay.mock.urlOf(vendor) })
      assert.equal(status, 400, text)
    })
})

describe('forms', () => {
  const form = (fields: [name: string, value: string | Blob][]) => {
    const data = new FormData()
    for (const [name, value] of fields) data.append(name, value)
    return data
  }
  const file = new Blob([Buffer.from('no recording at all')], { type: 'audio/wav' })
  const at = '/v1/audio/transcriptions'
  const wrong: [name: string, path: string, fields: [string, string | Blob][]][] = [
    ['no file', at, [['model', 'whisper-1']]],
    [
      'a text for a file',
      at,
      [
        ['model', 'whisper-1'],
        ['file', 'x'],
      ],
    ],
    [
      'a recording whose length cannot be read',
      at,
      [
        ['model', 'whisper-1'],
        ['file', file],
      ],
    ],
    [
      'two models',
      at,
      [
        ['model', 'whisper-1'],
        ['model', 'gpt-4o'],
        ['file', file],
      ],
    ],
    ['more than twenty parts', at, Array.from({ length: 21 }, (_, number) => [`f${number}`, 'x'])],
    [
      'no prompt',
      '/v1/images/edits',
      [
        ['model', 'dall-e-3'],
        ['image', file],
      ],
    ],
    [
      'too many pictures',
      '/v1/images/edits',
      [
        ['prompt', 'x'],
        ['n', '129'],
        ['image', file],
      ],
    ],
    [
      'a number in disguise',
      '/v1/images/edits',
      [
        ['prompt', 'x'],
        ['n', '0x2'],
        ['image', file],
      ],
    ],
    [
      'two numbers of pictures',
      '/v1/images/edits',
      [
        ['prompt', 'x'],
        ['n', '1'],
        ['n', '9'],
        ['image', file],
      ],
    ],
  ]
  for (const [name, path, fields] of wrong)
    test(`a form with ${name} is refused`, async () => {
      const { status, text } = await refused(entryPoints.chat, { body: form(fields) }, path)
      assert.equal(status, 400, text)
    })

  test('JSON where a form is wanted is refused, and so is a boundary nobody would write', async () => {
    assert.equal((await refused(entryPoints.chat, { body: { model: 'whisper-1' } }, at)).status, 415)
    const headers = { 'content-type': `multipart/form-data; boundary=${'x'.repeat(71)}` }
    assert.equal((await refused(entryPoints.chat, { body: Buffer.from('--'), headers }, at)).status, 415)
  })
})

describe('pictures', () => {
  const body = { model: 'dall-e-3', prompt: 'x' }
  const wrong: object[] = [
    { n: 129 },
    { n: -1 },
    { n: '1' },
    { n: 1.5 },
    { size: '1024×1024' },
    { size: 1024 },
    { prompt: '' },
    { prompt: null },
  ]
  for (const more of wrong)
    test(`${JSON.stringify(more)} is refused`, async () => {
      const { status, text } = await refused(entryPoints.chat, { body: { ...body, ...more } }, '/v1/images/generations')
      assert.equal(status, 400, text)
    })
})

test('what only the makers of Responses can do is refused elsewhere by their own code and field', async () => {
  const body = { model: 'gpt-4o', input: 'hello', previous_response_id: 'resp_1' }
  const { status, json } = await refused(entryPoints.responses, { body }, entryPoints.responses.path, { type: 14 })
  const { code, param, type } = json.error
  assert.deepEqual([status, code, param], [400, 'unsupported_parameter', 'previous_response_id'])
  assert.equal(type, 'invalid_request_error')
})
