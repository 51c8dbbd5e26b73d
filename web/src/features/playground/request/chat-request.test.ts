import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AssistantMessage, newAssistantMessage, newUserMessage } from '../messages/message.ts'
import { chatRequest } from './chat-request.ts'
import { defaultSettings, parseJsonSettings, readSettings } from './settings.ts'

const userMessage = (content: string, files: { name: string; type: string; data: string }[] = []) =>
  newUserMessage(null, content, files, 1)
const response = (more: Partial<AssistantMessage>): AssistantMessage => ({
  ...newAssistantMessage('q', 'chat', 'm', 2),
  state: 'complete',
  ...more,
})

test('what the settings leave to the model is absent, max_tokens 0 among it', () => {
  assert.deepEqual(chatRequest([userMessage('Hi')], defaultSettings, 'gpt'), {
    model: 'gpt',
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
  })
})

test('every setting is sent by its name', () => {
  const tools = [{ type: 'function', function: { name: 'f' } }]
  const body = chatRequest(
    [userMessage('Hi')],
    {
      ...defaultSettings,
      system: 'Be short',
      temperature: 0.3,
      max_tokens: 64,
      top_p: 0,
      frequency_penalty: -1,
      presence_penalty: 1,
      seed: 0,
      reasoning_effort: 'low',
      tools: JSON.stringify(tools),
      json_schema: '{"title":"city","type":"object"}',
    },
    'gpt',
  )
  const { messages, stream: _, ...rest } = body
  assert.deepEqual(messages[0], { role: 'system', content: 'Be short' })
  assert.deepEqual(rest, {
    model: 'gpt',
    temperature: 0.3,
    max_tokens: 64,
    top_p: 0,
    frequency_penalty: -1,
    presence_penalty: 1,
    seed: 0,
    reasoning_effort: 'low',
    tools,
    response_format: { type: 'json_schema', json_schema: { name: 'city', schema: { title: 'city', type: 'object' } } },
  })
})

test('files become parts before the text: pictures, sound, documents, and the words of text files', () => {
  const data = (type: string, text: string) => ({ type, data: `data:${type};base64,${btoa(text)}` })
  const body = chatRequest(
    [
      userMessage('See', [
        { name: 'a.png', ...data('image/png', 'x') },
        { name: 'b.wav', ...data('audio/wav', 'x') },
        { name: 'c.pdf', ...data('application/pdf', 'x') },
        { name: 'd.py', ...data('', 'print(1)') },
        { name: 'e.exe', ...data('application/x-msdownload', 'x') },
      ]),
    ],
    defaultSettings,
    'gpt',
  )
  assert.deepEqual(body.messages[0]?.content, [
    { type: 'image_url', image_url: { url: 'data:image/png;base64,eA==' } },
    { type: 'input_audio', input_audio: { data: 'eA==', format: 'wav' } },
    { type: 'file', file: { filename: 'c.pdf', file_data: 'data:application/pdf;base64,eA==' } },
    { type: 'text', text: 'd.py:\n\nprint(1)' },
    { type: 'text', text: 'See' },
  ])
})

test('tool calls with results are sent with them; without results the calls are left out', () => {
  const call = { id: 'c1', name: 'f', arguments: '{}' }
  const open = chatRequest(
    [userMessage('Hi'), response({ tool_calls: [call] }), userMessage('And?')],
    defaultSettings,
    'gpt',
  )
  assert.deepEqual(
    open.messages.map(({ role }) => role),
    ['user', 'user'],
  )
  const withResults = chatRequest(
    [userMessage('Hi'), response({ tool_calls: [{ ...call, result: '42' }] })],
    defaultSettings,
    'gpt',
  )
  assert.deepEqual(withResults.messages.slice(1), [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: '42' },
  ])
})

test('a response that failed at once is not sent, one that broke off is', () => {
  const failed = response({ state: 'error' })
  const partial = response({ state: 'error', content: 'half' })
  const sent = (middle: AssistantMessage) =>
    chatRequest([userMessage('Hi'), middle, userMessage('Again')], defaultSettings, 'gpt').messages
  assert.equal(sent(failed).length, 2)
  assert.deepEqual(sent(partial)[1], { role: 'assistant', content: 'half' })
})

test('JSON that cannot be sent is named; a function alone is a tool', () => {
  assert.deepEqual(parseJsonSettings({ tools: '{"a":1}', json_schema: '' }), { field: 'tools' })
  assert.deepEqual(parseJsonSettings({ tools: '', json_schema: '[1]' }), { field: 'json_schema' })
  assert.deepEqual(parseJsonSettings({ tools: '[{"name":"f"}]', json_schema: ' ' }), {
    tools: [{ type: 'function', function: { name: 'f' } }],
  })
})

test('stored settings that do not fit are as at the first visit', () => {
  assert.deepEqual(readSettings(null), defaultSettings)
  assert.deepEqual(readSettings('[]'), defaultSettings)
  const read = readSettings('{"temperature":7,"top_p":0.5,"model":"gpt","max_tokens":"9","other":1}')
  assert.deepEqual(read, { ...defaultSettings, top_p: 0.5, model: 'gpt' })
})
