import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../forms/chat.ts'
import { required } from '../../testing.ts'
import { gemini } from '../gemini.ts'
import { bodyOf, targetOf, user } from '../testing.ts'
import type { GoogleHost } from './model-families.ts'

const configOf = (request: JsonObject, model?: string) => bodyOf(request, model).generationConfig

test('a plain request has no optional fields', () => {
  assert.deepEqual(bodyOf({}), { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] })
})

test('the model, the action and the version are in the address, the key in a header', () => {
  const { request } = required(gemini.chat)
  const call = { model: 'x', messages: [user('hi')] }
  const whole = request(call, targetOf('gemini-2.5-pro'))
  assert.equal(whole.url, 'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:generateContent')
  assert.deepEqual(whole.headers, { 'x-goog-api-key': 'AIza-1' })
  const streamed = request({ ...call, stream: true }, targetOf('models/gemini-2.5-pro', {}, 'v1'))
  assert.equal(
    streamed.url,
    'https://generativelanguage.googleapis.com/v1/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
  )
  assert.equal('stream' in (streamed.body as JsonObject), false)
  assert.match(request(call, targetOf('tunedModels/mine')).url, /\/v1beta\/tunedModels\/mine:generateContent$/)
  assert.match(request(call, targetOf('../../x?y#z')).url, /\/models\/\.\.%2F\.\.%2Fx%3Fy%23z:generateContent$/)
})

const rows: [what: string, request: JsonObject, expected: JsonObject][] = [
  ['zero is a wish', { temperature: 0, top_p: 0, seed: 0 }, { temperature: 0, topP: 0, seed: 0 }],
  ['top_k', { top_k: 40 }, { topK: 40 }],
  ['one stop word', { stop: 'a' }, { stopSequences: ['a'] }],
  [
    'five stop words at most, none empty',
    { stop: ['a', '', 'b', 'c', 'd', 'e', 'f'] },
    { stopSequences: ['a', 'b', 'c', 'd', 'e'] },
  ],
  ['several choices', { n: 2 }, { candidateCount: 2 }],
  ['log probabilities', { logprobs: true, top_logprobs: 3 }, { responseLogprobs: true, logprobs: 3 }],
  ['the older limit', { max_tokens: 0 }, { maxOutputTokens: 0 }],
  ['the newer limit wins', { max_tokens: 1, max_completion_tokens: 2 }, { maxOutputTokens: 2 }],
  ['pictures', { modalities: ['text', 'image'] }, { responseModalities: ['TEXT', 'IMAGE'] }],
  ['sound', { modalities: ['text', 'audio'] }, { responseModalities: ['AUDIO'] }],
  ['JSON', { response_format: { type: 'json_object' } }, { responseMimeType: 'application/json' }],
  [
    'JSON by a schema',
    { response_format: { type: 'json_schema', json_schema: { name: 'n', schema: { type: 'object', $id: 'x' } } } },
    { responseMimeType: 'application/json', responseJsonSchema: { type: 'object', $id: 'x' } },
  ],
  [
    'what is said to Google alone',
    {
      reasoning_effort: 'high',
      extra_body: {
        google: {
          thinking_config: { thinking_budget: 7, include_thoughts: false },
          image_config: { aspect_ratio: '16:9', image_size: '2K', other: 1 },
        },
      },
    },
    {
      imageConfig: { aspectRatio: '16:9', imageSize: '2K' },
      thinkingConfig: { thinkingBudget: 7, includeThoughts: false },
    },
  ],
]
for (const [what, call, expected] of rows)
  test(`generation config: ${what}`, () => {
    assert.deepEqual(configOf(call), expected)
  })

test('older models are given a schema in their own words', () => {
  const schema = { type: 'object', properties: { a: { const: 'x' } }, additionalProperties: false }
  assert.deepEqual(
    configOf({ response_format: { type: 'json_schema', json_schema: { schema } } }, 'gemini-2.0-flash'),
    {
      responseMimeType: 'application/json',
      responseSchema: { type: 'object', properties: { a: { type: 'string', enum: ['x'] } } },
    },
  )
})

test('newer models are not told how to sample', () => {
  const request = { temperature: 1, top_p: 1, top_k: 1, seed: 1 }
  for (const model of [
    'gemini-3.6-flash',
    'gemini-3.5-flash-lite',
    'gemini-3.8-flash',
    'gemini-4-argon',
    'gemini-9-neon',
  ])
    assert.deepEqual(configOf(request, model), { seed: 1 }, model)
  for (const model of ['gemini-2.5-pro', 'gemini-3.1-pro-preview', 'gemini-1.5-flash', 'gemma-3-27b-it', 'house-model'])
    assert.deepEqual(configOf(request, model), { temperature: 1, topP: 1, topK: 1, seed: 1 }, model)
})

test('penalties are sent to the models and hosts that accept them', () => {
  const penalties = { presence_penalty: 0, frequency_penalty: -1 }
  const sent = { presencePenalty: 0, frequencyPenalty: -1 }
  const on = (host: GoogleHost, model: string) => bodyOf(penalties, model, {}, host).generationConfig
  assert.deepEqual(on('gemini', 'gemini-2.0-flash'), sent)
  assert.equal(on('gemini', 'gemini-2.5-flash'), undefined)
  assert.deepEqual(on('vertex', 'gemini-2.5-flash'), sent)
  for (const host of ['gemini', 'vertex'] as const) assert.equal(on(host, 'gemini-3.8-flash'), undefined)
})

test('a model that draws may draw unless the client wants words alone', () => {
  assert.deepEqual(configOf({}, 'gemini-2.5-flash-image'), { responseModalities: ['TEXT', 'IMAGE'] })
  assert.equal(configOf({ modalities: ['text'] }, 'gemini-2.5-flash-image'), undefined)
})

test('a level and a budget are never sent together', () => {
  const google = { thinking_config: { thinking_budget: 7, thinking_level: 'low' } }
  assert.deepEqual(configOf({ extra_body: { google } }), { thinkingConfig: { thinkingLevel: 'low' } })
})

test('content cached at Google can be named', () => {
  assert.equal(
    bodyOf({ extra_body: { google: { cached_content: 'cachedContents/1' } } }).cachedContent,
    'cachedContents/1',
  )
})

test('values of the wrong kind are not passed on', () => {
  const body = bodyOf({
    max_tokens: '5',
    seed: 'x',
    stop: [1],
    modalities: 'image',
    extra_body: { google: { thinking_config: 1, image_config: 'x', safety_settings: [1], cached_content: {} } },
    web_search_options: true,
    logprobs: 1,
    response_format: { type: 'json_schema' },
  })
  assert.deepEqual(body.generationConfig, { responseMimeType: 'application/json' })
  assert.equal(Object.keys(body).length, 2)
})

test('a model that does not combine JSON output with tools gets the format as an instruction', () => {
  const request = {
    messages: [{ role: 'system', content: 'S' }, user('hi')],
    response_format: { type: 'json_schema', json_schema: { name: 'n', schema: { type: 'object' } } },
  }
  const tools = [{ type: 'function', function: { name: 'f' } }]
  const systemOf = (body: JsonObject) => JSON.stringify(body.systemInstruction)
  for (const more of [{ tools }, { web_search_options: {} }]) {
    const older = bodyOf({ ...request, ...more }, 'gemini-2.5-flash')
    assert.equal(older.generationConfig, undefined)
    assert.match(systemOf(older), /"S\\n.*JSON.*schema/)
    const newer = bodyOf({ ...request, ...more }, 'gemini-3.8-flash')
    assert.deepEqual(newer.generationConfig, {
      responseMimeType: 'application/json',
      responseJsonSchema: { type: 'object' },
    })
    assert.equal(systemOf(newer), '{"parts":[{"text":"S"}]}')
  }
  assert.ok(bodyOf(request, 'gemini-2.5-flash').generationConfig)
  assert.equal(systemOf(bodyOf({ tools }, 'gemini-2.5-flash')), undefined)
})
