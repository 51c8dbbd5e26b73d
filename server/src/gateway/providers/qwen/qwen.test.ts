import assert from 'node:assert/strict'
import { test } from 'node:test'
import { qwen } from './qwen.ts'
import { facts, providerOf, sent, singleOf, target } from './testing.ts'

const call = { headers: {}, query: {} }

test('a model with the web suffix searches, with top_p inside its bounds and usage requested', () => {
  const { url, headers, body } = sent({ top_p: 1, stream: true }, { model: 'qwen-plus-internet' })
  assert.equal(url, 'https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions')
  assert.deepEqual(headers, { authorization: 'Bearer sk-1' })
  assert.deepEqual(body, {
    model: 'qwen-plus',
    messages: [{ role: 'user', content: 'hi' }],
    top_p: 0.99,
    enable_search: true,
    stream: true,
    stream_options: { include_usage: true },
  })
})

test('addresses that were pasted from the documentation are read as the host', () => {
  for (const path of ['', '/v1', '/compatible-mode/v1', '/compatible-mode', '/api/v1', '/apps/anthropic'])
    assert.equal(
      sent({}, { base_url: `https://dashscope-intl.aliyuncs.com${path}` }).url,
      'https://dashscope-intl.aliyuncs.com/compatible-mode/v1/chat/completions',
    )
})

test('the plugins of the channel go with its requests', () => {
  assert.equal(sent({}, { other: '{"calculator":{}}' }).headers['x-dashscope-plugin'], '{"calculator":{}}')
})

test('sampling stays inside what is legal, and nothing is added', () => {
  const sampling = (fields: object) => {
    const { top_p, temperature } = sent(fields).body
    return [top_p, temperature]
  }
  assert.deepEqual(sampling({}), [undefined, undefined])
  assert.deepEqual(sampling({ top_p: 0, temperature: 2 }), [0.01, 1.99])
  assert.deepEqual(sampling({ top_p: 0.995, temperature: 0 }), [0.995, 0])
  assert.equal('frequency_penalty' in sent({ frequency_penalty: 1 }).body, false)
})

test('one limit, one word for a choice, one role for instructions', () => {
  const tools = [{ type: 'function', function: { name: 'f' } }]
  const { body } = sent({
    messages: [{ role: 'developer', content: 'd' }],
    max_tokens: 9,
    max_completion_tokens: 7,
    tools,
    tool_choice: 'required',
  })
  assert.deepEqual(body, {
    model: 'qwen-plus',
    messages: [{ role: 'system', content: 'd' }],
    max_tokens: 7,
    tools,
    tool_choice: 'auto',
  })
})

test('an effort is a switch, but for the models that have levels', () => {
  const thinking = (fields: object, model?: string) => {
    const { enable_thinking, reasoning_effort } = sent(fields, model ? { model } : {}).body
    return [enable_thinking, reasoning_effort]
  }
  assert.deepEqual(thinking({}), [undefined, undefined])
  assert.deepEqual(thinking({ reasoning_effort: 'none' }), [false, undefined])
  assert.deepEqual(thinking({ reasoning_effort: 'low' }), [true, undefined])
  assert.deepEqual(thinking({ reasoning_effort: 'low', enable_thinking: false }), [false, undefined])
  assert.deepEqual(thinking({ reasoning_effort: 'low' }, 'qwen3.8-max-preview'), [undefined, 'low'])
})

test('open models that would think are told not to unless the response streams', () => {
  const thinking = (fields: object, model: string) => sent(fields, { model }).body.enable_thinking
  for (const model of ['qwen3-8b', 'qwen3-30b-a3b', 'qwen3-0.6b']) assert.equal(thinking({}, model), false)
  assert.equal(thinking({ stream: true }, 'qwen3-8b'), undefined)
  assert.equal(thinking({ enable_thinking: true }, 'qwen3-8b'), true)
  for (const model of ['qwen3-8b-instruct', 'qwen3.5-27b', 'qwen-plus']) assert.equal(thinking({}, model), undefined)
})

test('cached tokens and those written to the cache are no fresh input', () => {
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 20,
    total_tokens: 120,
    prompt_tokens_details: { cached_tokens: 30, cache_creation_input_tokens: 50, cache_type: 'ephemeral' },
    completion_tokens_details: { reasoning_tokens: 5 },
  }
  const choices = [{ message: { content: 'x', reasoning_content: 'r' }, finish_reason: 'stop' }]
  const response = providerOf().chat?.response({ choices, usage }, facts)
  assert.deepEqual(response?.choices[0]?.message, { role: 'assistant', content: 'x', reasoning_content: 'r' })
  const { input, cache_read, cache_write_5m, output, reasoning } = response?.usage ?? {}
  assert.deepEqual([input, cache_read, cache_write_5m, output, reasoning], [20, 30, 50, 20, 5])
})

test('its errors are told apart, in either spelling', () => {
  const kinds: [number, string, string][] = [
    [401, 'InvalidApiKey', 'bad_key'],
    [401, 'invalid_api_key', 'bad_key'],
    [400, 'Arrearage', 'no_balance'],
    [403, 'AccessDenied', 'no_permission'],
    [403, 'Model.AccessDenied', 'no_permission'],
    [403, 'AllocationQuota.FreeTierOnly', 'no_permission'],
    [404, 'ModelNotFound', 'no_model'],
    [404, 'model_not_found', 'no_model'],
    [429, 'Throttling', 'rate_limited'],
    [429, 'Throttling.RateQuota', 'rate_limited'],
    [429, 'limit_requests', 'rate_limited'],
    [429, 'limit_burst_rate', 'rate_limited'],
    [429, 'Throttling.AllocationQuota', 'rate_limited'],
    [429, 'insufficient_quota', 'rate_limited'],
    [400, 'DataInspectionFailed', 'content_refused'],
    [400, 'data_inspection_failed', 'content_refused'],
    [400, 'InvalidParameter', 'bad_request'],
    [400, 'invalid_parameter_error', 'bad_request'],
    [500, 'InternalError', 'overloaded'],
    [500, 'RequestTimeOut', 'overloaded'],
  ]
  const message = 'You exceeded your current quota'
  for (const [status, code, kind] of kinds) {
    assert.equal(qwen.failure(status, { error: { code, message } }, {}).kind, kind, code)
    assert.equal(qwen.failure(status, { code, message, request_id: 'r' }, {}).kind, kind, code)
  }
  const long = { code: 'InvalidParameter', message: 'Range of input length should be [1, 30720]' }
  assert.equal(qwen.failure(400, long, {}).kind, 'too_long')
  assert.equal(providerOf().failureIn?.({ code: 'Arrearage', message: 'm', request_id: 'r' })?.kind, 'no_balance')
  assert.equal(providerOf().failureIn?.({ output: {}, request_id: 'r' }), undefined)
})

test('its own models take the formats of other clients as they are; those it hosts, and searches, are translated', () => {
  const passes = (model: string) => Object.keys(providerOf({ model }).native ?? {})
  for (const model of ['qwen-plus', 'qwen3.7-max', 'qwen3-coder-flash'])
    assert.deepEqual(passes(model), ['anthropic', 'responses'])
  for (const model of ['qwen-plus-internet', 'deepseek-v4-pro', 'kimi-k2']) assert.deepEqual(passes(model), [])
  const { native } = providerOf()
  const messages = native?.anthropic?.request({ messages: [], max_tokens: 5 }, target(), call)
  assert.equal(messages?.url, 'https://dashscope.aliyuncs.com/apps/anthropic/v1/messages')
  assert.equal(messages?.headers['x-api-key'], 'sk-1')
  assert.equal(
    native?.responses?.request({ input: 'x' }, target(), call).url,
    'https://dashscope.aliyuncs.com/api/v2/apps/protocols/compatible-mode/v1/responses',
  )
  assert.throws(() => native?.responses?.request({ input: 'x' }, target(), { ...call, action: 'compact' }), {
    kind: 'unsupported',
  })
})

test('completions fill in code at their own path', () => {
  const request = singleOf('completions').request({ prompt: 'p', suffix: 's', top_p: 1 }, target())
  assert.equal(request.url, 'https://dashscope.aliyuncs.com/compatible-mode/v1/completions')
  assert.deepEqual(request.body, { model: 'qwen-plus', prompt: 'p', suffix: 's', top_p: 0.99 })
})

test('names that are no longer served are not offered', () => {
  const { models } = providerOf({ model: '' })
  assert.equal(models?.request(target()).url, 'https://dashscope.aliyuncs.com/compatible-mode/v1/models')
  const gone = ['qwen-max', 'qwen-turbo-latest', 'qwq-plus', 'qwen3-max', 'qwen3-235b-a22b', 'gte-rerank']
  const served = ['qwen-plus', 'qwen3.7-max', 'gte-rerank-v2', 'qwen3-coder-flash']
  const data = [...gone, ...served].map((id) => ({ id }))
  assert.deepEqual(models?.response({ data }), served)
})

// https://www.alibabacloud.com/help/en/model-studio/json-mode and the list of @ai-sdk/alibaba 2.0.58, 2026-11-18
test('models that take a schema are told from those that only have JSON mode', () => {
  const response_format = { type: 'json_schema', json_schema: { name: 'n', schema: { type: 'object' } } }
  const sentFormat = (model: string) =>
    (sent({ response_format }, { model }).body.response_format as { type: string }).type
  for (const model of ['qwen3.8-max', 'qwen3.8-max-preview', 'qwen3.7-plus', 'qwen-plus', 'qwen-flash-2025-07-28'])
    assert.equal(sentFormat(model), 'json_schema', model)
  for (const model of ['qwen3.8-coder', 'qwen3.6-flash', 'qwen3-8b', 'qwen-long', 'qwen-plusx', 'glm-5.2'])
    assert.equal(sentFormat(model), 'json_object', model)
})
