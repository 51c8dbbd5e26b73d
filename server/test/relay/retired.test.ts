import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { createProbe } from '../../src/gateway/probe/probe.ts'
import { createTokenCache } from '../../src/gateway/routing/token-cache.ts'
import { createChannelAgents } from '../../src/outbound/agents.ts'
import { direct } from '../../src/outbound/proxies.ts'
import { databaseKindsOfRun } from '../harness/databases.ts'
import { type GivenKey, useRelay } from '../harness/relay-harness.ts'
import { assertFree, booksOf } from './books.ts'
import { send } from './send.ts'

const model = 'PaLM-2'
const body = { model, messages: [{ role: 'user', content: 'hi' }] }

for (const kind of databaseKindsOfRun)
  describe(`a model whose provider has shut down [${kind}]`, () => {
    const relay = useRelay(kind, {}, ({ options }) => options({ ModelRatio: JSON.stringify({ [model]: 1 }) }))
    const palm = { type: 11, models: `${model},chat-bison-001`, base_url: '' }
    const gemini = () => ({
      type: 24,
      models: model,
      base_url: relay.mock.urlOf('gemini'),
      model_mapping: { [model]: 'gemini-2.5-flash' },
    })

    async function assertRetired(mine: GivenKey, key = mine.key) {
      const { status, json } = await send(relay, '/v1/chat/completions', { key, body })
      const { message, ...error } = json.error
      assert.deepEqual([status, error], [410, { type: 'invalid_request_error', param: 'model', code: 'model_retired' }])
      assert.match(message, /^the provider has retired this model \(request id: /)
      assertFree(await booksOf(relay, mine))
    }

    test('is gone: no upstream gets a request and nothing is charged', async () => {
      const here = relay.place()
      await here.channel(palm)
      await assertRetired(await here.key())
      assert.deepEqual(here.sent(), [])
    })

    test('is gone in every dialect, and for whoever only counts', async () => {
      const here = relay.place()
      await here.channel(palm)
      const { key } = await here.key()
      const sent: [path: string, body: object][] = [
        ['/v1/messages', { ...body, max_tokens: 5 }],
        ['/v1/messages/count_tokens', body],
        ['/v1/responses', { model, input: 'hi' }],
        [`/v1beta/models/${model}:generateContent`, { contents: [{ parts: [{ text: 'hi' }] }] }],
        ['/v1/embeddings', { model, input: 'hi' }],
      ]
      for (const [path, content] of sent)
        assert.equal((await send(relay, path, { key, body: content })).status, 410, path)
      assert.deepEqual(here.sent(), [])
    })

    test('is gone for an administrator who names the channel', async () => {
      const here = relay.place()
      const { id } = await here.channel(palm)
      const admin = await here.key({ role: role.admin })
      await assertRetired(admin, `${admin.key}-${id}`)
      assert.deepEqual(here.sent(), [])
    })

    test('is served by another channel that an administrator gave it to', async () => {
      const here = relay.place()
      await here.channel({ ...palm, priority: 9 })
      const { key: upstream } = await here.channel(gemini())
      const { key } = await here.key()
      for (let times = 0; times < 5; times++)
        assert.equal((await send(relay, '/v1/chat/completions', { key, body })).status, 200)
      assert.deepEqual([...new Set(here.sent().map((sent) => sent.key))], [upstream])
    })

    test('is served by another server that speaks its format, in whole and as a stream', async () => {
      const here = relay.place()
      await here.channel({ ...palm, base_url: relay.mock.urlOf('palm') })
      const { key } = await here.key()
      const { status, json } = await send(relay, '/v1/chat/completions', { key, body })
      assert.deepEqual([status, json.choices[0].message.content], [200, 'hi'])
      const { text } = await send(relay, '/v1/chat/completions', { key, body: { ...body, stream: true } })
      assert.match(text, /"content":"hi"/)
      assert.match(text, /data: \[DONE\]/)
      assert.deepEqual(
        here.sent().map(({ path }) => path),
        Array(2).fill('/palm/v1beta2/models/chat-bison-001:generateMessage'),
      )
    })

    test('is on no list', async () => {
      const here = relay.place()
      await here.channel(palm)
      await here.channel({ models: 'gpt-4o' })
      const { json } = await send(relay, '/v1/models', { key: (await here.key()).key })
      assert.deepEqual(
        json.data.map(({ id }: { id: string }) => id),
        ['gpt-4o'],
      )
    })

    test('fails the test of its channel in the same words', async (t) => {
      const agents = createChannelAgents({ allowPrivate: true, allowed: [] }, direct)
      t.after(() => agents.close())
      const { vault } = relay.deps
      const probe = createProbe({ ...relay.deps, agents, tokenCache: createTokenCache(), proxies: () => new Map() })
      const row = {
        id: 1,
        name: 'p',
        models: model,
        other: '',
        openai_organization: '',
        model_mapping: '',
        setting: '',
        proxy_cipher: '',
        param_override: '',
        header_override: '',
      }
      const key_cipher = vault.encrypt('AIza-1', 'channel key')
      const tested = await probe.testModel({ ...row, type: 11, base_url: '', key_cipher }, model)
      assert.deepEqual(tested, {
        ok: false,
        failure: { reason: 'the provider has retired this model', isFatal: false },
      })
    })
  })
