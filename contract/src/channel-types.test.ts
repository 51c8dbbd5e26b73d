import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChannelType, channelTypeOrder, channelTypes, isChannelType, isRetired } from './channel-types.ts'

const catalogue =
  '1 OpenAI, 2 Midjourney Proxy, 5 Midjourney Proxy Plus, 36 Suno, 4 Ollama, 14 Anthropic Claude, 33 AWS Claude, ' +
  '41 Vertex AI, 3 Azure OpenAI, 34 Cohere, 39 Cloudflare, 43 DeepSeek, 15 Baidu, 17 Alibaba Qwen, 18 Xunfei, ' +
  '16 Zhipu ChatGLM, 26 Zhipu GLM-4V, 24 Google Gemini, 11 PaLM2, 25 Moonshot, 19 360, 23 Tencent Hunyuan, 31 Yi, ' +
  '35 MiniMax, 37 Dify, 38 Jina, 40 SiliconCloud, 42 Mistral, 8 custom, 22 FastGPT, 21 AI Proxy'
/** Hosts of the OpenAI format, and other gateways: those below 1000 keep the numbers that the family gave them later. */
const hosts =
  '20 OpenRouter, 48 xAI, 45 VolcEngine Ark, 27 Perplexity, 1000 Groq, 1001 Together AI, 1002 Fireworks AI, ' +
  '1004 Cerebras, 1005 NVIDIA NIM, 1006 Hugging Face, 47 Xinference, 1003 LM Studio, 1007 vLLM, 1008 SGLang, ' +
  '60 New API, 59 Sub2API, 58 Advanced Custom, 49 Coze'

const every = channelTypeOrder.map((type) => channelTypes[type])
const typesWhere = (holds: (row: (typeof every)[number]) => unknown) =>
  every.filter((row) => holds(row)).map(({ type }) => type)

test('the thirty-one types keep their numbers, names and order, and the hosts follow', () => {
  assert.equal(every.map(({ type, label }) => `${type} ${label}`).join(', '), `${catalogue}, ${hosts}`)
})

test('only the numbers of the table are channel types', () => {
  assert.ok(channelTypeOrder.every(isChannelType))
  for (const value of [0, -1, 1.5, 6, 44, Number.NaN, '1', 'constructor', '__proto__', null, undefined, [1]])
    assert.equal(isChannelType(value), false, `${value}`)
})

test('a table over the channel types that misses one does not compile', () => {
  const complete = channelTypes satisfies Record<ChannelType, { label: string }>
  const { 21: _, ...lacking } = complete
  // @ts-expect-error: number 21 is missing
  lacking satisfies Record<ChannelType, { label: string }>
  assert.equal(Object.keys(lacking).length, every.length - 1)
})

test('a channel without an address has a default, a provider that derives it, or must name one', () => {
  for (const { type, defaultBaseUrl, baseUrl, baseUrlExample } of every) {
    if (defaultBaseUrl !== '') assert.equal(new URL(defaultBaseUrl).href.replace(/\/$/, ''), defaultBaseUrl, `${type}`)
    assert.equal(
      baseUrl === 'required',
      baseUrlExample !== undefined,
      `${type} shows an example when nothing else helps`,
    )
    if (baseUrl === 'required') assert.equal(defaultBaseUrl, '', `${type}`)
  }
  assert.deepEqual(
    typesWhere(({ baseUrl }) => baseUrl === 'required'),
    [2, 5, 36, 3, 8, 22, 47, 60, 59, 58],
  )
  const derived = typesWhere(({ baseUrl, defaultBaseUrl }) => baseUrl === 'optional' && defaultBaseUrl === '')
  assert.deepEqual(derived, [33, 41, 18])
  assert.ok(channelTypes[8].baseUrlExample?.includes('{model}'))
  assert.deepEqual(
    typesWhere(({ defaultBaseUrl }) => defaultBaseUrl.startsWith('http:')),
    [4, 1003, 1007, 1008],
  )
})

test('the free field is offered where it means something', () => {
  const offered = every.flatMap(({ type, other }) => (other ? [[type, other]] : []))
  assert.deepEqual(Object.fromEntries(offered), {
    3: { meaning: 'api_version', default: '2023-06-01-preview' },
    17: { meaning: 'plugin' },
    18: { meaning: 'api_version', default: 'v2.1' },
    21: { meaning: 'knowledge_base' },
    24: { meaning: 'api_version', default: 'v1beta' },
    39: { meaning: 'account', required: true },
    41: { meaning: 'region', required: true },
  })
})

test('keys of several parts say how they are written', () => {
  const formats = {
    15: 'APIKey|SecretKey',
    18: 'APPID|APISecret|APIKey',
    22: 'APIKey-AppId',
    23: 'AppId|SecretId|SecretKey',
    33: 'AccessKey|SecretKey|Region',
  }
  for (const type of [15, 18, 22, 23, 33] as const)
    assert.ok(channelTypes[type].keyFormat?.split(', ').includes(formats[type]), `${type}`)
  assert.deepEqual(
    typesWhere(({ keyIsDocument }) => keyIsDocument),
    [41],
  )
})

test('drawing and music proxies cannot be tested by a chat call', () => {
  assert.deepEqual(
    typesWhere(({ testable }) => !testable),
    [2, 5, 36],
  )
})

test('a tile of two characters tells the types apart', () => {
  for (const { type, monogram } of every) assert.match(monogram, /^[A-Z\d][A-Za-z\d]$/, `${type}`)
  assert.equal(new Set(every.map(({ monogram }) => monogram)).size, every.length)
})

test('a channel of a retired type has an upstream only at another host than the default', () => {
  for (const address of [
    '',
    'https://generativelanguage.googleapis.com',
    'http://GenerativeLanguage.googleapis.com:443/proxy',
    'https://generativelanguage.googleapis.com./',
  ])
    assert.equal(isRetired(11, address), true, address)
  for (const address of ['https://palm.example', 'https://generativelanguage.googleapis.com.example'])
    assert.equal(isRetired(11, address), false, address)
  assert.equal(isRetired(24, ''), false)
  for (const address of ['', 'https://coze.example'])
    assert.equal(isRetired(49, address), true, 'a type that is never called')
  assert.deepEqual(
    typesWhere(({ retired }) => retired),
    [11, 49],
  )
})
