import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { freshDatabase, openTest } from '../../../test/harness/databases.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { saveOptions } from '../../../test/harness/harness.ts'
import {
  model,
  price,
  startLines,
  talk,
  untouched,
  useRealtime,
  userText,
  writtenOnly,
} from '../../../test/harness/realtime-harness.ts'
import { startRelay } from '../../../test/harness/relay-harness.ts'
import { RealtimeTurn } from './turn.ts'

describe('the end of a realtime session', () => {
  const given = useRealtime()
  const { rowsOf, rowOf, charged } = given

  test('an upstream that breaks is told of in an event, and what it said is paid', async () => {
    const { relay } = given
    const { key, user_id } = await relay.key()
    // Nine events come before the first delta of the response.
    relay.mock.faults.add({ times: 1, fault: { kind: 'cut', at: 'after-chunks', afterChunks: 12 } })
    const { send, until, closed } = talk(relay.url, model, { key })
    await until('session.created')
    send(writtenOnly)
    await until('session.updated')
    send(userText('say 100 words'))
    send({ type: 'response.create' })
    const events = await until('error')
    const { error, event_id } = events.at(-1)
    assert.deepEqual([error.code, error.type], ['network', 'upstream_error'])
    assert.match(event_id, /^evt_/)
    assert.equal(await closed, 1011)
    const row = await rowOf(user_id)
    assert.equal(row.other.stream_status.end_reason, 'failed')
    const isDone = events.some(({ type }) => type === 'response.done')
    const pieces = events.filter(({ type }) => type === 'response.output_text.delta')
    assert.ok(!isDone && pieces.length > 0, 'it broke in the middle of the response')
    assert.ok(row.prompt_tokens > 0 && row.completion_tokens > 0)
    assert.equal(row.other.admin_info.local_count_tokens, true)
    await charged(user_id, row.prompt_tokens * price.input + row.completion_tokens * price.output)
  })

  test('a client that hangs up in the middle pays for what it heard, once, and the upstream is told', async (t) => {
    const { relay } = given
    const { key, user_id } = await relay.key()
    const hungUp = Promise.withResolvers<number>()
    const url = await startLines(t, (socket) => {
      socket.send(JSON.stringify({ type: 'session.created', session: { instructions: 'x', tools: [] } }))
      socket.on('message', () => {
        socket.send(JSON.stringify({ type: 'response.created', response: {} }))
        socket.send(JSON.stringify({ type: 'response.output_text.delta', delta: 'hello hello' }))
        const second = Buffer.alloc(48_000).toString('base64')
        for (let count = 0; count < 6; count++)
          socket.send(JSON.stringify({ type: 'response.output_audio.delta', delta: second }))
      })
      socket.on('close', hungUp.resolve)
    })
    await relay.channel({ models: 'gpt-realtime-mini', base_url: url })
    const { socket, send, until } = talk(relay.url, 'gpt-realtime-mini', { key })
    await until('session.created')
    send({ type: 'response.create' })
    for (let count = 0; count < 6; count++) await until('response.output_audio.delta')
    socket.terminate()
    await hungUp.promise
    const row = await rowOf(user_id)
    assert.equal(row.other.stream_status.end_reason, 'client_gone')
    // Audio output is 200 / 0.24 tokens a minute.
    assert.equal(row.other.audio_output, Math.round((6 * (200 / 0.24)) / 60))
    assert.deepEqual([row.other.text_input, row.other.text_output], [1, 2])
    // ratio 0.3, text output × 4, audio × 16.6667 × 2
    await charged(user_id, Math.round((1 + 2 * 4 + row.other.audio_output * 16.6667 * 2) * 0.3))
  })

  /** An upstream that receives a request and responds only when it is cancelled. */
  const silentLine = (t: Parameters<typeof startLines>[0]) =>
    startLines(t, (socket) => {
      socket.send(JSON.stringify({ type: 'session.created', session: {} }))
      socket.on('message', (data) => {
        const { type } = JSON.parse(String(data))
        if (type === 'response.create') socket.send(JSON.stringify({ type: 'response.created', response: {} }))
        if (type === 'response.cancel')
          socket.send(JSON.stringify({ type: 'response.done', response: { status: 'cancelled', usage: null } }))
      })
    })
  const minute = Buffer.alloc(48_000 * 60).toString('base64')
  /** 100 / 0.06 tokens for a minute of input, at audio × 16.6667 and the ratio 0.3. */
  const minuteCost = Math.round(Math.round(100 / 0.06) * 16.6667 * 0.3)

  test('a count that fails does not leave a session unpaid: it is charged by its estimate', async (t) => {
    const { relay } = given
    const { key, user_id } = await relay.key()
    const log = t.mock.method(relay.deps.log, 'error')
    t.mock.method(RealtimeTurn.prototype, 'count', () => {
      throw new Error('no tokens today')
    })
    const url = await startLines(t, (socket) => {
      socket.send(JSON.stringify({ type: 'session.created', session: { instructions: '', tools: [] } }))
      socket.on('message', () => {
        socket.send(JSON.stringify({ type: 'response.created', response: {} }))
        socket.send(JSON.stringify({ type: 'response.output_text.delta', delta: 'hello hello' }))
      })
    })
    await relay.channel({ models: 'gpt-realtime-mini-2025-12-15', base_url: url })
    const { socket, send, until } = talk(relay.url, 'gpt-realtime-mini-2025-12-15', { key })
    await until('session.created')
    send({ type: 'response.create' })
    await until('response.output_text.delta')
    socket.terminate()
    const row = await rowOf(user_id)
    assert.equal(row.other.text_output, 4) // eleven bytes
    assert.match(String(log.mock.calls[0]?.arguments[0]), /usage not counted/)
  })

  test('a minute of audio whose response was requested and cancelled is paid', async (t) => {
    const { relay } = given
    const { key, user_id } = await relay.key()
    await relay.channel({ models: 'gpt-realtime-mini-2025-10-06', base_url: await silentLine(t) })
    const { socket, send, until } = talk(relay.url, 'gpt-realtime-mini-2025-10-06', { key })
    await until('session.created')
    send({ type: 'input_audio_buffer.append', audio: minute })
    send({ type: 'input_audio_buffer.commit' })
    send({ type: 'response.create' })
    await until('response.created')
    send({ type: 'response.cancel' })
    await until('response.done')
    socket.close()
    await charged(user_id, minuteCost)
  })

  test('a minute of audio whose response was requested is paid when the server stops before the response', async (t) => {
    const own = await freshDatabase('sqlite')
    const server = await startRelay(own.address, { DRAIN_SECONDS: '0' }, given.relay.mock)
    await server.channel({ models: 'gpt-realtime-mini', base_url: await silentLine(t) })
    const { key, user_id } = await server.key()
    const { send, until, closed } = talk(server.url, 'gpt-realtime-mini', { key })
    await until('session.created')
    send({ type: 'input_audio_buffer.append', audio: minute })
    send({ type: 'input_audio_buffer.commit' })
    send({ type: 'response.create' })
    await until('response.created')
    await server.stop()
    await closed
    const open = await openTest(own.address)
    const user = await open.store
      .selectFrom('users')
      .select(['held', 'used_quota'])
      .where('id', '=', user_id)
      .executeTakeFirst()
    await open.close()
    await own.drop()
    assert.deepEqual(user, { held: 0, used_quota: minuteCost })
  })

  test('a client that leaves before its line is open costs nothing, and leaves no line behind', async (t) => {
    const { relay } = given
    const { key, user_id } = await relay.key()
    const sent = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const slow = createServer().listen(0, '127.0.0.1')
    slow.on('upgrade', (_, connection) => {
      sent.resolve()
      connection.on('end', () => {
        connection.destroy()
        left.resolve()
      })
    })
    await once(slow, 'listening')
    t.after(() => slow.close())
    const { port } = slow.address() as AddressInfo
    await relay.channel({ models: 'gpt-realtime-1.5', base_url: `http://127.0.0.1:${port}` })
    const { socket } = talk(relay.url, 'gpt-realtime-1.5', { key })
    await sent.promise
    assert.ok((await relay.balance(user_id)).held > 0)
    socket.terminate()
    await left.promise
    await eventually('the hold is given back', async () => (await relay.balance(user_id)).held === 0)
    assert.deepEqual(await relay.balance(user_id), untouched)
    assert.deepEqual(await rowsOf(user_id), [])
  })

  test('when the money runs out during a session it says so and ends; what was delivered is paid', async () => {
    const { relay } = given
    const hold = 500 * price.said
    const { key, user_id } = await relay.key({ quota: hold + 10 })
    relay.mock.faults.add({ times: 1, fault: { kind: 'usage', counts: { input: 100, output: 2000 } } })
    const { send, until, closed } = talk(relay.url, model, { key })
    await until('session.created')
    send(writtenOnly)
    send({ type: 'response.create' })
    const { error } = (await until('error')).at(-1)
    assert.deepEqual([error.code, error.type], ['insufficient_user_quota', 'new_api_error'])
    assert.equal(await closed, 1008)
    const row = await rowOf(user_id)
    assert.equal(row.quota, 100 * price.input + 2000 * price.output)
    assert.equal(row.other.stream_status.end_reason, 'out_of_quota')
    assert.deepEqual(await relay.balance(user_id), {
      quota: hold + 10 - row.quota,
      held: 0,
      used_quota: row.quota,
      request_count: 1,
    })
  })

  test('the limit of a key counts during a session too', async () => {
    const { relay } = given
    const hold = 500 * price.said
    const { key, user_id, token_id } = await relay.key({ remain_quota: hold + 10 })
    relay.mock.faults.add({ times: 1, fault: { kind: 'usage', counts: { input: 100, output: 2000 } } })
    const { send, until, closed } = talk(relay.url, model, { key })
    await until('session.created')
    send(writtenOnly)
    send({ type: 'response.create' })
    assert.equal((await until('error')).at(-1).error.code, 'pre_consume_token_quota_failed')
    assert.equal(await closed, 1008)
    const { quota } = await rowOf(user_id)
    const token = await relay.deps.store
      .selectFrom('tokens')
      .select(['remain_quota', 'held'])
      .where('id', '=', token_id)
      .executeTakeFirst()
    assert.deepEqual(token, { remain_quota: hold + 10 - quota, held: 0 })
  })

  test('a session that earns more than was set aside grows its hold', async () => {
    const { relay } = given
    const { key, user_id } = await relay.key()
    relay.mock.faults.add({ times: 1, fault: { kind: 'usage', counts: { input: 1000, output: 2000 } } })
    const { socket, send, until } = talk(relay.url, model, { key })
    await until('session.created')
    assert.equal((await relay.balance(user_id)).held, 500 * price.said)
    send(writtenOnly)
    send({ type: 'response.create' })
    await until('response.done')
    const used = 1000 * price.input + 2000 * price.output
    await eventually('a larger hold', async () => (await relay.balance(user_id)).held === 2 * used)
    socket.close()
    await charged(user_id, used)
  })

  for (const how of ['zero', 'negative', 'string', 'huge', 'missing', 'null'] as const)
    test(`usage that is ${how} is replaced by our own count`, async () => {
      const { relay } = given
      const { key, user_id } = await relay.key()
      relay.mock.faults.add({ times: 1, fault: { kind: 'usage', how } })
      const { socket, send, until } = talk(relay.url, model, { key })
      await until('session.created')
      send({ ...writtenOnly, session: { ...writtenOnly.session, instructions: 'hello' } })
      send(userText('hello hello'))
      send({ type: 'response.create' })
      await until('response.done')
      socket.close()
      // One token of instructions, two of the user's message; two of the response, which repeats it.
      const row = await charged(user_id, 3 * price.input + 2 * price.output)
      assert.equal(row.other.admin_info.local_count_tokens, true)
    })

  const hostile: [what: string, message: string | Buffer, code: string][] = [
    ['no JSON', 'surprise', 'bad_response_body'],
    ['JSON that is no event', '[1,2]', 'bad_response_body'],
    ['bytes', Buffer.from('{"type":"response.created"}'), 'bad_response_body'],
    ['more than 16 MiB', `{"type":"x","data":"${'x'.repeat(16 * 1024 * 1024)}"}`, 'network'],
  ]
  for (const [what, message, code] of hostile)
    test(`an upstream that sends ${what} ends its session, and only that`, async (t) => {
      const { relay } = given
      const { key, user_id } = await relay.key()
      const url = await startLines(t, (socket) => {
        socket.send(JSON.stringify({ type: 'session.created', session: {} }))
        socket.on('error', () => {})
        socket.on('message', () => {
          socket.send(JSON.stringify({ type: 'response.output_text.delta', delta: 'hello' }))
          socket.send(message)
        })
      })
      const name = `gpt-realtime-hostile-${what.length}`
      await saveOptions(relay.deps.store, relay.deps.vault, {
        ModelRatio: JSON.stringify({ [name]: 1, alias: 2, gift: 0 }),
      })
      await relay.channel({ models: name, base_url: url })
      const { send, until, closed } = talk(relay.url, name, { key })
      await until('session.created')
      send({ type: 'response.create' })
      const events = await until('error')
      assert.deepEqual(
        events.map(({ type }) => type),
        ['response.output_text.delta', 'error'],
      )
      assert.equal(events[1].error.code, code)
      assert.equal(await closed, 1011)
      const row = await charged(user_id, 1)
      assert.equal(row.completion_tokens, 1)
    })

  test('errors an upstream tells of pass without its addresses and keys', async () => {
    const { relay } = given
    const { key, user_id } = await relay.key()
    const body = {
      type: 'error',
      event_id: 'e',
      error: { type: 'x', code: 'y', message: 'see http://10.0.0.1/ sk-abcdefghijklmnop' },
    }
    relay.mock.faults.add({ times: 1, fault: { kind: 'error-event', afterChunks: 1, body } })
    const { socket, send, until } = talk(relay.url, model, { key })
    await until('session.created')
    send(writtenOnly)
    const { error } = (await until('error')).at(-1)
    assert.deepEqual(error, { type: 'x', code: 'y', message: 'see *** ***' })
    await until('session.updated')
    socket.close()
    await charged(user_id, 0)
  })

  test('a server that stops ends its sessions with a word, and charges them before it is gone', async () => {
    const { relay } = given
    const own = await freshDatabase('sqlite')
    const server = await startRelay(own.address, { DRAIN_SECONDS: '0' }, relay.mock)
    await server.channel({ models: model })
    const { key, user_id } = await server.key()
    const { send, until, closed } = talk(server.url, model, { key })
    await until('session.created')
    send(writtenOnly)
    send(userText('hello there'))
    send({ type: 'response.create' })
    await until('response.done')
    await server.stop()
    assert.equal((await until('error')).at(-1).error.code, 'server_stopping')
    assert.equal(await closed, 1012)
    const open = await openTest(own.address)
    const user = await open.store
      .selectFrom('users')
      .select(['held', 'used_quota'])
      .where('id', '=', user_id)
      .executeTakeFirst()
    assert.deepEqual(user, { held: 0, used_quota: 3 * price.input + 3 * price.output })
    await open.close()
    await own.drop()
  })
})
