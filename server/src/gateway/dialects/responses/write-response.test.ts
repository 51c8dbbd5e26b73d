import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import type { ChatResponse, FinishReason, JsonObject, ResponseMessage } from '../../forms/chat.ts'
import type { RequestContext } from '../dialect.ts'
import { responsesDialect } from './responses-dialect.ts'

const facts = (body: JsonObject = {}): RequestContext => ({
  body,
  model: 'client-model',
  id: 'chatcmpl-9',
  now: 99,
  promptEstimate: 1,
})
const result = (message: Partial<ResponseMessage>, finish_reason: FinishReason = 'stop'): ChatResponse => ({
  id: 'chatcmpl-a',
  created: 5,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason }],
  usage: { ...noUsage, input: 7, cache_read: 4, output: 6, reasoning: 5 },
})

test('a response becomes a response: reasoning, message, calls', () => {
  const call = { id: 'call_7', type: 'function' as const, function: { name: 'f', arguments: '{}' } }
  const body = { instructions: 'I', temperature: 0, tools: [{ type: 'function', name: 'f' }], tool_choice: 'auto' }
  const response = responsesDialect.response(
    result({ content: 'T', reasoning_content: 'R', tool_calls: [call] }, 'tool_calls'),
    facts(body),
  )
  assert.deepEqual(response.output, [
    { id: 'rs_unstored_a_0', type: 'reasoning', status: 'completed', summary: [{ type: 'summary_text', text: 'R' }] },
    {
      id: 'msg_unstored_a_1',
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'T', annotations: [], logprobs: [] }],
    },
    {
      id: 'fc_unstored_a_2',
      type: 'function_call',
      status: 'completed',
      call_id: 'call_7',
      name: 'f',
      arguments: '{}',
    },
  ])
  assert.deepEqual(response.usage, {
    input_tokens: 11,
    input_tokens_details: { cached_tokens: 4 },
    output_tokens: 6,
    output_tokens_details: { reasoning_tokens: 5 },
    total_tokens: 17,
  })
  const {
    id,
    object,
    created_at,
    status,
    model,
    instructions,
    temperature,
    tools,
    tool_choice,
    error,
    incomplete_details,
  } = response
  assert.deepEqual(
    { id, object, created_at, status, model, instructions, temperature, tools, tool_choice, error, incomplete_details },
    {
      id: 'resp_a',
      object: 'response',
      created_at: 5,
      status: 'completed',
      model: 'm',
      ...body,
      error: null,
      incomplete_details: null,
    },
  )
})

test('a response that was cut short is incomplete, and says why', () => {
  const state = (finish: FinishReason) => {
    const { status, incomplete_details } = responsesDialect.response(result({ content: 'x' }, finish), facts())
    return [status, incomplete_details]
  }
  assert.deepEqual(state('length'), ['incomplete', { reason: 'max_output_tokens' }])
  assert.deepEqual(state('content_filter'), ['incomplete', { reason: 'content_filter' }])
  assert.deepEqual(state('stop'), ['completed', null])
  const { output } = responsesDialect.response(result({ refusal: 'no' }), facts())
  assert.deepEqual((output as JsonObject[])[0]?.content, [{ type: 'refusal', refusal: 'no' }])
})
