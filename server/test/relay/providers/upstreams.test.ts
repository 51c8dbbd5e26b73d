import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseKinds } from '../../harness/databases.ts'
import { useRelay } from '../../harness/relay-harness.ts'
import type { SdkClient, Tool } from '../clients/client.ts'
import { openaiChat } from '../clients/openai-chat.ts'
import { chatBody, send } from '../send.ts'
import { chatFormats } from './chat-formats.ts'
import { chatCases, clientModel, clientResponsesModel, ofRun } from './wire-cases.ts'

const relay = useRelay('sqlite', {}, ({ options }) =>
  options({ ModelRatio: JSON.stringify({ [clientModel]: 1, [clientResponsesModel]: 1 }) }),
)

const prompt = 'The quick brown fox jumps over the lazy dog.'
const tokens = Math.ceil(prompt.length / 4)
const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tools: Tool[] = ['weather', 'population'].map((name) => ({ name, description: `The ${name}`, parameters: city }))
const toolPrompt = 'Please call weather with {"city":"Oslo"} and call population with {"city":"Lima"} now.'

for (const { name, model, channel, callsTwoTools, tellsUsage, streams } of ofRun(chatCases).filter(
  ({ format }) => format === chatFormats.chat,
))
  describe(`OpenAI’s SDK, ${name}`, () => {
    async function given(): Promise<SdkClient> {
      const here = relay.place()
      await here.channel(channel(relay.mock))
      return openaiChat(relay.url, (await here.key()).key)
    }

    for (const manner of ['text', 'stream'] as const)
      test(`a ${manner === 'text' ? 'whole' : 'streamed'} response arrives with text, end and usage`, async () => {
        const heard = await (await given())[manner](model, prompt)
        assert.equal(heard.text, prompt)
        assert.equal(heard.finish, 'stop')
        assert.ok(manner === 'text' || heard.pieces > (streams ? 1 : 0))
        if (tellsUsage) assert.deepEqual([heard.input, heard.output], [tokens, tokens])
        else assert.ok(heard.input > 0 && heard.output > 0, 'counted, for clients that request usage')
      })

    for (const isStream of callsTwoTools ? [false, true] : [])
      test(`tools are called and their results understood${isStream ? ', streamed' : ''}`, async () => {
        const { calls, response } = await (await given()).call(model, toolPrompt, tools, isStream)
        assert.deepEqual(calls, [
          { name: 'weather', arguments: { city: 'Oslo' } },
          { name: 'population', arguments: { city: 'Lima' } },
        ])
        const { text } = await response(['four degrees', 'ten million'])
        assert.match(text, /The tool weather said: .*four degrees.*The tool population said: .*ten million/)
      })
  })

test('a client of Azure may choose the version of its API', async () => {
  const here = relay.place()
  const { key: upstream } = await here.channel({ type: 3, base_url: relay.mock.urlOf('azure'), other: '2024-10-21' })
  const { key } = await here.key()
  const sent = relay.mock.requests.nextRequest(({ key: seen }) => seen === upstream)
  await send(relay, '/v1/chat/completions?api-version=2024-06-01', { key, body: chatBody() })
  assert.equal((await sent).query['api-version'], '2024-06-01')
})

test('a channel of Azure without a version of its own calls tools and tells the usage of its streams', async () => {
  const here = relay.place()
  await here.channel({ type: 3, base_url: relay.mock.urlOf('azure'), other: '' })
  const { key } = await here.key()
  const client = openaiChat(relay.url, key)
  const { calls } = await client.call('gpt-4o', toolPrompt, tools, true)
  assert.equal(calls.length, 2)
  const heard = await client.stream('gpt-4o', prompt)
  assert.deepEqual([heard.input, heard.output], [tokens, tokens])
  assert.deepEqual(new Set(here.sent().map(({ path }) => path)), new Set(['/azure/openai/v1/chat/completions']))
})

test('Claude in a resource of Azure counts the tokens of a request', async () => {
  const here = relay.place()
  const model = 'claude-sonnet-4-5'
  await here.channel({ type: 3, models: model, base_url: relay.mock.urlOf('azure') })
  const { key } = await here.key()
  const body = { model, messages: [{ role: 'user', content: prompt }] }
  const { json } = await send(relay, '/v1/messages/count_tokens', { key, body })
  assert.equal(json.input_tokens, tokens)
  assert.deepEqual(
    here.sent().map(({ path }) => path),
    ['/azure/anthropic/v1/messages/count_tokens'],
  )
})

for (const kind of databaseKinds)
  describe(`a channel’s key [${kind}]`, () => {
    const kept = useRelay(kind)

    test('goes to its upstream and nowhere else, and nothing of the client goes with it', async () => {
      const here = kept.place()
      const secret = `sk-only-upstream-${kind}`
      await here.channel({ key: secret })
      const mine = await here.key()
      const { text } = await send(kept, '/v1/chat/completions?key=1&api-version=2', {
        headers: {
          authorization: `Bearer ${mine.key}`,
          cookie: 'session=secret',
          'x-forwarded-for': '203.0.113.5',
          'x-api-key': 'sk-other',
          'openai-organization': 'org-other',
          'x-custom': '1',
          'user-agent': 'client/1',
        },
        body: {
          model: 'gpt-4o',
          messages: [{ role: 'user', content: 'hello' }],
          api_key: 'x',
          base_url: 'http://evil.example',
          organization: 'org-x',
          service_tier: 'priority',
          unknown_field: 1,
        },
      })
      const [sent] = here.sent()
      assert.ok(sent)
      assert.deepEqual(Object.keys(sent.headers).sort(), [
        'accept-encoding',
        'authorization',
        'connection',
        'content-length',
        'content-type',
        'host',
        'user-agent',
      ])
      assert.equal(sent.headers.authorization, `Bearer ${secret}`)
      assert.equal(sent.headers['user-agent'], 'turnpike')
      assert.deepEqual(sent.query, {})
      assert.deepEqual(Object.keys(sent.body).sort(), ['messages', 'model', 'unknown_field'])
      for (const bytes of [text, ...kept.lines]) assert.ok(!bytes.includes(secret))
      for (const bytes of kept.lines) assert.ok(!bytes.includes(mine.key.slice(3)))
    })
  })
