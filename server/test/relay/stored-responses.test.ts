import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema'
import { channelStatus } from '@turnpike/contract/routing/channel'
import { secretOf } from '../../../mock-upstream/aws/signature.ts'
import { serviceAccountOf } from '../../../mock-upstream/vertex/accounts.ts'
import { bumpRevision } from '../../src/store/revision.ts'
import type { DatabaseKind } from '../harness/databases.ts'
import { freshDatabase } from '../harness/databases.ts'
import { type GivenChannel, startRelay, useRelay } from '../harness/relay-harness.ts'
import { assertFree, booksOf } from './books.ts'
import { eventsIn, type Loose, send } from './send.ts'
import { startSteeredUpstream } from './steered-upstream.ts'

const relay = useRelay('sqlite')
const accounts = 4
const claude = 'claude-sonnet-4-5'
const gpt = 'gpt-4o'
const beta = { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'message-threads-2026-08-12' }

type Format = {
  path: string
  channel: () => object
  model: string
  headers: Record<string, string>
  /** A request that begins a conversation, or goes on from a response. */
  body(previous: string | undefined, isStream: boolean): object
  idIn(json: Loose): string
  idsInStream(events: Loose[]): string[]
  /** The error for a response that no channel keeps. */
  lost(json: Loose): unknown
  lostStatus: number
  expectedLoss: unknown
}
const formats: Record<string, Format> = {
  'the thread of an Anthropic client': {
    path: '/v1/messages',
    channel: () => ({ type: 14, models: claude, base_url: relay.mock.urlOf('anthropic') }),
    model: claude,
    headers: beta,
    body: (previous, stream) => ({
      model: claude,
      max_tokens: 50,
      stream,
      messages: [{ role: 'user', content: 'hello' }],
      thread: previous === undefined ? { type: 'create' } : { type: 'continue', previous_message_id: previous },
    }),
    idIn: ({ id }) => id,
    idsInStream: (events) => events.flatMap(({ message }) => (message ? [message.id] : [])),
    lost: ({ error }) => error.details,
    lostStatus: 404,
    expectedLoss: { error_code: 'thread_not_found' },
  },
  'the previous response of an OpenAI client': {
    path: '/v1/responses',
    channel: () => ({ models: gpt }),
    model: gpt,
    headers: {},
    body: (previous_response_id, stream) => ({ model: gpt, input: 'hello', stream, previous_response_id }),
    idIn: ({ id }) => id,
    idsInStream: (events) => events.flatMap(({ response }) => (response ? [response.id] : [])),
    lost: ({ error }) => [error.code, error.param],
    lostStatus: 400,
    expectedLoss: ['previous_response_not_found', 'previous_response_id'],
  },
}

for (const [name, format] of Object.entries(formats))
  describe(name, () => {
    async function given(channels = accounts) {
      const here = relay.place()
      const made = []
      for (let each = 0; each < channels; each++) made.push(await here.channel(format.channel()))
      const mine = await here.key()
      const call = (previous: string | undefined, isStream = false, key = mine.key) =>
        send(relay, format.path, { key, headers: format.headers, body: format.body(previous, isStream) })
      return { here, mine, made, call }
    }

    for (const isStream of [false, true])
      test(`goes on with the account that has it, ${isStream ? 'streamed' : 'whole'}`, async () => {
        const { here, call } = await given()
        for (let round = 0; round < 6; round++) {
          let previous: string | undefined
          for (let turn = 0; turn < 4; turn++) {
            const { status, text, json } = await call(previous, isStream)
            assert.equal(status, 200, text)
            const ids: string[] = isStream ? format.idsInStream(eventsIn(text)) : [format.idIn(json)]
            assert.equal(new Set(ids).size, 1, `one id in a response: ${ids}`)
            previous = ids[0]
          }
          const keys = here
            .sent()
            .slice(-4)
            .map(({ key }) => key)
          assert.equal(new Set(keys).size, 1, 'one account for the whole conversation')
        }
      })

    test('is refused where its channel is gone or has another key, and nothing is paid', async () => {
      const { store, vault, reload } = relay.deps
      const changes = [
        { key_cipher: vault.encrypt('sk-another', 'channel key') },
        { status: channelStatus.disabled },
        { models: 'another-model' },
      ]
      for (const change of changes) {
        const { here, mine, made, call } = await given(2)
        const { json } = await call(undefined)
        const keeper = made.find(({ key }) => key === here.sent()[0]?.key)
        await store
          .updateTable('channels')
          .set(change)
          .where('id', '=', keeper?.id ?? 0)
          .execute()
        await bumpRevision(store)
        await reload()
        const before = await booksOf(relay, mine)
        const lost = await call(format.idIn(json))
        assert.deepEqual([lost.status, format.lost(lost.json)], [format.lostStatus, format.expectedLoss])
        const after = await booksOf(relay, mine)
        assert.deepEqual([after.charges, after.holds], [before.charges, []])
      }
    })

    test('is nobody else’s, whether an id is known, guessed or changed', async () => {
      const { here, call } = await given(2)
      const other = await here.key()
      const { json } = await call(undefined)
      const id: string = format.idIn(json)
      const calls = here.sent().length
      for (const [previous, key] of [
        [id, other.key],
        [`${id}0`, undefined],
        [id.slice(0, -1), undefined],
        [id.slice(0, -20), undefined],
        ['msg_1', undefined],
        ['', undefined],
      ] as const) {
        const { status, json } = await call(previous, false, key)
        assert.deepEqual([status, format.lost(json)], [format.lostStatus, format.expectedLoss], previous)
      }
      assert.equal(here.sent().length, calls, 'no upstream heard of it')
      assertFree(await booksOf(relay, other))
    })

    for (const kind of ['sqlite', 'postgres'] satisfies DatabaseKind[])
      test(`goes on through another process on the same database [${kind}]`, async (t) => {
        const database = await freshDatabase(kind)
        const first = await startRelay(database.address)
        const second = await startRelay(database.address, {}, first.mock)
        t.after(async () => {
          await second.stop()
          await first.stop()
          await database.drop()
        })
        const { base_url, ...channel } = { base_url: '', ...format.channel() }
        const address = base_url.replace(relay.mock.url, first.mock.url)
        for (let each = 0; each < accounts; each++)
          await first.channel({ ...channel, ...(address && { base_url: address }) })
        await second.deps.reload()
        const { key } = await first.key()
        for (let round = 0; round < 4; round++) {
          const sending = (previous?: string) => ({
            key,
            headers: format.headers,
            body: format.body(previous, false),
          })
          const begun = await send(first, format.path, sending())
          const gone = await send(second, format.path, sending(format.idIn(begun.json)))
          assert.equal(gone.status, 200, gone.text)
        }
      })
  })

test('a response that is not kept has the id that its upstream gave it', async () => {
  const here = relay.place()
  await here.channel({ models: gpt })
  const { key } = await here.key()
  const { json } = await send(relay, '/v1/responses', { key, body: { model: gpt, input: 'hi', store: false } })
  assert.match(json.id, /^resp_[0-9a-f]+x\d+$/)
})

test('a message without a thread has the id that its upstream gave it', async () => {
  const here = relay.place()
  await here.channel({ type: 14, models: claude, base_url: relay.mock.urlOf('anthropic') })
  const { key } = await here.key()
  const body = { model: claude, max_tokens: 50, messages: [{ role: 'user', content: 'hi' }] }
  const { json } = await send(relay, '/v1/messages', { key, headers: beta, body })
  assert.match(json.id, /^msg_\d+$/)
})

/** Hosts with Anthropic's format that store no threads. */
const storingNothing: Record<string, { model: string; channel: () => GivenChannel }> = {
  Bedrock: {
    model: claude,
    channel: () => ({ type: 33, keyOf: (id) => `${id}|${secretOf(id)}|us-east-1`, base_url: relay.mock.urlOf('aws') }),
  },
  Vertex: {
    model: claude,
    channel: () => ({
      type: 41,
      keyOf: serviceAccountOf,
      base_url: relay.mock.urlOf('vertex'),
      other: 'global',
      setting: { token_url: `${relay.mock.urlOf('vertex')}/token` },
    }),
  },
  Qwen: { model: 'qwen3-max', channel: () => ({ type: 17, base_url: relay.mock.urlOf('qwen') }) },
}

describe('a thread where no upstream keeps any', () => {
  for (const thread of [{ type: 'create' }, { type: 'continue', previous_message_id: 'msg_1' }])
    test(`is refused with the code that lets the SDK go on without: ${thread.type}`, async () => {
      const here = relay.place()
      await here.channel({ models: gpt })
      const mine = await here.key()
      const body = { model: gpt, max_tokens: 50, messages: [{ role: 'user', content: 'hi' }], thread }
      const { status, json } = await send(relay, '/v1/messages', { key: mine.key, headers: beta, body })
      assert.deepEqual([status, json.error.type], [400, 'invalid_request_error'])
      assert.deepEqual(json.error.details, { error_code: 'thread_unsupported_request' })
      assert.deepEqual(here.sent(), [])
      assertFree(await booksOf(relay, mine))
    })

  for (const [name, { model, channel }] of Object.entries(storingNothing))
    for (const thread of [{ type: 'create' }, { type: 'continue', previous_message_id: 'msg_1' }])
      test(`is refused although ${name} has the same format: ${thread.type}`, async () => {
        const here = relay.place()
        await here.channel({ models: model, ...channel() })
        const mine = await here.key()
        const body = { model, max_tokens: 50, messages: [{ role: 'user', content: 'hi' }], thread }
        const { status, json } = await send(relay, '/v1/messages', { key: mine.key, headers: beta, body })
        assert.equal(status, 400)
        assert.deepEqual(json.error.details, { error_code: 'thread_unsupported_request' })
        assert.deepEqual(here.sent(), [])
        assertFree(await booksOf(relay, mine))
      })

  test('stays with Anthropic where Bedrock serves the model too', async () => {
    const here = relay.place()
    await here.channel({ ...storingNothing.Bedrock?.channel(), models: claude, priority: 9 })
    const keeper = await here.channel({ type: 14, models: claude, base_url: relay.mock.urlOf('anthropic') })
    const { key } = await here.key()
    const messages = [{ role: 'user', content: 'hi' }]
    const body = { model: claude, max_tokens: 50, messages, thread: { type: 'create' } }
    assert.equal((await send(relay, '/v1/messages', { key, headers: beta, body })).status, 200)
    assert.deepEqual(
      here.sent().map((request) => request.key),
      [keeper.key],
    )
  })

  test('stays with the channels that keep threads where a model has both kinds', async () => {
    const here = relay.place()
    await here.channel({ models: claude, priority: 9 })
    const keeper = await here.channel({ type: 14, models: claude, base_url: relay.mock.urlOf('anthropic') })
    const { key } = await here.key()
    const body = {
      model: claude,
      max_tokens: 50,
      messages: [{ role: 'user', content: 'hi' }],
      thread: { type: 'create' },
    }
    assert.equal((await send(relay, '/v1/messages', { key, headers: beta, body })).status, 200)
    assert.deepEqual(
      here.sent().map((request) => request.key),
      [keeper.key],
    )
  })
})

describe('the tool runner of Anthropic’s SDK', () => {
  const weather = betaTool({
    name: 'weather',
    description: 'The weather of a city',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    run: ({ city }: { city: string }) => `four degrees in ${city}`,
  })
  const upstreams: Record<string, { model: string; channel: () => object }> = {
    Anthropic: { model: claude, channel: () => ({ type: 14, base_url: relay.mock.urlOf('anthropic') }) },
    OpenAI: { model: gpt, channel: () => ({}) },
    Gemini: { model: 'gemini-2.5-flash', channel: () => ({ type: 24, base_url: relay.mock.urlOf('gemini') }) },
    ...storingNothing,
  }
  for (const [name, { model, channel }] of Object.entries(upstreams))
    test(`calls its tools and ends with ${name}, over several accounts`, async () => {
      const here = relay.place()
      for (let each = 0; each < accounts; each++) await here.channel({ models: model, ...channel() })
      const { key } = await here.key()
      const client = new Anthropic({ apiKey: key, baseURL: relay.url, maxRetries: 0 })
      for (let round = 0; round < 4; round++) {
        const runner = client.beta.messages.toolRunner({
          model,
          max_tokens: 500,
          messages: [{ role: 'user', content: 'Please call weather with {"city":"Oslo"} now.' }],
          tools: [weather],
        })
        const message = await runner
        const text = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
        assert.match(text, /four degrees in Oslo/)
      }
    })

  for (const [name, { model, channel }] of Object.entries(upstreams))
    test(`loses no turn of its thread with ${name}`, async () => {
      const here = relay.place()
      for (let each = 0; each < accounts; each++) await here.channel({ models: model, ...channel() })
      const { key } = await here.key()
      const client = new Anthropic({ apiKey: key, baseURL: relay.url, maxRetries: 0 })
      const thread = client.beta.messages.thread({
        model,
        max_tokens: 500,
        messages: [{ role: 'user', content: 'Please call weather with {"city":"Oslo"} now.' }],
        tools: [weather],
        unsupportedRequestBehavior: 'continue_unthreaded',
      })
      const message = await thread.toolRunner()
      const text = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
      assert.match(text, /four degrees in Oslo/)
      const goesOnByItself = name === 'Anthropic'
      assert.equal(thread.previousMessageId !== null, goesOnByItself)
      const last = here.sent().at(-1)
      // Only a thread spares the upstream the earlier turns.
      assert.equal(JSON.stringify(last?.body).includes('Please call weather'), !goesOnByItself)
    })
})

test('details of an error reach the client whole, but for secrets', async (t) => {
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ type: 14, models: claude, base_url: upstream.url, key: 'sk-upstream-4711' })
  const { key } = await here.key()
  const body = { model: claude, max_tokens: 50, messages: [{ role: 'user', content: 'hi' }] }
  const told = async (status: number, details: unknown) => {
    const sending = send(relay, '/v1/messages', { key, headers: beta, body })
    const { response } = await upstream.next()
    const error = { type: 'invalid_request_error', message: 'no', details }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ type: 'error', error }))
    return (await sending).json.error
  }
  const details = { error_code: 'thread_unsupported_request', unsupported: ['cache_control'], nested: { count: 2 } }
  assert.deepEqual((await told(400, details)).details, details)
  const leaking = { error_code: 'thread_x', key: 'sk-upstream-4711', list: ['Bearer abcdefghijkl'] }
  const shown = JSON.stringify((await told(400, leaking)).details)
  assert.doesNotMatch(shown, /4711|abcdefghijkl/)
  assert.match(shown, /thread_x/)
  for (const odd of ['a text', ['a list'], 7, null]) assert.equal((await told(400, odd)).details, undefined)
  assert.equal((await told(401, { error_code: 'organization_on_hold' })).details, undefined, 'of the channel’s account')
})
