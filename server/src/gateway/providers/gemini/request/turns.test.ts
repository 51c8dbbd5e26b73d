import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadRequest } from '../../../forms/bad-request.ts'
import type { ChatMessage, JsonObject } from '../../../forms/chat.ts'
import { UpstreamFailure } from '../../../forms/failure.ts'
import { gemini } from '../gemini.ts'
import { bodyOf, user } from '../testing.ts'
import { keepsAddress } from './parts.ts'

const contentsOf = (messages: ChatMessage[], model?: string) => bodyOf({ messages }, model).contents
const partsOf = (content: ChatMessage['content']) => {
  const [turn] = contentsOf([user(content)]) as { parts: JsonObject[] }[]
  return turn?.parts
}

test('texts of one role that follow each other are one turn', () => {
  assert.deepEqual(contentsOf([user('a'), user('b'), { role: 'assistant', content: 'c' }, user('d')]), [
    { role: 'user', parts: [{ text: 'a' }, { text: 'b' }] },
    { role: 'model', parts: [{ text: 'c' }] },
    { role: 'user', parts: [{ text: 'd' }] },
  ])
})

test('empty texts are no parts and a message of nothing is no turn', () => {
  const empty = user([{ type: 'text', text: '' }])
  assert.deepEqual(contentsOf([user(''), empty, { role: 'assistant', content: null }, user('x')]), [
    { role: 'user', parts: [{ text: 'x' }] },
  ])
})

test('a chat of nothing but the system is said by the user too', () => {
  const body = bodyOf({ messages: [{ role: 'system', content: 'S' }] })
  assert.deepEqual(body.contents, [{ role: 'user', parts: [{ text: 'S' }] }])
  assert.deepEqual(bodyOf({ messages: [{ role: 'system', content: '' }] }), {
    contents: [{ role: 'user', parts: [{ text: ' ' }] }],
  })
})

test('Gemma hears the system from the user', () => {
  const system: ChatMessage = { role: 'system', content: 'S' }
  assert.deepEqual(bodyOf({ messages: [system, user('hi')] }, 'gemma-3-27b-it'), {
    contents: [{ role: 'user', parts: [{ text: 'S\nhi' }] }],
  })
  assert.deepEqual(bodyOf({ messages: [system] }, 'gemma-3-27b-it'), {
    contents: [{ role: 'user', parts: [{ text: 'S' }] }],
  })
})

test('newer models never have to continue their own turn', () => {
  const messages: ChatMessage[] = [user('hi'), { role: 'assistant', content: 'I' }]
  const last = (model: string) => (contentsOf(messages, model) as JsonObject[]).at(-1)
  assert.deepEqual(last('gemini-2.5-pro'), { role: 'model', parts: [{ text: 'I' }] })
  for (const model of ['gemini-3.6-flash', 'gemini-3.5-flash-lite', 'gemini-4-argon', 'gemini-flash-latest'])
    assert.deepEqual(last(model), { role: 'user', parts: [{ text: ' ' }] }, model)
})

const partCases: [what: string, part: JsonObject, expected: JsonObject][] = [
  [
    'a picture inline',
    { type: 'image_url', image_url: { url: 'data:image/webp;base64,QUJD' } },
    { inlineData: { mimeType: 'image/webp', data: 'QUJD' } },
  ],
  [
    'a picture whose kind only its bytes tell',
    { type: 'image_url', image_url: { url: 'data:;base64,iVBORw0KGgo=' } },
    { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
  ],
  [
    'a picture of no known kind',
    { type: 'image_url', image_url: { url: 'data:;base64,QUJD' } },
    { inlineData: { mimeType: 'image/jpeg', data: 'QUJD' } },
  ],
  [
    'a picture that nobody fetched',
    { type: 'image_url', image_url: { url: 'https://x.example/a.png?b=c.gif' } },
    { fileData: { mimeType: 'image/png', fileUri: 'https://x.example/a.png?b=c.gif' } },
  ],
  [
    'a film on YouTube',
    { type: 'video_url', video_url: { url: 'https://www.youtube.com/watch?v=1' } },
    { fileData: { fileUri: 'https://www.youtube.com/watch?v=1' } },
  ],
  [
    'sound as wav',
    { type: 'input_audio', input_audio: { data: 'QUJD', format: 'wav' } },
    { inlineData: { mimeType: 'audio/wav', data: 'QUJD' } },
  ],
  [
    'sound as mp3',
    { type: 'input_audio', input_audio: { data: 'data:;base64,QUJD', format: 'mp3' } },
    { inlineData: { mimeType: 'audio/mp3', data: 'QUJD' } },
  ],
  [
    'a PDF',
    { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,QUJD' } },
    { inlineData: { mimeType: 'application/pdf', data: 'QUJD' } },
  ],
  [
    'a file whose kind its name tells',
    { type: 'file', file: { filename: 'a.csv', file_data: 'data:application/octet-stream;base64,QUJD' } },
    { inlineData: { mimeType: 'text/csv', data: 'QUJD' } },
  ],
  [
    'a file kept by Google',
    { type: 'file', file: { file_id: 'https://generativelanguage.googleapis.com/v1beta/files/abc' } },
    { fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/abc' } },
  ],
  ['an earlier refusal', { type: 'refusal', refusal: 'no' }, { text: 'no' }],
]
for (const [what, part, expected] of partCases)
  test(`content: ${what}`, () => {
    assert.deepEqual(partsOf([part as { type: string }]), [expected])
  })

test('content that cannot be read is the mistake of the client', () => {
  for (const url of ['', 'nonsense', 'file:///etc/passwd', 'data:image/png,notbase64', 'data:image/png;base64,'])
    assert.throws(() => partsOf([{ type: 'image_url', image_url: { url } }]), BadRequest, url)
  for (const input_audio of [{ data: '', format: 'wav' }, { data: 'data:audio/wav,x', format: 'wav' }, {}])
    assert.throws(() => partsOf([{ type: 'input_audio', input_audio }]), BadRequest)
  assert.throws(() => partsOf([{ type: 'file', file: { file_data: 'data:application/pdf,x' } }]), BadRequest)
})

test('content that only other upstreams know is left to them', () => {
  const isUnsupported = (error: unknown) => error instanceof UpstreamFailure && error.kind === 'unsupported'
  assert.throws(() => partsOf([{ type: 'hologram' }]), isUnsupported)
  assert.throws(() => partsOf([{ type: 'file', file: { file_id: 'file-abc' } }]), isUnsupported)
})

test('media is fetched for Gemini, but for what only Google can read', () => {
  assert.equal(gemini.chat?.inlinesMedia, true)
  for (const url of ['https://youtu.be/x', 'https://www.youtube.com/watch?v=x', 'gs://bucket/a.png'])
    assert.equal(keepsAddress(url), true, url)
  for (const url of [
    'https://x.example/youtube.com/',
    'http://youtube.com.evil.example/x',
    'data:image/png;base64,QUJD',
  ])
    assert.equal(keepsAddress(url), false, url)
})

test('a model that draws is shown its earlier pictures as pictures', () => {
  const messages: ChatMessage[] = [
    user('draw'),
    { role: 'assistant', content: 'Here ![image](data:image/png;base64,QUJD) it is' },
    user('more'),
  ]
  assert.deepEqual((contentsOf(messages, 'gemini-3-pro-image') as JsonObject[])[1], {
    role: 'model',
    parts: [{ text: 'Here ' }, { inlineData: { mimeType: 'image/png', data: 'QUJD' } }, { text: ' it is' }],
  })
  assert.deepEqual((contentsOf(messages, 'gemini-2.5-pro') as JsonObject[])[1], {
    role: 'model',
    parts: [{ text: 'Here ![image](data:image/png;base64,QUJD) it is' }],
  })
})

const call = (id: string, extra: JsonObject = {}) => ({
  id,
  type: 'function' as const,
  function: { name: 'f', arguments: '{}' },
  ...extra,
})

test('calls show the signatures they came with, and the first of them never goes without where one is needed', () => {
  const signed = { extra_content: { google: { thought_signature: 'S' } } }
  const signaturesOf = (calls: ReturnType<typeof call>[], model: string) => {
    const contents = contentsOf([user('hi'), { role: 'assistant', content: null, tool_calls: calls }], model)
    const turn = (contents as { parts: JsonObject[] }[])[1]
    return turn?.parts.map(({ thoughtSignature }) => thoughtSignature)
  }
  assert.deepEqual(signaturesOf([call('a', signed), call('b')], 'gemini-3-pro-preview'), ['S', undefined])
  assert.deepEqual(signaturesOf([call('a'), call('b')], 'gemini-3-pro-preview'), [
    'skip_thought_signature_validator',
    undefined,
  ])
  assert.deepEqual(signaturesOf([call('a'), call('b')], 'gemini-2.5-pro'), [undefined, undefined])
  assert.deepEqual(signaturesOf([call('a', signed)], 'gemini-2.5-pro'), ['S'])
})

test('the signature of a message goes with its last words', () => {
  const response: ChatMessage = {
    role: 'assistant',
    content: 'a',
    extra_content: { google: { thought_signature: 'M' } },
  }
  assert.deepEqual((contentsOf([user('hi'), response, user('?')]) as JsonObject[])[1], {
    role: 'model',
    parts: [{ text: 'a', thoughtSignature: 'M' }],
  })
})

test('results are objects, whatever a tool said', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const cases: [string, JsonObject][] = [
    ['{"a":1}', { a: 1 }],
    ['[1]', { result: [1] }],
    ['7', { result: 7 }],
    ['"x"', { result: 'x' }],
    ['null', { result: null }],
    ['sunny', { content: 'sunny' }],
    ['', { content: '' }],
    [deep, { content: deep }],
  ]
  for (const [content, response] of cases) {
    const messages: ChatMessage[] = [
      user('hi'),
      { role: 'assistant', content: null, tool_calls: [call('a')] },
      { role: 'tool', tool_call_id: 'a', content },
    ]
    assert.deepEqual(
      (contentsOf(messages) as JsonObject[])[2],
      { role: 'user', parts: [{ functionResponse: { id: 'a', name: 'f', response } }] },
      content.slice(0, 20),
    )
  }
})

test('a result whose call is unknown keeps what name it has', () => {
  const named: ChatMessage = { role: 'tool', tool_call_id: 'z', name: 'g', content: 'x' }
  assert.deepEqual(contentsOf([named]), [
    { role: 'user', parts: [{ functionResponse: { id: 'z', name: 'g', response: { content: 'x' } } }] },
  ])
})

test('functions of the old days are calls', () => {
  const { contents, tools } = bodyOf({
    functions: [{ name: 'f', parameters: { type: 'object', properties: { a: { type: 'string' } } } }],
    messages: [
      user('hi'),
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a":"b"}' } },
      { role: 'function', name: 'f', content: 'ok' },
    ],
  })
  assert.deepEqual((contents as JsonObject[]).slice(1), [
    { role: 'model', parts: [{ functionCall: { id: 'call_0', name: 'f', args: { a: 'b' } } }] },
    { role: 'user', parts: [{ functionResponse: { id: 'call_0', name: 'f', response: { content: 'ok' } } }] },
  ])
  assert.equal((tools as JsonObject[]).length, 1)
})
