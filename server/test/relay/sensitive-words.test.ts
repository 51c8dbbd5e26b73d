import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useRelay } from '../harness/relay-harness.ts'
import { send } from './send.ts'

const relay = useRelay('sqlite', {}, ({ options }) => options({ SensitiveWords: 'Mellon\n禁止词\na+b' }))

const word = 'speak MELLON and enter'
const user = (content: unknown) => ({ messages: [{ role: 'user', content }] })
const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }
const tool = (description: string) => ({ name: 'look', description, parameters: { type: 'object' } })

/** Every kind of part in every dialect that a model would read. */
const places: Record<string, [path: string, body: object]> = {
  'a chat message': ['/v1/chat/completions', user(word)],
  'a text part': ['/v1/chat/completions', user([{ type: 'text', text: word }])],
  'a system message': [
    '/v1/chat/completions',
    { messages: [{ role: 'system', content: word }, ...user('x').messages] },
  ],
  'an earlier response': [
    '/v1/chat/completions',
    { messages: [...user('x').messages, { role: 'assistant', content: word }, ...user('y').messages] },
  ],
  'a tool result': [
    '/v1/chat/completions',
    {
      messages: [
        ...user('x').messages,
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: word },
      ],
    },
  ],
  'a tool’s description': [
    '/v1/chat/completions',
    { ...user('x'), tools: [{ type: 'function', function: tool(word) }] },
  ],
  'a completion prompt': ['/v1/completions', { prompt: word }],
  'one of several prompts': ['/v1/completions', { prompt: ['x', word] }],
  'a Responses input': ['/v1/responses', { input: word }],
  'a Responses part': ['/v1/responses', { input: [{ role: 'user', content: [{ type: 'input_text', text: word }] }] }],
  'Responses instructions': ['/v1/responses', { input: 'x', instructions: word }],
  'a Responses tool output': [
    '/v1/responses',
    {
      input: [
        { role: 'user', content: 'x' },
        { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: word },
      ],
    },
  ],
  'an Anthropic message': ['/v1/messages', { max_tokens: 9, ...user(word) }],
  'an Anthropic system prompt': [
    '/v1/messages',
    { max_tokens: 9, system: [{ type: 'text', text: word }], ...user('x') },
  ],
  'an Anthropic tool result': [
    '/v1/messages',
    {
      max_tokens: 9,
      messages: [
        ...user('x').messages,
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'look', input: {} }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: word }] }],
        },
      ],
    },
  ],
  'an Anthropic text document': [
    '/v1/messages',
    {
      max_tokens: 9,
      ...user([{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: word } }]),
    },
  ],
  'a Gemini part': ['/v1beta/models/gpt-4o:generateContent', { contents: [{ role: 'user', parts: [{ text: word }] }] }],
  'a Gemini system instruction': [
    '/v1beta/models/gpt-4o:generateContent',
    { system_instruction: { parts: [{ text: word }] }, contents: [{ role: 'user', parts: [{ text: 'x' }] }] },
  ],
  'a Gemini function response': [
    '/v1beta/models/gpt-4o:streamGenerateContent?alt=sse',
    {
      contents: [
        { role: 'user', parts: [{ text: 'x' }] },
        { role: 'model', parts: [{ functionCall: { name: 'look', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'look', response: { said: word } } }] },
      ],
    },
  ],
  'an embedding input': ['/v1/embeddings', { input: ['x', word] }],
  'a moderation input': ['/v1/moderations', { input: word }],
  'a picture’s prompt': ['/v1/images/generations', { prompt: word }],
  'a text to be spoken': ['/v1/audio/speech', { input: word, voice: 'alloy' }],
  'a rerank query': ['/v1/rerank', { query: word, documents: ['x'] }],
  'a rerank document': ['/v1/rerank', { query: 'x', documents: ['y', { text: word }] }],
}

for (const [name, [path, body]] of Object.entries(places))
  test(`a word that is not wanted is found in ${name}`, async () => {
    const here = relay.place()
    await here.channel({ models: 'gpt-4o' })
    const { key, user_id } = await here.key()
    const { status, text } = await send(relay, path, {
      key,
      headers: { 'x-goog-api-key': key },
      body: { model: 'gpt-4o', ...body },
    })
    assert.equal(status, 400, text)
    assert.match(text, /words that are not allowed/)
    assert.doesNotMatch(text, /mellon/i, 'which word it was is for the log alone')
    assert.deepEqual(here.sent(), [])
    assert.deepEqual((await relay.balance(user_id)).quota, 100_000_000)
    const line = relay.lines.findLast((each) => each.includes('sensitive_words_detected'))
    assert.equal(JSON.parse(line ?? '{}').word, 'MELLON')
  })

test('words are compared without regard to case, in any script, and as they are written', async () => {
  const here = relay.place()
  await here.channel({ models: 'gpt-4o' })
  const { key } = await here.key()
  const sent = async (content: string) =>
    (await send(relay, '/v1/chat/completions', { key, body: { model: 'gpt-4o', ...user(content) } })).status
  assert.equal(await sent('mElLoN'), 400)
  assert.equal(await sent('这是禁止词吗'), 400)
  assert.equal(await sent('is a+b here'), 400)
  assert.equal(await sent('aab'), 200, 'a plus is a plus')
  assert.equal(await sent('melon'), 200)
})

test('nothing is looked for while the check is off', async () => {
  const here = relay.place()
  await here.channel({ models: 'gpt-4o' })
  const { key } = await here.key()
  for (const option of ['CheckSensitiveEnabled', 'CheckSensitiveOnPromptEnabled'] as const) {
    await relay.options({ [option]: 'false' })
    const { status } = await send(relay, '/v1/chat/completions', { key, body: { model: 'gpt-4o', ...user(word) } })
    await relay.options({ [option]: 'true' })
    assert.equal(status, 200)
  }
})
