import { type Call, createdSeconds, type Handler } from '../exchange/call.ts'
import { given, isInteger, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { openaiError, openaiErrorBody, unsupportedParameter } from '../openai/errors.ts'
import { imageGenerations } from '../openai/images.ts'
import { chatUsage } from '../openai/write-chat.ts'
import type { HostRules } from './host-rules.ts'

/** Refuses OpenAI's fields that a vendor lacks. */
export const without =
  (names: readonly string[], handler: Handler): Handler =>
  (call) => {
    const foreign = names.find((name) => given(call.body, name))
    if (foreign) throw unsupportedParameter(foreign)
    return handler(call)
  }

const thinksAlways = (model: string) => /^grok-(3-mini|[4-9])/.test(model) && !model.includes('non-reasoning')

/** xAI: errors are two texts, a wrong key is a 400, and the output is counted without the reasoning. */
export const xai: HostRules = {
  root: '/v1',
  chat: {
    // https://github.com/vercel/ai/pull/15713
    goneFields: ['search_parameters'],
    problemOf: (body, model) => {
      const foreign = ['presence_penalty', 'frequency_penalty', 'stop'].find((name) => given(body, name))
      return foreign && thinksAlways(model) ? `Argument not supported on this model: ${foreign}` : undefined
    },
    thinkingField: 'reasoning_content',
    usage: (counts) => ({
      ...chatUsage(counts),
      completion_tokens: counts.output - counts.reasoning,
      num_sources_used: 0,
    }),
    extra: () => ({ system_fingerprint: 'fp_mock' }),
  },
  routes: { 'POST /images/generations': without(['size', 'style'], imageGenerations) },
  models: ['grok-4.5', 'grok-4.20-0309-non-reasoning', 'grok-imagine-image'],
  error: (status, message) => ({ code: `The request failed with ${status}`, error: message }),
}

/** Pictures of a sequence, with one usage for all of them. */
function seedream(call: Call): MockResponse {
  const { body } = call
  if (textOf(body.prompt) === '') throw openaiError(400, 'prompt is required')
  const options = isObject(body.sequential_image_generation_options) ? body.sequential_image_generation_options : {}
  const isSequence = body.sequential_image_generation === 'auto'
  if (isSequence && !isInteger(options.max_images, 1, 15)) throw openaiError(400, 'max_images is from 1 to 15')
  const count = isSequence ? Number(options.max_images) : 1
  const data = Array.from({ length: count }, (_, index) => ({
    url: `${call.origin}/mock-files/${call.serial}-${index}.png`,
    size: '2048x2048',
  }))
  const output_tokens = count * 16_384
  const usage = call.usage({ generated_images: count, output_tokens, total_tokens: output_tokens })
  return json({ model: call.model, created: createdSeconds, data, usage })
}

/** VolcEngine Ark: its own version in the path, and codes that are words. */
export const volcengine: HostRules = {
  root: '/api/v3',
  chat: {
    roles: ['system', 'user', 'assistant', 'tool'],
    parts: ['image_url', 'video_url'],
    problemOf: ({ reasoning_effort, thinking }) => {
      if (reasoning_effort !== undefined && !['minimal', 'low', 'medium', 'high'].includes(textOf(reasoning_effort)))
        return 'The parameter `reasoning_effort` specified in the request is not valid'
      return isObject(thinking) && !['enabled', 'disabled', 'auto'].includes(textOf(thinking.type))
        ? 'The parameter `thinking.type` specified in the request is not valid'
        : undefined
    },
    thinkingField: 'reasoning_content',
    extra: () => ({ service_tier: 'default' }),
  },
  serves: ['POST /embeddings'],
  routes: { 'POST /images/generations': without(['n', 'quality', 'style', 'user'], seedream) },
  models: ['doubao-seed-1-8-251228', 'doubao-seedream-4-5-251128'],
  error: (status, message) => {
    const codes: Record<number, string> = { 401: 'AuthenticationError', 403: 'AccessDenied', 429: 'RateLimitExceeded' }
    const code = codes[status] ?? (status < 500 ? 'InvalidParameter' : 'InternalServiceError')
    return { error: { code, message, param: '', type: status < 500 ? 'BadRequest' : 'InternalServerError' } }
  },
}

const page = { title: 'A page about it', url: 'https://example.com/found', date: '2026-01-01' }

// npm @perplexity-ai/perplexity_ai 0.38.5, generated/api.d.ts: ToolSpecInput, UserLocationInput.
function perplexityProblem({
  tools,
  tool_choice,
  reasoning_effort,
  web_search_options,
}: JsonObject): string | undefined {
  const functions = objectsIn(tools).map((tool) => (isObject(tool.function) ? tool.function : {}))
  if (functions.some((each) => typeof each.description !== 'string' || !isObject(each.parameters)))
    return 'tools.function: description and parameters are required'
  if (tool_choice !== undefined && !['none', 'auto', 'required'].includes(textOf(tool_choice)))
    return 'tool_choice must be none, auto or required'
  if (reasoning_effort !== undefined && !['minimal', 'low', 'medium', 'high'].includes(textOf(reasoning_effort)))
    return 'reasoning_effort must be minimal, low, medium or high'
  const place = isObject(web_search_options) ? web_search_options.user_location : undefined
  const known = ['city', 'country', 'latitude', 'longitude', 'region']
  return isObject(place) && Object.keys(place).some((name) => !known.includes(name))
    ? 'web_search_options.user_location has an unknown field'
    : undefined
}

// https://github.com/serac-labs/serac/issues/53: user or tool messages alternate with assistant messages.
function turnProblem(messages: unknown): string | undefined {
  const roles = objectsIn(messages)
    .map(({ role }) => role)
    .filter((role) => role !== 'system')
  const turns = roles.filter((role, index) => role !== 'tool' || roles[index - 1] !== 'tool')
  return turns.some((role, index) => (role === 'assistant') !== (index % 2 === 1))
    ? 'After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s).'
    : undefined
}

/** Perplexity: no version, alternating turns, and the pages it read beside every response. */
export const perplexity: HostRules = {
  root: '',
  chat: {
    roles: ['system', 'user', 'assistant', 'tool'],
    // Fields that the request type of the library lacks.
    refusedFields: ['stream_options', 'max_completion_tokens', 'logit_bias', 'seed', 'user', 'store', 'metadata'],
    refusedMessageFields: ['reasoning_content'],
    problemOf: (body) => {
      const { messages, response_format } = body
      const problem = turnProblem(messages) ?? perplexityProblem(body)
      if (problem !== undefined) return problem
      return isObject(response_format) && response_format.type === 'json_object'
        ? 'response_format.type must be json_schema or regex'
        : undefined
    },
    thinks: (_, model) => model.includes('reasoning'),
    thinkingField: 'tags',
    usage: ({ input, output }) => ({
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      search_context_size: 'low',
    }),
    usageIn: 'end',
    extra: () => ({ citations: [page.url], search_results: [page] }),
  },
  error: (status, message) => ({
    error: { message, type: status < 500 ? 'invalid_request' : 'internal_server_error', code: status },
  }),
}

/** OpenRouter: reasoning with details, keep-alive comments, costs, and failures that end a stream. */
export const openrouter: HostRules = {
  root: '/v1',
  chat: {
    parts: ['image_url', 'input_audio', 'file', 'video_url'],
    refusedMessageFields: ['reasoning_content'],
    thinks: ({ reasoning, reasoning_effort }) =>
      isObject(reasoning) || (reasoning_effort !== undefined && reasoning_effort !== 'none'),
    thinkingField: 'reasoning',
    usage: (counts) => ({ ...chatUsage(counts), cost: 0.95, cost_details: { upstream_inference_cost: 19 } }),
    usageIn: 'chunk',
    extra: () => ({ provider: 'Mock' }),
    frames: (frames) => [{ comment: 'OPENROUTER PROCESSING' }, ...frames],
    failure: (status, message) => ({
      id: 'gen-0',
      object: 'chat.completion.chunk',
      error: { code: status, message },
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
    }),
  },
  serves: ['POST /completions', 'POST /embeddings', 'POST /rerank'],
  routes: {
    // npm @openrouter/sdk 1.3.19, models/operations/getcurrentkey.d.ts and getcredits.d.ts. The credits need a
    // management key, whose name has the word here.
    'GET /key': ({ key }) =>
      json({
        data: key.includes('management')
          ? { label: 'k', limit: null, limit_remaining: null, usage: 25.75, is_management_key: true }
          : { label: 'k', limit: 100, limit_remaining: 74.5, usage: 25.5, is_management_key: false },
      }),
    'GET /credits': ({ key }) => {
      if (!key.includes('management')) throw openaiError(403, 'Only management keys can perform this operation')
      return json({ data: { total_credits: 100.5, total_usage: 25.75 } })
    },
  },
  models: ['anthropic/claude-sonnet-5', 'openai/gpt-6-sol'],
  error: (status, message) => ({ error: { code: status, message: openaiErrorBody(status, message).error.message } }),
}
