import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Meter } from '../../src/gateway/chat/meter.ts'
import { eventually } from '../harness/eventually.ts'
import { type GivenChannel, useRelay } from '../harness/relay-harness.ts'
import { type Books, settledBooks } from './books.ts'
import { charge } from './charge.ts'
import { soon } from './providers/client-call.ts'
import { chatBody, open, send } from './send.ts'
import { chatChunk, openEvents, startSteeredUpstream, usageOf } from './steered-upstream.ts'

const relay = useRelay('sqlite')
const quotaPerDollar = 500_000
/** Quota of one call of a tool that costs so many dollars per thousand. */
const toolCost = (dollars: number) => (dollars * quotaPerDollar) / 1000
const web = toolCost(10)
const drawn = toolCost(150)
const container = toolCost(30)

type GivenRequest = { path: string; body: object; headers?: Record<string, string>; channel: GivenChannel }
type Ending = 'client leaves' | 'upstream breaks off' | 'complete'

/** What a call costs whose upstream sends these events, and then goes on working, breaks off or closes the stream. */
async function books(
  t: TestContext,
  sent: GivenRequest,
  events: readonly string[],
  ending: Ending,
  isEnough?: RegExp,
): Promise<Books & { text: string }> {
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ base_url: upstream.url, ...sent.channel })
  const mine = await here.key()
  const leaving = new AbortController()
  const sending = { key: mine.key, headers: sent.headers ?? {}, body: sent.body, signal: leaving.signal }
  const pending = open(relay, sent.path, sending)
  const { response } = await upstream.next()
  openEvents(response)
  response.write(events.join(''))
  let text = ''
  if (isEnough) text = await readUntil(await pending, isEnough)
  if (ending === 'client leaves') leaving.abort()
  else if (ending === 'complete') response.end()
  else response.destroy()
  if (ending !== 'client leaves' && !isEnough) text = await (await pending).text()
  await pending.catch(() => {}) // it was left before its first byte
  return { ...(await settledBooks(relay, mine)), text }
}

async function readUntil(response: Response, isEnough: RegExp): Promise<string> {
  const reader = response.body?.getReader()
  assert.ok(reader)
  let text = ''
  while (!isEnough.test(text)) {
    const piece: { value?: Uint8Array } = await soon('more of the stream', reader.read())
    assert.ok(piece.value, `the stream ended: ${text.slice(-300)}`)
    text += Buffer.from(piece.value).toString()
  }
  return text
}

const named = (event: { type: string; [field: string]: unknown }) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
const plain = (event: object) => `data: ${JSON.stringify(event)}\n\n`

/** The part of a charge that is not for tokens: these responses have few tokens. */
function apartOf({ rows }: Books): { name: string; count: number }[] {
  const tools: { name: string; count: number }[] = rows[0]?.other.tool_surcharges ?? []
  return tools.map(({ name, count }) => ({ name, count }))
}

function assertAround({ rows }: Books, amount: number, spare = 400): void {
  const quota = rows[0]?.quota ?? 0
  assert.ok(quota >= amount && quota < amount + spare, `${amount} <= ${quota} < ${amount + spare}`)
}

// OpenAI Responses

const responses = (tools: object[], more: object = {}): GivenRequest => ({
  path: '/v1/responses',
  body: { model: 'gpt-4o', input: 'hi', stream: true, tools, ...more },
  channel: { models: 'gpt-4o' },
})
const created = (tools: object[]) =>
  named({ type: 'response.created', response: { id: 'resp_1', object: 'response', status: 'in_progress', tools } })
type Item = { type: string; [field: string]: unknown }
const added = (item: Item, output_index = 0) =>
  named({ type: 'response.output_item.added', output_index, item: { id: `item_${output_index}`, ...item } })
const done = (item: Item, output_index = 0) =>
  named({ type: 'response.output_item.done', output_index, item: { id: `item_${output_index}`, ...item } })
const both = (item: Item, output_index = 0) => added(item, output_index) + done(item, output_index)
const responseOf = (output: Item[], tools: object[]) => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  tools,
  output,
  usage: { input_tokens: 8, output_tokens: 5, total_tokens: 13 },
})
const completed = (output: Item[], tools: object[]) =>
  named({ type: 'response.completed', response: responseOf(output, tools) })

async function wholeBooks(t: TestContext, tools: object[], output: Item[]): Promise<Books> {
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  const { path, body, channel } = responses(tools, { stream: false })
  await here.channel({ base_url: upstream.url, ...channel })
  const mine = await here.key()
  const sent = send(relay, path, { key: mine.key, body })
  const { response } = await upstream.next()
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(responseOf(output, tools)))
  assert.equal((await sent).status, 200)
  return settledBooks(relay, mine)
}

const picture: Item = { type: 'image_generation_call', status: 'completed', result: 'AAAA' }
const search: Item = { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } }
const code = (container_id: string): Item => ({ type: 'code_interpreter_call', status: 'completed', container_id })
const shell = (environment: object | null): Item => ({ type: 'shell_call', status: 'completed', environment })
const hosted = { type: 'container_reference', container_id: 'cntr_1' }

const items: Record<
  string,
  { tools: object[]; items: Item[]; expected: [name: string, count: number][]; cost: number }
> = {
  'a picture': {
    tools: [{ type: 'image_generation' }],
    items: [picture],
    expected: [['image_generation', 1]],
    cost: drawn,
  },
  'two searches': {
    tools: [{ type: 'web_search' }],
    items: [search, search],
    expected: [['web_search', 2]],
    cost: 2 * web,
  },
  'a search by the older tool': {
    tools: [{ type: 'web_search_preview_2025_03_11' }],
    items: [search],
    expected: [['web_search_preview', 1]],
    cost: toolCost(25),
  },
  'a search in files': {
    tools: [{ type: 'file_search' }],
    items: [{ type: 'file_search_call', status: 'completed' }],
    expected: [['file_search', 1]],
    cost: toolCost(2.5),
  },
  'code that ran three times in one container, and once in another': {
    tools: [{ type: 'code_interpreter', container: { type: 'auto' } }],
    items: [code('cntr_1'), code('cntr_1'), code('cntr_1'), code('cntr_2')],
    expected: [['container_1g', 2]],
    cost: 2 * container,
  },
  'code in a larger container': {
    tools: [{ type: 'code_interpreter', container: { type: 'auto', memory_limit: '4g' } }],
    items: [code('cntr_1')],
    expected: [['container_4g', 1]],
    cost: 4 * container,
  },
  'a shell of the upstream and code in one container': {
    tools: [{ type: 'shell', environment: { type: 'container_auto' } }, { type: 'code_interpreter' }],
    items: [shell(hosted), code('cntr_1')],
    expected: [['container_1g', 1]],
    cost: container,
  },
}

for (const [name, { tools, items: used, expected, cost }] of Object.entries(items)) {
  const expectedTools = expected.map(([tool, count]) => ({ name: tool, count }))

  test(`a client that hangs up before the usage pays for ${name}`, async (t) => {
    const events = [created(tools), ...used.map((item, index) => both(item, index))]
    const left = await books(t, responses(tools), events, 'client leaves', /output_item\.done/)
    assert.deepEqual(apartOf(left), expectedTools)
    assertAround(left, cost)
  })

  test(`a complete stream, and a whole response, cost the same once: ${name}`, async (t) => {
    const events = [created(tools), ...used.map((item, index) => both(item, index)), completed(used, tools)]
    const tokens = charge(
      [
        [8, '1'],
        [5, '4'],
      ],
      '1.25',
    )
    for (const each of [await books(t, responses(tools), events, 'complete'), await wholeBooks(t, tools, used)]) {
      assert.deepEqual(apartOf(each), expectedTools)
      assert.equal(each.rows[0]?.quota, cost + tokens)
    }
  })
}

test('tools that cost nothing beside their tokens stay free', async (t) => {
  const free: Item[] = [
    { type: 'computer_call' },
    { type: 'local_shell_call' },
    { type: 'mcp_call' },
    shell({ type: 'local' }),
    shell(null),
  ]
  const text = named({
    type: 'response.output_text.delta',
    item_id: 'm',
    output_index: 9,
    content_index: 0,
    delta: 'ok',
  })
  const events = [created([]), ...free.map((item, index) => both(item, index)), text]
  const left = await books(t, responses([]), events, 'client leaves', /"ok"/)
  assert.deepEqual(apartOf(left), [])
  assertAround(left, 1)
})

test('a picture that has been received in part is paid by the client that leaves, not when its upstream breaks off', async (t) => {
  const tools = [{ type: 'image_generation', partial_images: 2 }]
  // Larger than all that is kept of a stream before its first output.
  const partial_image_b64 = 'A'.repeat(700_000)
  const partial = (partial_image_index: number) =>
    named({
      type: 'response.image_generation_call.partial_image',
      output_index: 0,
      partial_image_index,
      partial_image_b64,
    })
  const events = [created(tools), added({ ...picture, status: 'in_progress', result: null }), partial(0), partial(1)]
  const left = await books(t, responses(tools), events, 'client leaves', /"partial_image_index":1/)
  assert.deepEqual(apartOf(left), [{ name: 'image_generation', count: 1 }])
  const broken = await books(t, responses(tools), events, 'upstream breaks off', /"partial_image_index":1/)
  assert.deepEqual(apartOf(broken), [])
})

test('work that has begun is paid by a client that leaves before anything could be sent', async (t) => {
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ base_url: upstream.url, models: 'gpt-4o' })
  const mine = await here.key()
  const leaving = new AbortController()
  const see = t.mock.method(Meter.prototype, 'see')
  const { path, body } = responses([{ type: 'image_generation' }])
  const sent = open(relay, path, { key: mine.key, body, signal: leaving.signal })
  const { response } = await upstream.next()
  openEvents(response)
  response.write(created([]) + added({ ...picture, status: 'in_progress', result: null }))
  await eventually('the gateway has read it', () => see.mock.calls.some(({ arguments: [chunk] }) => chunk.billed))
  leaving.abort()
  await assert.rejects(sent)
  const left = await settledBooks(relay, mine)
  assert.deepEqual(apartOf(left), [{ name: 'image_generation', count: 1 }])
})

test('tools count through a translated stream too', async (t) => {
  const sent: GivenRequest = {
    path: '/v1/chat/completions',
    body: {
      ...chatBody('hi', { model: 'gpt-5.6', stream: true, reasoning_effort: 'low' }),
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
    },
    channel: { models: 'gpt-5.6' },
  }
  const text = named({
    type: 'response.output_text.delta',
    item_id: 'm',
    output_index: 1,
    content_index: 0,
    delta: 'ok',
  })
  const left = await books(t, sent, [created([]), both(search), text], 'client leaves', /"ok"/)
  assert.deepEqual(apartOf(left), [{ name: 'web_search', count: 1 }])
})

// Anthropic

const claude = 'claude-sonnet-4-5'
const messages: GivenRequest = {
  path: '/v1/messages',
  body: {
    model: claude,
    max_tokens: 1000,
    stream: true,
    messages: [{ role: 'user', content: 'hi' }],
    tools: [{ type: 'web_search_20250305', name: 'web_search' }],
  },
  channel: { type: 14, models: claude },
}
const begun = named({
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: claude,
    content: [],
    usage: { input_tokens: 9, output_tokens: 1 },
  },
})
const block = (index: number, content_block: object) =>
  named({ type: 'content_block_start', index, content_block }) + named({ type: 'content_block_stop', index })
const use = (index: number, name = 'web_search') =>
  block(index, { type: 'server_tool_use', id: `use_${index}`, name, input: {} })
const found = (index: number, of: number) =>
  block(index, { type: 'web_search_tool_result', tool_use_id: `use_${of}`, content: [] })
const failed = (index: number, of: number) => {
  const content = { type: 'web_search_tool_result_error', error_code: 'unavailable' }
  return block(index, { type: 'web_search_tool_result', tool_use_id: `use_${of}`, content })
}
const said = (index: number, text: string) =>
  named({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } }) +
  named({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } })

for (const [name, sent] of Object.entries({
  'to an Anthropic client': messages,
  'to an OpenAI client': {
    ...messages,
    path: '/v1/chat/completions',
    body: chatBody('hi', { model: claude, stream: true, web_search_options: {} }),
  },
})) {
  test(`a search of Anthropic is paid by a client that hangs up before the usage, ${name}`, async (t) => {
    const events = [
      begun,
      use(0),
      found(1, 0),
      use(2),
      failed(3, 2),
      use(4, 'web_fetch'),
      use(5, 'code_execution'),
      said(6, 'ok'),
    ]
    const left = await books(t, sent, events, 'client leaves', /"ok"/)
    assert.deepEqual(apartOf(left), [{ name: 'web_search', count: 1 }])
    assertAround(left, web)
    const unfinished = [begun, use(0), found(1, 0), use(2), said(3, 'ok')]
    const broken = await books(t, sent, unfinished, 'upstream breaks off', /"ok"/)
    assert.deepEqual(apartOf(broken), [{ name: 'web_search', count: 1 }], 'the one that still ran is free')
  })

  test(`searches that Anthropic reports are charged once, ${name}`, async (t) => {
    const usage = { output_tokens: 5, server_tool_use: { web_search_requests: 2 } }
    const end =
      named({ type: 'content_block_stop', index: 4 }) +
      named({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage }) +
      named({ type: 'message_stop' })
    const events = [begun, use(0), found(1, 0), use(2), found(3, 2), said(4, 'ok'), end]
    const { rows } = await books(t, sent, events, 'complete')
    assert.equal(
      rows[0]?.quota,
      2 * web +
        charge(
          [
            [9, '1'],
            [5, '5'],
          ],
          '1.5',
        ),
    )
  })
}

// Gemini

const painter = 'gemini-2.5-flash-image'
const gemini: GivenRequest = {
  path: `/v1beta/models/${painter}:streamGenerateContent?alt=sse`,
  body: { contents: [{ role: 'user', parts: [{ text: 'draw' }] }] },
  channel: { type: 24, models: painter },
}
/** As large as a picture is. As text it would have a hundred thousand tokens and more. */
const pixels = Buffer.alloc(600_000, 7).toString('base64')
const frame = (parts: object[], more: object = {}, candidate: object = {}) =>
  plain({ candidates: [{ index: 0, content: { role: 'model', parts }, ...candidate }], modelVersion: painter, ...more })
const inline = { inlineData: { mimeType: 'image/png', data: pixels } }
const counts = (candidatesTokenCount: number, image = 0) => ({
  usageMetadata: {
    promptTokenCount: 4,
    candidatesTokenCount,
    totalTokenCount: 4 + candidatesTokenCount,
    ...(image > 0 && { candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: image }] }),
  },
})

for (const [name, sent] of Object.entries({
  'to a Gemini client': gemini,
  'to an OpenAI client': {
    ...gemini,
    path: '/v1/chat/completions',
    body: chatBody('draw', { model: painter, stream: true }),
  },
})) {
  const tokens = async (of: Promise<Books>) => (await of).rows[0]?.completion_tokens ?? 0

  test(`a picture of Gemini is paid by a client that hangs up before the usage, ${name}`, async (t) => {
    const [text, over] = [{ text: 'here' }, frame([{ text: 'over' }])]
    const left = (...events: string[]) => tokens(books(t, sent, [...events, over], 'client leaves', /over/))
    assert.equal(await left(frame([text]), frame([inline])), 1400 + 2, 'nothing is reported')
    assert.equal(await left(frame([text], counts(1)), frame([inline])), 1400 + 2, 'the report is older')
    assert.equal(await left(frame([text, inline], counts(1291, 1290))), 1290 + 2, 'only the last text is not reported')
    assert.equal(await left(frame([inline], counts(1290, 1290)), frame([inline])), 1290 + 1400 + 2)
    assert.equal(await left(frame([inline], counts(1450))), 1450, 'its tokens are among those of text')
  })

  test(`a picture of Gemini costs what a complete stream reports, ${name}`, async (t) => {
    const end = frame([{ text: '.' }], counts(1292, 1290), { finishReason: 'STOP' })
    const whole = books(t, sent, [frame([inline]), end], 'complete')
    assert.equal(await tokens(whole), 1292)
    assert.equal((await whole).rows[0]?.other.stream_status.end_reason, 'done')
  })

  test(`searches of Google are paid by a client that hangs up before the usage, ${name}`, async (t) => {
    const groundingMetadata = { webSearchQueries: ['a', 'b'], groundingChunks: [] }
    const events = [frame([{ text: 'x' }]), frame([{ text: 'found' }], {}, { groundingMetadata })]
    const left = await books(t, sent, events, 'client leaves', /found/)
    assert.deepEqual(apartOf(left), [{ name: 'google_search', count: 2 }])
    assertAround(left, 2 * toolCost(14))
  })
}

// OpenAI chat

const chat = (model: string): GivenRequest => ({
  path: '/v1/chat/completions',
  body: chatBody('hi', { model, stream: true }),
  channel: { models: model },
})

test('a model that always searches is charged for its search, whoever ends the stream', async (t) => {
  const model = 'gpt-4o-search-preview'
  const tool = { name: 'web_search_preview', count: 1 }
  const left = await books(t, chat(model), [chatChunk({ content: 'ok' })], 'client leaves', /"ok"/)
  assert.deepEqual(apartOf(left), [tool])
  const events = [chatChunk({ content: 'ok' }), chatChunk({}, 'stop', usageOf(8, 5)), 'data: [DONE]\n\n']
  const whole = await books(t, chat(model), events, 'complete')
  assert.equal(
    whole.rows[0]?.quota,
    toolCost(25) +
      charge(
        [
          [8, '1'],
          [5, '4'],
        ],
        '1.25',
      ),
  )
})

// Perplexity

const searching = (model: string, more: object = {}): GivenRequest => ({
  path: '/v1/chat/completions',
  body: chatBody('hi', { model, stream: true, max_tokens: 10, ...more }),
  channel: { type: 27, models: model },
})
const deep = { web_search_options: { search_context_size: 'high' } }
const counted = [
  chatChunk({ content: 'ok' }),
  chatChunk({}, 'stop', { usage: { ...usageOf(8, 5).usage, num_search_queries: 3 } }),
  'data: [DONE]\n\n',
]

test("Perplexity's fee for a request is charged, whoever ends the stream, by its search context", async (t) => {
  const whole = await books(t, searching('sonar-pro', deep), counted, 'complete')
  assert.deepEqual(apartOf(whole), [{ name: 'sonar_pro_high', count: 1 }])
  assert.equal(whole.rows[0]?.other.tool_surcharges[0].price, 14)
  assertAround(whole, toolCost(14))
  const left = await books(t, searching('sonar'), [chatChunk({ content: 'ok' })], 'client leaves', /"ok"/)
  assert.deepEqual(apartOf(left), [{ name: 'sonar_low', count: 1 }])
  assertAround(left, toolCost(5))
  const unbegun = await books(t, searching('sonar', deep), [], 'client leaves')
  assert.deepEqual(apartOf(unbegun), [{ name: 'sonar_high', count: 1 }])
  const broken = await books(t, searching('sonar'), [chatChunk({ content: 'ok' })], 'upstream breaks off', /"ok"/)
  assert.deepEqual(apartOf(broken), [{ name: 'sonar_low', count: 1 }])
})

test('the fee is that of the model at the upstream', async (t) => {
  const mapped = searching('web', { ...deep, web_search_options: { search_type: 'pro' } })
  const channel = { ...mapped.channel, model_mapping: { web: 'sonar-pro' } }
  await relay.options({ ModelRatio: JSON.stringify({ web: 1 }) })
  assert.deepEqual(apartOf(await books(t, { ...mapped, channel }, counted, 'complete')), [
    { name: 'pro_search_low', count: 1 },
  ])
})

test("a whole response pays Perplexity's fee, and deep research its searches", async (t) => {
  for (const [model, name, count, dollars] of [
    ['sonar-reasoning-pro', 'sonar_pro_low', 1, 6],
    ['sonar-deep-research', 'research_search', 3, 5],
  ] as const) {
    const upstream = await startSteeredUpstream(t)
    const here = relay.place()
    await here.channel({ base_url: upstream.url, type: 27, models: model })
    const mine = await here.key()
    const sent = send(relay, '/v1/chat/completions', { key: mine.key, body: chatBody('hi', { model }) })
    const { response } = await upstream.next()
    const message = { role: 'assistant', content: 'ok' }
    const usage = { ...usageOf(8, 5).usage, num_search_queries: 3 }
    const body = { id: 'c', model, choices: [{ index: 0, message, finish_reason: 'stop' }], usage }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    assert.equal((await sent).status, 200)
    const settled = await settledBooks(relay, mine)
    assert.deepEqual(apartOf(settled), [{ name, count }])
    assertAround(settled, count * toolCost(dollars))
  }
})

test('the fee is held before the call: a balance below it is refused, one of just the hold is enough', async (t) => {
  const upstream = await startSteeredUpstream(t)
  const { path, body, channel } = searching('sonar', deep)
  const fee = toolCost(12)
  const here = relay.place()
  await here.channel({ base_url: upstream.url, ...channel })
  const poor = await here.key({ quota: fee })
  assert.equal((await open(relay, path, { key: poor.key, body })).status, 403)
  assert.equal(upstream.received(), 0)

  let held = 1_000_000
  for (const quota of [held, 0]) {
    const mine = await here.key({ quota: quota || held })
    const sent = open(relay, path, { key: mine.key, body })
    const { response } = await upstream.next()
    held = (await relay.balance(mine.user_id)).held
    assert.ok(held > fee, `${held} is held`)
    openEvents(response)
    response.write(chatChunk({ content: 'ok' }))
    const received = await sent
    await readUntil(received, /"ok"/)
    response.end(counted.slice(1).join(''))
    const { rows } = await settledBooks(relay, mine)
    assert.equal(rows[0]?.other.stream_status.end_reason, 'done')
    assert.equal(rows[0]?.quota, fee + 7)
  }
})

test('a picture in a chat is paid by a client that hangs up before the usage', async (t) => {
  const images = [{ type: 'image_url', image_url: { url: `data:image/png;base64,${pixels}` } }]
  const events = [chatChunk({ content: 'ok' }), chatChunk({ images }), chatChunk({ content: 'end' })]
  const { rows } = await books(t, chat('gpt-4o'), events, 'client leaves', /"end"/)
  assert.equal(rows[0]?.completion_tokens, 1400 + 2)
})

// The hold

test('the hold covers a picture before it is sent, and a balance that does not cover it ends the stream', async (t) => {
  const tools = [{ type: 'image_generation' }]
  for (const quota of [60_000, 1_000_000]) {
    const upstream = await startSteeredUpstream(t)
    const here = relay.place()
    await here.channel({ base_url: upstream.url, models: 'gpt-4o' })
    const mine = await here.key({ quota })
    const { path, body } = responses(tools, { max_output_tokens: 100 })
    const sent = open(relay, path, { key: mine.key, body })
    const { response } = await upstream.next()
    openEvents(response)
    const text = named({
      type: 'response.output_text.delta',
      item_id: 'm',
      output_index: 0,
      content_index: 0,
      delta: 'ok',
    })
    response.write(created(tools) + text + added({ ...picture, status: 'in_progress' }, 1) + done(picture, 1))
    const isPoor = quota < drawn
    const received = await readUntil(await sent, isPoor ? /insufficient_quota/ : /output_item\.done/)
    assert.equal(received.includes('output_item.done'), !isPoor, 'the picture itself')
    const { held } = await relay.balance(mine.user_id)
    if (!isPoor) assert.ok(held >= drawn, `${held} is held`)
    response.end(completed([picture], tools))
    const { rows } = await settledBooks(relay, mine)
    assert.equal(rows[0]?.other.stream_status.end_reason, isPoor ? 'out_of_quota' : 'done')
  }
})

// Settlement

test('a count that fails does not leave a delivered stream unpaid: it is charged by its estimate', async (t) => {
  const log = t.mock.method(relay.deps.log, 'error')
  t.mock.getter(Meter.prototype, 'text', () => {
    throw new Error('no tokens today')
  })
  const content = 'sea '.repeat(300)
  const left = await books(t, chat('gpt-4o'), [chatChunk({ content })], 'client leaves', /sea/)
  assert.equal(left.rows[0]?.completion_tokens, Math.ceil(content.length / 3))
  assert.match(String(log.mock.calls[0]?.arguments[0]), /usage not counted/)
})
