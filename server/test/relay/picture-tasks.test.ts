import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type MockUpstream, startMockUpstream } from '../../../mock-upstream/server.ts'
import { memoryLimits } from '../../src/gateway/entry/in-flight/in-flight.ts'
import type { RelayDeps } from '../../src/gateway/entry/relay-deps.ts'
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { type RelayServer, startRelay, useRelay } from '../harness/relay-harness.ts'
import { assertCharged, assertFree, booksOf } from './books.ts'
import { charge } from './charge.ts'
import { send } from './send.ts'

// The price of a small picture of this model.
const model = 'dall-e-2'
const cost = (pictures: number) => charge([[pictures, '0.02']], '500000')

describe('pictures that an upstream draws as a task', () => {
  const relay = useRelay('sqlite', { TASK_POLL_SECONDS: '0.01' })

  async function given(upstreamModel = 'wan2.5-t2i-preview') {
    const here = relay.place()
    const model_mapping = { [model]: upstreamModel }
    await here.channel({ type: 17, models: model, model_mapping, base_url: relay.mock.urlOf('qwen') })
    const mine = await here.key()
    const draw = (fields: object) =>
      send(relay, '/v1/images/generations', { key: mine.key, body: { model, size: '1024x1024', ...fields } })
    return { here, mine, draw }
  }

  test('are polled until they are drawn, with the same key', async () => {
    const { here, mine, draw } = await given()
    const { status, json } = await draw({ prompt: 'a cat', n: 2 })
    assert.equal(status, 200)
    assert.equal(json.data.length, 2)
    assert.ok(Number.isInteger(json.created))
    assert.deepEqual(
      here.sent().map(({ method, path }) => `${method} ${path.replace(/task-.*/, 'ID')}`),
      [
        'POST /qwen/api/v1/services/aigc/text2image/image-synthesis',
        'GET /qwen/api/v1/tasks/ID',
        'GET /qwen/api/v1/tasks/ID',
      ],
    )
    assertCharged(await booksOf(relay, mine), cost(2))
  })

  test('are paid for as far as they were drawn', async () => {
    const { mine, draw } = await given()
    const { json } = await draw({ prompt: 'a cat, but fail one', n: 3 })
    assert.equal(json.data.length, 2)
    assertCharged(await booksOf(relay, mine), cost(2))
  })

  test('keep their address where it may not be fetched, though their data was requested', async () => {
    const { mine, draw } = await given()
    const { json } = await draw({ prompt: 'a cat', response_format: 'b64_json' })
    assert.match(json.data[0].url, /\/mock-files\//)
    assertCharged(await booksOf(relay, mine), cost(1))
  })

  test('cost nothing when the task fails', async () => {
    const { mine, draw } = await given()
    const { status, json } = await draw({ prompt: 'fail the task' })
    assert.equal(status, 400)
    assert.equal(json.error.code, 'DataInspectionFailed')
    assertFree(await booksOf(relay, mine))
  })

  /** Two channels, of which the first fails when a task is polled. */
  async function givenTwo(times: number) {
    const here = relay.place()
    const channel = { type: 17, models: model, model_mapping: { [model]: 'wan2.5-t2i-preview' } }
    const base_url = relay.mock.urlOf('qwen')
    const first = await here.channel({ ...channel, base_url, priority: 2 })
    await here.channel({ ...channel, base_url, priority: 1 })
    const match = { key: first.key, path: '/qwen/api/v1/tasks/' }
    relay.mock.faults.add({ match, times, fault: { kind: 'status', status: 503 } })
    const mine = await here.key()
    const body = { model, size: '1024x1024', prompt: 'a cat' }
    const response = await send(relay, '/v1/images/generations', { key: mine.key, body })
    const begun = here.sent().filter(({ method }) => method === 'POST').length
    return { response, begun, books: await booksOf(relay, mine) }
  }

  test('are still polled when the upstream was busy for a moment', async () => {
    const { response, begun, books } = await givenTwo(3)
    assert.deepEqual([response.status, begun], [200, 1])
    assertCharged(books, cost(1))
  })

  test('are not begun a second time where nothing more is heard of them', async () => {
    const { response, begun, books } = await givenTwo(100)
    assert.deepEqual([response.status, begun], [504, 1])
    assertFree(books)
  })

  test('are edited from a form, and polled as well', async () => {
    const here = relay.place()
    const model_mapping = { [model]: 'wan2.6-image' }
    await here.channel({ type: 17, models: model, model_mapping, base_url: relay.mock.urlOf('qwen') })
    const mine = await here.key()
    const form = new FormData()
    form.append('model', model)
    form.append('prompt', 'a hat on it')
    form.append('size', '1024x1024')
    form.append('image', new File(['x'], 'a.png', { type: 'image/png' }))
    const { status, json } = await send(relay, '/v1/images/edits', { key: mine.key, body: form })
    assert.deepEqual([status, json.data?.length], [200, 1])
    const content = JSON.stringify(here.sent()[0]?.body)
    assert.ok(content.includes('{"image":"data:image/png;base64,eA=="}'), content)
    assertCharged(await booksOf(relay, mine), cost(1))
  })
})

describe('a picture task that takes longer than a call may', () => {
  const relay = useRelay('sqlite', { TASK_POLL_SECONDS: '5', RELAY_TIMEOUT: '1' })

  test('is given up without polling in vain, and costs nothing', async () => {
    const here = relay.place()
    const model_mapping = { [model]: 'wan2.5-t2i-preview' }
    await here.channel({ type: 17, models: model, model_mapping, base_url: relay.mock.urlOf('qwen') })
    const mine = await here.key()
    const body = { model, prompt: 'a cat', size: '1024x1024' }
    const { status } = await send(relay, '/v1/images/generations', { key: mine.key, body })
    assert.equal(status, 504)
    assert.equal(here.sent().length, 1)
    assertFree(await booksOf(relay, mine))
  })
})

describe('an upstream that needs several requests for one response', () => {
  let mock: MockUpstream
  let relay: RelayServer
  let database: FreshDatabase
  before(async () => {
    mock = await startMockUpstream()
    database = await freshDatabase('sqlite')
    const env = { TASK_POLL_SECONDS: '0.01', MEDIA_FETCH_ALLOW: `127.0.0.1/32:${new URL(mock.url).port}` }
    relay = await startRelay(database.address, env, mock)
  })
  after(async () => {
    await relay.stop()
    await mock.stop()
    await database.drop()
  })

  test('has its pictures fetched for a client that wants their data', async () => {
    for (const upstreamModel of ['wan2.5-t2i-preview', 'qwen-image']) {
      const here = relay.place()
      const model_mapping = { [model]: upstreamModel }
      await here.channel({ type: 17, models: model, model_mapping, base_url: mock.urlOf('qwen') })
      const { key } = await here.key()
      const body = { model, prompt: 'a cat', size: '1024x1024', response_format: 'b64_json' }
      const { json } = await send(relay, '/v1/images/generations', { key, body })
      const drawn = await fetch(mock.url + (mock.requests.last()?.path ?? '')) // the last request fetched the picture
      assert.equal(drawn.headers.get('content-type'), 'image/png')
      assert.deepEqual(json.data, [{ b64_json: Buffer.from(await drawn.arrayBuffer()).toString('base64') }])
    }
  })

  test('keeps the addresses of pictures that do not fit into memory, and counts nothing for them', async () => {
    const here = relay.place()
    const model_mapping = { [model]: 'qwen-image' }
    await here.channel({ type: 17, models: model, model_mapping, base_url: mock.urlOf('qwen') })
    const { key, user_id } = await here.key()
    const { inFlight } = relay.deps as RelayServer['deps'] & RelayDeps // the test server has both
    const { userBytesMax } = memoryLimits(relay.deps.config)
    const names = { username: '', token_name: '', group: '' }
    const other = await inFlight.enter({ ...names, user_id, token_id: 0 })
    const body = { model, prompt: 'a cat', size: '1024x1024', response_format: 'b64_json' }
    await other.take(userBytesMax - 1000) // enough for the request, and not for the picture
    const { status, json } = await send(relay, '/v1/images/generations', { key, body })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(json.data[0]), ['url'])
    await eventually('the call is over', () => inFlight.count() === 1)
    assert.equal(inFlight.bytes(), userBytesMax - 1000)
    other.closeResponse()
  })

  test('gets many texts in parts, and their vectors are one response', async () => {
    const here = relay.place()
    const model_mapping = { 'text-embedding-3-small': 'text-embedding-v4' }
    await here.channel({ type: 17, models: 'text-embedding-3-small', model_mapping, base_url: mock.urlOf('qwen') })
    const { key } = await here.key()
    const input = Array.from({ length: 23 }, (_, index) => `text ${index}`)
    const { status, json } = await send(relay, '/v1/embeddings', {
      key,
      body: { model: 'text-embedding-3-small', input },
    })
    assert.equal(status, 200)
    assert.deepEqual(
      here.sent().map(({ body }) => (body.input as string[]).length),
      [10, 10, 3],
    )
    assert.deepEqual(
      json.data.map(({ index }: { index: number }) => index),
      input.map((_, index) => index),
    )
    assert.equal(json.usage.prompt_tokens, 23 * 2)
  })
})
