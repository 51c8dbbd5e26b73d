import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { ApiError, GoogleGenAI } from '@google/genai'
import { APICallError, jsonSchema, type LanguageModel, streamText, tool } from 'ai'
import OpenAI from 'openai'
import { isLongRun } from '../harness/long-run.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { claudeRepeats, codexRepeats, geminiRepeats, opencodeRepeats, type StreamError } from './agent-retries.ts'
import { assertFree, booksOf, settledBooks } from './books.ts'

const relay = useRelay('sqlite')

const upstreams = {
  OpenAI: { type: 1, vendor: 'openai', model: 'gpt-4o' },
  Anthropic: { type: 14, vendor: 'anthropic', model: 'claude-sonnet-4-5' },
  Gemini: { type: 24, vendor: 'gemini', model: 'gemini-2.0-flash' },
} as const

/** What a client read of a stream. `finish` is set once the client may take the response for complete. */
type Read = { text: string; calls: number; finish?: string | undefined }
/** Reads a stream to its end into `read`, or throws what the library throws. */
type Listen = (call: { key: string; model: string; prompt: string; read: Read }) => Promise<void>
type Client = {
  listen: Listen
  /** The error of the library. */
  errorOf(error: unknown): StreamError
  /** Whether agents that use the library repeat the request. */
  repeats(error: StreamError): boolean
}

const description = 'The weather of a city'
const parameters = { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] }
const tools = [{ type: 'function' as const, name: 'weather', description, parameters, strict: false }]

function openaiError(error: unknown): StreamError {
  assert.ok(error instanceof OpenAI.APIError, String(error))
  return error
}
const openaiChat: Client = {
  async listen({ key, model, prompt, read }) {
    const client = new OpenAI({ apiKey: key, baseURL: `${relay.url}/v1`, maxRetries: 0 })
    const stream = await client.chat.completions.create({
      model,
      messages: [{ role: 'user', content: prompt }],
      tools: [{ type: 'function', function: { name: 'weather', description, parameters } }],
      stream: true,
    })
    for await (const { choices } of stream) {
      read.text += choices[0]?.delta.content ?? ''
      read.calls += choices[0]?.delta.tool_calls?.length ?? 0
      read.finish = choices[0]?.finish_reason ?? read.finish
    }
  },
  errorOf: openaiError,
  repeats: (error) => opencodeRepeats(error.message) && error.code === 'server_error',
}
const openaiResponses: Client = {
  async listen({ key, model, prompt, read }) {
    const client = new OpenAI({ apiKey: key, baseURL: `${relay.url}/v1`, maxRetries: 0 })
    for await (const event of await client.responses.create({ model, input: prompt, tools, stream: true })) {
      if (event.type === 'response.output_text.delta') read.text += event.delta
      if (event.type === 'response.output_item.added' && event.item.type === 'function_call') read.calls++
      if (event.type === 'response.completed') read.finish = event.response.status
    }
  },
  errorOf: openaiError,
  repeats: (error) => opencodeRepeats(error.message) && codexRepeats(error) && error.code === 'server_error',
}
const anthropicMessages: Client = {
  async listen({ key, model, prompt, read }) {
    const client = new Anthropic({ apiKey: key, baseURL: relay.url, maxRetries: 0 })
    const stream = await client.messages.create({
      ...{ model, max_tokens: 1000, messages: [{ role: 'user', content: prompt }], stream: true },
      tools: [{ name: 'weather', description, input_schema: parameters }],
    })
    for await (const event of stream) {
      if (event.type === 'content_block_start' && event.content_block.type === 'tool_use') read.calls++
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') read.text += event.delta.text
      if (event.type === 'message_delta') read.finish = event.delta.stop_reason ?? read.finish
    }
  },
  errorOf(error) {
    assert.ok(error instanceof Anthropic.APIError, String(error))
    return error
  },
  repeats: (error) => opencodeRepeats(error.message) && claudeRepeats(error),
}
const geminiContent: Client = {
  async listen({ key, model, prompt, read }) {
    const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: relay.url } })
    const config = {
      tools: [{ functionDeclarations: [{ name: 'weather', description, parametersJsonSchema: parameters }] }],
    }
    for await (const { candidates } of await client.models.generateContentStream({ model, contents: prompt, config })) {
      for (const { text = '', functionCall } of candidates?.[0]?.content?.parts ?? []) {
        read.text += text
        if (functionCall) read.calls++
      }
      read.finish = candidates?.[0]?.finishReason ?? read.finish
    }
  },
  errorOf(error) {
    assert.ok(error instanceof ApiError, String(error))
    return error
  },
  repeats: (error) => opencodeRepeats(error.message) && geminiRepeats(error),
}

/** Vercel's library, which opencode uses; in a stream it says itself whether an error passes. */
const aiSdk = (speak: (apiKey: string, model: string) => LanguageModel): Client => ({
  async listen({ key, model, prompt, read }) {
    const weather = tool({ description, inputSchema: jsonSchema<{ city: string }>(parameters) })
    const { fullStream } = streamText({
      ...{ model: speak(key, model), prompt, maxRetries: 0, tools: { weather } },
      onError() {},
    })
    for await (const part of fullStream) {
      if (part.type === 'text-delta') read.text += part.text
      if (part.type === 'tool-input-start') read.calls++
      if (part.type === 'error') throw part.error
      if (part.type === 'finish' && part.finishReason !== 'error') read.finish = part.finishReason
    }
  },
  errorOf: (error) =>
    APICallError.isInstance(error)
      ? { message: error.message, status: error.statusCode, isRetryable: error.isRetryable }
      : (error as StreamError),
  repeats: (error) => error.isRetryable === true && opencodeRepeats(JSON.stringify(error)),
})

const clients: Record<string, Client> = {
  'OpenAI chat': openaiChat,
  'OpenAI Responses': openaiResponses,
  'Anthropic Messages': anthropicMessages,
  'Gemini content': geminiContent,
  'AI SDK, OpenAI chat': aiSdk((apiKey, model) => createOpenAI({ apiKey, baseURL: `${relay.url}/v1` }).chat(model)),
  'AI SDK, Responses': aiSdk((apiKey, model) => createOpenAI({ apiKey, baseURL: `${relay.url}/v1` }).responses(model)),
  'AI SDK, Anthropic': aiSdk((apiKey, model) => createAnthropic({ apiKey, baseURL: `${relay.url}/v1` })(model)),
  'AI SDK, Google': aiSdk((apiKey, model) =>
    createGoogleGenerativeAI({ apiKey, baseURL: `${relay.url}/v1beta` })(model),
  ),
}

const prompts = {
  'a text': 'The quick brown fox jumps over the dog.',
  'a tool call': 'Please call weather with {"city":"Oslo"} now.',
}
/** Every client of a vendor, every upstream and one client of the AI SDK. The long run tries each client with each upstream. */
const pairsOfQuickRun = new Set([
  'OpenAI chat ← OpenAI',
  'OpenAI Responses ← Anthropic',
  'Anthropic Messages ← Gemini',
  'Gemini content ← OpenAI',
  'AI SDK, Anthropic ← Anthropic',
])
/** More events than any of the responses has. */
const eventsMax = 40

for (const [clientName, client] of Object.entries(clients))
  for (const [upstreamName, { type, vendor, model }] of Object.entries(upstreams)) {
    // The same bytes as the vendors' own libraries get: one upstream is enough.
    if (clientName.startsWith('AI SDK') && upstreamName !== 'Anthropic') continue
    if (!isLongRun && !pairsOfQuickRun.has(`${clientName} ← ${upstreamName}`)) continue
    describe(`${clientName} client, ${upstreamName} upstream that breaks off`, () => {
      for (const [what, prompt] of Object.entries(prompts))
        test(`after each event of ${what}: the client learns it, may repeat it, and pays for what it got`, async () => {
          const here = relay.place()
          const channel = await here.channel({ type, models: model, base_url: relay.mock.urlOf(vendor) })
          for (let afterChunks = 0; afterChunks < eventsMax; afterChunks++) {
            const mine = await here.key()
            // The connection breaks, or ends like that of a complete response.
            const how = afterChunks % 2 === 0 ? 'end' : 'close'
            const fault = { kind: 'cut', at: 'after-chunks', afterChunks, how } as const
            relay.mock.faults.add({ match: { key: channel.key }, times: 1, fault })
            const read: Read = { text: '', calls: 0 }
            const error = await client.listen({ key: mine.key, model, prompt, read }).then(
              () => undefined,
              (thrown: unknown) => client.errorOf(thrown),
            )
            const at = `after ${afterChunks} events: ${JSON.stringify({ read, error, message: error?.message })}`
            if (error?.status === 502) {
              assert.deepEqual(read, { text: '', calls: 0 }, at)
              assertFree(await booksOf(relay, mine))
              continue
            }
            const { rows, user } = await settledBooks(relay, mine)
            assert.equal(rows[0]?.quota, user.used_quota, at)
            const isDelivered = read.text !== '' || read.calls > 0
            // Gemini's clients get a call whole: the pieces of one that broke off are charged and not seen.
            const isHidden = what === 'a tool call' && /Gemini|Google/.test(clientName) && error !== undefined
            assert.ok(isHidden || user.used_quota > 0 === isDelivered, at)
            if (!error) {
              assert.ok(read.finish, at)
              assert.ok(what === 'a text' ? read.text === prompt : read.calls > 0, at)
              assert.ok(afterChunks > 0)
              return
            }
            assert.equal(read.finish, undefined, at)
            assert.ok(client.repeats(error), at)
          }
          assert.fail('no response was complete')
        })
    })
  }
