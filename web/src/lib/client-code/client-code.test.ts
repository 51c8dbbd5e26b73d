import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import { endpointTypes } from '@turnpike/contract/money/pricing'
import { type ClientLanguage, type ClientRequest, clientCode } from './client-code.ts'
import { helloRequest, sampleBodies } from './sample-requests.ts'
import type { Sdk } from './sdk-methods.ts'

const access = { base: 'https://api.example', key: 'sk-abc' }
const hostile = `a'b"c\\d $(id) \`id\` $HOME !! é\n`

const sampleOf = (endpoint: ClientRequest['endpoint'], model = 'some-model'): ClientRequest => ({
  endpoint,
  model,
  body: sampleBodies[endpoint],
})
const chats = ['openai', 'responses', 'anthropic', 'gemini'] as const
const chatOf = (endpoint: (typeof chats)[number], text: string): ClientRequest => ({
  endpoint,
  model: text,
  body: {
    ...(endpoint === 'gemini'
      ? { contents: [{ role: 'user', parts: [{ text }] }], generationConfig: { topP: 0.5 } }
      : { [endpoint === 'responses' ? 'input' : 'messages']: [{ role: 'user', content: text }], top_p: 0.5 }),
    stream: true,
  },
})

/** The words that a shell gives to curl. */
const wordsOf = (command: string) =>
  execFileSync('sh', ['-c', command.replace(/^curl/, String.raw`printf '%s\0'`)], { encoding: 'utf8' }).split('\0')
function sentBody(words: readonly string[]) {
  const at = words.indexOf('-d') + 1
  return at > 0 ? JSON.parse(words[at] ?? '') : undefined
}
const codeOf = (request: ClientRequest, language: ClientLanguage, given = access) => {
  const code = clientCode(request, language, given)
  assert.ok(code, `${request.endpoint} in ${language}`)
  return code
}

test('a shell gives curl the address, the key and the body, whatever characters the key and the model have', () => {
  for (const endpoint of endpointTypes) {
    if (endpoint === 'realtime') continue
    const key = hostile.trim()
    const words = wordsOf(codeOf(sampleOf(endpoint, hostile), 'shell', { ...access, key }))
    assert.ok(words[0]?.startsWith('https://api.example/v1'), endpoint)
    assert.ok(
      words.some((word) => word.endsWith(key)),
      endpoint,
    )
    const body = sentBody(words)
    if (endpoint === 'transcriptions') assert.ok(words.includes(`model=${hostile}`))
    else if (endpoint === 'gemini') {
      assert.ok(words[0]?.includes(encodeURIComponent(hostile)))
      assert.deepEqual(body, sampleBodies.gemini)
    } else assert.deepEqual(body, { model: hostile, ...sampleBodies[endpoint] }, endpoint)
  }
})

test('a streamed chat by curl sends exactly its body; Gemini streams by its address', () => {
  for (const endpoint of chats) {
    const request = chatOf(endpoint, hostile)
    const words = wordsOf(codeOf(request, 'shell'))
    const { stream: _, ...body } = request.body
    if (endpoint === 'gemini') {
      assert.ok(words[0]?.endsWith(':streamGenerateContent?alt=sse'))
      assert.deepEqual(sentBody(words), body)
    } else assert.deepEqual(sentBody(words), { model: hostile, ...request.body }, endpoint)
  }
})

test('JavaScript programs are valid modules, whatever characters the key and the model have', () => {
  for (const endpoint of endpointTypes)
    for (const text of ['some-model', hostile]) {
      const code = codeOf({ ...sampleOf(endpoint, text), file: text }, 'javascript', { ...access, key: text })
      assert.doesNotThrow(() => stripTypeScriptTypes(code), endpoint)
    }
  for (const endpoint of chats)
    assert.doesNotThrow(() => stripTypeScriptTypes(codeOf(chatOf(endpoint, hostile), 'javascript')), endpoint)
})

test('every endpoint can be called in Python and JavaScript, and all but realtime by curl', () => {
  for (const endpoint of endpointTypes) {
    assert.ok(codeOf(sampleOf(endpoint), 'python').includes('some-model'), endpoint)
    assert.ok(codeOf(sampleOf(endpoint), 'javascript').includes('some-model'), endpoint)
    assert.equal(clientCode(sampleOf(endpoint), 'shell', access) === undefined, endpoint === 'realtime', endpoint)
  }
})

test('the OpenAI SDK gets the address with its version, the others without, because they add their own', () => {
  const code = (sdk: Sdk, language: ClientLanguage) => codeOf(sampleOf(sdk), language)
  assert.match(code('openai', 'python'), /base_url="https:\/\/api\.example\/v1",/)
  assert.match(code('openai', 'javascript'), /baseURL: 'https:\/\/api\.example\/v1',/)
  assert.match(code('anthropic', 'python'), /base_url="https:\/\/api\.example",/)
  assert.match(code('anthropic', 'javascript'), /baseURL: 'https:\/\/api\.example',/)
  assert.match(code('gemini', 'python'), /HttpOptions\(base_url="https:\/\/api\.example"\)/)
  assert.match(code('gemini', 'javascript'), /\{ baseUrl: 'https:\/\/api\.example' \}/)
})

test('a first chat is commented at its address and its model, and prints its chunks', () => {
  const request = helloRequest('openai', 'some-model', (name) => name)
  assert.equal(
    codeOf(request, 'python'),
    `from openai import OpenAI

client = OpenAI(
    base_url="https://api.example/v1",  # theLine
    api_key="sk-abc",
)

stream = client.chat.completions.create(
    model="some-model",  # anyModel
    messages=[{"role": "user", "content": "Hello"}],
    stream=True,
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="")`,
  )
  assert.equal(
    codeOf(
      helloRequest('anthropic', 'some-model', (name) => name),
      'javascript',
    ),
    `import Anthropic from '@anthropic-ai/sdk'

const client = new Anthropic({
  baseURL: 'https://api.example', // noVersion
  apiKey: 'sk-abc',
})

const stream = client.messages.stream({
  model: 'some-model', // anyModel
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Hello' }],
})
stream.on('text', (text) => process.stdout.write(text))
await stream.finalMessage()`,
  )
})

test('a chat by curl reads as people write it', () => {
  assert.equal(
    codeOf(sampleOf('openai'), 'shell'),
    `curl https://api.example/v1/chat/completions \\
  -H "Authorization: Bearer sk-abc" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "some-model",
    "messages": [{"role": "user", "content": "Hello"}]
  }'`,
  )
})

test('the SDKs of Gemini get the settings as their config, and a single text without its wrapping', () => {
  const code = codeOf(chatOf('gemini', 'Hi'), 'python')
  assert.match(code, /generate_content_stream\(\n {4}model="Hi",\n {4}contents="Hi",\n {4}config=\{"topP": 0\.5\},\n\)/)
  const turns = [
    { role: 'user', parts: [{ text: 'One' }] },
    { role: 'model', parts: [{ text: 'Two' }] },
  ]
  const longer = codeOf({ endpoint: 'gemini', model: 'm', body: { contents: turns } }, 'python')
  assert.match(longer, /"role": "model"/)
})

test('Python programs write true and null as Python does', () => {
  const body = { messages: [], stream: true, tools: null, more: { deep: [true, false] } }
  const code = codeOf({ endpoint: 'openai', model: 'm', body }, 'python')
  assert.match(code, /stream=True,\n {4}tools=None,\n {4}more=\{"deep": \[True, False\]\},/)
})

test('sound is written to and read from the named file', () => {
  const named = { file: "it's.mp3" }
  assert.ok(wordsOf(codeOf({ ...sampleOf('speech'), ...named }, 'shell')).includes("it's.mp3"))
  assert.ok(wordsOf(codeOf({ ...sampleOf('transcriptions'), ...named }, 'shell')).includes("file=@it's.mp3"))
  assert.match(codeOf({ ...sampleOf('transcriptions'), ...named }, 'python'), /open\("it's\.mp3", "rb"\)/)
})
