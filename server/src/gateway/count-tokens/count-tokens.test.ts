import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { saveOptions } from '../../../test/harness/harness.ts'
import { useRelay } from '../../../test/harness/relay-harness.ts'

const claude = 'claude-sonnet-4-5'
const gemini = 'gemini-2.5-flash'
const messages = [{ role: 'user', content: 'How many tokens are these words?' }]
const contents = [{ role: 'user', parts: [{ text: 'How many tokens are these words?' }] }]

describe('counting tokens', () => {
  const relay = useRelay('sqlite')
  before(async () => {
    const { mock } = relay
    await relay.channel({ type: 1, models: `gpt-4o,${claude}`, priority: 5 })
    await relay.channel({ type: 14, models: claude, base_url: mock.urlOf('anthropic') })
    await relay.channel({
      type: 14,
      models: `${claude},claude-opus-4-5`,
      group: 'vip',
      base_url: mock.urlOf('anthropic'),
    })
    await relay.channel({ type: 24, models: gemini, base_url: mock.urlOf('gemini') })
  })

  async function count(path: string, body: object, headers: Record<string, string>) {
    relay.mock.requests.clear()
    const response = await fetch(relay.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  const countMessages = (key: string, body: object, headers = {}) =>
    count('/v1/messages/count_tokens', body, { 'x-api-key': key, 'anthropic-version': '2023-06-01', ...headers })
  const countContents = (key: string, model: string, body: object, version = 'v1beta') =>
    count(`/${version}/models/${model}:countTokens`, body, { 'x-goog-api-key': key })

  const untouched = { quota: 100_000_000, held: 0, used_quota: 0, request_count: 0 }
  const rowsOf = (user_id: number) =>
    relay.deps.logStore.selectFrom('logs').select('id').where('user_id', '=', user_id).where('type', '=', 2).execute()

  test('Anthropic counts in its own format if one of its channels serves the model, free of charge', async () => {
    const { key, user_id } = await relay.key()
    const system = 'Be brief.'
    const { status, body } = await countMessages(key, { model: claude, messages, system }, { 'anthropic-beta': 'x-1' })
    assert.equal(status, 200)
    assert.deepEqual(body, { input_tokens: 11 })
    const sent = relay.mock.requests.last()
    assert.deepEqual([sent?.vendor, sent?.path], ['anthropic', '/anthropic/v1/messages/count_tokens'])
    assert.equal(sent?.headers['anthropic-beta'], 'x-1')
    assert.deepEqual(sent?.body, { model: claude, messages, system })
    assert.deepEqual(await relay.balance(user_id), untouched)
    assert.deepEqual(await rowsOf(user_id), [])
  })

  test('a model that only others serve is counted here', async () => {
    const { key, user_id } = await relay.key()
    const { status, body } = await countMessages(key, { model: 'gpt-4o', messages })
    assert.equal(status, 200)
    // 7 words and their wrapping: 3 for the reply, 3 and its role for the message.
    assert.deepEqual(body, { input_tokens: 3 + 3 + 1 + 7 })
    assert.deepEqual(relay.mock.requests.list(), [])
    assert.deepEqual(await relay.balance(user_id), untouched)
  })

  test('an upstream that cannot count leaves it to us; one that calls the request wrong is believed', async () => {
    const { key } = await relay.key()
    for (const fault of [
      { kind: 'status', status: 404 },
      { kind: 'status', status: 529 },
      { kind: 'error-in-200', body: { surprise: true } },
      { kind: 'cut', at: 'before-headers' },
    ] as const) {
      relay.mock.faults.add({ times: 1, fault })
      const { status, body } = await countMessages(key, { model: claude, messages })
      assert.equal(status, 200, fault.kind)
      assert.ok(body.input_tokens > 0)
      assert.equal(relay.mock.requests.list().length, 1)
    }
    const refused = { type: 'error', error: { type: 'invalid_request_error', message: 'these words are too odd' } }
    relay.mock.faults.add({ times: 1, fault: { kind: 'status', status: 400, body: refused } })
    const { status, body } = await countMessages(key, { model: claude, messages })
    assert.equal(status, 400)
    assert.deepEqual([body.type, body.error.type], ['error', 'invalid_request_error'])
    assert.match(body.error.message, /^these words are too odd/)
  })

  test('Gemini counts for itself on both of its addresses, also a request inside the request', async () => {
    const { key, user_id } = await relay.key()
    for (const version of ['v1beta', 'v1']) {
      const { status, body } = await countContents(key, gemini, { contents }, version)
      assert.deepEqual([status, body], [200, { totalTokens: 8 }])
      assert.equal(relay.mock.requests.last()?.path, `/gemini/v1beta/models/${gemini}:countTokens`)
    }
    const inner = { generateContentRequest: { model: `models/${gemini}`, contents } }
    assert.deepEqual((await countContents(key, gemini, inner)).body, { totalTokens: 8 })
    assert.deepEqual(await relay.balance(user_id), untouched)
  })

  test('a Gemini client hears our count of other models, and our refusals in the words of Google', async () => {
    const { key } = await relay.key()
    assert.deepEqual((await countContents(key, 'gpt-4o', { contents })).body, { totalTokens: 14 })
    const { status, body } = await countContents(key, 'unknown-model', { contents })
    assert.equal(status, 404)
    assert.equal(body.error.status, 'NOT_FOUND')
  })

  test('the gate is that of a call: key, models, group, address, words', async () => {
    const cases: [given: Parameters<typeof relay.key>[0], model: string, status: number, text: RegExp][] = [
      [{ model_limits: 'gpt-4o' }, claude, 403, /may not use model/],
      [{}, 'claude-opus-4-5', 404, /does not exist/],
      [{ group: 'vip' }, 'gpt-4o', 404, /does not exist/],
      [{ allow_ips: '10.1.1.1' }, claude, 403, /address/],
      [{ expired_time: 1 }, claude, 401, /expired/],
      [{ remain_quota: 0 }, claude, 401, /spending limit/],
    ]
    for (const [given, model, status, text] of cases) {
      const { key } = await relay.key(given)
      const response = await countMessages(key, { model, messages })
      assert.equal(response.status, status, model)
      assert.equal(response.body.type, 'error')
      assert.match(response.body.error.message, text)
      assert.deepEqual(relay.mock.requests.list(), [])
    }
    assert.equal((await countMessages('sk-nobody', { model: claude, messages })).status, 401)
    const { key } = await relay.key()
    const words = [{ role: 'user', content: 'a test_sensitive word' }]
    assert.equal((await countMessages(key, { model: claude, messages: words })).status, 400)
    assert.equal((await countMessages(key, { messages })).status, 400)
    assert.deepEqual(relay.mock.requests.list(), [])
  })

  test('a channel that an administrator pinned counts, or the gateway counts if it cannot', async () => {
    const admin = await relay.given.user({ username: 'counting-admin' })
    await relay.deps.store.updateTable('users').set({ role: 10 }).where('id', '=', admin).execute()
    const { key } = await relay.key({ user_id: admin })
    assert.deepEqual((await countMessages(`${key}-2`, { model: claude, messages })).body, { input_tokens: 8 })
    await countMessages(`${key}-1`, { model: claude, messages })
    assert.deepEqual(relay.mock.requests.list(), [])
  })

  test('another channel is tried as often as calls are retried', async () => {
    await saveOptions(relay.deps.store, relay.deps.vault, { RetryTimes: '1' })
    await relay.channel({ type: 14, models: claude, base_url: relay.mock.urlOf('anthropic') })
    const { key } = await relay.key()
    relay.mock.faults.add({ times: 1, fault: { kind: 'status', status: 500 } })
    assert.deepEqual((await countMessages(key, { model: claude, messages })).body, { input_tokens: 8 })
    assert.equal(relay.mock.requests.list().length, 2)
  })
})
