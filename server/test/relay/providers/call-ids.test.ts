import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useRelay } from '../../harness/relay-harness.ts'
import type { Tool } from '../clients/client.ts'
import { openaiChat } from '../clients/openai-chat.ts'
import { rowsOf } from './driven-providers.ts'
import { channelOf } from './wire-cases.ts'

const vertex = 41
const models = ['gemini-3.8-flash', 'gemini-2.5-flash']
const relay = useRelay('sqlite', {}, ({ options }) =>
  options({ ModelRatio: JSON.stringify(Object.fromEntries(models.map((model) => [model, 1]))) }),
)
const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tools: Tool[] = [{ name: 'weather', description: 'The weather', parameters: city }]

describe('an agent on Vertex', () => {
  const [row] = rowsOf(vertex)
  for (const model of models)
    for (const isStream of [false, true])
      test(`goes on after the result of a tool: ${model}${isStream ? ', streamed' : ''}`, async () => {
        assert.ok(row)
        const here = relay.place()
        await here.channel(channelOf(vertex, row, model, model)(relay.mock))
        const client = openaiChat(relay.url, (await here.key()).key)
        const { calls, response } = await client.call(
          model,
          'Please call weather with {"city":"Oslo"}',
          tools,
          isStream,
        )
        assert.deepEqual(calls, [{ name: 'weather', arguments: { city: 'Oslo' } }])
        assert.match((await response(['four degrees'])).text, /The tool weather said: .*four degrees/)
      })
})
