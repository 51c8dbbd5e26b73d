import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, events, googleKey, type Loose, post, postJson, upstreamFor } from './test-client.ts'

const said = (...parts: object[]) => ({ role: 'user', parts })
const text = (value: string) => ({ text: value })
const request = (more: object = {}) => ({ contents: [said(text('hello there'))], ...more })
const weather = {
  functionDeclarations: [{ name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } }],
}
const at = (model: string, action = 'generateContent') => `/v1beta/models/${model}:${action}`

test('a response echoes the user, with usage that counts thoughts apart', async (t) => {
  const { url } = await upstreamFor(t)
  const { status, body } = await postJson(
    url + at('gemini-2.5-flash'),
    request({ generationConfig: { thinkingConfig: { includeThoughts: true } } }),
    googleKey,
  )
  assert.equal(status, 200)
  const [thought, spoken] = body.candidates[0].content.parts
  assert.deepEqual([thought.thought, spoken.text, body.candidates[0].finishReason], [true, 'hello there', 'STOP'])
  const usage = body.usageMetadata
  assert.deepEqual([usage.promptTokenCount, usage.candidatesTokenCount], [3, 3])
  assert.equal(usage.totalTokenCount, 6 + usage.thoughtsTokenCount)
})

test('a stream comes as events or as one array, with counts that grow', async (t) => {
  const { url } = await upstreamFor(t)
  const path = url + at('gemini-2.5-flash-lite', 'streamGenerateContent')
  const frames = await events(`${path}?alt=sse`, request(), googleKey)
  assert.equal(frames.map(({ data }) => data.candidates[0].content.parts[0].text).join(''), 'hello there')
  assert.equal(frames.at(-1)?.data.candidates[0].finishReason, 'STOP')
  assert.ok(frames.slice(0, -1).every(({ data }) => data.candidates[0].finishReason === undefined))
  assert.ok(frames[0]?.data.usageMetadata.candidatesTokenCount < frames.at(-1)?.data.usageMetadata.candidatesTokenCount)
  const whole = await post(path, request(), googleKey)
  assert.match(whole.headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(JSON.parse(await whole.text()).length, frames.length)
})

test('functions are called whole and signed, and go on with the key that called them', async (t) => {
  const { url } = await upstreamFor(t)
  const ask1 = request({
    tools: [weather],
    contents: [said(text('call weather with {"city":"Oslo"} and call weather with {"city":"Rome"}'))],
  })
  const { body } = await postJson(url + at('gemini-3.8-flash'), ask1, googleKey)
  const { parts } = body.candidates[0].content
  assert.deepEqual(
    parts.map(({ functionCall }: Loose) => functionCall.args),
    [{ city: 'Oslo' }, { city: 'Rome' }],
  )
  assert.deepEqual(
    parts.map(({ thoughtSignature }: Loose) => typeof thoughtSignature),
    ['string', 'undefined'],
  )

  const results = parts.map(({ functionCall: { id, name } }: Loose) => ({
    functionResponse: { id, name, response: { result: 'sun' } },
  }))
  const loop = (history: object[], responses: object[]) => ({
    ...ask1,
    contents: [...ask1.contents, { role: 'model', parts: history }, said(...responses)],
  })
  const go = (body: object, headers = googleKey) => postJson(url + at('gemini-3.8-flash'), body, headers)
  assert.match(
    (await go(loop(parts, results))).body.candidates[0].content.parts[0].text,
    /The tool weather said: {"result":"sun"}/,
  )
  const unsigned = parts.map(({ functionCall }: Loose) => ({ functionCall }))
  assert.match((await go(loop(unsigned, results))).body.error.message, /missing a thought_signature/)
  const elsewhere = await go(loop(parts, results), { 'x-goog-api-key': 'AIza-other' })
  assert.match(elsewhere.body.error.message, /signature is not valid/)
  const bypass = [{ ...parts[0], thoughtSignature: 'skip_thought_signature_validator' }, parts[1]]
  assert.equal((await go(loop(bypass, results), { 'x-goog-api-key': 'AIza-other' })).status, 200)
  assert.match((await go(loop(parts, results.slice(1)))).body.error.message, /number of function response parts/)
  const nameless = results.map(({ functionResponse: { name, response } }: Loose) => ({
    functionResponse: { name, response },
  }))
  assert.match((await go(loop(parts, nameless))).body.error.message, /id and name/)
})

test('both spellings of fields are read', async (t) => {
  const { url } = await upstreamFor(t)
  const snake = {
    contents: [said({ inline_data: { mime_type: 'image/png', data: 'QUJD' } }, text('what?'))],
    system_instruction: { parts: [text('S')] },
    generation_config: { max_output_tokens: 3 },
  }
  const { body } = await postJson(url + at('gemini-2.5-flash-lite'), snake, googleKey)
  assert.equal(body.candidates[0].content.parts[0].text, 'Received 1 m')
  assert.equal(body.candidates[0].finishReason, 'MAX_TOKENS')
})

test('pictures, sound, JSON, searches and blocked prompts have their forms', async (t) => {
  const { url } = await upstreamFor(t)
  const go = async (model: string, more: object): Promise<Loose> =>
    (await postJson(url + at(model), request(more), googleKey)).body
  const drawn = await go('gemini-3.1-flash-image', { generationConfig: { responseModalities: ['TEXT', 'IMAGE'] } })
  assert.equal(drawn.candidates[0].content.parts[1].inlineData.mimeType, 'image/png')
  assert.equal(drawn.usageMetadata.candidatesTokensDetails[0].modality, 'IMAGE')
  const heard = await go('gemini-2.5-flash-tts', { generationConfig: { responseModalities: ['AUDIO'] } })
  assert.match(heard.candidates[0].content.parts[0].inlineData.mimeType, /^audio\/L16/)
  const schema = { type: 'OBJECT', properties: { a: { type: 'STRING' } } }
  const written = await go('gemini-2.5-flash', {
    generationConfig: { responseMimeType: 'application/json', responseSchema: schema },
  })
  assert.equal(written.candidates[0].content.parts[0].text, '{"a":"hello there"}')
  const found = await go('gemini-2.5-flash', {
    contents: [said(text('search the web for cats'))],
    tools: [{ googleSearch: {} }],
  })
  assert.deepEqual(found.candidates[0].groundingMetadata.webSearchQueries, ['cats'])
  assert.equal(found.usageMetadata.toolUsePromptTokenCount, 20)
  const blocked = await go('gemini-2.5-flash', { contents: [said(text('trip the filter'))] })
  assert.deepEqual([blocked.promptFeedback.blockReason, blocked.candidates], ['PROHIBITED_CONTENT', undefined])
  const cached = await go('gemini-2.5-flash', { contents: [said(text('cached 64'))] })
  assert.equal(cached.usageMetadata.cachedContentTokenCount, 64)
})

const tool = (parameters: unknown) => ({ tools: [{ functionDeclarations: [{ name: 'f', parameters }] }] })
const config = (generationConfig: object) => ({ generationConfig })
const refusals: [string, string, object, RegExp][] = [
  ['no contents', 'gemini-2.5-flash', { contents: [] }, /contents is not specified/],
  ['an unknown role', 'gemini-2.5-flash', { contents: [{ role: 'assistant', parts: [text('x')] }] }, /valid role/],
  ['no parts', 'gemini-2.5-flash', { contents: [said()] }, /must not be empty/],
  ['an unknown field', 'gemini-2.5-flash', { max_tokens: 5 }, /Unknown name "maxTokens"/],
  [
    'a result that is no object',
    'gemini-2.5-flash',
    { contents: [said({ functionResponse: { name: 'f', response: 'x' } })] },
    /Struct/,
  ],
  [
    'a keyword it does not know',
    'gemini-2.5-flash',
    tool({ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }),
    /Unknown name "additionalProperties"/,
  ],
  [
    'a list of types',
    'gemini-2.5-flash',
    tool({ type: 'object', properties: { a: { type: ['string', 'null'] } } }),
    /not repeating/,
  ],
  [
    'an object without properties',
    'gemini-2.5-flash',
    tool({ type: 'object', properties: {} }),
    /non-empty for OBJECT/,
  ],
  [
    'an array without items',
    'gemini-2.5-flash',
    tool({ type: 'object', properties: { a: { type: 'array' } } }),
    /items: missing field/,
  ],
  [
    'an odd function name',
    'gemini-2.5-flash',
    { tools: [{ functionDeclarations: [{ name: '1 f' }] }] },
    /Invalid function name/,
  ],
  ['a part with two contents', 'gemini-2.5-flash', { contents: [said({ text: 'x', inlineData: {} })] }, /oneof/],
  [
    'broken base64',
    'gemini-2.5-flash',
    { contents: [said({ inlineData: { mimeType: 'image/png', data: '%%' } })] },
    /Base64/,
  ],
  ['an unknown setting', 'gemini-2.5-flash', config({ topQ: 1 }), /Unknown name "topQ"/],
  [
    'a budget out of range',
    'gemini-2.5-pro',
    config({ thinkingConfig: { thinkingBudget: 1 } }),
    /between 128 and 32768/,
  ],
  [
    'several candidates on newer models',
    'gemini-3.1-pro-preview',
    config({ candidateCount: 2 }),
    /Multiple candidates/,
  ],
  [
    'an enumeration of numbers',
    'gemini-2.5-flash',
    tool({ type: 'object', properties: { a: { type: 'integer', enum: [1] } } }),
    /only allowed for STRING/,
  ],
  [
    'a format it does not know',
    'gemini-2.5-flash',
    tool({ type: 'object', properties: { a: { type: 'string', format: 'uri' } } }),
    /format/,
  ],
  [
    'a required property that is not there',
    'gemini-2.5-flash',
    tool({ type: 'object', properties: { a: { type: 'string' } }, required: ['b'] }),
    /not defined/,
  ],
  [
    'a forced call of nothing',
    'gemini-2.5-flash',
    { toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
    /no function declarations/,
  ],
  ['six stop sequences', 'gemini-2.5-flash', config({ stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] }), /at most 5/],
  [
    'both ways to think',
    'gemini-3.1-pro-preview',
    config({ thinkingConfig: { thinkingBudget: 1, thinkingLevel: 'low' } }),
    /only one of/,
  ],
  [
    'no thinking where it must',
    'gemini-2.5-pro',
    config({ thinkingConfig: { thinkingBudget: 0 } }),
    /only works in thinking mode/,
  ],
  ['a level on older models', 'gemini-2.5-pro', config({ thinkingConfig: { thinkingLevel: 'low' } }), /not supported/],
  [
    'a level that is gone',
    'gemini-3.8-flash',
    config({ thinkingConfig: { thinkingLevel: 'minimal' } }),
    /unsupported: THINKING_LEVEL_MINIMAL/,
  ],
  [
    'a level that no model has',
    'gemini-3.8-flash',
    config({ thinkingConfig: { thinkingLevel: 'none' } }),
    /Invalid value/,
  ],
  ['a budget of Gemini 4', 'gemini-4-argon', config({ thinkingConfig: { thinkingBudget: 1 } }), /not supported/],
  ['medium of 3 Pro', 'gemini-3-pro-preview', config({ thinkingConfig: { thinkingLevel: 'medium' } }), /unsupported/],
  ['an unknown part of thinking', 'gemini-3.8-flash', config({ thinkingConfig: { effort: 'low' } }), /"effort"/],
  [
    'an unknown part of images',
    'gemini-3-pro-image',
    config({ imageConfig: { sampleImageSize: '2K' } }),
    /"sampleImage/,
  ],
  ['an unknown modality', 'gemini-2.5-flash', config({ responseModalities: ['SMELL'] }), /Invalid value/],
  ['an unknown threshold', 'gemini-2.5-flash', { safetySettings: [{ threshold: 'BLOCK_ALL' }] }, /Invalid value/],
  ['an unknown tool', 'gemini-2.5-flash', { tools: [{ webSearch: {} }] }, /"webSearch"/],
  ['a tool of Vertex', 'gemini-2.5-flash', { tools: [{ enterpriseWebSearch: {} }] }, /"enterpriseWebSearch"/],
  [
    'an unknown part of a function',
    'gemini-2.5-flash',
    { tools: [{ functionDeclarations: [{ name: 'f', strict: true }] }] },
    /"strict"/,
  ],
  [
    'arguments in pieces',
    'gemini-3.8-flash',
    { tools: [weather], toolConfig: { functionCallingConfig: { mode: 'AUTO', streamFunctionCallArguments: true } } },
    /"streamFunctionCallArguments"/,
  ],
  ['a field of Vertex', 'gemini-2.5-flash', config({ audioTimestamp: true }), /"audioTimestamp"/],
  ['penalties', 'gemini-2.5-flash', config({ presencePenalty: 1 }), /Penalty is not enabled/],
  [
    'JSON beside functions on older models',
    'gemini-2.5-flash',
    {
      ...tool({ type: 'object', properties: { a: { type: 'string' } } }),
      ...config({ responseMimeType: 'application/json' }),
    },
    /Function calling with a response mime type/,
  ],
  ['sampling on newer models', 'gemini-3.8-flash', config({ temperature: 0.5 }), /temperature is not supported/],
  [
    'a last turn of the model',
    'gemini-3.8-flash',
    { contents: [said(text('x')), { role: 'model', parts: [text('y')] }] },
    /ending with a model turn/,
  ],
  ['instructions to Gemma', 'gemma-3-27b-it', { systemInstruction: { parts: [text('x')] } }, /not enabled/],
  [
    'a schema without the type',
    'gemini-2.5-flash',
    config({ responseSchema: { type: 'STRING' } }),
    /application\/json/,
  ],
]
for (const [what, model, more, reason] of refusals) {
  test(`it refuses ${what}`, async (t) => {
    const { url } = await upstreamFor(t)
    const { status, body } = await postJson(url + at(model), request(more), googleKey)
    assert.deepEqual([status, body.error.code, body.error.status], [400, 400, 'INVALID_ARGUMENT'])
    assert.match(body.error.message, reason)
  })
}

test('keys are read from the header and from the query; others are refused as Google refuses them', async (t) => {
  const { url } = await upstreamFor(t)
  const path = url + at('gemini-2.5-flash')
  assert.equal((await postJson(`${path}?key=AIza-test`, request(), {})).status, 200)
  assert.equal((await postJson(path, request(), {})).status, 403)
  assert.equal((await postJson(path, request(), bearer)).body.error.status, 'UNAUTHENTICATED')
  const wrong = await postJson(path, request(), { 'x-goog-api-key': 'invalid' })
  assert.deepEqual([wrong.status, wrong.body.error.details[0].reason], [400, 'API_KEY_INVALID'])
  assert.equal((await postJson(url + at('no-such-model'), request(), googleKey)).body.error.status, 'NOT_FOUND')
})

test('tokens are counted, texts embedded, models listed in pages, pictures predicted', async (t) => {
  const { url } = await upstreamFor(t)
  assert.deepEqual((await postJson(url + at('gemini-2.5-flash', 'countTokens'), request(), googleKey)).body, {
    totalTokens: 3,
  })
  const embedding = { model: 'models/gemini-embedding-001', content: { parts: [text('a')] }, outputDimensionality: 4 }
  const one = await postJson(url + at('gemini-embedding-001', 'embedContent'), embedding, googleKey)
  assert.equal(one.body.embedding.values.length, 4)
  const batch = (count: number) =>
    postJson(
      url + at('gemini-embedding-001', 'batchEmbedContents'),
      { requests: Array(count).fill(embedding) },
      googleKey,
    )
  assert.equal((await batch(2)).body.embeddings.length, 2)
  assert.match((await batch(101)).body.error.message, /at most 100/)
  const page: Loose = await (await fetch(`${url}/v1beta/models?pageSize=2`, { headers: googleKey })).json()
  assert.deepEqual([page.models.length, page.nextPageToken], [2, '2'])
  const drawn = await postJson(
    url + at('imagen-4.0-generate-001', 'predict'),
    { instances: [{ prompt: 'cat' }], parameters: { sampleCount: 2 } },
    googleKey,
  )
  assert.equal(drawn.body.predictions.length, 2)
  const wrong: [model: string, parameters: object][] = [
    ['imagen-4.0-generate-001', { sampleCount: 9 }],
    ['imagen-4.0-generate-001', { imageSize: '2K' }],
    ['imagen-4.0-generate-001', { sampleImageSize: '4K' }],
    ['imagen-4.0-generate-001', { aspectRatio: '3:2' }],
    ['imagen-3.0-generate-002', { sampleImageSize: '1K' }],
  ]
  for (const [model, parameters] of wrong) {
    const body = { instances: [{ prompt: 'cat' }], parameters }
    assert.equal((await postJson(url + at(model, 'predict'), body, googleKey)).status, 400, JSON.stringify(parameters))
  }
  const mixed = { requests: [{ ...embedding, model: 'models/other' }] }
  assert.equal((await postJson(url + at('gemini-embedding-001', 'batchEmbedContents'), mixed, googleKey)).status, 400)
})

test("Google's own tools beside functions need a model that combines them, and a word for it", async (t) => {
  const { url } = await upstreamFor(t)
  const mixed = (model: string, toolConfig?: object) =>
    postJson(url + at(model), request({ tools: [weather, { googleSearch: {} }], toolConfig }), googleKey)
  assert.match((await mixed('gemini-2.5-flash')).body.error.message, /Tool use with function calling is unsupported/)
  const shown = { includeServerSideToolInvocations: true }
  assert.equal((await mixed('gemini-2.5-flash', shown)).status, 400)
  assert.match((await mixed('gemini-3-flash-preview')).body.error.message, /include_server_side_tool_invocations/)
  assert.equal((await mixed('gemini-3-flash-preview', shown)).status, 200)
  const auto = { ...shown, functionCallingConfig: { mode: 'AUTO' } }
  assert.equal((await mixed('gemini-3-flash-preview', auto)).status, 400)
})
