import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { serviceAccountOf } from '../../../mock-upstream/vertex/accounts.ts'
import type { JsonObject } from '../../src/gateway/forms/chat.ts'
import { chunkOf } from '../../src/gateway/providers/aws/testing.ts'
import { eventually } from '../harness/eventually.ts'
import { type GivenChannel, useRelay } from '../harness/relay-harness.ts'
import { assertCharged, type Books, settledBooks } from './books.ts'
import { charge } from './charge.ts'
import { open, send } from './send.ts'
import { openEvents, startSteeredUpstream } from './steered-upstream.ts'

// Claude can run several times for one response, and lists the runs in `usage.iterations`. The counts were recorded:
// github.com/vercel/ai, packages/anthropic/src/__fixtures__, anthropic-compaction.1 and anthropic-advisor-*, read
// 2026-11-18; the texts are cut short.

const relay = useRelay('sqlite')
const compacter = 'claude-opus-4-6'
const executor = 'claude-sonnet-4-6'
const advisor = 'claude-opus-4-7'

const run = (type: string, input_tokens: number, output_tokens: number, more: object = {}) => ({
  input_tokens,
  output_tokens,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  type,
  ...more,
})
const named = (event: JsonObject) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

type Recorded = {
  model: string
  content: JsonObject[]
  whole: JsonObject
  /** The counts with which the stream begins and ends. */
  first: JsonObject
  last: JsonObject
  wholeCharge: number
  streamCharge: number
  /** What the log says of other models. */
  others?: { model: string; count: number; quota: number; prompt_tokens: number; completion_tokens: number }[]
}

const text = { type: 'text', text: 'Four degrees.' }
const advice = {
  type: 'advisor_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: { type: 'advisor_result', text: 'Measure twice.', stop_reason: 'end_turn' },
}
const sonnet = (input: number, output: number) =>
  charge(
    [
      [input, '1'],
      [output, '5'],
    ],
    '1.5',
  )
const opus = (input: number, output: number) =>
  charge(
    [
      [input, '1'],
      [output, '5'],
    ],
    '2.5',
  )

const recorded = {
  'a compaction': {
    model: compacter,
    content: [{ type: 'compaction', content: 'They spoke of the weather.' }, text],
    whole: {
      input_tokens: 682,
      output_tokens: 1320,
      iterations: [run('compaction', 60_385, 592), run('message', 682, 1320)],
    },
    first: { input_tokens: 60_385, output_tokens: 5 },
    last: {
      input_tokens: 612,
      output_tokens: 2819,
      iterations: [run('compaction', 60_385, 522), run('message', 612, 2819)],
    },
    wholeCharge: opus(61_067, 1912),
    streamCharge: opus(60_997, 3341),
  },
  'an advisor of another model': {
    model: executor,
    content: [{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'advisor', input: {} }, advice, text],
    whole: {
      input_tokens: 2414,
      output_tokens: 3200,
      iterations: [
        run('message', 1051, 35),
        run('advisor_message', 2728, 874, { model: advisor }),
        run('message', 1363, 3165),
      ],
    },
    first: { input_tokens: 1051, output_tokens: 35 },
    last: {
      input_tokens: 4727,
      output_tokens: 3391,
      iterations: [
        run('message', 1051, 35),
        run('advisor_message', 2728, 3880, { model: advisor }),
        run('message', 3676, 3356),
      ],
    },
    wholeCharge: sonnet(2414, 3200) + opus(2728, 874),
    streamCharge: sonnet(4727, 3391) + opus(2728, 3880),
    others: [
      { model: advisor, count: 1, quota: opus(2728, 874), prompt_tokens: 2728, completion_tokens: 874 },
      { model: advisor, count: 1, quota: opus(2728, 3880), prompt_tokens: 2728, completion_tokens: 3880 },
    ],
  },
} satisfies Record<string, Recorded>

const messageOf = ({ model, content, whole }: Recorded) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model,
  content,
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: whole,
})

const blockEvents = (content_block: JsonObject, index: number): JsonObject[] => [
  { type: 'content_block_start', index, content_block },
  { type: 'content_block_stop', index },
]
const eventsOf = ({ model, content, first, last }: Recorded): JsonObject[] => [
  {
    type: 'message_start',
    message: { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], usage: first },
  },
  ...content.flatMap(blockEvents),
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: last },
  { type: 'message_stop' },
]

type Host = { channel(): GivenChannel; frame(event: JsonObject): string | Buffer }
const hosts = {
  Anthropic: { channel: () => ({ type: 14 }), frame: named },
  Bedrock: { channel: () => ({ type: 33, key: 'AKIDEXAMPLE|secret|us-east-1' }), frame: chunkOf },
  Vertex: {
    channel: () => ({
      type: 41,
      keyOf: serviceAccountOf,
      other: 'global',
      setting: { token_url: `${relay.mock.urlOf('vertex')}/token` },
    }),
    frame: named,
  },
} satisfies Record<string, Host>
const paths = ['/v1/messages', '/v1/chat/completions']

async function booksAfter(
  t: TestContext,
  given: Recorded,
  path: string,
  isStream: boolean,
  { frame, channel }: Host,
): Promise<Books & { json: ReturnType<typeof JSON.parse> }> {
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ ...channel(), models: given.model, base_url: upstream.url })
  const mine = await here.key()
  const body = {
    model: given.model,
    max_tokens: 5000,
    stream: isStream,
    messages: [{ role: 'user', content: 'How cold is it in Oslo?' }],
  }
  const sent = send(relay, path, { key: mine.key, body })
  const { response } = await upstream.next()
  if (isStream) {
    openEvents(response)
    for (const event of eventsOf(given)) response.write(frame(event))
    response.end()
  } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(messageOf(given)))
  const { status, text: answered, json } = await sent
  assert.equal(status, 200, answered)
  return { ...(await settledBooks(relay, mine)), json }
}

for (const [work, given] of Object.entries<Recorded>(recorded))
  describe(`${work} is charged`, () => {
    for (const [name, host] of Object.entries(hosts))
      for (const path of paths)
        for (const isStream of [false, true])
          test(`${path} through ${name}, ${isStream ? 'streamed' : 'whole'}`, async (t) => {
            const books = await booksAfter(t, given, path, isStream, host)
            const row = assertCharged(books, isStream ? given.streamCharge : given.wholeCharge)
            const others = (row.other.other_models ?? []).map(
              ({ model, count, quota, prompt_tokens, completion_tokens }: Record<string, unknown>) => ({
                model,
                count,
                quota,
                prompt_tokens,
                completion_tokens,
              }),
            )
            assert.deepEqual(others, given.others?.slice(Number(isStream)).slice(0, 1) ?? [])
          })
  })

test('an advisor whose model has no price is charged at the price of the call', async (t) => {
  const given: Recorded = recorded['an advisor of another model']
  const whole = JSON.parse(JSON.stringify(given.whole).replace(advisor, 'claude-unpriced-9'))
  const books = await booksAfter(t, { ...given, whole }, '/v1/messages', false, hosts.Anthropic)
  assertCharged(books, sonnet(2414, 3200) + sonnet(2728, 874))
})

test('runs that together read more than the context of the model are charged as reported', async (t) => {
  const given: Recorded = recorded['a compaction']
  const [input, output] = [990_000, 3000]
  const whole = {
    input_tokens: 20_000,
    output_tokens: 10,
    iterations: [run('compaction', input, output), run('message', 20_000, 10)],
  }
  const books = await booksAfter(t, { ...given, whole }, '/v1/messages', false, hosts.Anthropic)
  assertCharged(books, opus(1_010_000, 3010))
})

test('a client that leaves after the advice pays for a second reading of the prompt', async (t) => {
  const given: Recorded = recorded['an advisor of another model']
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ type: 14, models: executor, base_url: upstream.url })
  const mine = await here.key()
  const leaving = new AbortController()
  const body = { model: executor, max_tokens: 5000, stream: true, messages: [{ role: 'user', content: 'hi' }] }
  const pending = open(relay, '/v1/messages', { key: mine.key, body, signal: leaving.signal })
  const { response } = await upstream.next()
  openEvents(response)
  const events = eventsOf(given).slice(0, -2)
  for (const event of events) response.write(named(event))
  const reader = (await pending).body?.getReader()
  let read = ''
  while (!read.includes('Four degrees')) read += Buffer.from((await reader?.read())?.value ?? []).toString()
  leaving.abort()
  const { rows } = await settledBooks(relay, mine)
  assert.equal(rows[0]?.prompt_tokens, 2 * 1051)
  await eventually('the upstream is left', () => response.closed)
})

test('a key that may not use a model cannot use it as an advisor', async () => {
  const here = relay.place()
  await here.channel({ type: 14, models: executor })
  const { key } = await here.key({ model_limits: executor })
  const tools = [{ type: 'advisor_20260301', name: 'advisor', model: advisor }]
  const body = { model: executor, max_tokens: 50, tools, messages: [{ role: 'user', content: 'hi' }] }
  const { status, json } = await send(relay, '/v1/messages', { key, body })
  assert.deepEqual([status, json.error.type], [403, 'permission_error'])
  assert.deepEqual(here.sent(), [])
})
