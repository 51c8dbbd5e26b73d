import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage, type Usage } from '../../../domain/money/pricing/usage.ts'
import type { Dialect, RequestContext } from '../../dialects/dialect.ts'
import { openaiDialect } from '../../dialects/openai/openai-dialect.ts'
import { responsesDialect } from '../../dialects/responses/responses-dialect.ts'
import type {
  ChatChunk,
  ChatDelta,
  ChatRequest,
  ChatResponse,
  FinishReason,
  JsonObject,
  ToolCall,
} from '../../forms/chat.ts'
import type { ResponseContext } from '../provider.ts'
import { chunksOfStream, required, testTarget } from '../testing.ts'
import { openai } from './openai.ts'

const responseContext: ResponseContext = { id: 'chatcmpl-1', now: 5, model: 'm' }
const facts: RequestContext = {
  ...responseContext,
  body: { stream_options: { include_usage: true } },
  promptEstimate: 1,
}
const target = testTarget({
  type: 1,
  base_url: 'https://api.openai.com',
  model: 'gpt-5.6',
  setting: { reasoning_summary: false },
})
const usage: Usage = { ...noUsage, input: 7, cache_read: 4, output: 9, reasoning: 5 }
const call = (id: string, text: string): ToolCall => ({
  id,
  type: 'function',
  function: { name: 'f', arguments: text },
})
const chunk = (delta: ChatDelta, finish_reason: FinishReason | null = null): ChatChunk => ({
  id: 'chatcmpl-1',
  created: 5,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
})

/** The response a client assembles from a stream. */
function gather(chunks: ChatChunk[]) {
  const whole = { content: '', reasoning: '', calls: [] as { id?: string; name?: string; text: string }[], finish: '' }
  let counted: Usage | undefined
  for (const { choices, usage: said } of chunks) {
    counted = said ?? counted
    for (const { delta, finish_reason } of choices) {
      whole.content += delta.content ?? ''
      whole.reasoning += delta.reasoning_content ?? ''
      whole.finish = finish_reason ?? whole.finish
      for (const { index, id, function: called } of delta.tool_calls ?? []) {
        const known = whole.calls[index] ?? { id, name: called?.name, text: '' }
        known.text += called?.arguments ?? ''
        whole.calls[index] = known
      }
    }
  }
  return { ...whole, usage: counted }
}

const dialects: Dialect[] = [openaiDialect, responsesDialect]

test('a stream written for a client and read back as an upstream says the same', () => {
  const chunks = [
    chunk({ role: 'assistant', content: '' }),
    chunk({ reasoning_content: 'thi' }),
    chunk({ reasoning_content: 'nk' }),
    chunk({ content: 'Grü' }),
    chunk({ content: 'ße 🌍' }),
    chunk({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }] }),
    chunk({ tool_calls: [{ index: 1, id: 'b', type: 'function', function: { name: 'f', arguments: '{"x":' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }),
    chunk({ tool_calls: [{ index: 1, function: { arguments: '1}' } }] }),
    { ...chunk({}, 'tool_calls'), usage },
  ]
  for (const dialect of dialects) {
    const encoder = dialect.stream(facts)
    const text = Buffer.from(chunks.map((one) => encoder.push(one)).join('') + encoder.end())
    const back = chunksOfStream(required(openai.chat), text, responseContext, 1)
    assert.deepEqual(gather(back), gather(chunks), dialect.name)
    assert.equal(gather(back).calls[1]?.text, '{"x":1}')
  }
})

test('a response written for a client and read back from an upstream is the same', () => {
  const message = {
    role: 'assistant' as const,
    content: 'T',
    reasoning_content: 'R',
    tool_calls: [call('a', '{"x":1}'), call('b', '{}')],
  }
  const response: ChatResponse = {
    id: 'chatcmpl-resp_1',
    created: 5,
    model: 'm',
    choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
    usage,
  }
  for (const dialect of dialects) {
    const back = openai.chat?.response(JSON.parse(JSON.stringify(dialect.response(response, facts))), responseContext)
    assert.deepEqual(back, response, dialect.name)
  }
})

test('a chat sent as a response and read back as a client is the same', () => {
  const request: ChatRequest = {
    model: 'gpt-5.6',
    max_completion_tokens: 99,
    reasoning_effort: 'low',
    verbosity: 'high',
    stream: true,
    user: 'u',
    parallel_tool_calls: false,
    tool_choice: { type: 'function', function: { name: 'f' } },
    response_format: { type: 'json_schema', json_schema: { name: 'o', schema: { type: 'object' }, strict: true } },
    tools: [
      {
        type: 'function',
        function: { name: 'f', description: 'd', parameters: { type: 'object', properties: {} }, strict: false },
      },
    ],
    messages: [
      { role: 'system', content: 'S' },
      { role: 'user', content: 'q' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'image_url', image_url: { url: 'https://x.example/i.png', detail: 'low' } },
        ],
      },
      { role: 'assistant', content: 'T', tool_calls: [call('a', '{"x":1}'), call('b', '{}')] },
      { role: 'tool', tool_call_id: 'a', content: '1' },
      { role: 'tool', tool_call_id: 'b', content: '2' },
      { role: 'developer', content: 'late' },
    ],
  }
  const sent = openai.chat?.request(request, target)
  assert.equal(sent?.url, 'https://api.openai.com/v1/responses')
  assert.deepEqual(responsesDialect.request(sent?.body as JsonObject, 'gpt-5.6'), request)
})
