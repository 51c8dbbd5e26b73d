import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { requestIdHeader } from '../../src/http/request-id.ts'
import { eventually } from '../harness/eventually.ts'
import { type GivenChannel, useRelay } from '../harness/relay-harness.ts'
import { startTraceCollector } from '../outside/trace-collector.ts'
import { booksOf } from '../relay/books.ts'
import { chatBody, open, send } from '../relay/send.ts'
import { chatChunk, openEvents, startSteeredUpstream, usageOf } from '../relay/steered-upstream.ts'

const collector = await startTraceCollector()
after(() => collector.stop())
const relay = useRelay(
  'sqlite',
  {
    ...collector.env,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20c2VjcmV0,x-scope=team',
    OTEL_SERVICE_NAME: 'gateway-of-tests',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=overruled',
  },
  ({ options }) => options({ RetryTimes: '1' }),
)
const path = '/v1/chat/completions'
const secretPrompt = 'the prompt that no collector may read'

/** Channels in a group of their own, by priority, and someone who calls them. */
async function given(...channels: GivenChannel[]) {
  const here = relay.place()
  const made: { id: number; key: string }[] = []
  for (const [index, channel] of channels.entries()) made.push(await here.channel({ priority: 9 - index, ...channel }))
  const mine = await here.key()
  const call = (more: object = {}, headers: Record<string, string> = {}) =>
    send(relay, path, { key: mine.key, headers, body: chatBody(secretPrompt, more) })
  const traced = () => collector.call({ 'turnpike.user.id': mine.user_id })
  return { here, made, mine, call, traced }
}

test('a whole call is a span of the server and one of its attempt, with its tokens and its charge', async () => {
  const { here, made, mine, call, traced } = await given({ model_mapping: { 'gpt-4o': 'gpt-4o-2024' } })
  const response = await call()
  assert.equal(response.status, 200, response.text)
  const { server, attempts } = await traced()
  const [row] = (await booksOf(relay, mine)).rows
  assert.deepEqual(server.attributes, {
    'http.request.method': 'POST',
    'http.route': path,
    'http.response.status_code': 200,
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-4o',
    'gen_ai.request.stream': false,
    'gen_ai.response.model': 'gpt-4o-2024',
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.usage.input_tokens': row?.prompt_tokens,
    'gen_ai.usage.output_tokens': row?.completion_tokens,
    'turnpike.request_id': response.headers.get(requestIdHeader),
    'turnpike.user.id': mine.user_id,
    'turnpike.token.id': mine.token_id,
    'turnpike.group': here.group,
    'turnpike.channel.id': made[0]?.id,
    'turnpike.quota': row?.quota,
  })
  assert.equal(server.name, `POST ${path}`)
  assert.equal(server.parentId, '')
  assert.equal(server.isError, false)
  assert.equal(attempts.length, 1)
  const [attempt] = attempts
  assert.ok(attempt)
  assert.equal(attempt.kind, 'client')
  assert.equal(attempt.name, 'chat gpt-4o-2024')
  assert.deepEqual(attempt.attributes, {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-4o-2024',
    'http.response.status_code': 200,
    'turnpike.channel.id': made[0]?.id,
  })
  assert.ok(server.startMs <= attempt.startMs && attempt.startMs <= attempt.endMs && attempt.endMs <= server.endMs)
})

test('the collector learns who sends and never a prompt, a response or a key', async () => {
  const { made, mine, call, traced } = await given({})
  const response = await call({}, { 'x-private': 'a header of the client', tracestate: 'vendor=private-state' })
  const { server } = await traced()
  assert.equal(server.resource['service.name'], 'gateway-of-tests')
  assert.equal(server.resource['deployment.environment.name'], 'test')
  assert.match(String(server.resource['service.instance.id']), /^[0-9a-f-]{36}$/)
  const [request] = collector.requests
  assert.equal(request?.path, '/v1/traces')
  assert.equal(request?.headers.authorization, 'Basic c2VjcmV0')
  assert.equal(request?.headers['x-scope'], 'team')
  const sent = Buffer.concat(collector.requests.map(({ body }) => body)).toString('latin1')
  assert.ok(sent.includes(String(response.headers.get(requestIdHeader))), 'the search below would find a text')
  const words = String(response.json.choices[0].message.content)
  assert.ok(words.length > 5)
  for (const secret of [secretPrompt, words, mine.key, mine.key.slice(3), made[0]?.key ?? '', 'private', mine.username])
    assert.ok(!sent.includes(secret), secret)
  assert.ok(!relay.lines.some((line) => line.includes('c2VjcmV0')), 'the header of the collector is in no log')
})

test('a streamed call says when its first token came, and its attempt lasts until the stream ends', async (t) => {
  const upstream = await startSteeredUpstream(t)
  const { mine, traced } = await given({ base_url: upstream.url })
  const opened = open(relay, path, { key: mine.key, body: chatBody('hi', { stream: true }) })
  const { response } = await upstream.next()
  openEvents(response)
  response.write(chatChunk({ role: 'assistant', content: 'one' }))
  const result = await opened
  const reader = result.body?.getReader()
  await reader?.read()
  const firstSeenAt = Date.now()
  response.write(chatChunk({}, 'length'))
  response.write(`data: ${JSON.stringify({ choices: [], ...usageOf(10, 20) })}\n\n`)
  response.end('data: [DONE]\n\n')
  while (!(await reader?.read())?.done);
  const { server, attempts } = await traced()
  assert.equal(server.attributes['gen_ai.request.stream'], true)
  assert.deepEqual(server.attributes['gen_ai.response.finish_reasons'], ['length'])
  assert.equal(server.attributes['gen_ai.usage.input_tokens'], 10)
  assert.equal(server.attributes['gen_ai.usage.output_tokens'], 20)
  assert.ok(Number(server.attributes['gen_ai.response.time_to_first_chunk']) > 0)
  assert.deepEqual(
    server.events.map(({ name }) => name),
    ['first_token'],
  )
  const [{ atMs } = { atMs: 0 }] = server.events
  assert.ok(server.startMs - 1 <= atMs && atMs <= firstSeenAt + 1, 'clocks are read to a millisecond')
  assert.ok((attempts[0]?.endMs ?? 0) >= firstSeenAt - 1, 'the attempt was not over with its first token')
})

test('a failed attempt and the successful one are two spans; the second says why it was made', async () => {
  const { made, call, traced } = await given({}, {})
  relay.mock.faults.add({ match: { key: made[0]?.key ?? '' }, fault: { kind: 'status', status: 503 } })
  assert.equal((await call()).status, 200)
  const { server, attempts } = await traced()
  assert.equal(attempts.length, 2)
  const [failed, succeeded] = attempts
  assert.equal(failed?.attributes['turnpike.channel.id'], made[0]?.id)
  assert.equal(failed?.attributes['http.response.status_code'], 503)
  assert.equal(failed?.attributes['error.type'], 'overloaded')
  assert.equal(failed?.isError, true)
  assert.equal(succeeded?.attributes['turnpike.channel.id'], made[1]?.id)
  assert.equal(succeeded?.attributes['turnpike.retry.reason'], 'overloaded')
  assert.equal(succeeded?.attributes['http.request.resend_count'], 1)
  assert.equal(succeeded?.isError, false)
  assert.equal(server.attributes['turnpike.channel.id'], made[1]?.id)
  assert.equal(server.attributes['error.type'], undefined)
  assert.equal(server.isError, false)
})

test('a call that no channel serves is an error, with the kind of the last failure', async () => {
  const { made, call, traced } = await given({})
  relay.mock.faults.add({ match: { key: made[0]?.key ?? '' }, fault: { kind: 'status', status: 500 } })
  const response = await call()
  const { server, attempts } = await traced()
  assert.equal(server.attributes['http.response.status_code'], response.status)
  assert.ok(response.status >= 500)
  assert.equal(server.attributes['error.type'], 'upstream_overloaded')
  assert.equal(server.attributes['turnpike.quota'], undefined)
  assert.equal(server.isError, true)
  assert.deepEqual(
    attempts.map(({ isError }) => isError),
    [true],
  )
})

test('a stream that breaks off is an error of the call and of its attempt', async () => {
  const { made, call, traced } = await given({})
  const fault = { kind: 'cut', at: 'after-chunks', afterChunks: 2, how: 'reset' } as const
  relay.mock.faults.add({ match: { key: made[0]?.key ?? '' }, fault })
  assert.equal((await call({ stream: true })).status, 200)
  const { server, attempts } = await traced()
  assert.match(String(server.attributes['error.type']), /^upstream_/)
  assert.ok(Number(server.attributes['turnpike.quota']) > 0, 'what was delivered is charged')
  assert.equal(server.isError, true)
  assert.deepEqual(
    attempts.map(({ isError }) => isError),
    [true],
  )
})

test('a refused call is a span without attempts, named by its refusal, and no error of the server', async () => {
  const { call, traced } = await given({})
  assert.equal((await call({ model: 'no-such-model' })).status, 404)
  const unknown = await traced()
  assert.equal(unknown.server.attributes['error.type'], 'model_not_found')
  assert.equal(unknown.server.attributes['gen_ai.request.model'], 'no-such-model')
  assert.equal(unknown.attempts.length, 0)

  const refused = await send(relay, path, { key: 'sk-of-nobody', body: chatBody() })
  assert.equal(refused.status, 401)
  const { server, attempts } = await collector.call({
    'turnpike.request_id': refused.headers.get(requestIdHeader),
  })
  assert.equal(server.attributes['http.response.status_code'], 401)
  assert.ok(server.attributes['error.type'])
  assert.equal(server.attributes['turnpike.user.id'], undefined)
  assert.equal(server.isError, false)
  assert.equal(attempts.length, 0)
})

test('a client that hangs up ends its call; the attempt was cancelled', async (t) => {
  const upstream = await startSteeredUpstream(t)
  const { mine, traced } = await given({ base_url: upstream.url })
  const hangUp = new AbortController()
  const opened = open(relay, path, { key: mine.key, body: chatBody(), signal: hangUp.signal })
  await upstream.next()
  hangUp.abort()
  await assert.rejects(opened)
  const { server, attempts } = await traced()
  assert.equal(server.attributes['error.type'], 'client_gone')
  assert.equal(server.attributes['http.response.status_code'], undefined)
  assert.equal(attempts[0]?.attributes['error.type'], 'cancelled')
})

test('the trace of the caller goes on, and upstreams do not learn of it', async () => {
  const { here, call, traced } = await given({})
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  assert.equal((await call({}, { traceparent: `00-${traceId}-b7ad6b7169203331-01` })).status, 200)
  const { server, attempts } = await traced()
  assert.equal(server.traceId, traceId)
  assert.equal(server.parentId, 'b7ad6b7169203331')
  assert.equal(attempts[0]?.traceId, traceId)
  const [sent] = here.sent()
  assert.ok(sent)
  assert.ok(!JSON.stringify(sent).includes(traceId))
})

test('a traceparent that cannot be read begins a new trace; one that is not sampled is not traced', async () => {
  const { call, traced } = await given({})
  assert.equal((await call({}, { traceparent: '00-zz-not-a-trace-01' })).status, 200)
  const { server } = await traced()
  assert.equal(server.parentId, '')

  const other = await given({})
  assert.equal((await other.call({}, { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` })).status, 200)
  const last = await given({})
  assert.equal((await last.call()).status, 200)
  await last.traced() // spans arrive in order: one of the call before would be there by now
  assert.ok(!collector.spans.some(({ attributes }) => attributes['turnpike.user.id'] === other.mine.user_id))
})

test('a call without a stream is named by its operation, and spans that were sent are counted', async () => {
  const { mine, traced } = await given({ models: 'text-embedding-3-small' })
  const body = { model: 'text-embedding-3-small', input: 'hello' }
  assert.equal((await send(relay, '/v1/embeddings', { key: mine.key, body })).status, 200)
  const { server, attempts } = await traced()
  assert.equal(server.attributes['gen_ai.operation.name'], 'embeddings')
  assert.equal(attempts[0]?.attributes['http.response.status_code'], 200)
  const sent = /^turnpike_trace_spans_total\{outcome="sent"\} (\d+)$/m
  const count = async () => Number(sent.exec(await (await fetch(`${relay.url}/metrics`)).text())?.[1])
  await eventually('all spans are counted', async () => (await count()) === collector.spans.length)
})
