import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import { type FreshDatabase, freshDatabase, openTest } from '../../test/databases.ts'
import { eventually } from '../../test/eventually.ts'
import { driftsOf } from '../../test/ledger.ts'
import { connectTo, readReply, readToEnd } from '../../test/raw-http.ts'
import { type RelayServer, startRelay } from '../../test/relay-harness.ts'
import type { Deps } from '../deps.ts'
import { saveOptions } from '../domain/options/options.rules.ts'
import { refusalOf, startLines, talk, userText, writtenOnly } from './realtime-testing.ts'
import type { RelayDeps } from './relay-deps.ts'

const model = 'gpt-realtime'
// ratio 2, written answers × 4, sound heard × 8, sound said × 16; read again × 0.1
const price = { input: 2, output: 8, heard: 16, said: 32, cached: 0.2 }
const start = 100_000_000

describe('realtime', () => {
  let database: FreshDatabase
  let relay: RelayServer
  before(async () => {
    database = await freshDatabase('sqlite')
    relay = await startRelay(database.address)
    await relay.channel({
      models: `${model},gpt-4o-realtime-preview,alias,gift,piece`,
      model_mapping: { alias: model },
    })
    await relay.channel({ type: 14, models: 'claude-sonnet-4-5', base_url: relay.mock.urlOf('anthropic') })
    await saveOptions(relay.deps.store, relay.deps.vault, {
      ModelRatio: JSON.stringify({ alias: 2, gift: 0 }),
      ModelPrice: JSON.stringify({ piece: 0.01 }),
    })
    await relay.deps.reload()
  })
  afterEach(() => relay.mock.faults.clear())
  after(async () => {
    const at = relay.deps.clock()
    await relay.stop()
    const open = await openTest(database.address)
    assert.deepEqual(await driftsOf(open, at), [], 'every session was charged once, by the books')
    await open.close()
    await database.drop()
  })

  const rowsOf = (user_id: number) =>
    relay.deps.logStore
      .selectFrom('logs')
      .select(['quota', 'model_name', 'prompt_tokens', 'completion_tokens', 'is_stream', 'request_id', 'other'])
      .where('user_id', '=', user_id)
      .where('type', '=', 2)
      .execute()
  /** The row of a session, which is written when it is over. */
  const rowOf = async (user_id: number) => {
    const row = await eventually('the row of the session', async () => (await rowsOf(user_id))[0])
    return { ...row, other: JSON.parse(row.other) }
  }
  async function charged(user_id: number, quota: number) {
    const row = await rowOf(user_id)
    assert.equal(row.quota, quota)
    assert.equal((await rowsOf(user_id)).length, 1)
    assert.deepEqual(await relay.balance(user_id), {
      quota: start - quota,
      held: 0,
      used_quota: quota,
      request_count: 1,
    })
    return row
  }
  const untouched = { quota: start, held: 0, used_quota: 0, request_count: 0 }

  test('a written conversation passes unchanged both ways and is charged once, at its end', async () => {
    const { key, user_id } = await relay.key()
    const { socket, send, until, closed } = talk(relay.url, model, { key })
    const [answer] = await once(socket, 'upgrade')
    await until('session.created')
    send(writtenOnly)
    await until('session.updated')
    send(userText('hello there'))
    send({ type: 'response.create' })
    const told = (await until('response.done')).at(-1)
    assert.equal(told.response.output[0].content[0].text, 'hello there')
    assert.ok((await relay.balance(user_id)).held > 0, 'money is set aside while it runs')
    const { inFlight } = relay.deps as Deps & RelayDeps // the server hands over all it has
    assert.equal(inFlight.count(), 1)
    socket.close(1000)
    assert.equal(await closed, 1000)

    const { usage } = told.response
    assert.deepEqual([usage.input_tokens, usage.output_tokens], [3, 3])
    const row = await charged(user_id, 3 * price.input + 3 * price.output)
    assert.deepEqual([row.prompt_tokens, row.completion_tokens, row.is_stream, row.model_name], [3, 3, 1, model])
    assert.equal(row.request_id, answer.headers['x-oneapi-request-id'])
    const { other } = row
    assert.equal(other.ws, true)
    assert.deepEqual([other.text_input, other.text_output, other.audio_input, other.audio_output], [3, 3, 0, 0])
    assert.deepEqual([other.audio_ratio, other.audio_completion_ratio], [8, 2])
    assert.equal(other.request_path, '/v1/realtime')
    assert.deepEqual(other.stream_status, { status: 'ok', end_reason: 'done' })
    const asked = relay.mock.requests.last()
    assert.match(asked?.key ?? '', /^sk-upstream-/, 'the upstream sees the key of the channel')
    assert.ok(!JSON.stringify(asked?.headers).includes(key.slice(3)), 'and never that of the client')
    assert.deepEqual(asked?.events, [writtenOnly, userText('hello there'), { type: 'response.create' }])
    await eventually('nothing in flight', () => inFlight.count() === 0)
  })

  test('a browser brings its key as a sub-protocol and hears realtime back', async () => {
    const { key, user_id } = await relay.key()
    const protocols = ['realtime', `openai-insecure-api-key.${key}`, 'openai-beta.realtime-v1']
    const { socket, until, closed } = talk(relay.url, 'gpt-4o-realtime-preview', { protocols })
    await until('session.created')
    assert.equal(socket.protocol, 'realtime')
    const headers = relay.mock.requests.last()?.headers
    assert.equal(headers?.['openai-beta'], 'realtime=v1', 'the model needs it')
    assert.ok(!JSON.stringify(headers).includes(key.slice(3)))
    socket.close()
    await closed
    await charged(user_id, 0)
  })

  test('sound costs what sound costs, and all responses of a session are one charge', async () => {
    const { key, user_id } = await relay.key()
    const { socket, send, until } = talk(relay.url, model, { key })
    await until('session.created')
    const sound = Buffer.alloc(48_000).toString('base64')
    const used = { input: 0, output: 0, heard: 0, said: 0 }
    for (const text of ['one two three', 'and once more']) {
      send({ type: 'input_audio_buffer.append', audio: sound })
      send({ type: 'input_audio_buffer.commit' })
      send(userText(text))
      send({ type: 'response.create' })
      const { usage } = (await until('response.done')).at(-1).response
      used.input += usage.input_token_details.text_tokens
      used.heard += usage.input_token_details.audio_tokens
      used.output += usage.output_token_details.text_tokens
      used.said += usage.output_token_details.audio_tokens
    }
    assert.ok(used.heard >= 20 && used.said > 0)
    socket.close()
    const { input, output, heard, said } = used
    const quota = input * price.input + output * price.output + heard * price.heard + said * price.said
    const { other } = await charged(user_id, quota)
    assert.deepEqual([other.audio, other.audio_input, other.audio_output], [true, heard, said])
    assert.deepEqual([other.text_input, other.text_output], [input, output])
  })

  test('what was read from a cache costs its part', async () => {
    const { key, user_id } = await relay.key()
    relay.mock.faults.add({ times: 1, fault: { kind: 'usage', counts: { input: 1000, cached: 800, output: 10 } } })
    const { socket, send, until } = talk(relay.url, model, { key })
    await until('session.created')
    send(writtenOnly)
    send({ type: 'response.create' })
    await until('response.done')
    socket.close()
    const { other } = await charged(user_id, 200 * price.input + 800 * price.cached + 10 * price.output)
    assert.equal(other.cache_tokens, 800)
  })

  test('a price per call is paid for every response', async () => {
    const { key, user_id } = await relay.key()
    const { socket, send, until } = talk(relay.url, 'piece', { key })
    await until('session.created')
    for (let count = 0; count < 3; count++) {
      send({ type: 'response.create' })
      await until('response.done')
    }
    socket.close()
    const { other } = await charged(user_id, 3 * 5000)
    assert.deepEqual(other.factors, { n: 3 })
  })

  test('a free model sets nothing aside and costs nothing', async () => {
    const { key, user_id } = await relay.key({ quota: 0 })
    const { socket, send, until } = talk(relay.url, 'gift', { key })
    await until('session.created')
    send({ type: 'response.create' })
    await until('response.done')
    assert.equal((await relay.balance(user_id)).held, 0)
    socket.close()
    assert.equal((await rowOf(user_id)).quota, 0)
  })

  test('the upstream knows a mapped model by its own name, also when the client names it again', async () => {
    const { key, user_id } = await relay.key()
    const { socket, send, until } = talk(relay.url, 'alias', { key })
    const [created] = await until('session.created')
    assert.equal(created.session.model, model)
    send({ type: 'session.update', session: { model: 'alias', output_modalities: ['text'] } })
    const updated = (await until('session.updated')).at(-1)
    assert.deepEqual([updated.session.model, updated.session.output_modalities], [model, ['text']])
    socket.close()
    const { other } = await charged(user_id, 0)
    assert.equal(other.upstream_model_name, model)
  })

  const wrongWords = JSON.stringify(userText('a test_sensitive word'))
  const badEvents: [what: string, data: string | Buffer, code: string, type?: string][] = [
    ['no JSON', 'not json', 'invalid_request'],
    ['no object', '[1]', 'invalid_request'],
    ['no type', '{"event_id":"a"}', 'invalid_request'],
    ['bytes', Buffer.from('{"type":"response.create"}'), 'invalid_request'],
    ['words nobody wants here', wrongWords, 'sensitive_words_detected', 'turnpike_error'],
    ['a key twice', '{"type":"response.cancel","type":"response.create"}', 'invalid_request'],
    ['another model', '{"type":"session.update","session":{"model":"gpt-realtime-2.1"}}', 'invalid_request'],
    ['another model in a response', '{"type":"response.create","response":{"model":"o1"}}', 'invalid_request'],
  ]
  test('events that make no sense are answered here, do not reach the upstream, and end nothing', async () => {
    const { key, user_id } = await relay.key()
    const { socket, until } = talk(relay.url, model, { key })
    await until('session.created')
    const ids = new Set<string>()
    for (const [what, data, code, type = 'invalid_request_error'] of badEvents) {
      socket.send(data)
      const [event] = await until('error')
      assert.deepEqual([event.type, event.error.code, event.error.type], ['error', code, type], what)
      assert.match(event.event_id, /^evt_\w+$/)
      ids.add(event.event_id)
    }
    assert.equal(ids.size, badEvents.length)
    assert.deepEqual(relay.mock.requests.last()?.events, [])
    assert.equal(socket.readyState, socket.OPEN)
    socket.close()
    await charged(user_id, 0)
  })

  test('before the line is open every refusal is a plain answer in the words of OpenAI, and costs nothing', async () => {
    const limited = await relay.key({ model_limits: 'gpt-4o' })
    const poor = await relay.key({ quota: 10 })
    const poorToken = await relay.key({ remain_quota: 10 })
    const elsewhere = await relay.key({ allow_ips: '10.1.1.1' })
    const { key, user_id } = await relay.key()
    const cases: [what: string, model: string, key: string | undefined, status: number, code: string][] = [
      ['no key', model, undefined, 401, 'token_missing'],
      ['a wrong key', model, 'sk-nobody', 401, 'invalid_token'],
      ['no model', '', key, 400, 'invalid_request'],
      ['a model the key may not use', model, limited.key, 403, 'model_not_allowed'],
      ['an address the key does not allow', model, elsewhere.key, 403, 'ip_not_allowed'],
      ['a model nobody serves', 'unknown', key, 503, 'model_not_found'],
      ['a channel without realtime', 'claude-sonnet-4-5', key, 501, 'not_supported'],
      ['an empty account', model, poor.key, 403, 'insufficient_user_quota'],
      ['an empty key', model, poorToken.key, 403, 'pre_consume_token_quota_failed'],
    ]
    for (const [what, name, given, status, code] of cases) {
      const talker = talk(relay.url, name, given === undefined ? {} : { key: given })
      const refused = await refusalOf(talker)
      assert.deepEqual([refused.status, refused.body.error.code], [status, code], what)
      assert.match(refused.body.error.message, /\(request id: \w+\)$/)
    }
    assert.deepEqual(await relay.balance(user_id), untouched)
    assert.equal((await relay.balance(poor.user_id)).held, 0)
  })

  test('what is no WebSocket is told so', async () => {
    const { key } = await relay.key()
    const plain = await fetch(`${relay.url}/v1/realtime?model=${model}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    assert.equal(plain.status, 400)
    const { host } = new URL(relay.url)
    const socket = connectTo(relay.url)
    const lines = [`GET /v1/realtime?model=${model} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${key}`]
    socket.write(
      [...lines, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', '', ''].join('\r\n'),
    )
    const reply = readReply(await readToEnd(socket))
    assert.deepEqual([reply.status, JSON.parse(reply.body).error.code], [400, 'invalid_request'])
    assert.equal(reply.headers.get('connection'), 'close')
  })

  test('a wish to upgrade to anything else, or anywhere else, does not keep a request from being answered', async () => {
    const { key } = await relay.key()
    const body = JSON.stringify({ model: 'unknown', messages: [{ role: 'user', content: 'x' }] })
    const ask = (path: string, method: string, upgrade: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = {
          authorization: `Bearer ${key}`,
          connection: 'Upgrade',
          upgrade,
          'content-type': 'application/json',
        }
        const sent = request(relay.url + path, { method, headers }, (reply) => {
          reply.resume()
          resolve(reply.statusCode ?? 0)
        })
        sent.on('error', reject)
        sent.end(method === 'POST' ? body : undefined)
      })
    assert.equal(await ask('/v1/chat/completions', 'POST', 'h2c'), 503)
    assert.equal(await ask('/v1/models', 'GET', 'websocket'), 200)
  })

  test('an upstream that refuses is a failed attempt: another is tried, and the last refusal is shown', async (t) => {
    const { key, user_id } = await relay.key()
    const second = await relay.channel({ models: model, priority: -1 })
    await saveOptions(relay.deps.store, relay.deps.vault, { RetryTimes: '1' })
    await relay.deps.reload()
    t.after(async () => {
      await relay.deps.store.deleteFrom('channels').where('id', '=', second).execute()
      await saveOptions(relay.deps.store, relay.deps.vault, { RetryTimes: '0' })
      await relay.deps.reload()
    })
    relay.mock.faults.add({ times: 1, fault: { kind: 'status', status: 500 } })
    const { socket, until } = talk(relay.url, model, { key })
    await until('session.created')
    socket.close()
    const { other } = await charged(user_id, 0)
    assert.deepEqual(other.admin_info.use_channel.map(Number).at(-1), second)
    assert.equal(other.admin_info.use_channel.length, 2)

    const cases: [fault: Parameters<typeof relay.mock.faults.add>[0]['fault'], status: number, code: string][] = [
      [{ kind: 'status', status: 429 }, 429, 'channel_saturated'],
      [{ kind: 'status', status: 401 }, 502, 'invalid_api_key'],
      [{ kind: 'redirect' }, 502, 'redirect'],
      [{ kind: 'cut', at: 'before-headers' }, 502, 'do_request_failed'],
    ]
    for (const [fault, status, code] of cases) {
      relay.mock.faults.add({ times: 2, fault })
      const { status: shown, body } = await refusalOf(talk(relay.url, model, { key }))
      assert.deepEqual([shown, body.error.code], [status, code], fault.kind)
    }
    assert.equal((await relay.balance(user_id)).held, 0)
  })

  test('an upstream that breaks is told of in an event, and what it said is paid', async () => {
    const { key, user_id } = await relay.key()
    // Nine events come before the first piece of the answer.
    relay.mock.faults.add({ times: 1, fault: { kind: 'cut', at: 'after-chunks', afterChunks: 12 } })
    const { send, until, closed } = talk(relay.url, model, { key })
    await until('session.created')
    send(writtenOnly)
    await until('session.updated')
    send(userText('say 100 words'))
    send({ type: 'response.create' })
    const heard = await until('error')
    const { error, event_id } = heard.at(-1)
    assert.deepEqual([error.code, error.type], ['network', 'upstream_error'])
    assert.match(event_id, /^evt_/)
    assert.equal(await closed, 1011)
    const row = await rowOf(user_id)
    assert.equal(row.other.stream_status.end_reason, 'failed')
    const isDone = heard.some(({ type }) => type === 'response.done')
    const pieces = heard.filter(({ type }) => type === 'response.output_text.delta')
    assert.ok(!isDone && pieces.length > 0, 'it broke in the middle of the answer')
    assert.ok(row.prompt_tokens > 0 && row.completion_tokens > 0)
    assert.equal(row.other.admin_info.local_count_tokens, true)
    await charged(user_id, row.prompt_tokens * price.input + row.completion_tokens * price.output)
  })

  test('a client that hangs up in the middle pays for what it heard, once, and the upstream is told', async (t) => {
    const { key, user_id } = await relay.key()
    const hungUp = Promise.withResolvers<number>()
    const url = await startLines(t, (line) => {
      line.send(JSON.stringify({ type: 'session.created', session: { instructions: 'x', tools: [] } }))
      line.on('message', () => {
        line.send(JSON.stringify({ type: 'response.created', response: {} }))
        line.send(JSON.stringify({ type: 'response.output_text.delta', delta: 'hello hello' }))
        const second = Buffer.alloc(48_000).toString('base64')
        for (let count = 0; count < 6; count++)
          line.send(JSON.stringify({ type: 'response.output_audio.delta', delta: second }))
      })
      line.on('close', hungUp.resolve)
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
    // Six seconds said are 200 / 0.24 tokens a minute.
    assert.equal(row.other.audio_output, Math.round((6 * (200 / 0.24)) / 60))
    assert.deepEqual([row.other.text_input, row.other.text_output], [1, 2])
    // ratio 0.3, written answers × 4, sound × 16.6667 × 2
    await charged(user_id, Math.round((1 + 2 * 4 + row.other.audio_output * 16.6667 * 2) * 0.3))
  })

  test('a client that leaves before its line is open costs nothing, and leaves no line behind', async (t) => {
    const { key, user_id } = await relay.key()
    const asked = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const slow = createServer().listen(0, '127.0.0.1')
    slow.on('upgrade', (_, line) => {
      asked.resolve()
      line.on('end', () => {
        line.destroy()
        left.resolve()
      })
    })
    await once(slow, 'listening')
    t.after(() => slow.close())
    const { port } = slow.address() as AddressInfo
    await relay.channel({ models: 'gpt-realtime-1.5', base_url: `http://127.0.0.1:${port}` })
    const { socket } = talk(relay.url, 'gpt-realtime-1.5', { key })
    await asked.promise
    assert.ok((await relay.balance(user_id)).held > 0)
    socket.terminate()
    await left.promise
    await eventually('the hold is given back', async () => (await relay.balance(user_id)).held === 0)
    assert.deepEqual(await relay.balance(user_id), untouched)
    assert.deepEqual(await rowsOf(user_id), [])
  })

  test('when the money runs out during a session it says so and ends; what was delivered is paid', async () => {
    const hold = 500 * price.said
    const { key, user_id } = await relay.key({ quota: hold + 10 })
    relay.mock.faults.add({ times: 1, fault: { kind: 'usage', counts: { input: 100, output: 2000 } } })
    const { send, until, closed } = talk(relay.url, model, { key })
    await until('session.created')
    send(writtenOnly)
    send({ type: 'response.create' })
    const { error } = (await until('error')).at(-1)
    assert.deepEqual([error.code, error.type], ['insufficient_user_quota', 'turnpike_error'])
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
      const { key, user_id } = await relay.key()
      relay.mock.faults.add({ times: 1, fault: { kind: 'usage', how } })
      const { socket, send, until } = talk(relay.url, model, { key })
      await until('session.created')
      send({ ...writtenOnly, session: { ...writtenOnly.session, instructions: 'hello' } })
      send(userText('hello hello'))
      send({ type: 'response.create' })
      await until('response.done')
      socket.close()
      // One token of instructions, two of the question; two of the answer, which repeats it.
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
      const { key, user_id } = await relay.key()
      const url = await startLines(t, (line) => {
        line.send(JSON.stringify({ type: 'session.created', session: {} }))
        line.on('error', () => {})
        line.on('message', () => {
          line.send(JSON.stringify({ type: 'response.output_text.delta', delta: 'hello' }))
          line.send(message)
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
      const heard = await until('error')
      assert.deepEqual(
        heard.map(({ type }) => type),
        ['response.output_text.delta', 'error'],
      )
      assert.equal(heard[1].error.code, code)
      assert.equal(await closed, 1011)
      const row = await charged(user_id, 1)
      assert.equal(row.completion_tokens, 1)
    })

  test('errors an upstream tells of pass without its addresses and keys', async () => {
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
