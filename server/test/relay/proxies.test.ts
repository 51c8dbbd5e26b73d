import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { channelApi } from '@turnpike/contract/routing/channel'
import { eventually } from '../harness/eventually.ts'
import type { Client } from '../harness/harness.ts'
import { talk, userText, writtenOnly } from '../harness/realtime-harness.ts'
import { type GivenChannel, useRelay } from '../harness/relay-harness.ts'
import { connecting, type OwnProxy, startOwnProxy } from '../outside/own-proxy.ts'
import {
  credentials,
  proxiesAddress,
  type RealProxy,
  startMicrosocks,
  startTinyproxy,
} from '../outside/real-proxies.ts'
import { assertFree, booksOf, settledBooks } from './books.ts'
import { chatBody, open, send } from './send.ts'
import { givenDrawer } from './tasks/given-midjourney.ts'
import { finished } from './tasks/given-tasks.ts'

const path = '/v1/chat/completions'
const here = '127.0.0.1'

describe('a channel with a proxy', () => {
  const relay = useRelay('sqlite', { TASK_UPDATE_SECONDS: '0.02' }, (started) =>
    started.options({
      ModelRatio: JSON.stringify({ 'gpt-4o': 1, 'ERNIE-4.0-8K': 1, 'Spark-Max': 1 }),
      RetryTimes: '1',
    }),
  )
  const real: Partial<Record<'tinyproxy' | 'microsocks', RealProxy>> = {}
  let hanging: OwnProxy
  let admin: Client
  before(async () => {
    Object.assign(real, { tinyproxy: await startTinyproxy(), microsocks: await startMicrosocks() })
    hanging = await startOwnProxy(() => () => {})
    await relay.given.user({ username: 'proxy-admin', role: role.admin })
    admin = relay.client()
    await admin.signIn('proxy-admin')
  })
  after(async () => {
    for (const proxy of [...Object.values(real), hanging]) await proxy.stop()
    // The whole file: every connection came from a proxy, and no password was logged.
    assert.deepEqual([...relay.mock.connectionsFrom.keys()], [proxiesAddress])
    for (const line of relay.lines) assert.ok(!line.includes(credentials.password), line)
  })

  const proxies: Record<string, () => string> = {
    tinyproxy: () => real.tinyproxy?.addresses[0] ?? '',
    'microsocks by socks5': () => real.microsocks?.addresses[0] ?? '',
    'microsocks by socks5h': () => real.microsocks?.addresses[1] ?? '',
  }

  async function given(proxy: string, channel: GivenChannel = {}) {
    const place = relay.place()
    const { id, key } = await place.channel({ ...channel, setting: { ...channel.setting, proxy } })
    return { place, id, key, mine: await place.key() }
  }

  for (const [name, address] of Object.entries(proxies)) {
    test(`sends chats and streams through ${name}`, async () => {
      const { mine, place } = await given(address())
      assert.equal((await send(relay, path, { key: mine.key, body: chatBody() })).status, 200)
      const streamed = await send(relay, path, { key: mine.key, body: chatBody('hello', { stream: true }) })
      assert.match(streamed.text, /\[DONE\]/)
      assert.equal(place.sent().length, 2)
    })

    test(`pays through ${name} for what a client that hangs up has received, and the upstream sees the end`, async () => {
      const { mine, key } = await given(address())
      const aborted = relay.mock.requests.nextAbort((request) => request.key === key)
      const held = relay.mock.holdResponse({ key })
      const leaving = new AbortController()
      const body = chatBody('Please say 40 words.', { stream: true })
      const opened = open(relay, path, { key: mine.key, body, signal: leaving.signal })
      await held.pieces
      await held.release(3)
      const reader = (await opened).body?.getReader()
      await reader?.read()
      leaving.abort()
      await aborted
      const { rows } = await settledBooks(relay, mine)
      assert.ok((rows[0]?.quota ?? 0) > 0)
    })

    test(`uploads through ${name}`, async () => {
      const { mine, place } = await given(address(), { models: 'gpt-image-1' })
      const body = new FormData()
      body.set('model', 'gpt-image-1')
      body.set('prompt', 'a cat')
      body.set('image', new Blob([Buffer.alloc(300_000)], { type: 'image/png' }), 'cat.png')
      const { status, text } = await send(relay, '/v1/images/edits', { key: mine.key, body })
      assert.equal(status, 200, text)
      assert.equal(place.sent()[0]?.parts?.find((part) => part.name === 'image')?.bytes, 300_000)
    })

    test(`speaks over WebSockets through ${name}`, async () => {
      const { mine, place } = await given(address(), { models: 'gpt-realtime' })
      const talker = talk(relay.url, 'gpt-realtime', { key: mine.key })
      await talker.until('session.created')
      talker.send(writtenOnly)
      talker.send(userText('Say hello.'))
      talker.send({ type: 'response.create' })
      await talker.until('response.done')
      talker.socket.close()
      await settledBooks(relay, mine)
      assert.equal(place.sent().length, 1)

      const name = `socket-${talker.socket.url.length}-${place.group}`
      const spark = await given(address(), {
        type: 18,
        models: 'Spark-Max',
        key: `app-id|secret-of-${name}|${name}`,
        base_url: relay.mock.urlOf('spark'),
      })
      const chat = await send(relay, path, { key: spark.mine.key, body: { ...chatBody(), model: 'Spark-Max' } })
      assert.equal(chat.status, 200, chat.text)
    })

    test(`exchanges its key through ${name}`, async () => {
      const id = `client-of-${name}`
      const { mine } = await given(address(), {
        type: 15,
        key: `${id}|its-secret`,
        models: 'ERNIE-4.0-8K',
        base_url: relay.mock.urlOf('baidu-v1'),
      })
      const { status, text } = await send(relay, path, {
        key: mine.key,
        body: { ...chatBody(), model: 'ERNIE-4.0-8K' },
      })
      assert.equal(status, 200, text)
    })

    test(`is tested, asked for its balance and for its models through ${name}`, async () => {
      const { id } = await given(address(), {
        type: 43,
        models: 'deepseek-chat',
        base_url: relay.mock.urlOf('deepseek'),
      })
      const params = { id: String(id) }
      const tested = await admin.call(channelApi.test, { params, query: { model: 'deepseek-chat' } })
      assert.ok(tested.response.success, tested.response.message)
      const balance = await admin.call(channelApi.updateBalance, { params })
      assert.ok(balance.response.success, balance.response.message)
      const models = await admin.call(channelApi.fetchModels, { params })
      assert.ok(models.response.success, models.response.message)
    })

    test(`submits and polls tasks, and loads their results, through ${name}`, async () => {
      const setting = { proxy: address() }
      const { drawn } = await givenDrawer(relay, 'midjourney-plus', [{ setting }])
      await drawn()
      const videos = await given(address(), { models: 'sora-2' })
      const { key } = videos.mine
      const body = { model: 'sora-2', prompt: 'a cat walks', seconds: '4' }
      const { json } = await send(relay, '/v1/videos', { key, body })
      relay.mock.tasks.advance(70)
      await finished(relay, videos.mine)
      assert.equal((await send(relay, `/v1/videos/${json.id}/content`, { key })).status, 200)
      assert.equal((await send(relay, `/v1/videos/${json.id}`, { key, method: 'DELETE' })).status, 200)
    })

    test(`cannot sign in to ${name} with a wrong password: the next channel serves, and the reason is shown`, async () => {
      const wrong = address().replace(credentials.password, 'wrong-secret')
      const { mine, place, id } = await given(wrong, { priority: 2 })
      await place.channel({ priority: 1, key: `next-of-${id}`, setting: { proxy: address() } })
      assert.equal((await send(relay, path, { key: mine.key, body: chatBody() })).status, 200)
      assert.deepEqual(
        place.sent().map(({ key }) => key),
        [`next-of-${id}`],
      )
      const { response } = await admin.call(channelApi.test, { params: { id: String(id) }, query: { model: 'gpt-4o' } })
      assert.match(response.message, /the proxy refused the user name or password/)
      for (const text of [...relay.lines, JSON.stringify(response)]) assert.doesNotMatch(text, /wrong-secret/)
    })
  }

  test('loads the pictures of its drawings through the proxy too', async (t) => {
    const proxy = await startOwnProxy(connecting(() => Number(new URL(relay.mock.url).port)))
    t.after(() => proxy.stop())
    const { drawn } = await givenDrawer(relay, 'midjourney-plus', [
      { setting: { proxy: `http://${here}:${proxy.port}` } },
    ])
    const id = await drawn()
    const data = JSON.stringify({ code: 1, image_url: 'http://93.184.215.14/picture.png' })
    await relay.deps.store.updateTable('tasks').set({ data }).where('task_id', '=', id).execute()
    await send(relay, `/mj/image/${id}`)
    assert.equal(proxy.targets.at(-1), '93.184.215.14:80')

    // A worker that downloads for users is another way to the upstream.
    await relay.options({ WorkerUrl: 'http://127.0.0.1:9' })
    t.after(() => relay.options({ WorkerUrl: '' }))
    const before = proxy.targets.length
    await send(relay, `/mj/image/${id}`)
    assert.deepEqual(proxy.targets.slice(before), ['93.184.215.14:80'])
  })

  const useless: Record<string, () => Promise<string> | string> = {
    'that is away': async () => {
      const proxy = await startOwnProxy(() => () => {})
      await proxy.stop()
      return `http://${here}:${proxy.port}`
    },
    'that cannot be read': () => 'socks4://127.0.0.1:1080',
    'that is no text': () => ({ host: here }) as unknown as string, // as a hand-written row may have it
    'at a denied address': () => 'http://169.254.169.254:3128',
  }
  /** Such a channel is not even tried. */
  const unusable = new Set(['that cannot be read', 'that is no text'])
  for (const [what, addressOf] of Object.entries(useless)) {
    const expected = unusable.has(what) ? [503, 'no_available_channel'] : [502, 'do_request_failed']
    test(`${what} is unreachable: nothing is sent or charged`, async () => {
      const address = await addressOf()
      const { mine, place, id } = await given(address)
      for (const stream of [false, true]) {
        const { status, json } = await send(relay, path, { key: mine.key, body: chatBody('hello', { stream }) })
        assert.deepEqual([status, json.error.code], expected)
      }
      assertFree(await booksOf(relay, mine))
      const realtime = await given(address, { models: 'gpt-realtime' })
      const talker = talk(relay.url, 'gpt-realtime', { key: realtime.mine.key })
      await talker.closed
      assertFree(await booksOf(relay, realtime.mine))
      const { response } = await admin.call(channelApi.test, { params: { id: String(id) }, query: { model: 'gpt-4o' } })
      assert.equal(response.success, false)
      assert.match(response.message, /proxy/)
      assert.deepEqual(place.sent(), [])
    })
  }

  test('that is silent ends with a client that hangs up, and costs nothing', async () => {
    const { mine } = await given(`http://${here}:${hanging.port}`)
    const leaving = new AbortController()
    const sent = open(relay, path, { key: mine.key, body: chatBody(), signal: leaving.signal })
    await eventually('the proxy is reached', () => hanging.open.size === 1)
    leaving.abort()
    await assert.rejects(sent)
    await eventually('the connection is closed', () => hanging.open.size === 0)
    await eventually('released', async () => (await relay.balance(mine.user_id)).held === 0)
    assertFree(await booksOf(relay, mine))

    const realtime = await given(`socks5h://${here}:${hanging.port}`, { models: 'gpt-realtime' })
    const talker = talk(relay.url, 'gpt-realtime', { key: realtime.mine.key })
    await eventually('the proxy is reached', () => hanging.open.size === 1)
    talker.socket.terminate()
    await eventually('the connection is closed', () => hanging.open.size === 0)
    await eventually('released', async () => (await relay.balance(realtime.mine.user_id)).held === 0)
    assertFree(await booksOf(relay, realtime.mine))
  })

  test('that is silent is hedged by a channel whose proxy works', async () => {
    const { mine, place, id } = await given(`http://${here}:${hanging.port}`, {
      priority: 2,
      setting: { hedge_after_ms: 100 },
    })
    await place.channel({ priority: 1, key: `hedge-of-${id}`, setting: { proxy: proxies.tinyproxy?.() } })
    const { text } = await send(relay, path, { key: mine.key, body: chatBody('hello', { stream: true }) })
    assert.match(text, /\[DONE\]/)
    assert.deepEqual(
      place.sent().map(({ key }) => key),
      [`hedge-of-${id}`],
    )
    await eventually('the connection is closed', () => hanging.open.size === 0)
    assert.equal((await settledBooks(relay, mine)).rows.length, 1)
  })
})

describe('a proxy for all', () => {
  let proxy: OwnProxy
  const secret = 'secret-of-all'
  const env: Record<string, string> = { NO_PROXY: 'exempt.example, .inside.example' }
  before(async () => {
    proxy = await startOwnProxy(connecting(() => Number(new URL(relay.mock.url).port), `all:${secret}`))
    env.OUTBOUND_PROXY = `http://all:${secret}@${here}:${proxy.port}`
  })
  const relay = useRelay('sqlite', env, (started) =>
    started.options({ ModelRatio: JSON.stringify({ 'gpt-4o': 1, llava: 1 }) }),
  )
  after(() => proxy.stop())

  test('is named once at the start, without its password', () => {
    const lines = relay.lines.filter((line) => line.includes('requests go through proxies'))
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /"https":"http:\/\/\*\*\*@127\.0\.0\.1:\d+"/)
    for (const line of relay.lines) assert.ok(!line.includes(secret), line)
  })

  test('takes channels without one of their own, by name, but not loopback or what NO_PROXY names', async () => {
    const place = relay.place()
    await place.channel({ base_url: 'http://upstream.example' })
    const { key } = await place.key()
    assert.equal((await send(relay, path, { key, body: chatBody() })).status, 200)
    assert.deepEqual(proxy.targets.splice(0), ['upstream.example:80'])

    const exempt = relay.place()
    await exempt.channel({ base_url: 'http://exempt.example' })
    const { status } = await send(relay, path, { key: (await exempt.key()).key, body: chatBody() })
    assert.equal(status, 502) // there is no such name
    const local = relay.place()
    await local.channel()
    assert.equal((await send(relay, path, { key: (await local.key()).key, body: chatBody() })).status, 200)
    assert.deepEqual(proxy.targets, [])
  })

  test('is not used by a channel with its own, which ignores NO_PROXY', async (t) => {
    const own = await startOwnProxy(connecting(() => Number(new URL(relay.mock.url).port)))
    t.after(() => own.stop())
    const place = relay.place()
    await place.channel({ base_url: 'http://exempt.example', setting: { proxy: `http://${here}:${own.port}` } })
    const { key } = await place.key()
    assert.equal((await send(relay, path, { key, body: chatBody() })).status, 200)
    assert.deepEqual([own.targets, proxy.targets], [['exempt.example:80'], []])
  })

  test('gets addresses for what users name, after they were checked here', async () => {
    const place = relay.place()
    await place.channel({ type: 4, models: 'llava', base_url: relay.mock.urlOf('ollama') })
    const { key } = await place.key()
    const ask = (url: string) => {
      const content = [{ type: 'image_url', image_url: { url } }]
      return send(relay, path, { key, body: { model: 'llava', messages: [{ role: 'user', content }] } })
    }
    for (const url of ['http://93.184.215.14/p.png', 'http://10.0.0.1/p.png', 'http://no-such-name.invalid/p.png'])
      assert.equal((await ask(url)).status, 400)
    assert.deepEqual(proxy.targets.splice(0), ['93.184.215.14:80'])
  })

  test('takes requests of the console, such as price lists', async () => {
    await relay.deps.outbound.send('http://prices.example/list', { timeoutSeconds: 20 })
    assert.deepEqual(proxy.targets.splice(0), ['prices.example:80'])
  })
})
