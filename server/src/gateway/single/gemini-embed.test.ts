import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { saveOptions } from '../../../test/harness/harness.ts'
import { useRelay } from '../../../test/harness/relay-harness.ts'
import { adminRow } from '../../domain/usage/logs/log-row.ts'

const openai = 'text-embedding-3-small'
/** Google's newer models say what they read, the older one does not. */
const gemini = 'gemini-embedding-2'
const silent = 'gemini-embedding-001'
const start = 100_000_000

const content = (text: string) => ({ parts: [{ text }] })

describe('Gemini embeddings', () => {
  const relay = useRelay('sqlite')
  before(async () => {
    await relay.channel({ type: 1, models: openai })
    await relay.channel({
      type: 24,
      models: `${gemini},${silent},alias`,
      base_url: relay.mock.urlOf('gemini'),
      model_mapping: { alias: gemini },
    })
    await relay.channel({ type: 14, models: 'claude-sonnet-4-5', base_url: relay.mock.urlOf('anthropic') })
    const ratios = { [openai]: 2, [gemini]: 3, [silent]: 5, alias: 7 }
    await saveOptions(relay.deps.store, relay.deps.vault, { ModelRatio: JSON.stringify(ratios) })
    await relay.deps.reload()
  })

  async function embed(key: string, model: string, action: string, body: object, version = 'v1beta') {
    relay.mock.requests.clear()
    const response = await fetch(`${relay.url}/${version}/models/${model}:${action}`, {
      method: 'POST',
      headers: { 'x-goog-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  const rowsOf = (user_id: number) =>
    relay.deps.logStore.selectFrom('logs').selectAll().where('user_id', '=', user_id).where('type', '=', 2).execute()

  test('one text goes to Google unchanged, and so does its response to the client', async () => {
    const { key, user_id } = await relay.key()
    const requests = {
      content: content('eight letters'),
      taskType: 'RETRIEVAL_DOCUMENT',
      title: 'T',
      outputDimensionality: 4,
    }
    const { status, body } = await embed(key, 'alias', 'embedContent', requests)
    assert.equal(status, 200)
    assert.equal(body.embedding.values.length, 4)
    assert.equal(body.usageMetadata.promptTokenCount, 4)
    const sent = relay.mock.requests.last()
    assert.equal(sent?.path, `/gemini/v1beta/models/${gemini}:embedContent`)
    assert.deepEqual(sent?.body, { ...requests, model: `models/${gemini}` })
    // 4 tokens × 7.
    assert.deepEqual(await relay.balance(user_id), {
      quota: start - 28,
      held: 0,
      used_quota: 28,
      request_count: 1,
    })
    const [row] = await rowsOf(user_id)
    assert.deepEqual([row?.quota, row?.model_name, row?.prompt_tokens, row?.completion_tokens], [28, 'alias', 4, 0])
    const other = JSON.parse(row ? adminRow(row).other : '')
    assert.equal(other.request_path, '/v1beta/models/{model}:embedContent')
    assert.equal(other.upstream_model_name, gemini)
  })

  test('several texts, on the other address too; what Google does not count is counted here', async () => {
    const { key, user_id } = await relay.key()
    const requests = ['first', 'second'].map((text) => ({ model: `models/${silent}`, content: content(text) }))
    const { status, body } = await embed(key, silent, 'batchEmbedContents', { requests }, 'v1')
    assert.equal(status, 200)
    assert.equal(body.embeddings.length, 2)
    assert.equal(body.embeddings[0].values.length, 3072)
    const [row] = await rowsOf(user_id)
    assert.ok(row && row.prompt_tokens > 0)
    assert.equal(row.quota, row.prompt_tokens * 5)
    assert.equal(JSON.parse(adminRow(row).other).admin_info.local_count_tokens, true)
    assert.equal((await relay.balance(user_id)).quota, start - row.quota)
  })

  test('other embedders get requests in their format, and the client reads the format of Google', async () => {
    const { key, user_id } = await relay.key()
    const one = await embed(key, openai, 'embedContent', { content: content('eight letters'), outputDimensionality: 8 })
    assert.equal(one.status, 200)
    assert.deepEqual(Object.keys(one.body), ['embedding'])
    assert.equal(one.body.embedding.values.length, 8)
    const sent = relay.mock.requests.last()
    assert.equal(sent?.path, '/v1/embeddings')
    assert.equal(sent?.body.input, 'eight letters')
    assert.equal((await relay.balance(user_id)).used_quota, 4 * 2)

    const requests = ['aaaa', 'bbbb', 'cccc'].map((text) => ({ content: content(text) }))
    const many = await embed(key, openai, 'batchEmbedContents', { requests })
    assert.equal(many.body.embeddings.length, 3)
    assert.deepEqual(relay.mock.requests.last()?.body.input, ['aaaa', 'bbbb', 'cccc'])
    assert.equal((await relay.balance(user_id)).used_quota, 4 * 2 + 3 * 2)
  })

  test('refusals and failures are told in the words of Google, and cost nothing', async () => {
    const { key, user_id } = await relay.key()
    const call = { content: content('x') }
    const cases: [what: string, model: string, action: string, body: object, status: number, name: string][] = [
      ['no text', openai, 'embedContent', {}, 400, 'INVALID_ARGUMENT'],
      ['no list', openai, 'batchEmbedContents', { requests: [] }, 400, 'INVALID_ARGUMENT'],
      ['nobody serves it', 'nothing', 'embedContent', call, 404, 'NOT_FOUND'],
      ['a channel that cannot', 'claude-sonnet-4-5', 'embedContent', call, 501, 'UNIMPLEMENTED'],
      ['another verb', gemini, 'predictLongRunning', call, 501, 'UNIMPLEMENTED'],
    ]
    for (const [what, model, action, body, status, name] of cases) {
      const response = await embed(key, model, action, body)
      assert.deepEqual([response.status, response.body.error.status], [status, name], what)
    }
    const limited = await relay.key({ model_limits: openai })
    assert.equal((await embed(limited.key, gemini, 'embedContent', call)).body.error.status, 'PERMISSION_DENIED')
    assert.equal((await embed('sk-nobody', gemini, 'embedContent', call)).body.error.status, 'UNAUTHENTICATED')
    const poor = await relay.key({ quota: 1 })
    assert.equal((await embed(poor.key, gemini, 'embedContent', call)).status, 403)

    for (const fault of [
      { kind: 'status', status: 500 },
      { kind: 'error-in-200', body: { error: { code: 500, status: 'INTERNAL', message: 'x' } } },
      { kind: 'error-in-200', body: {} },
      { kind: 'silent', how: 'empty' },
    ] as const) {
      for (const model of [gemini, openai]) {
        relay.mock.faults.add({ times: 1, fault })
        const { status, body } = await embed(key, model, 'embedContent', call)
        assert.ok(status >= 500, `${fault.kind} ${status}`)
        assert.equal(body.error.code, status)
      }
    }
    assert.deepEqual(await relay.balance(user_id), { quota: start, held: 0, used_quota: 0, request_count: 0 })
  })
})
