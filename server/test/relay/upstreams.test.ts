import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type GivenChannel, useRelay } from '../harness/relay-harness.ts'
import type { SdkClient, Tool } from './clients/client.ts'
import { openaiChat } from './clients/openai-chat.ts'
import { chatBody, send } from './send.ts'

const relay = useRelay('sqlite', {}, ({ options }) =>
  options({ ModelRatio: JSON.stringify({ 'llama3.1:8b': 1, 'house-model': 1 }) }),
)

type Upstream = { model: string; saysUsage?: false; channel: () => GivenChannel }
/** Every other upstream that speaks more or less like OpenAI, each with the accent its documents describe. */
const upstreams: Record<string, Upstream> = {
  Azure: {
    model: 'gpt-4o',
    channel: () => ({ type: 3, base_url: relay.mock.urlOf('azure'), other: '2024-10-21' }),
  },
  Ollama: { model: 'llama3.1:8b', channel: () => ({ type: 4, base_url: relay.mock.urlOf('ollama') }) },
  'a custom server': {
    model: 'house-model',
    saysUsage: false,
    channel: () => ({ type: 8, base_url: `${relay.mock.urlOf('custom')}/talk/{model}` }),
  },
  Moonshot: { model: 'kimi-k2-0905-preview', channel: () => ({ type: 25, base_url: relay.mock.urlOf('moonshot') }) },
  Mistral: { model: 'mistral-large-latest', channel: () => ({ type: 42, base_url: relay.mock.urlOf('mistral') }) },
  DeepSeek: { model: 'deepseek-chat', channel: () => ({ type: 43, base_url: relay.mock.urlOf('deepseek') }) },
}

const prompt = 'The quick brown fox jumps over the lazy dog.'
const tokens = Math.ceil(prompt.length / 4)
const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tools: Tool[] = ['weather', 'population'].map((name) => ({ name, description: `The ${name}`, parameters: city }))
const toolPrompt = 'Please call weather with {"city":"Oslo"} and call population with {"city":"Lima"} now.'

for (const [name, { model, saysUsage, channel }] of Object.entries(upstreams))
  describe(`OpenAI chat client, ${name} as upstream`, () => {
    async function given(): Promise<SdkClient> {
      const here = relay.place()
      await here.channel({ models: model, ...channel() })
      return openaiChat(relay.url, (await here.key()).key)
    }

    for (const way of ['text', 'stream'] as const)
      test(`a ${way === 'text' ? 'whole' : 'streamed'} answer arrives with text, end and usage`, async () => {
        const heard = await (await given())[way](model, prompt)
        assert.equal(heard.text, prompt)
        assert.equal(heard.finish, 'stop')
        assert.ok(way === 'text' || heard.pieces > 1)
        if (saysUsage === false) assert.ok(heard.input > 0 && heard.output > 0, 'counted, for those who ask')
        else assert.deepEqual([heard.input, heard.output], [tokens, tokens])
      })

    for (const isStream of [false, true])
      test(`tools are called and their results understood${isStream ? ', streamed' : ''}`, async () => {
        const { calls, answer } = await (await given()).call(model, toolPrompt, tools, isStream)
        assert.deepEqual(calls, [
          { name: 'weather', arguments: { city: 'Oslo' } },
          { name: 'population', arguments: { city: 'Lima' } },
        ])
        const { text } = await answer(['four degrees', 'ten million'])
        assert.match(text, /The tool weather said: four degrees.*The tool population said: ten million/)
      })
  })

test('a client of Azure may choose the version of its API', async () => {
  const here = relay.place()
  const { key: upstream } = await here.channel({ type: 3, base_url: relay.mock.urlOf('azure'), other: '2024-10-21' })
  const { key } = await here.key()
  const asked = relay.mock.requests.nextRequest(({ key: seen }) => seen === upstream)
  await send(relay, '/v1/chat/completions?api-version=2024-06-01', { key, body: chatBody() })
  assert.equal((await asked).query['api-version'], '2024-06-01')
})
