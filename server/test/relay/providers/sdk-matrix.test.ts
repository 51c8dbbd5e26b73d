import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useRelay } from '../../harness/relay-harness.ts'
import { anthropicMessages } from '../clients/anthropic-messages.ts'
import type { ConnectSdk, Tool } from '../clients/client.ts'
import { geminiContent } from '../clients/gemini-content.ts'
import { openaiChat } from '../clients/openai-chat.ts'
import { openaiResponses } from '../clients/openai-responses.ts'
import { chatRows, ofRun } from './wire-cases.ts'

const clients: Record<string, ConnectSdk> = {
  'OpenAI chat': openaiChat,
  'OpenAI Responses': openaiResponses,
  'Anthropic Messages': anthropicMessages,
  'Gemini content': geminiContent,
}

const prompt = 'The quick brown fox jumps over the lazy dog.'
const tool: Tool = {
  name: 'weather',
  description: 'The weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

// OpenAI's chat of upstreams that call two tools at once is in upstreams.test.ts.
describe('the libraries of the vendors talk to every upstream', { concurrency: 4 }, () => {
  const relay = useRelay('sqlite')
  for (const { label, chat, canCall, callsTwoTools, channel } of ofRun(chatRows))
    for (const [clientName, connect] of Object.entries(clients).filter(
      ([name]) => !callsTwoTools || name !== 'OpenAI chat',
    ))
      test(`${clientName} → ${label}`, async () => {
        const place = relay.place()
        const model = 'gpt-4o'
        await place.channel(channel(relay.mock, model, chat.model))
        const { key } = await place.key()
        const sdk = connect(relay.url, key)
        for (const heard of [await sdk.text(model, prompt), await sdk.stream(model, prompt)]) {
          assert.equal(heard.text, prompt)
          assert.ok(heard.input > 0 && heard.output > 0, `${heard.input} and ${heard.output} tokens`)
        }
        if (!canCall) return
        const toolModel = 'gpt-4o-mini'
        await place.channel(channel(relay.mock, toolModel, chat.modelFor?.tools ?? chat.model))
        for (const isStream of [false, true]) {
          const sent = 'Please call weather with {"city":"Oslo"} now.'
          const { calls, response } = await sdk.call(toolModel, sent, [tool], isStream)
          assert.deepEqual(calls, [{ name: 'weather', arguments: { city: 'Oslo' } }])
          assert.match((await response(['four degrees'])).text, /four degrees/)
        }
      })
})
