import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type RelayServer, useRelay } from '../harness/relay-harness.ts'
import { anthropicMessages } from './clients/anthropic-messages.ts'
import type { ConnectSdk, SdkClient, Tool } from './clients/client.ts'
import { geminiContent } from './clients/gemini-content.ts'
import { openaiChat } from './clients/openai-chat.ts'
import { openaiResponses } from './clients/openai-responses.ts'

type Upstream = {
  type: number
  vendor: 'openai' | 'anthropic' | 'gemini'
  model: string
  thinker: string
}
const upstreams: Record<string, Upstream> = {
  OpenAI: { type: 1, vendor: 'openai', model: 'gpt-4o', thinker: 'gpt-5' },
  Anthropic: { type: 14, vendor: 'anthropic', model: 'claude-sonnet-4-5', thinker: 'claude-sonnet-4-5' },
  Gemini: { type: 24, vendor: 'gemini', model: 'gemini-2.0-flash', thinker: 'gemini-2.5-flash' },
}

type Dialect = {
  connect: ConnectSdk
  stop: string
  /** The SDK's own classes for responses of the relay. */
  errors: { 400: string; 401: string; 403: string; 429: string; 502: string }
}
const openaiErrors = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  403: 'PermissionDeniedError',
  429: 'RateLimitError',
  502: 'InternalServerError',
}
const googleErrors = { 400: 'ApiError', 401: 'ApiError', 403: 'ApiError', 429: 'ApiError', 502: 'ApiError' }
const dialects: Record<string, Dialect> = {
  'OpenAI chat': { connect: openaiChat, stop: 'stop', errors: openaiErrors },
  'OpenAI Responses': { connect: openaiResponses, stop: 'completed', errors: openaiErrors },
  'Anthropic Messages': { connect: anthropicMessages, stop: 'end_turn', errors: openaiErrors },
  'Gemini content': { connect: geminiContent, stop: 'STOP', errors: googleErrors },
}

const prompt = 'The quick brown fox jumps over the lazy dog.'
/** The pretend model counts four characters as a token, and thinks a sentence about the first forty. */
const tokensOf = (text: string) => Math.ceil(text.length / 4)
const thought = `Let me think about "${prompt.slice(0, 40)}".`

const pixel = {
  mime: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
}
const place = { type: 'string', description: 'The name of a city' }
const tools: Tool[] = ['weather', 'population'].map((name) => ({
  name,
  description: `The ${name} of a city`,
  parameters: { type: 'object', properties: { city: place }, required: ['city'], additionalProperties: false },
}))
const toolPrompt = 'Please call weather with {"city":"Oslo"} and call population with {"city":"Lima"} now.'
const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, count: { type: 'integer' } },
  required: ['title', 'count'],
  additionalProperties: false,
}

const relay = useRelay('sqlite')

for (const [clientName, dialect] of Object.entries(dialects))
  for (const [upstreamName, upstream] of Object.entries(upstreams))
    describe(`${clientName} client, ${upstreamName} upstream`, () => cell(relay, dialect, upstream))

function cell(relay: RelayServer, { connect, stop, errors }: Dialect, upstream: Upstream) {
  const { model, thinker, type, vendor } = upstream
  async function given(): Promise<{ sdk: SdkClient; channel: { key: string } }> {
    const here = relay.place()
    const models = `${model},${thinker}`
    const channel = await here.channel({ type, models, base_url: relay.mock.urlOf(vendor) })
    const { key } = await here.key()
    return { sdk: connect(relay.url, key), channel }
  }

  test('a whole response arrives with its text, its end and its usage', async () => {
    const { sdk } = await given()
    const heard = await sdk.text(model, prompt)
    assert.equal(heard.text, prompt)
    assert.equal(heard.finish, stop)
    assert.equal(heard.input, tokensOf(prompt))
    assert.equal(heard.output - heard.reasoningTokens, tokensOf(prompt))
  })

  test('a stream arrives piece by piece and says the same', async () => {
    const { sdk } = await given()
    const heard = await sdk.stream(model, prompt)
    assert.equal(heard.text, prompt)
    assert.ok(heard.pieces > 1, `in ${heard.pieces} pieces`)
    assert.equal(heard.finish, stop)
    assert.equal(heard.input, tokensOf(prompt))
    assert.equal(heard.output - heard.reasoningTokens, tokensOf(prompt))
  })

  for (const isStream of [false, true])
    test(`two tools are called at once and their results understood${isStream ? ', streamed' : ''}`, async () => {
      const { sdk } = await given()
      const { calls, response } = await sdk.call(model, toolPrompt, tools, isStream)
      assert.deepEqual(calls, [
        { name: 'weather', arguments: { city: 'Oslo' } },
        { name: 'population', arguments: { city: 'Lima' } },
      ])
      const heard = await response(['four degrees', 'ten million'])
      assert.match(heard.text, /The tool weather said: .*four degrees.*The tool population said: .*ten million/)
    })

  test('a picture in the request reaches the model as what it is', async () => {
    const { sdk } = await given()
    const heard = await sdk.picture(model, 'What is this?', pixel)
    assert.equal(heard.text, 'Received 1 media (image/png). What is this?')
  })

  test('a response by a JSON schema keeps to it', async () => {
    const { sdk } = await given()
    const heard = await sdk.json(model, 'Name a book.', schema)
    assert.deepEqual(JSON.parse(heard.text), { title: 'Name a book.', count: 1 })
  })

  for (const isStream of [false, true])
    test(`reasoning is shown where the upstream shows it, and counted${isStream ? ', streamed' : ''}`, async () => {
      const { sdk } = await given()
      const heard = await sdk.reason(thinker, prompt, isStream)
      assert.equal(heard.text, prompt)
      // OpenAI thinks unseen in chat; its summaries come only to those who speak Responses.
      const isShown = vendor !== 'openai' || connect === openaiResponses
      assert.equal(heard.reasoning, isShown ? thought : '')
      assert.equal(heard.output, tokensOf(prompt) + tokensOf(thought))
    })

  test('refusals come as the classes of the SDK: no such key, a bad request, a busy and a failing upstream', async () => {
    const { sdk, channel } = await given()
    const stranger = connect(relay.url, `sk-${'0'.repeat(48)}`)
    const failing = async (call: Promise<unknown>) =>
      sdk.failure(
        await call.then(
          () => assert.fail('it got a response'),
          (error: unknown) => error,
        ),
      )
    const unknown = await failing(stranger.text(model, prompt))
    assert.deepEqual([unknown.name, unknown.status], [errors[401], 401])

    const refusals: [upstream: number, shown: 400 | 429 | 502][] = [
      [400, 400],
      [429, 429],
      [500, 502],
      [401, 502],
    ]
    for (const [status, shown] of refusals)
      for (const way of ['text', 'stream'] as const) {
        relay.mock.faults.add({ match: { key: channel.key }, times: 1, fault: { kind: 'status', status } })
        const { name, status: seen, message } = await failing(sdk[way](model, prompt))
        assert.deepEqual([name, seen], [errors[shown], shown], `${way} of ${status}: ${message}`)
        assert.match(message, /request id: \w+/)
      }
  })
}
