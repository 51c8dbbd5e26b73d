import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import {
  APICallError,
  generateText,
  isStepCount,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  Output,
  streamText,
  tool,
} from 'ai'
import { useRelay } from '../harness/relay-harness.ts'
import type { Loose } from './send.ts'
import { openEvents, startSteeredUpstream } from './steered-upstream.ts'

const relay = useRelay('sqlite')

type Speak = (key: string, model: string) => LanguageModel
const speakers: Record<string, Speak> = {
  'OpenAI chat': (apiKey, model) => createOpenAI({ apiKey, baseURL: `${relay.url}/v1` }).chat(model),
  'OpenAI Responses': (apiKey, model) => createOpenAI({ apiKey, baseURL: `${relay.url}/v1` }).responses(model),
  Anthropic: (apiKey, model) => createAnthropic({ apiKey, baseURL: `${relay.url}/v1` })(model),
  Google: (apiKey, model) => createGoogleGenerativeAI({ apiKey, baseURL: `${relay.url}/v1beta` })(model),
}
const upstreams = {
  OpenAI: { type: 1, vendor: 'openai', model: 'gpt-4o' },
  Anthropic: { type: 14, vendor: 'anthropic', model: 'claude-sonnet-4-5' },
  Gemini: { type: 24, vendor: 'gemini', model: 'gemini-2.0-flash' },
} as const

const prompt = 'The quick brown fox jumps over the lazy dog.'
const tokens = Math.ceil(prompt.length / 4)

for (const [speaker, speak] of Object.entries(speakers))
  for (const [upstream, { type, vendor, model }] of Object.entries(upstreams))
    describe(`AI SDK speaking ${speaker}, ${upstream} upstream`, () => {
      async function given() {
        const here = relay.place()
        const channel = await here.channel({ type, models: model, base_url: relay.mock.urlOf(vendor) })
        return { model: speak((await here.key()).key, model), channel, maxRetries: 0 }
      }

      test('text arrives whole and streamed, with usage', async () => {
        const { model, maxRetries } = await given()
        const whole = await generateText({ model, prompt, maxRetries })
        assert.deepEqual([whole.text, whole.finishReason], [prompt, 'stop'])
        assert.deepEqual([whole.usage.inputTokens, whole.usage.outputTokens], [tokens, tokens])
        const stream = streamText({ model, prompt, maxRetries })
        const pieces = await Array.fromAsync(stream.textStream)
        assert.equal(pieces.join(''), prompt)
        assert.ok(pieces.length > 1)
        const usage = await stream.usage
        assert.deepEqual([usage.inputTokens, usage.outputTokens], [tokens, tokens])
      })

      test('a loop of tools runs to its end', async () => {
        const { model, maxRetries } = await given()
        const inputSchema = jsonSchema<{ city: string }>({
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
          additionalProperties: false,
        })
        const execute = async ({ city }: { city: string }) => `four degrees in ${city}`
        const { text, steps } = await generateText({
          model,
          maxRetries,
          prompt: 'call weather with {"city":"Oslo"} and call weather with {"city":"Lima"}',
          tools: { weather: tool({ description: 'The weather', inputSchema, execute }) },
          stopWhen: isStepCount(3),
        })
        assert.equal(steps.length, 2)
        assert.equal(steps[0]?.toolCalls.length, 2)
        assert.match(
          text,
          /The tool weather said: .*four degrees in Oslo.*The tool weather said: .*four degrees in Lima/,
        )
      })

      test('an object follows its schema', async () => {
        const { model, maxRetries } = await given()
        const schema = jsonSchema<{ title: string }>({
          type: 'object',
          properties: { title: { type: 'string' } },
          required: ['title'],
          additionalProperties: false,
        })
        const { output } = await generateText({
          model,
          prompt: 'Name a book.',
          output: Output.object({ schema }),
          maxRetries,
        })
        assert.deepEqual(output, { title: 'Name a book.' })
      })

      test('a refusal is an API call error with its status', async () => {
        const { model, channel, maxRetries } = await given()
        relay.mock.faults.add({ match: { key: channel.key }, times: 1, fault: { kind: 'status', status: 429 } })
        await assert.rejects(generateText({ model, prompt, maxRetries }), (error) => {
          assert.ok(APICallError.isInstance(error))
          assert.equal(error.statusCode, 429)
          assert.match(error.message, /saturated/)
          return true
        })
      })
    })

describe('a conversation of the AI SDK in Responses, over several accounts', () => {
  for (const [name, store, model] of [
    ['that the upstream keeps', undefined, 'gpt-4o'],
    ['that the upstream keeps, with reasoning', undefined, 'gpt-5.1'],
    ['that the upstream does not keep', false, 'gpt-5.1'],
  ] as const)
    for (const isStream of [false, true])
      test(`goes on with the items of its earlier turns, ${name}${isStream ? ', streamed' : ''}`, async () => {
        const here = relay.place()
        for (let each = 0; each < 3; each++) await here.channel({ models: model })
        const { key } = await here.key()
        const openai = createOpenAI({ apiKey: key, baseURL: `${relay.url}/v1` }).responses(model)
        const reasoning = { reasoningEffort: 'low', reasoningSummary: 'auto' }
        const providerOptions = { openai: { ...(store === false && { store }), ...reasoning } }
        const messages: ModelMessage[] = []
        for (let turn = 0; turn < 4; turn++) {
          messages.push({ role: 'user', content: `turn ${turn}` })
          const sent = { model: openai, messages, maxRetries: 0, ...(model === 'gpt-5.1' && { providerOptions }) }
          const result = isStream ? streamText(sent) : await generateText(sent)
          assert.equal(await result.text, `turn ${turn}`)
          messages.push(...(await result.response).messages)
        }
        const last = here.sent().at(-1)
        const input = last?.body.input as { type?: string; id?: string }[]
        const references = input.filter(({ type }) => type === 'item_reference')
        assert.equal(references.length > 0, store === undefined)
        for (const { id } of references) assert.doesNotMatch(String(id), /_tp/, 'the upstream’s own id')
        if (store === undefined) assert.equal(new Set(here.sent().map((each) => each.key)).size, 1)
      })
})

describe('a loop of tools of the AI SDK in Responses, with an upstream that stores no items', () => {
  const inputSchema = jsonSchema<{ city: string }>({
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  })
  const execute = async ({ city }: { city: string }) => `four degrees in ${city}`
  const tools = { weather: tool({ description: 'The weather', inputSchema, execute }) }
  const claude = 'claude-sonnet-4-5'

  async function given(base_url: string) {
    const here = relay.place()
    await here.channel({ type: 14, models: claude, base_url })
    const { key } = await here.key()
    const model = createOpenAI({ apiKey: key, baseURL: `${relay.url}/v1` }).responses(claude)
    return { here, loop: { model, tools, maxRetries: 0, stopWhen: isStepCount(3) } }
  }

  for (const isStream of [false, true])
    test(`goes on after reasoning, which the SDK only refers to${isStream ? ', streamed' : ''}`, async () => {
      const { here, loop } = await given(relay.mock.urlOf('anthropic'))
      const reasoning = { reasoningEffort: 'high', reasoningSummary: 'auto', forceReasoning: true }
      const request = { ...loop, prompt: 'call weather with {"city":"Oslo"}', providerOptions: { openai: reasoning } }
      const result = isStream ? streamText(request) : await generateText(request)
      assert.match(await result.text, /The tool weather said: .*four degrees in Oslo/)
      const steps = await result.steps
      assert.equal(steps.length, 2)
      assert.ok(steps[0]?.content.some(({ type }) => type === 'reasoning'))
      assert.doesNotMatch(JSON.stringify(here.sent().at(-1)?.body), /unstored/)
    })

  for (const isStream of [false, true])
    test(`goes on after a text that announced the call${isStream ? ', streamed' : ''}`, async (t) => {
      const upstream = await startSteeredUpstream(t)
      const { loop } = await given(upstream.url)
      const request = { ...loop, prompt: 'How warm is it?' }
      // A stream is only requested when it is read.
      const text = isStream ? streamText(request).text : generateText(request).then((result) => result.text)
      const called = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } }
      const first = await upstream.next()
      respond(first.response, isStream, [{ type: 'text', text: 'I look.' }, called], 'tool_use')
      const second = await upstream.next()
      const [, assistant, results] = second.body.messages
      assert.deepEqual([assistant.content.at(-1).type, results.content[0].type], ['tool_use', 'tool_result'])
      respond(second.response, isStream, [{ type: 'text', text: 'Four degrees.' }], 'end_turn')
      assert.equal(await text, 'Four degrees.')
    })
})

// The SDK (@ai-sdk/openai 4.0.114, convertToOpenAIResponsesInput) sends the id of an earlier answer in place of its text
// unless the request says `store: false`. No other item of the conversation has the text, so it cannot be served.
describe('a conversation of the AI SDK in Responses, with an upstream that stores no items', () => {
  const claude = 'claude-sonnet-4-5'
  for (const isStream of [false, true])
    test(`goes on with store: false, and otherwise the error says so${isStream ? ', streamed' : ''}`, async () => {
      const here = relay.place()
      await here.channel({ type: 14, models: claude, base_url: relay.mock.urlOf('anthropic') })
      const { key } = await here.key()
      const model = createOpenAI({ apiKey: key, baseURL: `${relay.url}/v1` }).responses(claude)
      const say = async (messages: ModelMessage[], store: boolean) => {
        const request = { model, messages, maxRetries: 0, providerOptions: { openai: { store } } }
        if (!isStream) return generateText(request)
        let failure: unknown
        const result = streamText({
          ...request,
          onError({ error }) {
            failure = error
          },
        })
        await result.consumeStream()
        if (failure) throw failure
        return result
      }
      const messages: ModelMessage[] = [{ role: 'user', content: 'one' }]
      const first = await say(messages, true)
      messages.push(...(await first.response).messages, { role: 'user', content: 'two' })
      await assert.rejects(say(messages, true), /Set store to false/)
      assert.equal(here.sent().length, 1)
      assert.equal(await (await say(messages, false)).text, 'two')
      const sent: Loose = here.sent().at(-1)?.body
      assert.deepEqual(
        sent.messages.map(({ role }: Loose) => role),
        ['user', 'assistant', 'user'],
      )
    })
})

/** A message of Anthropic, whole or as events. */
function respond(response: ServerResponse, isStream: boolean, content: Loose[], stop_reason: string): void {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content }
  const usage = { input_tokens: 5, output_tokens: 5 }
  if (!isStream) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...message, stop_reason, usage }))
    return
  }
  openEvents(response)
  const write = (event: Loose) => response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  write({ type: 'message_start', message: { ...message, content: [], stop_reason: null, usage } })
  for (const [index, block] of content.entries()) {
    const isText = block.type === 'text'
    write({
      type: 'content_block_start',
      index,
      content_block: isText ? { ...block, text: '' } : { ...block, input: {} },
    })
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    write({ type: 'content_block_delta', index, delta })
    write({ type: 'content_block_stop', index })
  }
  write({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } })
  write({ type: 'message_stop' })
  response.end()
}
