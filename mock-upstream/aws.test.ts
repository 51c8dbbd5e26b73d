import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { AwsV4Signer } from 'aws4fetch'
import { signatureOf } from './aws/converse-reasoning.ts'
import { secretOf } from './aws/signature.ts'
import { type Loose, post, postJson, upstreamFor } from './test-client.ts'

const id = 'us.anthropic.claude-sonnet-4-5-20250929-v1%3A0'
const invocation = (more: object = {}) => ({
  anthropic_version: 'bedrock-2023-05-31',
  max_tokens: 50,
  messages: [{ role: 'user', content: 'hi' }],
  ...more,
})

/** Sends a request that is signed by a library. */
async function signed(url: string, body: object, { secret = secretOf('AK'), service = 'bedrock' } = {}) {
  const text = JSON.stringify(body)
  const signer = new AwsV4Signer({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
    accessKeyId: 'AK',
    secretAccessKey: secret,
    service,
    region: 'us-east-1',
    allHeaders: true,
  })
  const { headers } = await signer.sign()
  return postJson(url, text, Object.fromEntries(headers))
}

test('the signature is that of the documentation’s own example', async () => {
  const signer = new AwsV4Signer({
    url: 'https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08',
    method: 'GET',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    service: 'iam',
    region: 'us-east-1',
    datetime: '20150830T123600Z',
    allHeaders: true,
  })
  assert.equal(await signer.signature(), '5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7')
})

test('a signature over the very bytes is taken, and no other', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const url = `${urlOf('aws')}/model/${id}/invoke`
  const good = await signed(url, invocation())
  assert.deepEqual([good.status, good.body.content[0].text], [200, 'hi'])
  for (const wrong of [{ secret: 'another' }, { service: 'bedrock-runtime' }])
    assert.equal((await signed(url, invocation(), wrong)).status, 403)
})

const bearer = { authorization: 'Bearer key' }

for (const [what, more] of [
  ['a field that Bedrock does not know', { service_tier: 'auto' }],
  ['the model in the body', { model: 'claude-sonnet-4-5' }],
  ['no version', { anthropic_version: undefined }],
  ['a beta that is Anthropic’s alone', { anthropic_beta: ['files-api-2025-04-14'] }],
  [
    'a picture by address',
    { messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'https://x.example/a' } }] }] },
  ],
  ['a scope of the cache', { system: [{ type: 'text', text: 'A', cache_control: { type: 'ephemeral', scope: 'g' } }] }],
  ['a search', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
  ['what Anthropic itself refuses', { max_tokens: 0 }],
] as const)
  test(`${what} is refused`, async (t) => {
    const { urlOf } = await upstreamFor(t)
    const response = await post(`${urlOf('aws')}/model/${id}/invoke`, invocation(more), bearer)
    assert.equal(response.status, 400)
    assert.match(response.headers.get('x-amzn-errortype') ?? '', /^ValidationException:/)
    assert.equal(typeof ((await response.json()) as Loose).message, 'string')
  })

test('a newer model is reached through a profile only', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const url = (model: string) => `${urlOf('aws')}/model/${model}/invoke`
  const { status, body } = await postJson(url('anthropic.claude-opus-4-6-v1'), invocation(), bearer)
  assert.equal(status, 400)
  assert.match(body.message, /on-demand throughput/)
  assert.equal((await postJson(url('anthropic.claude-3-haiku-20240307-v1%3A0'), invocation(), bearer)).status, 200)
})

test('a stream is binary, and every message has its checksums', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const response = await post(`${urlOf('aws')}/model/${id}/invoke-with-response-stream`, invocation(), bearer)
  assert.equal(response.headers.get('content-type'), 'application/vnd.amazon.eventstream')
  let rest = Buffer.from(await response.arrayBuffer())
  const types: string[] = []
  while (rest.length > 0) {
    const message = rest.subarray(0, rest.readUInt32BE())
    assert.equal(crc32(message.subarray(0, 8)), message.readUInt32BE(8))
    assert.equal(crc32(message.subarray(0, -4)), message.readUInt32BE(message.length - 4))
    const { bytes } = JSON.parse(message.subarray(12 + message.readUInt32BE(4), -4).toString()) as { bytes: string }
    const event = JSON.parse(Buffer.from(bytes, 'base64').toString())
    types.push(event.type)
    if (event.type === 'message_delta') assert.equal(event.usage.input_tokens, undefined)
    if (event.type === 'message_stop') assert.equal(event['amazon-bedrock-invocationMetrics'].outputTokenCount, 1)
    rest = rest.subarray(message.length)
  }
  assert.equal(types[0], 'message_start')
  assert.equal(types.at(-1), 'message_stop')
  assert.ok(!types.includes('ping'))
})

test('tokens are counted for a model, not for a profile', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const body = { input: { invokeModel: { body: Buffer.from(JSON.stringify(invocation())).toString('base64') } } }
  const count = (model: string) => postJson(`${urlOf('aws')}/model/${model}/count-tokens`, body, bearer)
  assert.deepEqual((await count('anthropic.claude-opus-4-6-v1')).body, { inputTokens: 1 })
  assert.equal((await count('us.anthropic.claude-opus-4-6-v1')).status, 400)
})

const betas: [model: string, anthropic_beta: string[], status: number][] = [
  ['us.anthropic.claude-sonnet-4-5-20250929-v1%3A0', ['interleaved-thinking-2025-05-14'], 200],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1%3A0', ['claude-code-20250219'], 400],
  ['us.anthropic.claude-opus-4-7', ['interleaved-thinking-2025-05-14'], 400],
  ['us.anthropic.claude-opus-4-7', ['some-new-feature-2027-01-01'], 400],
]
for (const [model, anthropic_beta, expected] of betas)
  test(`${model} with the beta features ${anthropic_beta}: ${expected}`, async (t) => {
    const { urlOf } = await upstreamFor(t)
    const { status, body } = await postJson(
      `${urlOf('aws')}/model/${model}/invoke`,
      invocation({ anthropic_beta }),
      bearer,
    )
    assert.equal(status, expected)
    if (expected === 400) assert.equal(body.message, 'invalid beta flag')
  })

for (const model of ['apac.anthropic.claude-sonnet-4-5-20250929-v1%3A0', 'jp.anthropic.claude-opus-4-6-v1', 'nothing'])
  test(`the id ${model} is refused`, async (t) => {
    const { urlOf } = await upstreamFor(t)
    const { status, body } = await postJson(`${urlOf('aws')}/model/${model}/invoke`, invocation(), bearer)
    assert.deepEqual([status, body.message], [400, 'The provided model identifier is invalid.'])
  })

const nova = 'amazon.nova-lite-v1%3A0'
const hello = { role: 'user', content: [{ text: 'hi' }] }
const toolConfig = { tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }] }
const called = { role: 'assistant', content: [{ toolUse: { toolUseId: 'c1', name: 'f', input: {} } }] }
const result = { toolResult: { toolUseId: 'c1', content: [{ text: 'sunny' }] } }

const point = { cachePoint: { type: 'default' } }
const reasoning = (signature: string) => ({ reasoningContent: { reasoningText: { text: 'hm', signature } } })
const thinking = (signature: string) => ({ role: 'assistant', content: [reasoning(signature), { text: 'a' }] })

test('Nova takes cache points and its own reasoning, and Llama no cache points', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const body = { messages: [hello, thinking(signatureOf('hm')), hello], system: [{ text: 's' }, point] }
  const send = (model: string, sent: object) => postJson(`${urlOf('aws')}/model/${model}/converse`, sent, bearer)
  assert.equal((await send(nova, body)).status, 200)
  const refused = await send('us.meta.llama4-scout-17b-instruct-v1%3A0', { messages: [hello], system: body.system })
  assert.deepEqual([refused.status, /prompt caching/.test(refused.body.message)], [403, true])
})

test('a conversation gets a message and its usage', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const { body } = await postJson(`${urlOf('aws')}/model/${nova}/converse`, { messages: [hello] }, bearer)
  assert.deepEqual(body.output.message, { role: 'assistant', content: [{ text: 'hi' }] })
  assert.deepEqual([body.stopReason, body.usage], ['end_turn', { inputTokens: 1, outputTokens: 1, totalTokens: 2 }])
})

for (const [what, model, body] of [
  ['a field that Converse does not know', nova, { messages: [hello], model: 'x' }],
  ['a text in place of blocks', nova, { messages: [{ role: 'user', content: 'hi' }] }],
  ['a blank text', nova, { messages: [{ role: 'user', content: [{ text: ' ' }] }] }],
  ['a conversation that the assistant begins', nova, { messages: [{ ...hello, role: 'assistant' }] }],
  ['two turns of one role', nova, { messages: [hello, hello] }],
  ['a call without a result', nova, { messages: [hello, called, hello], toolConfig }],
  ['a call without tools', nova, { messages: [hello, called, { role: 'user', content: [result] }] }],
  [
    'a result beside a text, for Llama',
    'us.meta.llama4-scout-17b-instruct-v1%3A0',
    { messages: [hello, called, { role: 'user', content: [result, { text: 'and?' }] }], toolConfig },
  ],
  [
    'a forced call, for Llama',
    'us.meta.llama4-scout-17b-instruct-v1%3A0',
    { messages: [hello], toolConfig: { ...toolConfig, toolChoice: { any: {} } } },
  ],
  [
    'a cache point among tools, for Nova',
    nova,
    { messages: [hello], toolConfig: { tools: [...toolConfig.tools, point] } },
  ],
  [
    'a cache point behind a result, for Nova',
    nova,
    { messages: [hello, called, { role: 'user', content: [result, point] }], toolConfig },
  ],
  [
    'a cache point of an hour, for Nova',
    nova,
    { messages: [hello], system: [{ text: 's' }, { cachePoint: { type: 'default', ttl: '1h' } }] },
  ],
  ['reasoning that it did not sign', nova, { messages: [hello, thinking('s'), hello] }],
  [
    'reasoning alone',
    nova,
    { messages: [hello, { ...thinking(signatureOf('hm')), content: [reasoning(signatureOf('hm'))] }, hello] },
  ],
  ['reasoning, for DeepSeek', 'deepseek.r1-v1%3A0', { messages: [hello, thinking(signatureOf('hm')), hello] }],
  ['a temperature above one', nova, { messages: [hello], inferenceConfig: { temperature: 1.5 } }],
  ['a field of another model', nova, { messages: [hello], additionalModelRequestFields: { reasoning_effort: 'low' } }],
] as const)
  test(`Converse refuses ${what}`, async (t) => {
    const { urlOf } = await upstreamFor(t)
    const { status } = await postJson(`${urlOf('aws')}/model/${model}/converse`, body, bearer)
    assert.equal(status, 400)
  })

test('Llama does not stream with tools', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const url = `${urlOf('aws')}/model/us.meta.llama4-scout-17b-instruct-v1%3A0`
  const body = { messages: [hello], toolConfig }
  assert.match((await postJson(`${url}/converse-stream`, body, bearer)).body.message, /streaming mode/)
  assert.equal((await postJson(`${url}/converse`, body, bearer)).status, 200)
})

test('embeddings have the body of each vendor', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const embed = (model: string, body: object) => postJson(`${urlOf('aws')}/model/${model}/invoke`, body, bearer)
  const titan = await embed('amazon.titan-embed-text-v2%3A0', { inputText: 'sea', dimensions: 256 })
  assert.deepEqual([titan.body.embedding.length, titan.body.inputTextTokenCount], [256, 1])
  assert.equal((await embed('amazon.titan-embed-text-v1', { inputText: 'sea', dimensions: 256 })).status, 400)
  const cohere = await embed('cohere.embed-english-v3', { texts: ['sea', 'sky'], input_type: 'search_query' })
  assert.equal(cohere.body.embeddings.length, 2)
  assert.equal((await embed('cohere.embed-english-v3', { texts: ['sea'] })).status, 400)
})
