import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatChunk, ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { Provider, Target } from '../provider.ts'
import { chunksOfStream, required, testTarget } from '../testing.ts'
import { baidu } from './baidu.ts'

const newKey = 'bce-v3/ALTAK-1/secret'
const oldKey = 'id-1|secret-1'
const target = (fields: Partial<Target> = {}) =>
  testTarget({ type: 15, key: newKey, base_url: 'https://qianfan.baidubce.com', model: 'ernie-5.1', ...fields })
const facts = { id: 'chatcmpl-1', now: 9, model: 'm' }

function providerOf(key = newKey): Provider {
  const provider = baidu.variant?.(target({ key }))
  assert.ok(provider)
  return provider
}
const current = providerOf()
const older = providerOf(oldKey)

const sent = (call: Partial<ChatRequest>, fields: Partial<Target> = {}) => {
  const request = { model: 'm', messages: [{ role: 'user' as const, content: 'q' }], ...call }
  const sending = providerOf(fields.key).chat?.request(request, target(fields))
  assert.ok(sending)
  return { ...sending, body: sending.body as JsonObject }
}
const sentOld = (request: Partial<ChatRequest>, model = 'ERNIE-4.0-8K') =>
  sent(request, { key: oldKey, token: 'T', model })

test('a key says which service it is for, and one of no known form is refused unsent', () => {
  assert.equal(sent({}).headers.authorization, 'Bearer bce-v3/ALTAK-1/secret')
  assert.deepEqual(sent({}, { key: ' bce-v3/a/b|app-7' }).headers, {
    authorization: 'Bearer bce-v3/a/b',
    appid: 'app-7',
  })
  assert.equal(older.access === undefined, false)
  for (const key of ['', 'sk-1', 'a|b|c', 'bce-v3/a/b|app|x', 'a|', '|b'])
    assert.throws(() => providerOf(key), { kind: 'bad_key', code: 'channel:invalid_key' }, key)
})

test('a model with the suffix for searches requests citations', () => {
  const messages: ChatRequest['messages'] = [{ role: 'user', content: 'news' }]
  const { url, body } = sent({ messages, max_completion_tokens: 64 }, { model: 'ernie-5.1-search' })
  assert.equal(url, 'https://qianfan.baidubce.com/v2/chat/completions')
  assert.deepEqual(body, {
    model: 'ernie-5.1',
    messages,
    max_tokens: 64,
    web_search: { enable: true, enable_citation: true, enable_trace: true, enable_status: false },
  })
})

test('names are in lower case, but not on private installations', () => {
  const named = (fields: Partial<Target>) => sent({}, fields).body.model
  assert.equal(named({ model: 'ERNIE-5.1' }), 'ernie-5.1')
  assert.equal(named({ model: 'ERNIE-5.1', base_url: 'https://qianfan.corp.example/v2' }), 'ERNIE-5.1')
  assert.equal(
    sent({}, { base_url: 'https://qianfan.baidubce.com/v2' }).url,
    'https://qianfan.baidubce.com/v2/chat/completions',
  )
})

test('at most four short stops, one text for parts of text, and usage of streams', () => {
  const { body } = sent({
    stop: ['a', 'b', 'c'.repeat(21), 'd', 'e', 'f'],
    stream: true,
    messages: [
      {
        role: 'developer',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
    ],
  })
  assert.deepEqual(body.stop, ['a', 'b', 'd', 'e'])
  assert.deepEqual(body.stream_options, { include_usage: true })
  assert.deepEqual(body.messages, [{ role: 'system', content: 'a\nb' }])
})

test('errors of the current service are told apart, by status where one code means two things', () => {
  const kinds: [number, string, string][] = [
    [400, 'malformed_json', 'bad_request'],
    [400, 'invalid_argument', 'bad_request'],
    [400, 'invalid_messages', 'bad_request'],
    [400, 'invalid_image_url', 'bad_request'],
    [400, 'invalid_model', 'no_model'],
    [400, 'characters_too_long', 'too_long'],
    [400, 'tokens_too_long', 'too_long'],
    [400, 'unsafe_request_text', 'content_refused'],
    [401, 'invalid_iam_token', 'bad_key'],
    [401, 'access_denied', 'bad_key'],
    [401, 'invalid_appid', 'bad_key'],
    [401, 'invalid_model', 'no_permission'],
    [429, 'rpm_rate_limit_exceeded', 'rate_limited'],
    [429, 'tpm_rate_limit_exceeded', 'rate_limited'],
    [500, 'internal_error', 'overloaded'],
  ]
  for (const [status, code, kind] of kinds)
    assert.equal(current.failure(status, { error: { code, message: 'm', type: 't' }, id: 'as-1' }, {}).kind, kind, code)
})

test('the other requests of the current service have their own paths', () => {
  const request = (kind: 'embeddings' | 'rerank' | 'images' | 'completions', request: JsonObject) =>
    current.single?.[kind]?.request(request, target({ model: 'M-1' }))
  assert.deepEqual(request('embeddings', { input: 'a', encoding_format: 'base64' })?.body, {
    model: 'm-1',
    input: ['a'],
  })
  assert.equal(request('embeddings', { input: 'a' })?.url, 'https://qianfan.baidubce.com/v2/embeddings')
  assert.equal(request('rerank', { query: 'q' })?.url, 'https://qianfan.baidubce.com/v2/rerank')
  assert.equal(request('completions', { prompt: 'q' })?.url, 'https://qianfan.baidubce.com/v2/completions')
  const drawn = request('images', { prompt: 'q', size: '1024x1024', response_format: 'b64_json' })
  assert.equal(drawn?.url, 'https://qianfan.baidubce.com/v2/images/generations')
  assert.deepEqual(drawn?.body, { model: 'm-1', prompt: 'q', size: '1024x1024' })
  const edits = current.single?.image_edits
  const picture = 'data:image/png;base64,AA=='
  const edited = edits?.request({ prompt: 'p', image: picture, n: '1' }, target({ model: 'ernie-irag-edit' }))
  assert.equal(edited?.url, 'https://qianfan.baidubce.com/v2/images/edits')
  assert.deepEqual(edited?.body, { feature: 'variation', prompt: 'p', model: 'ernie-irag-edit', image: picture, n: 1 })
  assert.equal(current.models?.request(target()).url, 'https://qianfan.baidubce.com/v2/models')
})

test('the older service has instructions apart, one text for turns of one speaker, and narrow bounds', () => {
  const { url, body } = sentOld({
    messages: [
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'a' },
      { role: 'user', content: 'b' },
    ],
    temperature: 0,
    max_tokens: 1,
  })
  assert.equal(url, 'https://aip.baidubce.com/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro?access_token=T')
  assert.deepEqual(body, { system: 'Be brief', messages: [{ role: 'user', content: 'a\nb' }], max_output_tokens: 2 })
  const bounded = sentOld({
    temperature: 2,
    top_p: 1.5,
    frequency_penalty: 1.5,
    max_tokens: 9000,
    user: 'u',
    stream: true,
  })
  assert.deepEqual(bounded.body, {
    messages: [{ role: 'user', content: 'q' }],
    temperature: 1,
    top_p: 1,
    penalty_score: 1.5,
    max_output_tokens: 2048,
    user_id: 'u',
    stream: true,
  })
  assert.equal('penalty_score' in sentOld({ frequency_penalty: 0.5, presence_penalty: 1, seed: 1, n: 2 }).body, false)
})

test('models are at the ends of addresses that their table or their name gives', () => {
  const end = (model: string) => new URL(sentOld({}, model).url).pathname.split('/').at(-1)
  const ends = {
    'ERNIE-Bot-4': 'completions_pro',
    'ERNIE-3.5-8K': 'completions',
    'ERNIE-Bot-turbo': 'eb-instant',
    'ERNIE-Speed-8K': 'ernie_speed',
    'ERNIE-Speed-128K': 'ernie-speed-128k',
    'ERNIE-Lite-8K-0308': 'ernie-lite-8k',
    'BLOOMZ-7B': 'bloomz_7b1',
    'ERNIE-Char-8K': 'ernie-char-8k',
    toString: 'tostring',
  }
  for (const [model, suffix] of Object.entries(ends)) assert.equal(end(model), suffix)
  assert.throws(() => sentOld({}, '..'), { kind: 'unsupported' })
})

const turns = (messages: ChatRequest['messages']) => sentOld({ messages }).body.messages
const call = (id: string, name: string) => ({ id, type: 'function' as const, function: { name, arguments: '{}' } })

test('turns alternate, begin with the user and end without the model', () => {
  assert.deepEqual(turns([{ role: 'assistant', content: 'a' }]), [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'a' },
    { role: 'user', content: 'Continue' },
  ])
  assert.deepEqual(turns([{ role: 'system', content: 's' }]), [{ role: 'user', content: 'Hi' }])
  const pictures: ChatRequest['messages'] = [
    { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x/1.png' } }] },
  ]
  assert.throws(() => turns(pictures), { kind: 'unsupported' })
})

test('calls are functions, one at a time, each before its result', () => {
  const messages: ChatRequest['messages'] = [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: null, tool_calls: [call('1', 'f'), call('2', 'g')] },
    { role: 'tool', tool_call_id: '1', content: 'x' },
    { role: 'tool', tool_call_id: '2', content: 'y' },
    { role: 'user', content: 'and?' },
  ]
  assert.deepEqual(turns(messages), [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: '', function_call: { name: 'f', arguments: '{}' } },
    { role: 'function', name: 'f', content: 'x' },
    { role: 'assistant', content: '', function_call: { name: 'g', arguments: '{}' } },
    { role: 'function', name: 'g', content: 'y' },
    { role: 'assistant', content: 'Okay' },
    { role: 'user', content: 'and?' },
  ])
  const parameters = { type: 'object', properties: {} }
  const tools = [{ type: 'function', function: { name: 'f', description: 'd', parameters, strict: true } }]
  const named: ChatRequest['messages'] = [{ role: 'user', content: 'as json' }]
  assert.deepEqual(sentOld({ messages: named, tools, response_format: { type: 'json_object' } }).body, {
    messages: named,
    functions: [{ name: 'f', description: 'd', parameters }],
    response_format: 'json_object',
  })
  assert.equal('functions' in sentOld({ tools, tool_choice: 'none' }).body, false)
})

test('a response of the older service is its result', () => {
  const read = (body: JsonObject) => {
    const response = older.chat?.response({ id: 'as-1', ...body }, facts)
    return [response?.choices[0]?.message.content, response?.choices[0]?.finish_reason]
  }
  assert.deepEqual(read({ result: 'x', finish_reason: 'normal' }), ['x', 'stop'])
  assert.deepEqual(read({ result: 'x', finish_reason: 'length' }), ['x', 'length'])
  assert.deepEqual(read({ result: 'x', need_clear_history: true }), ['x', 'content_filter'])
})

const streamOf = (text: string): ChatChunk[] => chunksOfStream(required(older.chat), Buffer.from(text), facts)

test('a stream of the older service ends where it says so, with the usage', () => {
  const chunks = streamOf(
    'data: {"id":"as-1","sentence_id":0,"is_end":false,"result":"He"}\n\n' +
      'data: {"id":"as-1","sentence_id":1,"is_end":true,"result":"llo","usage":{"prompt_tokens":3,"total_tokens":5}}\n\n',
  )
  assert.deepEqual(
    chunks.map(({ choices: [choice] }) => [choice?.delta.content, choice?.finish_reason]),
    [
      ['He', null],
      ['llo', 'stop'],
    ],
  )
  assert.deepEqual([chunks[1]?.usage?.input, chunks[1]?.usage?.output], [3, 2])
  assert.throws(() => streamOf('data: {"id":"as-1","is_end":false,"result":"He"}\n\n'), { kind: 'network' })
  assert.throws(() => streamOf('{"error_code":336100,"error_msg":"busy"}\n\n'), { kind: 'overloaded' })
})

test('errors of the older service have numbers, and come with a status of 200', () => {
  const kinds = {
    overloaded: [1, 2, 336_000, 336_100],
    no_model: [3],
    no_permission: [6],
    rate_limited: [4, 18, 336_501, 336_502],
    no_balance: [17, 19],
    bad_key: [13, 14, 15, 100, 110, 111],
    bad_request: [336_001, 336_003],
    too_long: [336_103],
  }
  for (const [kind, codes] of Object.entries(kinds))
    for (const error_code of codes) {
      const body = { error_code, error_msg: 'm' }
      assert.throws(() => older.chat?.response(body, facts), { kind, code: `baidu_${error_code}` })
      assert.equal(older.failureIn?.(body)?.kind, kind)
    }
})

test('a key of the older service is exchanged for a token, which is renewed an hour before its end and when it is refused', () => {
  const { access } = older
  const request = access?.request(target({ key: oldKey }), 1) as { url: string; method: string; headers: object }
  assert.equal(
    request.url,
    'https://aip.baidubce.com/oauth/2.0/token?grant_type=client_credentials&client_id=id-1&client_secret=secret-1',
  )
  assert.deepEqual(request.headers, { 'content-type': 'application/json', accept: 'application/json' })
  assert.deepEqual(access?.response({ access_token: '24.x', expires_in: 2_592_000, scope: 's' }), {
    token: '24.x',
    seconds: 2_592_000,
  })
  const refused = { error: 'invalid_client', error_description: 'unknown client id' }
  assert.throws(() => access?.response(refused), { kind: 'bad_key', message: 'unknown client id' })
  assert.equal(older.failure(401, refused, {}).kind, 'bad_key')
  assert.equal(access?.renewSeconds, 3600)
  const isRefused = (error_code: number) => access?.isRefused(older.failure(200, { error_code, error_msg: 'm' }, {}))
  assert.deepEqual([110, 111, 100, 336_003].map(isRefused), [true, true, false, false])
})

test('embeddings of the older service are at the model’s own address', () => {
  const operation = older.single?.embeddings
  const request = operation?.request({ input: 'a' }, target({ key: oldKey, token: 'T', model: 'Embedding-V1' }))
  assert.equal(
    request?.url,
    'https://aip.baidubce.com/rpc/2.0/ai_custom/v1/wenxinworkshop/embeddings/embedding-v1?access_token=T',
  )
  assert.deepEqual(request?.body, { input: ['a'] })
})
