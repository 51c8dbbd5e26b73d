import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAssistantMessage, newUserMessage } from '../messages/message.ts'
import { chatRequest } from '../request/chat-request.ts'
import { defaultSettings } from '../request/settings.ts'
import { bodyIn, dialects } from './dialect-bodies.ts'
import { requestOf, withShortData } from './request-code.ts'

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
const path = [
  newUserMessage(null, 'It\'s "here"?', [picture], 1),
  {
    ...newAssistantMessage('q', 'chat', 'm', 2),
    tool_calls: [{ id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}', result: 'rain' }],
  },
  newUserMessage('a', 'Thanks', [], 3),
]
const body = chatRequest(path, settings, 'some-model')

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

test('a picture, speech and a transcription are requests of their endpoints', () => {
  const input = {
    dialect: 'openai',
    path: [newUserMessage(null, 'A gate', [picture], 1)],
    settings,
    model: 'm',
  } as const
  const image = requestOf({ mode: 'image', ...input })
  assert.deepEqual([image.endpoint, image.body.prompt], ['images', 'A gate'])
  const speech = requestOf({ mode: 'speech', ...input })
  assert.deepEqual([speech.endpoint, speech.file], ['speech', `speech.${settings.sound_format}`])
  const transcription = requestOf({ mode: 'transcription', ...input })
  assert.deepEqual([transcription.endpoint, transcription.file], ['transcriptions', 'a.png'])
})

test('a chat is streamed in every dialect', () => {
  for (const dialect of dialects) {
    const { endpoint, body: sent } = requestOf({ mode: 'chat', dialect, path, settings, model: 'some-model' })
    assert.equal(endpoint, dialect)
    assert.deepEqual(sent, { ...bodyIn(dialect, body), stream: true })
  }
})

test('bytes are cut on the screen alone', () => {
  const long = { url: `data:image/png;base64,${'A'.repeat(500)}`, text: 'word '.repeat(100) }
  assert.equal(withShortData(long).url.length, 121)
  assert.equal(withShortData(long).text, long.text)
})
