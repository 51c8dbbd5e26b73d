import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../forms/chat.ts'
import type { ClientRequestHead } from '../provider.ts'
import { required } from '../testing.ts'
import { gemini } from './gemini.ts'
import { targetOf } from './testing.ts'

const native = required(gemini.native?.gemini)
const hi = { role: 'user', parts: [{ text: 'hi' }] }
const facts = (action: string, query: Record<string, string> = {}): ClientRequestHead => ({
  headers: {},
  query,
  action,
})
const bodyOf = (body: JsonObject, action = 'generateContent', setting: JsonObject = {}) =>
  native.request(body, targetOf('gemini-3.8-flash', setting), facts(action)).body

test('the model is replaced in the address; action and query stay', () => {
  const { url, headers } = native.request(
    { contents: [hi] },
    targetOf('gemini-3.8-flash'),
    facts('streamGenerateContent', { alt: 'sse' }),
  )
  assert.equal(
    url,
    'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse',
  )
  assert.deepEqual(headers, { 'x-goog-api-key': 'AIza-1' })
})

test('a stream is only events on request', () => {
  const { url } = native.request({ contents: [hi] }, targetOf('m'), facts('streamGenerateContent'))
  assert.match(url, /:streamGenerateContent$/)
})

test('no query parameter can change the payer or the format of the response', () => {
  const query = {
    key: 'sk-gw',
    access_token: 'x',
    '$.xgafv': '1',
    fields: 'candidates',
    $fields: 'x',
    callback: 'f',
    quotaUser: 'u',
    alt: 'proto',
    $alt: 'sse',
    other: 'a b',
  }
  assert.equal(
    native.request({}, targetOf('m'), facts('generateContent', query)).url.split('?')[1],
    '%24.xgafv=1&other=a+b',
  )
})

test('fields nobody here knows pass', () => {
  const body = { contents: [hi], newField: { a: [1] }, generationConfig: { responseMimeType: 'x', other: 0 } }
  assert.deepEqual(bodyOf(body), body)
})

test('a first turn without a role is the user', () => {
  const second = { parts: [{ text: '?' }] }
  assert.deepEqual(bodyOf({ contents: [{ parts: hi.parts }, second] }), {
    contents: [{ ...hi, parts: hi.parts }, second],
  })
})

test('the model has one home, and the price class is the channel to choose', () => {
  const body = { model: 'models/dear', contents: [hi], serviceTier: 'priority', service_tier: 'priority' }
  assert.deepEqual(bodyOf(body), { contents: [hi] })
  assert.deepEqual(bodyOf(body, 'generateContent', { allow_service_tier: true }), {
    contents: [hi],
    serviceTier: 'priority',
    service_tier: 'priority',
  })
})

test('where a body must repeat the model it says the same as the address', () => {
  const content = { parts: [{ text: 'a' }] }
  const model = 'models/gemini-3.8-flash'
  assert.deepEqual(bodyOf({ model: 'models/x', content }, 'embedContent'), { model, content })
  assert.deepEqual(bodyOf({ requests: [{ model: 'models/x', content }] }, 'batchEmbedContents'), {
    requests: [{ model, content }],
  })
  assert.deepEqual(bodyOf({ generate_content_request: { model: 'x', contents: [hi] } }, 'countTokens'), {
    generateContentRequest: { model, contents: [hi] },
  })
})

test("an administrator's threshold fills the categories a client left open", () => {
  const clientSetting = { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_LOW_AND_ABOVE' }
  const setting = { gemini_safety_setting: 'BLOCK_ONLY_HIGH' }
  for (const name of ['safetySettings', 'safety_settings']) {
    const { safetySettings } = bodyOf(
      { contents: [hi], [name]: [clientSetting] },
      'generateContent',
      setting,
    ) as JsonObject
    assert.deepEqual(safetySettings, [
      clientSetting,
      { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_ONLY_HIGH' },
      { category: 'HARM_CATEGORY_SEXUALLY_EXPLICIT', threshold: 'BLOCK_ONLY_HIGH' },
      { category: 'HARM_CATEGORY_DANGEROUS_CONTENT', threshold: 'BLOCK_ONLY_HIGH' },
    ])
  }
  assert.deepEqual(bodyOf({ contents: [hi], safetySettings: [clientSetting] }), {
    contents: [hi],
    safetySettings: [clientSetting],
  })
})

test("the channel's system prompt is for clients without one, or before theirs", () => {
  const systemOf = (body: JsonObject, setting: JsonObject) =>
    (bodyOf({ contents: [hi], ...body }, 'generateContent', setting) as JsonObject).systemInstruction
  const theirs = { system_instruction: { role: 'system', parts: [{ text: 'T' }] } }
  assert.deepEqual(systemOf({}, { system_prompt: 'S' }), { parts: [{ text: 'S' }] })
  const streamed = bodyOf({ contents: [hi] }, 'streamGenerateContent', { system_prompt: 'S' }) as JsonObject
  assert.deepEqual(streamed.systemInstruction, { parts: [{ text: 'S' }] })
  assert.equal(systemOf(theirs, { system_prompt: 'S' }), undefined)
  assert.deepEqual(systemOf(theirs, { system_prompt: 'S', system_prompt_override: true }), {
    role: 'system',
    parts: [{ text: 'S' }, { text: 'T' }],
  })
})

test('bodies of no sense are for the upstream to refuse', () => {
  for (const contents of [undefined, null, 'x', [null], [[]], 7]) assert.deepEqual(bodyOf({ contents }), { contents })
})
