import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { ChatChunk, ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { Provider, Target } from '../provider.ts'
import { chunksOfStream, required, testTarget } from '../testing.ts'
import { hunyuan } from './hunyuan.ts'
import { canonicalRequest } from './sign.ts'

const signingKey = '1300000000|AKIDEXAMPLE0001|SecretKeyExample0001'
const target = (fields: Partial<Target> = {}) =>
  testTarget({ type: 23, key: 'sk-1', base_url: 'https://tokenhub.tencentmaas.com', model: 'hy3', ...fields })
const facts = { id: 'chatcmpl-1', now: 9, model: 'm' }
const call = { headers: {}, query: {} }

function providerOf(key = 'sk-1'): Provider {
  const provider = hunyuan.variant?.(target({ key }))
  assert.ok(provider)
  return provider
}
const tokenHub = providerOf()
const native = providerOf(signingKey)

const sent = (call: Partial<ChatRequest>, fields: Partial<Target> = {}) => {
  const request = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }], ...call }
  const sending = providerOf(fields.key).chat?.request(request, target(fields))
  assert.ok(sending)
  return { ...sending, body: sending.body as JsonObject }
}
const sentNative = (request: Partial<ChatRequest>, fields: Partial<Target> = {}) =>
  sent(request, { key: signingKey, model: 'hunyuan-lite', ...fields })

test('a key says which service it is for, and one of no known form is refused unsent', () => {
  assert.equal(sent({}).headers.authorization, 'Bearer sk-1')
  assert.equal(sentNative({}).url, 'https://hunyuan.tencentcloudapi.com/')
  for (const key of ['', 'a|b', 'a|b|c|d', 'a||c'])
    assert.throws(() => providerOf(key), { kind: 'bad_key', code: 'channel:invalid_key' }, key)
})

test('a chat of the current service is OpenAI’s, with the limit under the name that its model reads', () => {
  const limit = (model: string) => {
    const { max_tokens, max_completion_tokens } = sent({ max_completion_tokens: 5 }, { model }).body
    return [max_tokens, max_completion_tokens]
  }
  assert.deepEqual(limit('hy3'), [5, undefined])
  assert.deepEqual(limit('minimax-m3'), [undefined, 5])
  const { url, body } = sent({ messages: [{ role: 'developer', content: 'd' }], stream: true })
  assert.equal(url, 'https://tokenhub.tencentmaas.com/v1/chat/completions')
  assert.deepEqual(body, {
    model: 'hy3',
    messages: [{ role: 'system', content: 'd' }],
    stream: true,
    stream_options: { include_usage: true },
  })
})

test('the current service has the formats of other clients, all by bearer key', () => {
  const messages = tokenHub.native?.anthropic?.request({ messages: [], max_tokens: 5 }, target(), call)
  assert.equal(messages?.url, 'https://tokenhub.tencentmaas.com/v1/messages')
  assert.deepEqual(messages?.headers, { authorization: 'Bearer sk-1', 'anthropic-version': '2023-06-01' })
  const responses = tokenHub.native?.responses?.request({ input: 'x' }, target(), call)
  assert.equal(responses?.url, 'https://tokenhub.tencentmaas.com/v1/responses')
})

test('only models that are online are listed', () => {
  const data = [{ id: 'hy3', status: 'online' }, { id: 'hy2', status: 'offline' }, { id: 'hy4-preview' }]
  assert.deepEqual(tokenHub.models?.response({ data }), ['hy3', 'hy4-preview'])
})

test('errors of the current service are told apart', () => {
  const failure = (status: number, type: string, message = 'm') =>
    tokenHub.failure(status, { error: { type, code: 401_002, message, source: 's' } }, {})
  const kinds: [number, string, string][] = [
    [400, 'invalid_request_error', 'bad_request'],
    [401, 'authentication_error', 'bad_key'],
    [402, 'permission_error', 'no_balance'],
    [403, 'permission_error', 'no_permission'],
    [429, 'rate_limit_error', 'rate_limited'],
    [451, 'content_filter_error', 'content_refused'],
    [502, 'upstream_error', 'overloaded'],
  ]
  for (const [status, type, kind] of kinds) assert.equal(failure(status, type).kind, kind, type)
  assert.equal(failure(402, 'permission_error', 'the model is not activated').kind, 'no_permission')
  assert.equal(failure(451, 'content_filter_error').status, 400)
})

test('a request is signed over its exact bytes', async () => {
  const { url, headers, body, sign } = sentNative({})
  const bytes = JSON.stringify(body)
  assert.equal(bytes, '{"Model":"hunyuan-lite","Messages":[{"Role":"user","Content":"hi"}],"Stream":false}')
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  assert.equal(hash(bytes), 'c371332eb9f59f25b54b547b7e22c0729884f1924477e3ab60706930918936c5')
  assert.equal(
    hash(canonicalRequest({ url, body: bytes }, 'ChatCompletions')),
    '9942add5d3d2484393f8cf16a110b9b1890ac9fd3dc42f9ee1ef7bbe941182a3',
  )
  const signed = await sign?.({ method: 'POST', url, headers, body: bytes }, 1_700_000_000)
  assert.deepEqual(signed?.headers, {
    authorization:
      'TC3-HMAC-SHA256 Credential=AKIDEXAMPLE0001/2023-11-14/hunyuan/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=1a65350a4b218fcecbff944ab6dba8efdc704252e08a66a1c8a582e364cd0e22',
    'x-tc-timestamp': '1700000000',
  })
  assert.deepEqual(headers, {
    'content-type': 'application/json',
    'x-tc-action': 'ChatCompletions',
    'x-tc-version': '2023-09-01',
  })
})

test('the signed host is the requested host, and a region is a name', () => {
  const { url, headers } = sentNative({}, { base_url: 'https://proxy.example:8443', other: 'ap-guangzhou' })
  assert.match(canonicalRequest({ url, body: '' }, 'ChatCompletions'), /\nhost:proxy\.example:8443\n/)
  assert.equal(headers['x-tc-region'], 'ap-guangzhou')
  assert.throws(() => sentNative({}, { other: 'x\r\ny' }), { kind: 'bad_key' })
})

test('fields of a chat have names and forms of their own', () => {
  const parameters = { type: 'object', properties: { a: { type: 'string' } } }
  const tool = { type: 'function', function: { name: 'f', description: 'd', parameters } }
  const { body } = sentNative({
    messages: [
      { role: 'user', content: 'a' },
      { role: 'system', content: 's' },
      { role: 'user', content: 'b' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'r' },
    ],
    stream: true,
    temperature: 3,
    top_p: 1,
    stop: 'x',
    seed: 7,
    max_tokens: 5,
    n: 2,
    presence_penalty: 1,
    tools: [tool],
    tool_choice: { type: 'function', function: { name: 'f' } },
    enable_thinking: false,
  })
  const Tool = { Type: 'function', Function: { Name: 'f', Description: 'd', Parameters: JSON.stringify(parameters) } }
  assert.deepEqual(body, {
    Model: 'hunyuan-lite',
    Messages: [
      { Role: 'system', Content: 's' },
      { Role: 'user', Content: 'a\nb' },
      {
        Role: 'assistant',
        Content: '',
        ToolCalls: [{ Id: 'c', Type: 'function', Function: { Name: 'f', Arguments: '{}' }, Index: 0 }],
      },
      { Role: 'tool', Content: 'r', ToolCallId: 'c' },
    ],
    Stream: true,
    Temperature: 2,
    TopP: 1,
    Stop: ['x'],
    Tools: [Tool],
    ToolChoice: 'custom',
    CustomTool: Tool,
    Seed: 7,
    EnableThinking: false,
  })
  assert.equal(sentNative({ tools: [tool], tool_choice: 'required' }).body.ToolChoice, 'auto')
  assert.equal('Seed' in sentNative({ seed: 10_001 }).body, false)
})

test('pictures are parts of a message', () => {
  const messages: ChatRequest['messages'] = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 't' },
        { type: 'image_url', image_url: { url: 'https://x/1.png' } },
      ],
    },
  ]
  assert.deepEqual(sentNative({ messages }).body.Messages, [
    {
      Role: 'user',
      Contents: [
        { Type: 'text', Text: 't' },
        { Type: 'image_url', ImageUrl: { Url: 'https://x/1.png' } },
      ],
    },
  ])
  const sound: ChatRequest['messages'] = [
    { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } }] },
  ]
  assert.throws(() => sentNative({ messages: sound }), { kind: 'unsupported' })
})

test('a whole response is unwrapped', () => {
  const choice = { FinishReason: 'sensitive', Message: { Role: 'assistant', Content: 'x', ReasoningContent: 'r' } }
  const Usage = { PromptTokens: 1, CompletionTokens: 2, TotalTokens: 3 }
  const response = native.chat?.response(
    { Response: { Id: 'i', Created: 5, Note: 'n', Choices: [choice], Usage } },
    facts,
  )
  assert.deepEqual(response?.choices[0], {
    index: 0,
    message: { role: 'assistant', content: 'x', reasoning_content: 'r' },
    finish_reason: 'content_filter',
  })
  assert.deepEqual([response?.id, response?.created, response?.usage?.input, response?.usage?.output], ['i', 5, 1, 2])
})

test('an error in a 200 has the status that it means', () => {
  const body = { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'bad' }, RequestId: 'r' } }
  assert.throws(() => native.chat?.response(body, facts), {
    kind: 'bad_key',
    status: 401,
    message: 'bad',
    type: 'authentication_error',
    code: 'AuthFailure.SignatureFailure',
  })
  const kinds = {
    'FailedOperation.ResourcePackExhausted': 'no_balance',
    'ResourceInsufficient.X': 'no_balance',
    'FailedOperation.UserUnAuthError': 'no_permission',
    LimitExceeded: 'rate_limited',
    RequestLimitExceeded: 'rate_limited',
    'InvalidParameterValue.Model': 'bad_request',
    InternalError: 'overloaded',
    'FailedOperation.EngineServerError': 'overloaded',
  }
  for (const [Code, kind] of Object.entries(kinds))
    assert.equal(native.failureIn?.({ Response: { Error: { Code, Message: 'm' } } })?.kind, kind, Code)
})

const streamOf = (text: string): ChatChunk[] => chunksOfStream(required(native.chat), Buffer.from(text), facts)

test('a stream without a reason is incomplete, and an error in it is its failure', () => {
  assert.throws(() => streamOf('data: {"Choices":[{"Delta":{"Content":"Yo"},"FinishReason":""}]}\n\n'), {
    kind: 'network',
  })
  const failed = 'data: {"Choices":[],"ErrorMsg":{"Msg":"busy","Code":"LimitExceeded"}}\n\n'
  assert.throws(() => streamOf(failed), { kind: 'rate_limited', message: 'busy' })
})

test('embeddings are an action of the older service', () => {
  const operation = native.single?.embeddings
  const request = operation?.request({ input: ['a', 'b'] }, target({ key: signingKey }))
  assert.deepEqual([request?.headers['x-tc-action'], request?.body], ['GetEmbedding', { InputList: ['a', 'b'] }])
})
