import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import OpenAI from 'openai'
import { assertCharged, assertFree, booksOf } from '../books.ts'
import { send } from '../send.ts'
import { assertBooksAgree, assertRefunded, finished, rowsOf, useTaskRelay } from './given-tasks.ts'

describe('videos', () => {
  const relay = useTaskRelay('sqlite')

  async function given() {
    const here = relay.place()
    await here.channel({ models: 'sora-2,sora-2-pro,unpriced-video,gpt-4o' })
    const mine = await here.key()
    const client = new OpenAI({ apiKey: mine.key, baseURL: `${relay.url}/v1`, maxRetries: 0 })
    return { here, mine, client }
  }
  const dollars = (amount: number) => Math.round(amount * 500_000)

  test('the official client makes one, follows it, loads it and deletes it', async () => {
    const { mine, client, here } = await given()
    const made = await client.videos.create({ prompt: 'a cat walks', model: 'sora-2', seconds: '8', size: '1280x720' })
    assert.deepEqual([made.object, made.status, made.seconds, made.size], ['video', 'queued', '8', '1280x720'])
    const row = assertCharged(await booksOf(relay, mine), dollars(0.8))
    assert.equal(row.model_name, 'sora-2')
    await assert.rejects(client.videos.downloadContent(made.id), /not finished/)

    relay.mock.tasks.advance(70)
    await finished(relay, mine)
    const done = await client.videos.retrieve(made.id)
    assert.deepEqual([done.status, done.progress, done.model, done.error], ['completed', 100, 'sora-2', null])
    const file = await client.videos.downloadContent(made.id)
    assert.equal(file.headers.get('content-type'), 'video/mp4')
    assert.equal(file.headers.get('x-content-type-options'), 'nosniff')
    assert.match(await file.text(), /video of a cat walks$/)
    const picture = await client.videos.downloadContent(made.id, { variant: 'thumbnail' })
    assert.equal(picture.headers.get('content-type'), 'image/png')

    const second = await client.videos.create({ prompt: 'a dog', model: 'sora-2' })
    const page = await client.videos.list({ limit: 1 })
    assert.deepEqual([page.data[0]?.id, page.has_more], [second.id, true])
    const rest = await client.videos.list({ limit: 1, after: second.id })
    assert.deepEqual([rest.data[0]?.id, rest.has_more], [made.id, false])

    assert.deepEqual(await client.videos.delete(made.id), { id: made.id, object: 'video.deleted', deleted: true })
    await assert.rejects(client.videos.retrieve(made.id), /not found/)
    assert.deepEqual(
      (await client.videos.list()).data.map(({ id }) => id),
      [second.id],
    )
    assert.equal((await rowsOf(relay, mine)).length, 2)
    assert.ok(here.sent().every(({ key }) => key !== mine.key))
  })

  test('a picture to begin from is uploaded with it', async () => {
    const { mine, client, here } = await given()
    const input_reference = new File([new Uint8Array([137, 80, 78, 71])], 'a.png', { type: 'image/png' })
    await client.videos.create({ prompt: 'it moves', model: 'sora-2-pro', size: '1792x1024', input_reference })
    assertCharged(await booksOf(relay, mine), dollars(0.5 * 4))
    const parts = here
      .sent()[0]
      ?.parts?.map(({ name }) => name)
      .sort()
    assert.deepEqual(parts, ['input_reference', 'model', 'prompt', 'seconds', 'size'])
  })

  test('a video that fails is refunded, and its reason is the error', async () => {
    const { mine, client } = await given()
    const { id } = await client.videos.create({ prompt: 'fail this', model: 'sora-2' })
    relay.mock.tasks.advance(70)
    await finished(relay, mine)
    const { status, error } = await client.videos.retrieve(id)
    assert.deepEqual([status, error], ['failed', { code: 'failed', message: 'the moderators refused it' }])
    await assertRefunded(relay, mine, dollars(0.4))
    await assertBooksAgree(relay)
  })

  test('the console loads the file of a finished one for its owner and for administrators alone', async () => {
    const { mine, client } = await given()
    await client.videos.create({ prompt: 'for the console', model: 'sora-2' })
    const [{ id } = { id: 0 }] = await rowsOf(relay, mine)
    const visit = async (username: string) => {
      const visitor = relay.client()
      await visitor.signIn(username)
      return visitor.fetch(`/api/task/${id}/content`, { headers: { 'New-Api-User': String(visitor.userId) } })
    }
    assert.match(await (await visit(mine.username)).text(), /"success":false/)
    relay.mock.tasks.advance(70)
    await finished(relay, mine)
    assert.match(await (await visit(mine.username)).text(), /video of for the console$/)
    await relay.given.user({ username: 'curious' })
    assert.match(await (await visit('curious')).text(), /"success":false/)
    await relay.given.user({ username: 'manager', role: 10 })
    assert.match(await (await visit('manager')).text(), /video of for the console$/)
  })

  const bad: [what: string, body: object, status: number, message: RegExp][] = [
    ['no prompt', { model: 'sora-2' }, 400, /prompt is required/],
    ['a model without a price per second', { model: 'gpt-4o', prompt: 'x' }, 400, /no price/],
    ['a model without any price', { model: 'unpriced-video', prompt: 'x' }, 400, /no price/],
    ['seconds below one', { model: 'sora-2', prompt: 'x', seconds: '0' }, 400, /seconds/],
    ['seconds of another kind', { model: 'sora-2', prompt: 'x', seconds: '4.5' }, 400, /seconds/],
    ['too many seconds', { model: 'sora-2', prompt: 'x', seconds: 3601 }, 400, /seconds/],
    ['a number that nobody priced', { model: 'sora-2', prompt: 'x', n: 4 }, 400, /Unknown parameter: n/],
    ['a length under another name', { model: 'sora-2', prompt: 'x', duration: 60 }, 400, /Unknown parameter/],
    ['a size that is none', { model: 'sora-2', prompt: 'x', size: 'huge' }, 400, /size/],
    ['a length that the upstream refuses', { model: 'sora-2', prompt: 'x', seconds: '5' }, 400, /seconds/],
  ]
  for (const [what, body, status, message] of bad)
    test(`${what} is refused and costs nothing`, async () => {
      const { mine } = await given()
      const sent = await send(relay, '/v1/videos', { key: mine.key, body })
      assert.equal(sent.status, status)
      assert.match(sent.json.error.message, message)
      assertFree(await booksOf(relay, mine))
    })

  test('nobody reads, loads or deletes the video of another', async () => {
    const { client, here } = await given()
    const { id } = await client.videos.create({ prompt: 'x', model: 'sora-2' })
    const other = await here.key()
    for (const [method, path] of [
      ['GET', id],
      ['GET', `${id}/content`],
      ['DELETE', id],
    ])
      assert.equal((await send(relay, `/v1/videos/${path}`, { key: other.key, method })).status, 404)
    assert.deepEqual((await send(relay, '/v1/videos', { key: other.key })).json.data, [])
    const stranger = await relay.place().key()
    const none = await send(relay, '/v1/videos', { key: stranger.key, body: { prompt: 'x', model: 'sora-2' } })
    assert.deepEqual([none.status, none.json.error.code], [404, 'model_not_found'])
  })

  test('what is no video is not passed on', async () => {
    const { mine, client, here } = await given()
    const { id } = await client.videos.create({ prompt: 'x', model: 'sora-2' })
    relay.mock.tasks.advance(70)
    await finished(relay, mine)
    const [{ key } = { key: '' }] = here.sent()
    const match = { key, path: `/v1/videos/${id}/content` }
    relay.mock.faults.add({ match, times: 1, fault: { kind: 'content-type', value: 'text/html' } })
    const { status, text } = await send(relay, `/v1/videos/${id}/content`, { key: mine.key })
    assert.equal(status, 502)
    assert.doesNotMatch(text, /film/)
    relay.mock.faults.add({ match, times: 1, fault: { kind: 'redirect', location: 'http://127.0.0.1:1/x' } })
    assert.equal((await send(relay, `/v1/videos/${id}/content`, { key: mine.key })).status, 502)
  })

  test('a video that its upstream no longer knows ends, and is refunded', async () => {
    const { mine, client } = await given()
    const { id } = await client.videos.create({ prompt: 'x', model: 'sora-2' })
    relay.mock.tasks.forget('openai', id)
    const task = await finished(relay, mine)
    assert.deepEqual([task.ended_by, task.fail_reason], ['forgotten', 'the provider no longer knows this task'])
    await assertRefunded(relay, mine, dollars(0.4))
  })
})
