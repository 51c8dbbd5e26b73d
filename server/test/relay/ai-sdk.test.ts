import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { APICallError, generateText, isStepCount, jsonSchema, type LanguageModel, Output, streamText, tool } from 'ai'
import { useRelay } from '../harness/relay-harness.ts'

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
