import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions'

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const weather = { type: 'function', function: { name: 'weather', description: 'The weather', parameters } } as const
const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } } as const
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const question = { role: 'user', content: 'What is the weather in Oslo?' } as const
const schema = {
  type: 'object',
  properties: { title: { type: 'string' } },
  required: ['title'],
  additionalProperties: false,
}

/** Chats of an OpenAI client, without the model. Each uses features that most vendors have. */
export const sampleChats: Readonly<Record<string, Omit<ChatCompletionCreateParams, 'model'>>> = {
  plain: {
    messages: [{ role: 'system', content: 'Be brief.' }, { role: 'developer', content: 'Be kind.' }, question],
    temperature: 0.5,
    max_tokens: 100,
    stop: ['END'],
    seed: 7,
    user: 'u1',
  },
  streamed: { messages: [question], stream: true, stream_options: { include_usage: true }, top_p: 0.5 },
  tools: { messages: [question], tools: [weather], tool_choice: 'auto', parallel_tool_calls: false },
  forced: { messages: [question], tools: [weather], tool_choice: { type: 'function', function: { name: 'weather' } } },
  results: {
    messages: [
      question,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1', content: 'Rain' },
      { role: 'assistant', content: 'It rains.' },
      { role: 'user', content: 'And tomorrow?' },
    ],
    tools: [weather],
  },
  picture: {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: pixel } },
        ],
      },
    ],
  },
  json: { messages: [question], response_format: { type: 'json_schema', json_schema: { name: 'book', schema } } },
  reasoning: { messages: [question], reasoning_effort: 'high', max_completion_tokens: 2000 },
}
