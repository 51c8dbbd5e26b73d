import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { describe, test } from 'node:test'
import { eventually } from '../../../test/harness/eventually.ts'
import { saveOptions } from '../../../test/harness/harness.ts'
import { connectTo, readResponse, readToEnd } from '../../../test/harness/raw-http.ts'
import {
  model,
  price,
  refusalOf,
  talk,
  untouched,
  useRealtime,
  userText,
  writtenOnly,
} from '../../../test/harness/realtime-harness.ts'
import type { Deps } from '../../deps.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'

describe('a realtime session', () => {
  const given = useRealtime()
  const { rowOf, charged } = given

  test('a session requested behind a request without a response is refused, and nothing else suffers', async () => {
    const { relay } = given
    const { key, user_id } = await relay.key()
    const socket = connectTo(relay.url)
    const head = (line: string, ...fields: string[]) => [`${line} HTTP/1.1`, 'Host: t', ...fields, '', ''].join('\r\n')
    const handshake = ['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13']
    const upgrade = head(
      `GET /v1/realtime?model=${model}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      `Authorization: Bearer ${key}`,
      ...handshake,
    )
    socket.write(head('GET /api/status') + upgrade)
    assert.doesNotMatch(await readToEnd(socket), / 101 /)
    assert.equal((await fetch(`${relay.url}/healthz`)).status, 200)
    assert.equal((await relay.balance(user_id)).held, 0)
  })

  test('a written conversation passes unchanged both ways and is charged once, at its end', async () => {
    const { relay } = given
    const { key, user_id } = await relay.key()
    const { socket, send, until, closed } = talk(relay.url, model, { key })
    const [response] = await once(socket, 'upgrade')
    await until('session.created')
    send(writtenOnly)
    await until('session.updated')
    send(userText('hello there'))
    send({ type: 'response.create' })
    const done = (await until('response.done')).at(-1)
    assert.equal(done.response.output[0].content[0].text, 'hello there')
    assert.ok((await relay.balance(user_id)).held > 0, 'money is set aside while it runs')
    const { inFlight } = relay.deps as Deps & RelayDeps // the test server is started with both
    assert.equal(inFlight.count(), 1)
    socket.close(1000)
    assert.equal(await closed, 1000)

    const { usage } = done.response
    assert.deepEqual([usage.input_tokens, usage.output_tokens], [3, 3])
    const row = await charged(user_id, 3 * price.input + 3 * price.output)
    assert.deepEqual([row.prompt_tokens, row.completion_tokens, row.is_stream, row.model_name], [3, 3, 1, model])
    assert.equal(row.request_id, response.headers['x-oneapi-request-id'])
    const { other } = row
    assert.equal(other.ws, true)
    assert.deepEqual([other.text_input, other.text_output, other.audio_input, other.audio_output], [3, 3, 0, 0])
    assert.deepEqual([other.audio_ratio, other.audio_completion_ratio], [8, 2])
    assert.equal(other.request_path, '/v1/realtime')
    assert.deepEqual(other.stream_status, { status: 'ok', end_reason: 'done' })
    const sent = relay.mock.requests.last()
    assert.match(sent?.key ?? '', /^sk-upstream-/, 'the upstream sees the key of the channel')
    assert.ok(!JSON.stringify(sent?.headers).includes(key.slice(3)), 'and never that of the client')
    assert.deepEqual(sent?.events, [writtenOnly, userText('hello there'), { type: 'response.create' }])
    await eventually('nothing in flight', () => inFlight.count() === 0)
  })

  test('a browser brings its key as a sub-protocol and hears realtime back', async () => {
    const { relay } = given
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
    const { relay } = given
    const { key, user_id } = await relay.key()
    const { socket, send, until } = talk(relay.url, model, { key })
    await until('session.created')
    const audioSecond = Buffer.alloc(48_000).toString('base64')
    const used = { input: 0, output: 0, heard: 0, said: 0 }
    for (const text of ['one two three', 'and once more']) {
      send({ type: 'input_audio_buffer.append', audio: audioSecond })
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
    const { relay } = given
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
    const { relay } = given
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
    const { relay } = given
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
    const { relay } = given
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

  const blockedText = JSON.stringify(userText('a test_sensitive word'))
  const badEvents: [what: string, data: string | Buffer, code: string, type?: string][] = [
    ['no JSON', 'not json', 'invalid_request'],
    ['no object', '[1]', 'invalid_request'],
    ['no type', '{"event_id":"a"}', 'invalid_request'],
    ['bytes', Buffer.from('{"type":"response.create"}'), 'invalid_request'],
    ['words nobody wants here', blockedText, 'sensitive_words_detected', 'new_api_error'],
    ['a key twice', '{"type":"response.cancel","type":"response.create"}', 'invalid_request'],
    ['another model', '{"type":"session.update","session":{"model":"gpt-realtime-2.1"}}', 'invalid_request'],
    ['another model in a response', '{"type":"response.create","response":{"model":"o1"}}', 'invalid_request'],
    ...[
      { type: 'session.update', session: { prompt: { id: 'pmpt_1' } } },
      { type: 'session.update', session: { audio: { output: { voice: { id: 'voice_1' } } } } },
      { type: 'response.create', response: { prompt: { id: 'pmpt_1' } } },
      { type: 'response.create', response: { tools: [{ type: 'mcp', connector_id: 'connector_gmail' }] } },
    ].map((event): [string, string, string] => [
      'an object at the upstream account',
      JSON.stringify(event),
      'stored_object_refused',
    ]),
  ]
  test('events that make no sense get an error event, do not reach the upstream, and end nothing', async () => {
    const { relay } = given
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

  test('before the WebSocket is open every refusal is an HTTP response in the format of OpenAI, and costs nothing', async () => {
    const { relay } = given
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
      ['a model nobody serves', 'unknown', key, 404, 'model_not_found'],
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
    const { relay } = given
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
    const response = readResponse(await readToEnd(socket))
    assert.deepEqual([response.status, JSON.parse(response.body).error.code], [400, 'invalid_request'])
    assert.equal(response.headers.get('connection'), 'close')
  })

  test('an upgrade to another protocol, or at another path, is ignored and the request gets its response', async () => {
    const { relay } = given
    const { key } = await relay.key()
    const body = JSON.stringify({ model: 'unknown', messages: [{ role: 'user', content: 'x' }] })
    const call = (path: string, method: string, upgrade: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = {
          authorization: `Bearer ${key}`,
          connection: 'Upgrade',
          upgrade,
          'content-type': 'application/json',
        }
        const sent = request(relay.url + path, { method, headers }, (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        })
        sent.on('error', reject)
        sent.end(method === 'POST' ? body : undefined)
      })
    assert.equal(await call('/v1/chat/completions', 'POST', 'h2c'), 404)
    assert.equal(await call('/v1/models', 'GET', 'websocket'), 200)
  })

  test('an upstream that refuses is a failed attempt: another is tried, and the last refusal is shown', async (t) => {
    const { relay } = given
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
      [{ kind: 'status', status: 401 }, 502, 'channel_refused'],
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
})
