import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { secretOf } from '../../../mock-upstream/aws/signature.ts'
import { type GivenChannel, useRelay } from '../harness/relay-harness.ts'
import { send } from './send.ts'

/** Clients such as Codex offer the search of the web in every request, though the model may never use it. */
describe('tools that only some upstreams can run', () => {
  const relay = useRelay('sqlite', {}, ({ options }) => options({ RetryTimes: '1' }))
  const model = 'gpt-4o'

  const bedrock = (upstreamModel: string, more: GivenChannel = {}): GivenChannel => ({
    type: 33,
    models: model,
    model_mapping: { [model]: upstreamModel },
    keyOf: (name) => `${name}|${secretOf(name)}|us-east-1`,
    base_url: relay.mock.urlOf('aws'),
    ...more,
  })
  const without: Record<string, () => GivenChannel> = {
    'Claude on Bedrock': () => bedrock('claude-opus-4-6'),
    'Nova on Bedrock': () => bedrock('amazon.nova-lite-v1:0'),
    DeepSeek: () => ({
      type: 43,
      models: model,
      model_mapping: { [model]: 'deepseek-chat' },
      base_url: relay.mock.urlOf('deepseek'),
    }),
  }
  const anthropic = (more: GivenChannel = {}): GivenChannel => ({
    type: 14,
    models: model,
    model_mapping: { [model]: 'claude-sonnet-4-5' },
    base_url: relay.mock.urlOf('anthropic'),
    ...more,
  })
  const f = { type: 'function', name: 'f', parameters: { type: 'object', properties: {} } }
  const offer = { type: 'web_search', external_web_access: true }
  const response = (key: string, more: object) =>
    send(relay, '/v1/responses', { key, body: { model, input: 'hello', ...more } })
  const vendorsIn = (place: ReturnType<typeof relay.place>) => place.sent().map(({ vendor }) => vendor)

  for (const [name, channel] of Object.entries(without)) {
    test(`${name} gets a Responses request without its offer of a search`, async () => {
      const place = relay.place()
      await place.channel(channel())
      const { key } = await place.key()
      const { status, text } = await response(key, { tools: [f, offer], tool_choice: 'auto' })
      assert.equal(status, 200, text)
      assert.doesNotMatch(JSON.stringify(place.sent().map(({ body }) => body)), /web_search/)
    })

    test(`${name} gets a chat without its offer of a search`, async () => {
      const place = relay.place()
      await place.channel(channel())
      const { key } = await place.key()
      const body = { model, messages: [{ role: 'user', content: 'hello' }], web_search_options: {} }
      const { status, text } = await send(relay, '/v1/chat/completions', { key, body })
      assert.equal(status, 200, text)
      assert.doesNotMatch(JSON.stringify(place.sent().map(({ body }) => body)), /web_search/)
    })
  }

  for (const [name, channel] of Object.entries(without))
    test(`a channel that can search is chosen before ${name}, whatever their priorities`, async () => {
      const place = relay.place()
      await place.channel({ ...channel(), priority: 9 })
      await place.channel(anthropic())
      const { key } = await place.key()
      assert.equal((await response(key, { tools: [offer] })).status, 200)
      assert.equal((await response(key, { tools: [f] })).status, 200)
      assert.deepEqual(vendorsIn(place), ['anthropic', name === 'DeepSeek' ? 'deepseek' : 'aws'])
    })

  test('if the channel that can search fails, another one serves the request without the search', async () => {
    const place = relay.place()
    await place.channel(bedrock('claude-opus-4-6', { priority: 9 }))
    await place.channel(anthropic({ key: `sk-invalid-${Math.random()}` }))
    const { key } = await place.key()
    const { status, text } = await response(key, { tools: [offer] })
    assert.equal(status, 200, text)
    assert.equal(vendorsIn(place).at(-1), 'aws')
  })

  for (const [what, more] of [
    ['a search that is forced', { tools: [offer], tool_choice: { type: 'web_search' } }],
    ['a tool of OpenAI’s own', { tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] }],
  ] as const)
    test(`${what} is for the next channel, or unsupported`, async () => {
      const place = relay.place()
      await place.channel(bedrock('claude-opus-4-6', { priority: 9 }))
      const { key } = await place.key()
      const refused = await response(key, more)
      assert.deepEqual([refused.status, refused.json.error.code], [400, 'unsupported'], refused.text)
      await place.channel({ models: model })
      assert.equal((await response(key, more)).status, 200)
      assert.deepEqual(vendorsIn(place), ['openai'])
    })

  test('the search tool of an Anthropic client goes past Bedrock to a channel that runs it', async () => {
    const place = relay.place()
    await place.channel(bedrock('claude-opus-4-6', { priority: 9 }))
    await place.channel(anthropic())
    const { key } = await place.key()
    const { status, text } = await send(relay, '/v1/messages', {
      headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
      body: {
        model,
        max_tokens: 50,
        messages: [{ role: 'user', content: 'hello' }],
        tools: [{ type: 'web_search_20250305', name: 'web_search' }],
      },
    })
    assert.equal(status, 200, text)
    assert.deepEqual(vendorsIn(place), ['anthropic'])
  })
})
