import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadRequest } from '../../forms/bad-request.ts'
import type { ChatMessage, JsonObject } from '../../forms/chat.ts'
import { geminiDialect } from './gemini-dialect.ts'

const hi = { role: 'user', parts: [{ text: 'hi' }] }
const messagesOf = (...contents: JsonObject[]): ChatMessage[] => geminiDialect.request({ contents }, 'm').messages
const partOf = (part: JsonObject) => messagesOf({ parts: [{ text: 'see' }, part] })[0]?.content?.[1]
const isMistake = (body: JsonObject, param?: string) =>
  assert.throws(
    () => geminiDialect.request(body, 'm'),
    (error: unknown) => error instanceof BadRequest && (param === undefined || error.param === param),
    JSON.stringify(body),
  )

const called = (...calls: JsonObject[]) => ({ role: 'model', parts: calls.map((functionCall) => ({ functionCall })) })
const resultsOf = (...results: JsonObject[]) => ({
  role: 'function',
  parts: results.map((functionResponse) => ({ functionResponse })),
})
const idsOf = (messages: ChatMessage[]) => messages.map(({ tool_call_id }) => tool_call_id).filter(Boolean)

const parts: [what: string, part: JsonObject, expected: JsonObject][] = [
  [
    'a picture',
    { inlineData: { mimeType: 'image/png', data: 'QUJD' } },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
  ],
  [
    'sound',
    { inlineData: { mimeType: 'audio/mpeg', data: 'QUJD' } },
    { type: 'input_audio', input_audio: { data: 'QUJD', format: 'mp3' } },
  ],
  [
    'sound as wav',
    { inlineData: { mimeType: 'audio/wav', data: 'QUJD' } },
    { type: 'input_audio', input_audio: { data: 'QUJD', format: 'wav' } },
  ],
  [
    'a PDF',
    { inlineData: { mimeType: 'application/pdf', data: 'QUJD' } },
    { type: 'file', file: { filename: 'document.pdf', file_data: 'data:application/pdf;base64,QUJD' } },
  ],
  [
    'a picture by address',
    { fileData: { mimeType: 'image/png', fileUri: 'https://x.example/i.png' } },
    { type: 'image_url', image_url: { url: 'https://x.example/i.png' } },
  ],
  [
    'code that was run',
    { executableCode: { language: 'PYTHON', code: 'print(1)' } },
    { type: 'text', text: '\n```python\nprint(1)\n```\n' },
  ],
  [
    'what it printed',
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1\n' } },
    { type: 'text', text: '\n```output\n1\n```\n' },
  ],
]
for (const [what, part, expected] of parts)
  test(`part: ${what}`, () => {
    assert.deepEqual(partOf(part), expected)
  })

test('content that only Gemini reads is a mistake here', () => {
  for (const part of [
    { inlineData: { mimeType: 'video/mp4', data: 'QUJD' } },
    { inlineData: { mimeType: 'image/png' } },
    { fileData: { mimeType: 'application/pdf', fileUri: 'https://x.example/a.pdf' } },
    { fileData: { fileUri: 'https://youtu.be/x' } },
    { fileData: {} },
    { hologram: {} },
    { functionCall: {} },
    { functionCall: { name: 'f', args: 'x' } },
    { functionResponse: 'x' },
    { text: 7 },
    'x',
  ])
    for (const role of ['user', 'model']) isMistake({ contents: [{ role, parts: [{ text: 'see' }, part] }] })
})

test('a turn of a model is one message: words joined, thoughts apart, pictures in the words, signatures kept', () => {
  const google = (thought_signature: string) => ({ extra_content: { google: { thought_signature } } })
  assert.deepEqual(
    messagesOf(hi, {
      role: 'model',
      parts: [
        { text: 'hm', thought: true },
        { text: 'a', thoughtSignature: 'M' },
        { inlineData: { mimeType: 'image/png', data: 'QUJD' } },
        { functionCall: { id: 'i', name: 'f', args: {} }, thoughtSignature: 'S' },
      ],
    })[1],
    {
      role: 'assistant',
      content: 'a![image](data:image/png;base64,QUJD)',
      reasoning_content: 'hm',
      tool_calls: [{ id: 'i', type: 'function', function: { name: 'f', arguments: '{}' }, ...google('S') }],
      ...google('M'),
    },
  )
})

test('consecutive turns of a model were the frames of one response', () => {
  const frame = (part: JsonObject) => ({ role: 'model', parts: [part] })
  const frames = [
    { text: 'hm', thought: true },
    { text: 'He' },
    { text: 'y' },
    { functionCall: { name: 'f' } },
    { text: '' },
  ]
  const call = { id: 'call_4_0', type: 'function', function: { name: 'f', arguments: '{}' } }
  assert.deepEqual(messagesOf(hi, ...frames.map(frame), resultsOf({ name: 'f', response: { result: 'ok' } })), [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: 'Hey', reasoning_content: 'hm', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_4_0', content: 'ok' },
  ])
  const calls = [frame({ functionCall: { name: 'f' } }), frame({ functionCall: { name: 'g' } })]
  const [, only] = messagesOf(hi, ...calls)
  assert.deepEqual([only?.content, only?.tool_calls?.length], [null, 2])
  assert.equal(messagesOf(hi, called({ name: 'f' }))[1]?.content, null)
})

test('turns and parts that say nothing are left out', () => {
  const empty = [
    { role: 'model', parts: [{ text: '' }, {}, { thoughtSignature: 'S' }] },
    { role: 'user', parts: [] },
    { role: 'user' },
  ]
  assert.deepEqual(messagesOf(hi, ...empty, hi), [
    { role: 'user', content: 'hi' },
    { role: 'user', content: 'hi' },
  ])
  isMistake({ contents: empty }, 'contents')
})

test('a result belongs to the call of its id, else of its name, else to the oldest', () => {
  const calls = called({ id: 'x', name: 'f' }, { name: 'g' }, { name: 'f' })
  assert.deepEqual(idsOf(messagesOf(hi, calls, resultsOf({ name: 'f' }, { name: 'g' }, { name: 'f' }))), [
    'x',
    'call_1_1',
    'call_1_2',
  ])
  assert.deepEqual(idsOf(messagesOf(hi, calls, resultsOf({ name: 'g' }, { id: 'x', name: 'g' }, { name: 'other' }))), [
    'call_1_1',
    'x',
    'call_1_2',
  ])
  assert.deepEqual(idsOf(messagesOf(hi, resultsOf({ id: 'lost', name: 'f' }, { name: 'f' }))), ['lost', 'call_1_1'])
})

test('results come before what else the user says, pictures in them after', () => {
  const image = { inlineData: { mimeType: 'image/png', data: 'QUJD' } }
  assert.deepEqual(
    messagesOf(hi, called({ name: 'f' }), {
      role: 'user',
      parts: [{ text: 'and?' }, { functionResponse: { name: 'f', response: { output: 'ok' }, parts: [image] } }],
    }).slice(2),
    [
      { role: 'tool', tool_call_id: 'call_1_0', content: 'ok' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'and?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
        ],
      },
    ],
  )
})

test('a result that wraps a text is that text, any other is JSON', () => {
  const textOf = (response: unknown) =>
    messagesOf(hi, called({ name: 'f' }), resultsOf({ name: 'f', response }))[2]?.content
  for (const name of ['content', 'result', 'output']) assert.equal(textOf({ [name]: 'x' }), 'x')
  assert.equal(textOf({ result: 7 }), '{"result":7}')
  assert.equal(textOf({ result: 'x', more: 1 }), '{"result":"x","more":1}')
  assert.equal(textOf({ error: 'x' }), '{"error":"x"}')
  assert.equal(textOf(undefined), '{}')
})
