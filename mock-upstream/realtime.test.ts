import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import type { MockUpstream } from './server.ts'
import { bearer, type Loose, upstreamFor } from './test-client.ts'

type Client = { socket: WebSocket; send(event: object): void; until(type: string): Promise<Loose[]> }

/** Collects what the server says; `until` hands over everything up to the first event of a type. */
function connect(
  upstream: MockUpstream,
  path: string,
  headers: Record<string, string> = bearer,
  protocols: string[] = [],
): Client {
  const socket = new WebSocket(upstream.url.replace('http', 'ws') + path, protocols, { headers })
  const heard: Loose[] = []
  let wake = () => {}
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)))
    wake()
  })
  return {
    socket,
    send: (event) => socket.send(JSON.stringify(event)),
    async until(type) {
      for (;;) {
        const at = heard.findIndex((event) => event.type === type)
        if (at !== -1) return heard.splice(0, at + 1)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

const userText = (text: string) => ({
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
})

test('a text conversation: greeting, settings, request, response with usage', async (t) => {
  const upstream = await upstreamFor(t)
  const { socket, send, until } = connect(upstream, '/v1/realtime?model=gpt-realtime-2.1')
  const [created] = await until('session.created')
  assert.equal(created.session.model, 'gpt-realtime-2.1')
  send({ type: 'session.update', session: { output_modalities: ['text'], instructions: 'brief' } })
  assert.equal((await until('session.updated')).at(-1).session.instructions, 'brief')
  send(userText('hello there'))
  await until('conversation.item.done')
  send({ type: 'response.create' })
  const told = await until('response.done')
  assert.equal(
    told
      .filter(({ type }) => type === 'response.output_text.delta')
      .map(({ delta }) => delta)
      .join(''),
    'hello there',
  )
  const { usage, output } = told.at(-1).response
  assert.equal(output[0].content[0].text, 'hello there')
  assert.deepEqual([usage.input_tokens, usage.output_tokens, usage.total_tokens], [4, 3, 7])
  socket.close(1000)
  await once(socket, 'close')
  assert.deepEqual(
    upstream.requests.last()?.events?.map(({ type }) => type),
    ['session.update', 'conversation.item.create', 'response.create'],
  )
})

test('a spoken conversation with the older names of events', async (t) => {
  const upstream = await upstreamFor(t)
  const headers = { ...bearer, 'openai-beta': 'realtime=v1' }
  const { send, until } = connect(upstream, '/v1/realtime?model=gpt-4o-realtime-preview', headers)
  await until('session.created')
  send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(48_000).toString('base64') })
  send({ type: 'input_audio_buffer.commit' })
  await until('conversation.item.created')
  send({ type: 'response.create' })
  const told = await until('response.done')
  assert.ok(told.some(({ type }) => type === 'response.audio.delta'))
  assert.ok(told.some(({ type }) => type === 'response.audio_transcript.delta'))
  const { input_token_details, output_token_details } = told.at(-1).response.usage
  assert.equal(input_token_details.audio_tokens, 10)
  assert.ok(output_token_details.audio_tokens > 0)
})

for (const [what, session] of [
  ['the older name', { input_audio_transcription: { model: 'gpt-4o-transcribe', prompt: 'four' } }],
  ['the newer name', { audio: { input: { transcription: { model: 'gpt-4o-transcribe', prompt: 'four' } } } }],
] as const)
  test(`what was heard is written down where the session wants it, under ${what}`, async (t) => {
    const upstream = await upstreamFor(t)
    const { send, until } = connect(upstream, '/v1/realtime?model=gpt-realtime')
    await until('session.created')
    send({ type: 'session.update', session })
    send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(48_000).toString('base64') })
    send({ type: 'input_audio_buffer.commit' })
    const told = await until('conversation.item.input_audio_transcription.completed')
    const { item_id, transcript, usage } = told.at(-1)
    assert.equal(item_id, told.find(({ type }) => type === 'input_audio_buffer.committed').item_id)
    assert.equal(transcript, 'Heard 1 seconds.')
    assert.deepEqual(usage, {
      type: 'tokens',
      total_tokens: 15,
      input_tokens: 11,
      input_token_details: { text_tokens: 1, audio_tokens: 10 },
      output_tokens: 4,
    })
  })

test('functions are called and their results quoted', async (t) => {
  const upstream = await upstreamFor(t)
  const { send, until } = connect(upstream, '/v1/realtime?model=gpt-realtime-2.1')
  await until('session.created')
  send({
    type: 'session.update',
    session: { output_modalities: ['text'], tools: [{ type: 'function', name: 'weather', parameters: {} }] },
  })
  send(userText('call weather with {"city":"Oslo"}'))
  send({ type: 'response.create' })
  const called = (await until('response.done')).at(-1).response.output[0]
  assert.deepEqual([called.type, called.arguments], ['function_call', '{"city":"Oslo"}'])
  send({
    type: 'conversation.item.create',
    item: { type: 'function_call_output', call_id: called.call_id, output: 'sun' },
  })
  send({ type: 'response.create' })
  const { output } = (await until('response.done')).at(-1).response
  assert.equal(output[0].content[0].text, 'The tool weather said: sun.')
})

test('invalid events get an error', async (t) => {
  const upstream = await upstreamFor(t)
  const { send, until, socket } = connect(upstream, '/v1/realtime?model=m')
  await until('session.created')
  send({ type: 'dance', event_id: 'e1' })
  const [unknown] = await until('error')
  assert.deepEqual([unknown.error.code, unknown.error.event_id], ['invalid_value', 'e1'])
  send({ type: 'input_audio_buffer.commit' })
  assert.equal((await until('error'))[0].error.code, 'input_audio_buffer_commit_empty')
  socket.send('not JSON')
  assert.equal((await until('error'))[0].error.code, 'invalid_json')
})

test('a browser brings its key as a subprotocol, Azure as a header', async (t) => {
  const upstream = await upstreamFor(t)
  const browser = connect(upstream, '/v1/realtime?model=m', {}, ['realtime', 'openai-insecure-api-key.sk-browser'])
  await browser.until('session.created')
  assert.equal(browser.socket.protocol, 'realtime')
  assert.equal(upstream.requests.last()?.key, 'sk-browser')
  const azure = connect(upstream, '/openai/realtime?api-version=2025-04-01-preview&deployment=d', { 'api-key': 'k' })
  assert.equal((await azure.until('session.created'))[0].session.model, 'd')
})

for (const [what, path, headers, status] of [
  ['no key', '/v1/realtime?model=m', {}, 401],
  ['no model', '/v1/realtime', bearer, 400],
  ['a preview model without the beta header', '/v1/realtime?model=gpt-4o-realtime-preview', bearer, 400],
  ['another address', '/v1/elsewhere?model=m', bearer, 404],
] as const) {
  test(`it refuses ${what}`, async (t) => {
    const { socket } = connect(await upstreamFor(t), path, headers)
    const [, response] = await once(socket, 'unexpected-response')
    assert.equal(response.statusCode, status)
  })
}

test('faults reach realtime too: a status, a cut, wrong usage', async (t) => {
  const upstream = await upstreamFor(t)
  const { faults } = upstream
  faults.add({ times: 1, fault: { kind: 'status', status: 429 } })
  const [, response] = await once(connect(upstream, '/v1/realtime?model=m').socket, 'unexpected-response')
  assert.equal(response.statusCode, 429)

  faults.add({ times: 1, fault: { kind: 'cut', at: 'after-chunks', afterChunks: 1 } })
  const short = connect(upstream, '/v1/realtime?model=m')
  await short.until('session.created')
  short.send(userText('x'))
  const [code] = await once(short.socket, 'close')
  assert.equal(code, 1006)

  faults.add({ times: 1, fault: { kind: 'usage', how: 'negative' } })
  const wrong = connect(upstream, '/v1/realtime?model=m')
  await wrong.until('session.created')
  wrong.send({ type: 'response.create' })
  assert.equal((await wrong.until('response.done')).at(-1).response.usage.input_tokens, -1)
})

test('a server that was silent to a realtime client can still be stopped', async (t) => {
  const upstream = await upstreamFor(t)
  upstream.faults.add({ fault: { kind: 'silent' } })
  const received = upstream.requests.nextRequest()
  const { socket } = connect(upstream, '/v1/realtime?model=m')
  const failed = once(socket, 'error')
  await received
  await upstream.stop()
  await failed
})
