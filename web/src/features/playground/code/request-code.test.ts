import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import { newAnswer, newQuestion } from '../messages/message.ts'
import { chatRequest } from '../request/chat-request.ts'
import { defaultSettings } from '../request/settings.ts'
import { bodyIn, dialects } from './dialect-bodies.ts'
import { chatCode, mediaCode, transcriptionCode, withShortData } from './request-code.ts'

const access = { base: 'https://api.example', key: 'sk-x' }
const picture = { name: 'a.png', type: 'image/png', data: 'data:image/png;base64,AAAA' }
const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const settings = {
  ...defaultSettings,
  system: "Don't be long",
  temperature: 0.3,
  max_tokens: 50,
  reasoning_effort: 'low',
  tools: JSON.stringify([{ type: 'function', function: { name: 'weather', description: 'now', parameters } }]),
  json_schema: '{"type":"object"}',
}
const body = chatRequest(
  [
    newQuestion(null, 'It\'s "here"?', [picture], 1),
    {
      ...newAnswer('q', 'chat', 'm', 2),
      tool_calls: [{ id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}', result: 'rain' }],
    },
    newQuestion('a', 'Thanks', [], 3),
  ],
  settings,
  'some-model',
)

test('every dialect says the same: instructions, picture, call, result, limits', () => {
  assert.deepEqual(bodyIn('openai', body), body)

  const responses = bodyIn('responses', body)
  assert.equal(responses.instructions, settings.system)
  assert.equal(responses.max_output_tokens, 50)
  assert.deepEqual(responses.reasoning, { effort: 'low' })
  assert.deepEqual(responses.input, [
    {
      role: 'user',
      content: [
        { type: 'input_image', image_url: picture.data },
        { type: 'input_text', text: 'It\'s "here"?' },
      ],
    },
    { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' },
    { type: 'function_call_output', call_id: 'c1', output: 'rain' },
    { role: 'user', content: 'Thanks' },
  ])

  const anthropic = bodyIn('anthropic', body)
  assert.equal(anthropic.max_tokens, 50)
  assert.deepEqual(anthropic.messages, [
    {
      role: 'user',
      content: [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        { type: 'text', text: 'It\'s "here"?' },
      ],
    },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Oslo' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'rain' }] },
    { role: 'user', content: 'Thanks' },
  ])
  assert.deepEqual(anthropic.tools, [{ name: 'weather', description: 'now', input_schema: parameters }])

  const gemini = bodyIn('gemini', body)
  assert.deepEqual(gemini.systemInstruction, { parts: [{ text: settings.system }] })
  assert.deepEqual((gemini.contents as unknown[])[2], {
    role: 'user',
    parts: [{ functionResponse: { name: 'weather', response: { result: 'rain' } } }],
  })
  assert.deepEqual((gemini.generationConfig as { maxOutputTokens: number }).maxOutputTokens, 50)
  assert.equal(gemini.stream, undefined)
})

test('the JavaScript programs are valid modules', () => {
  for (const dialect of dialects)
    assert.doesNotThrow(() => stripTypeScriptTypes(chatCode(dialect, 'javascript', body, access)), dialect)
  for (const kind of ['image', 'speech'] as const)
    stripTypeScriptTypes(mediaCode(kind, 'javascript', { model: 'm', prompt: 'x' }, access))
  stripTypeScriptTypes(transcriptionCode('javascript', { model: 'm' }, "a'b.mp3", access))
})

test('a shell gives curl exactly the body', () => {
  for (const dialect of dialects) {
    const command = chatCode(dialect, 'shell', body, access)
    const sent = execFileSync('sh', ['-c', `curl() { for last; do :; done; printf %s "$last"; }\n${command}`])
    assert.deepEqual(JSON.parse(sent.toString()), bodyIn(dialect, body), dialect)
  }
})

test('the Python programs name every member as an argument', () => {
  const code = chatCode('openai', 'python', body, access)
  assert.match(code, /client\.chat\.completions\.create\(\n {4}model="some-model",\n/)
  assert.match(code, /\n {4}stream=True,\n\)/)
  assert.doesNotMatch(code, /\b(true|null)\b/)
  assert.match(chatCode('anthropic', 'python', body, access), /client\.messages\.stream\(/)
  assert.match(chatCode('gemini', 'python', body, access), /generate_content_stream\(\n {4}model="some-model",\n/)
})

test('bytes are cut on the screen alone', () => {
  const long = { url: `data:image/png;base64,${'A'.repeat(500)}`, text: 'word '.repeat(100) }
  assert.equal(withShortData(long).url.length, 121)
  assert.equal(withShortData(long).text, long.text)
})
