import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { WebSocketServer } from 'ws'
import { saveTokenLimits } from '../../src/domain/routing/limits/limits.queries.ts'
import { holdSeconds } from '../../src/gateway/call/hold.ts'
import { databaseKinds } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { talk } from '../harness/realtime-harness.ts'
import { type GivenKey, type GivenToken, type RelayServer, useRelay } from '../harness/relay-harness.ts'
import { holdsOfCalls } from '../ledger/held-for-calls.ts'
import { settledBooks } from './books.ts'
import { givenWav } from './given-wav.ts'
import { chatFormats } from './providers/chat-formats.ts'
import { beginCall, soon } from './providers/client-call.ts'
import { ledgerOf } from './providers/ledger-control.ts'
import { chatBody, open, type Sending } from './send.ts'
import { chatChunk, openEvents, startSteeredUpstream, usageOf } from './steered-upstream.ts'

const path = '/v1/chat/completions'
const fresh = 100_000_000

const holdOf = ({ deps: { store } }: RelayServer, { user_id }: GivenKey) =>
  holdsOfCalls(store).where('user_id', '=', user_id).executeTakeFirst()

/** Ends the hold of this user if it has expired, as the job does that looks after holds. */
async function sweep(relay: RelayServer, mine: GivenKey, at = relay.deps.clock()): Promise<void> {
  const hold = await holdOf(relay, mine)
  assert.ok(hold)
  const { request_id, user_id, token_id } = hold
  await ledgerOf(relay).expire({ request_id, user_id, token_id, isLogged: true, at })
}

/** Lets more time pass than a hold lives, in steps as it passes for a call that takes so long. */
async function outliveHold(relay: RelayServer, mine: GivenKey): Promise<void> {
  await eventually('the hold', () => holdOf(relay, mine))
  for (let step = 0; step < 2; step++) {
    relay.moveTime(holdSeconds * 0.8)
    const isRenewed = async () => ((await holdOf(relay, mine))?.expires_at ?? 0) > relay.deps.clock() + holdSeconds / 2
    await eventually('the hold is renewed', isRenewed)
    await sweep(relay, mine)
  }
  assert.ok(await holdOf(relay, mine))
}

/** The hold is gone, though its call is running: its renewals did not come in time. */
async function loseHold(relay: RelayServer, mine: GivenKey): Promise<void> {
  await eventually('the hold', () => holdOf(relay, mine))
  await sweep(relay, mine, relay.deps.clock() + holdSeconds + 1)
}

/** The same, and in the same moment another call of this user holds so much that only `left` is left. */
async function loseHoldToOther(relay: RelayServer, mine: GivenKey, left: number): Promise<void> {
  const ledger = ledgerOf(relay)
  const at = relay.deps.clock()
  const { user_id, token_id } = mine
  const ids = { user_id, token_id }
  const terms = { model_name: 'gpt-4o', group: 'default', price_snapshot: '', at, expires_at: at + 600 }
  const other = { ...ids, ...terms, request_id: `other call of ${user_id}` }
  await eventually('the other call has the money', async () => {
    const { quota } = await relay.balance(user_id)
    const { request_id = '', accrued = 0 } = (await holdOf(relay, mine)) ?? {}
    const expiry = { ...ids, request_id, isLogged: true, at: at + 2 * holdSeconds }
    // Submitted together, they are committed together: no renewal comes between them.
    const [, held] = await Promise.all([
      ledger.expire(expiry),
      ledger.hold({ ...other, amount: quota - accrued - left }),
    ])
    return held.ok
  })
}

/** The next look after the hold of every running call. */
const renewHolds = (relay: RelayServer) => relay.moveTime(holdSeconds / 5)

async function assertPaid(relay: RelayServer, mine: GivenKey, amount: number): Promise<void> {
  await settledBooks(relay, mine)
  assert.deepEqual(await relay.balance(mine.user_id), {
    quota: fresh - amount,
    held: 0,
    used_quota: amount,
    request_count: 1,
  })
}

const wholeChat = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4o',
  choices: [{ index: 0, message: { role: 'assistant', content: 'sun' }, finish_reason: 'stop' }],
  ...usageOf(100, 10),
}
const chatPrice = 100 * 1.25 + 10 * 5
const chatEnd = `${chatChunk({}, 'stop', usageOf(100, 10))}data: [DONE]\n\n`

for (const kind of databaseKinds)
  describe(`the hold of a running call [${kind}]`, () => {
    const relay = useRelay(kind, {}, ({ options }) => options({ ModelPrice: JSON.stringify({ fixed: 0.002 }) }))

    async function begin(
      t: TestContext,
      model: string,
      address: string,
      sending: Omit<Sending, 'key'>,
      { limits, ...token }: GivenToken & { limits?: string } = {},
    ) {
      const upstream = await startSteeredUpstream(t)
      const here = relay.place()
      await here.channel({ models: model, base_url: upstream.url })
      const mine = await here.key(token)
      if (limits) await saveTokenLimits(relay.deps.store, mine.token_id, limits)
      const sent = open(relay, address, { ...sending, key: mine.key })
      const { response } = await upstream.next()
      return { mine, sent, response }
    }

    test('outlives its time while a whole chat is waited for, and pays for it', async (t) => {
      const { mine, sent, response } = await begin(t, 'gpt-4o', path, { body: chatBody() })
      await outliveHold(relay, mine)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wholeChat))
      assert.equal((await sent).status, 200)
      await assertPaid(relay, mine, chatPrice)
    })

    test('outlives its time before a stream begins and while it runs, and the stream is not cut', async (t) => {
      const { mine, sent, response } = await begin(t, 'gpt-4o', path, { body: chatBody('hi', { stream: true }) })
      openEvents(response)
      await outliveHold(relay, mine)
      response.write(chatChunk({ content: 'sun' }))
      const result = await sent
      await outliveHold(relay, mine)
      response.end(chatEnd)
      assert.match(await result.text(), /sun.*\[DONE\]/s)
      await assertPaid(relay, mine, chatPrice)
    })

    test('outlives its time while a whole response to a single request is waited for', async (t) => {
      const model = 'text-embedding-3-small'
      const { mine, sent, response } = await begin(t, model, '/v1/embeddings', { body: { model, input: 'hi' } })
      await outliveHold(relay, mine)
      const result = { object: 'list', model, data: [{ object: 'embedding', index: 0, embedding: [1] }] }
      const usage = { prompt_tokens: 1000, total_tokens: 1000 }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...result, usage }))
      assert.equal((await sent).status, 200)
      await assertPaid(relay, mine, 10)
    })

    test('outlives its time while speech is streamed, and keeps its charge so far', async (t) => {
      const model = 'gpt-4o-mini-tts'
      const body = { model, input: 'hi', voice: 'alloy', response_format: 'pcm', stream_format: 'sse' }
      const { mine, sent, response } = await begin(t, model, '/v1/audio/speech', { body })
      openEvents(response)
      const second = Buffer.alloc(48_000).toString('base64')
      response.write(`data: ${JSON.stringify({ type: 'speech.audio.delta', audio: second })}\n\n`)
      const result = await sent
      await outliveHold(relay, mine)
      const kept = await eventually('a checkpoint', async () => (await holdOf(relay, mine))?.accrued)
      assert.ok(kept >= 17 * 0.3 * 20, `${kept}: a second of speech`)
      const usage = { input_tokens: 10, output_tokens: 100, total_tokens: 110 }
      response.end(`data: ${JSON.stringify({ type: 'speech.audio.done', usage })}\n\n`)
      assert.match(await result.text(), /speech\.audio\.done/)
      await assertPaid(relay, mine, (10 + 100 * 20) * 0.3)
    })

    test('outlives its time while a realtime session is connected and while it runs', async (t) => {
      const lines = new WebSocketServer({ noServer: true, handleProtocols: () => 'realtime' })
      const upstream = createServer().listen(0, '127.0.0.1')
      await once(upstream, 'listening')
      t.after(() => upstream.close())
      const here = relay.place()
      const model = 'gpt-realtime'
      await here.channel({ models: model, base_url: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` })
      const mine = await here.key()
      const client = talk(relay.url, model, { key: mine.key })
      const [request, socket, head] = await once(upstream, 'upgrade')
      await outliveHold(relay, mine)
      lines.handleUpgrade(request, socket, head, (line) => {
        line.send(JSON.stringify({ type: 'session.created', session: {} }))
        const usage = { input_tokens: 100, output_tokens: 10, total_tokens: 110 }
        line.on('message', () =>
          line.send(JSON.stringify({ type: 'response.done', response: { status: 'completed', usage } })),
        )
      })
      await client.until('session.created')
      await outliveHold(relay, mine)
      client.send({ type: 'response.create' })
      await client.until('response.done')
      client.socket.close(1000)
      await client.closed
      await assertPaid(relay, mine, 100 * 2 + 10 * 8)
    })

    /** A check of the hold while the stream runs, such as there is every few seconds. */
    async function checkHold(mine: GivenKey): Promise<void> {
      const before = await eventually('the hold', () => holdOf(relay, mine))
      renewHolds(relay)
      await eventually('the hold is checked', async () => {
        const hold = await holdOf(relay, mine)
        assert.ok(hold, 'the stream was not ended')
        return hold.expires_at > before.expires_at && hold.accrued > 0
      })
    }

    /** The balance was just enough: all of it, or less where only a part was used, and no hold is left. */
    async function assertUsed(mine: GivenKey, balance: number, used = balance): Promise<void> {
      const { user } = await settledBooks(relay, mine)
      assert.deepEqual(user, { quota: balance - used, held: 0, used_quota: used, request_count: 1 })
    }

    const fixedPrice = 1000
    const perDay = { window: 'calendar', period: 'day', time_zone: 'UTC', amount: fixedPrice }
    const justEnough = {
      balance: { quota: fixedPrice },
      'quota of the token': { remain_quota: fixedPrice },
      budget: { limits: JSON.stringify({ budgets: [perDay] }) },
    }
    for (const [what, given] of Object.entries(justEnough))
      test(`is not extended for a stream at a fixed price: a ${what} of that price is enough`, async (t) => {
        const body = chatBody('hi', { model: 'fixed', stream: true })
        const { mine, sent, response } = await begin(t, 'fixed', path, { body }, given)
        openEvents(response)
        response.write(chatChunk({ content: 'sun' }))
        const result = await sent
        await checkHold(mine)
        assert.equal((await holdOf(relay, mine))?.amount, fixedPrice)
        response.end(chatEnd)
        assert.match(await result.text(), /sun.*\[DONE\]/s)
        await assertUsed(mine, 'quota' in given ? fixedPrice : fresh, fixedPrice)
      })

    test('covers the longest response that was requested, however many bytes that has', async (t) => {
      const body = chatBody('hi', { stream: true, max_tokens: 600 })
      const heldPrompt = (Math.ceil(3 * 1.25) + 1_000) * 1.25 // more tokens than estimated, and written to a cache
      const balance = Math.round((heldPrompt + 600 * 4) * 1.25) + 1
      const { mine, sent, response } = await begin(t, 'gpt-4o', path, { body }, { quota: balance })
      openEvents(response)
      // 600 tokens in 4,800 bytes, each of which may be a third of a token before they are counted.
      for (let part = 0; part < 12; part++) response.write(chatChunk({ content: ' hundred'.repeat(50) }))
      const result = await sent
      await checkHold(mine)
      response.end(`${chatChunk({}, 'stop', usageOf(3, 600))}data: [DONE]\n\n`)
      const text = await result.text()
      assert.match(text, /\[DONE\]/, text.slice(-300))
      assert.equal(text.match(/hundred/g)?.length, 600)
      await assertUsed(mine, balance, Math.round((3 + 600 * 4) * 1.25))
    })

    test('covers the fee for a request once', async (t) => {
      const search = { web_search_options: { search_context_size: 'high' } }
      const body = chatBody('hi', { model: 'sonar', stream: true, max_tokens: 10, ...search })
      const { mine, sent, response } = await begin(t, 'sonar', path, { body })
      const amount = (await holdOf(relay, mine))?.amount
      openEvents(response)
      response.write(chatChunk({ content: 'sun' }))
      const result = await sent
      await checkHold(mine)
      assert.equal((await holdOf(relay, mine))?.amount, amount)
      response.end(chatEnd)
      await result.text()
      await settledBooks(relay, mine)
    })

    const wav = () => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(givenWav(6))]), 'speech.wav')
      form.append('model', 'whisper-1')
      form.append('stream', 'true')
      return form
    }
    const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`
    const heard = { type: 'transcript.text.delta', delta: 'hello' }
    const said = { type: 'speech.audio.delta', audio: Buffer.alloc(4800).toString('base64') }
    const drawn = { type: 'image_generation.partial_image', b64_json: 'AAAA', partial_image_index: 0 }
    const singles = {
      'speech by the character': {
        model: 'tts-1',
        address: '/v1/audio/speech',
        body: { model: 'tts-1', input: 'hello', voice: 'alloy', response_format: 'pcm', stream_format: 'sse' },
        price: Math.round(5 * 7.5),
        first: said,
        last: { type: 'speech.audio.done' },
      },
      'a transcript by the length of its recording': {
        model: 'whisper-1',
        address: '/v1/audio/transcriptions',
        body: wav(),
        price: 100 * 3,
        first: heard,
        last: { type: 'transcript.text.done', text: 'hello' },
      },
      'a picture at a fixed price': {
        model: 'fixed',
        address: '/v1/images/generations',
        body: { model: 'fixed', prompt: 'sun', stream: true, partial_images: 1 },
        price: fixedPrice,
        first: drawn,
        last: { type: 'image_generation.completed', b64_json: 'AAAA' },
      },
      'a picture by its tokens, with partial ones': {
        model: 'gpt-image-1',
        address: '/v1/images/generations',
        body: { model: 'gpt-image-1', prompt: 'sun', stream: true, partial_images: 1 },
        price: (1 + (1584 + 100) * 8) * 2.5,
        held: ((Math.ceil(1.25) + 1_000) * 1.25 + (1584 + 100) * 8) * 2.5, // a longer prompt, written to a cache
        first: drawn,
        last: {
          type: 'image_generation.completed',
          b64_json: 'AAAA',
          usage: { input_tokens: 1, output_tokens: 1684, total_tokens: 1685 },
        },
      },
    }
    type Single = {
      model: string
      address: string
      body: unknown
      price: number
      held?: number
      first: object
      last: { type: string }
    }
    for (const [what, { model, address, body, price, held = price, first, last }] of Object.entries<Single>(singles))
      test(`is not extended where its amount is known before: ${what}`, async (t) => {
        const balance = Math.ceil(held)
        const { mine, sent, response } = await begin(t, model, address, { body }, { quota: balance })
        openEvents(response)
        response.write(event(first))
        const result = await sent
        await checkHold(mine)
        response.end(event(last))
        const text = await result.text()
        assert.ok(text.includes(last.type), text)
        await assertUsed(mine, balance, Math.round(price))
      })

    test('is taken again when it was lost, and the stream goes on', async (t) => {
      const { mine, sent, response } = await begin(t, 'gpt-4o', path, { body: chatBody('hi', { stream: true }) })
      openEvents(response)
      await loseHold(relay, mine) // before the stream has begun
      renewHolds(relay)
      await eventually('the hold is taken again', () => holdOf(relay, mine))
      response.write(chatChunk({ content: 'sun' }))
      const result = await sent
      await loseHold(relay, mine) // while it runs
      renewHolds(relay)
      const again = await eventually('the hold is taken again', () => holdOf(relay, mine))
      assert.equal((await relay.balance(mine.user_id)).held, again.amount)
      response.end(chatEnd)
      assert.match(await result.text(), /sun.*\[DONE\]/s)
      await assertPaid(relay, mine, chatPrice)
    })

    test('is taken again when it was lost while a whole response is waited for', async (t) => {
      const { mine, sent, response } = await begin(t, 'gpt-4o', path, { body: chatBody() })
      await loseHold(relay, mine)
      renewHolds(relay)
      await eventually('the hold is taken again', () => holdOf(relay, mine))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wholeChat))
      assert.equal((await sent).status, 200)
      await assertPaid(relay, mine, chatPrice)
    })

    test('is taken again for less, where other calls have taken what it was', async (t) => {
      const { mine, sent, response } = await begin(t, 'gpt-4o', path, { body: chatBody('hi', { stream: true }) })
      openEvents(response)
      response.write(chatChunk({ content: 'sun '.repeat(100) }))
      const result = await sent
      const before = await eventually('the hold', () => holdOf(relay, mine))
      await loseHoldToOther(relay, mine, 2000)
      renewHolds(relay)
      const isOfMine = async () => {
        const { store } = relay.deps
        const holds = await store.selectFrom('holds').selectAll().where('request_id', '=', before.request_id).execute()
        return holds[0]
      }
      const again = await eventually('a smaller hold', isOfMine)
      assert.ok(again.amount <= 2000 && again.amount < before.amount, `${again.amount} of ${before.amount}`)
      response.end(chatEnd)
      assert.match(await result.text(), /\[DONE\]/)
    })

    for (const [name, format] of Object.entries(chatFormats))
      test(`is not taken again where there is no money: the stream ends with the error of its dialect, ${name}`, async (t) => {
        const upstream = await startSteeredUpstream(t)
        const here = relay.place()
        await here.channel({ type: 25, models: 'gpt-4o', base_url: upstream.url })
        const mine = await here.key()
        const body = format.body('gpt-4o', 'hi', true)
        const headers = format.headers(mine.key)
        const client = beginCall(relay, format.path('gpt-4o', true), { headers, body })
        const { response } = await upstream.next()
        openEvents(response)
        response.write(chatChunk({ content: 'sun '.repeat(100) }))
        await client.until('output', () => format.streamedText(client.events()).includes('sun'))
        const { request_id = '' } = (await holdOf(relay, mine)) ?? {}
        await loseHoldToOther(relay, mine, 0)
        renewHolds(relay)
        assert.equal(await soon('the end of the stream', client.over), 'ended')
        assert.match(
          JSON.stringify(format.errorIn(client.events())),
          /Insufficient user quota/,
          client.text().slice(-300),
        )
        assert.equal(format.isComplete(client.text()), false)
        const { rows } = await eventually('settled', async () => {
          const log = relay.deps.store.selectFrom('logs').selectAll().where('request_id', '=', request_id)
          const found = await log.where('quota', '>', 0).execute()
          return found.length > 0 && { rows: found }
        })
        assert.ok((rows.at(-1)?.quota ?? 0) > 0)
      })
  })
