import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { useRelay } from '../harness/relay-harness.ts'
import { assertFree, booksOf } from './books.ts'
import { chatBody, eventsIn, type Loose, send } from './send.ts'
import { chatChunk, openEvents, startSteeredUpstream } from './steered-upstream.ts'

const relay = useRelay('sqlite')
const accounts = 4
const gpt = 'gpt-4o'
const claude = 'claude-sonnet-4-5'
const gemini = 'gemini-2.5-flash'
const models = `${gpt},dall-e-3,dall-e-2,gpt-image-1,gpt-4o-mini-tts,gpt-4o-audio-preview,sora-2,text-embedding-3-small`

const responses = (fields: object) => ({ model: gpt, input: 'hi', ...fields })
const inputPart = (part: object) => responses({ input: [{ role: 'user', content: [part] }] })
const tool = (fields: object) => responses({ tools: [fields] })
const message = (block: object, more: object = {}) => ({
  model: claude,
  max_tokens: 50,
  messages: [{ role: 'user', content: [block] }],
  ...more,
})
const contents = (part: object, more: object = {}) => ({ contents: [{ role: 'user', parts: [part] }], ...more })
const file = { type: 'file', file: { file_id: 'file-1' } }
const fileSource = { type: 'document', source: { type: 'file', file_id: 'file_1' } }
const googleFile = 'https://generativelanguage.googleapis.com/v1beta/files/abc'
const generate = `/v1beta/models/${gemini}:generateContent`

const editForm = new FormData()
for (const [name, value] of Object.entries({ model: 'dall-e-2', prompt: 'a dot', file_id: 'file-1' }))
  editForm.append(name, value)
editForm.append('image', new Blob(['x']), 'x.png')

/** Requests that name what no client was ever given. */
const foreign: [path: string, body: object, param: string][] = [
  ['/v1/responses', responses({ conversation: 'conv_1' }), 'conversation'],
  ['/v1/responses', responses({ conversation: { id: 'conv_1' } }), 'conversation.id'],
  ['/v1/responses', { model: gpt, prompt: { id: 'pmpt_1' } }, 'prompt.id'],
  ['/v1/responses', responses({ extra_body: { conversation: 'conv_1' } }), 'extra_body.conversation'],
  ['/v1/responses', inputPart({ type: 'input_file', file_id: 'file-1' }), 'input[0].content[0].file_id'],
  ['/v1/responses', inputPart({ type: 'input_image', file_id: 'file-1' }), 'input[0].content[0].file_id'],
  ['/v1/responses', tool({ type: 'file_search', vector_store_ids: ['vs_1'] }), 'tools[0].vector_store_ids[0]'],
  ['/v1/responses', tool({ type: 'code_interpreter', container: 'cntr_1' }), 'tools[0].container'],
  ['/v1/responses', tool({ type: 'mcp', connector_id: 'connector_gmail' }), 'tools[0].connector_id'],
  ['/v1/responses/compact', inputPart({ type: 'input_file', file_id: 'file-1' }), 'input[0].content[0].file_id'],
  [
    '/v1/chat/completions',
    chatBody('', { messages: [{ role: 'user', content: [file] }] }),
    'messages[0].content[0].file.file_id',
  ],
  [
    '/v1/chat/completions',
    chatBody('', { messages: [{ role: 'assistant', audio: { id: 'audio_1' } }] }),
    'messages[0].audio.id',
  ],
  [
    '/v1/chat/completions',
    chatBody('', {
      model: gemini,
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: googleFile } }] }],
    }),
    'messages[0].content[0].image_url.url',
  ],
  ['/v1/chat/completions', chatBody('hi', { model: claude, container: 'container_1' }), 'container'],
  [
    '/v1/chat/completions',
    chatBody('hi', { model: gemini, extra_body: { google: { cached_content: 'cachedContents/1' } } }),
    'extra_body.google.cached_content',
  ],
  ['/v1/messages', message(fileSource), 'messages[0].content[0].source.file_id'],
  ['/v1/messages', message({ type: 'container_upload', file_id: 'file_1' }), 'messages[0].content[0].file_id'],
  ['/v1/messages', message({ type: 'text', text: 'hi' }, { container: 'container_1' }), 'container'],
  ['/v1/messages/count_tokens', message(fileSource), 'messages[0].content[0].source.file_id'],
  [generate, contents({ fileData: { fileUri: googleFile } }), 'contents[0].parts[0].fileData.fileUri'],
  [generate, contents({ file_data: { file_uri: 'gs://bucket/a.png' } }), 'contents[0].parts[0].file_data.file_uri'],
  [generate, contents({ text: 'hi' }, { cachedContent: 'cachedContents/1' }), 'cachedContent'],
  [
    generate.replace('generateContent', 'countTokens'),
    contents({ text: 'hi' }, { cachedContent: 'c/1' }),
    'cachedContent',
  ],
  ['/v1/images/edits', { model: 'gpt-image-1', prompt: 'a dot', images: [{ file_id: 'file-1' }] }, 'images[0].file_id'],
  ['/v1/images/edits', editForm, 'file_id'],
  [
    '/v1/embeddings',
    { model: 'text-embedding-3-small', input: [{ image_url: { url: 'gs://b/a.png' } }] },
    'input[0].image_url.url',
  ],
  ['/v1/audio/speech', { model: 'gpt-4o-mini-tts', input: 'hi', voice: { id: 'voice_1' } }, 'voice.id'],
  [
    '/v1/videos',
    { model: 'sora-2', prompt: 'a dot', input_reference: { file_id: 'file-1' } },
    'input_reference.file_id',
  ],
]

async function givenChannels(setting: object = {}) {
  const here = relay.place()
  const settings = { setting }
  await here.channel({ models, ...settings })
  await here.channel({ type: 14, models: claude, base_url: relay.mock.urlOf('anthropic'), ...settings })
  await here.channel({ type: 24, models: gemini, base_url: relay.mock.urlOf('gemini'), ...settings })
  return { here, mine: await here.key() }
}

describe('an object at the account of a channel', () => {
  test('is refused where this gateway did not give its id, before any upstream gets a request', async () => {
    const { here, mine } = await givenChannels()
    for (const [path, body, param] of foreign) {
      const { status, json, text } = await send(relay, path, { key: mine.key, body })
      assert.equal(status, 400, `${path} ${text}`)
      assert.match(json.error.message, /an object of the provider account/, `${path} ${text}`)
      assert.ok(json.error.message.startsWith(param), `${path} ${text}`)
      if (json.error.code !== 400 && json.type !== 'error')
        assert.deepEqual([json.error.code, json.error.param], ['stored_object_refused', param])
    }
    const headers = { 'accept-language': 'zh' }
    const chinese = await send(relay, '/v1/responses', {
      key: mine.key,
      headers,
      body: responses({ conversation: 'c' }),
    })
    assert.match(chinese.json.error.message, /服务商账号/)
    assert.deepEqual(here.sent(), [])
    assertFree(await booksOf(relay, mine))
  })

  test('is read where the administrator lets the users of the channel name what its account keeps', async () => {
    const { here, mine } = await givenChannels({ allow_stored_objects: true })
    const other = await givenChannels()
    const sent = [
      ['/v1/responses', tool({ type: 'file_search', vector_store_ids: ['vs_1'] })],
      ['/v1/chat/completions', chatBody('', { messages: [{ role: 'user', content: [file] }] })],
      ['/v1/messages', message(fileSource)],
    ] as const
    for (const [path, body] of sent) {
      const headers = { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'files-api-2025-04-14' }
      const { status, text } = await send(relay, path, { key: mine.key, headers, body })
      assert.equal(status, 200, text)
      assert.match(JSON.stringify(here.sent().at(-1)?.body), /"vs_1"|"file-1"|"file_1"/)
      assert.equal((await send(relay, path, { key: other.mine.key, headers, body })).status, 400)
    }
  })

  test('a public address is none, and a connector with the client’s own token neither', async () => {
    const { mine } = await givenChannels()
    const image = { type: 'input_image', image_url: 'https://example.com/files/a.png' }
    const connector = { type: 'mcp', server_label: 'g', connector_id: 'connector_gmail', authorization: 'ya29' }
    for (const body of [inputPart(image), tool(connector)])
      assert.equal((await send(relay, '/v1/responses', { key: mine.key, body })).status, 200)
  })
})

describe('the items of a stored response', () => {
  async function given(count = accounts, model = 'gpt-5.1') {
    const here = relay.place()
    for (let each = 0; each < count; each++) await here.channel({ models: model })
    const mine = await here.key()
    const call = async (input: Loose, more: object = {}, key = mine.key) => {
      const body = { model, input, reasoning: { effort: 'low', summary: 'auto' }, ...more }
      const { status, text, json } = await send(relay, '/v1/responses', { key, body })
      const events: Loose[] = 'stream' in body ? eventsIn(text) : []
      return { status, text, json, events, output: (events.at(-1)?.response ?? json)?.output as Loose[] }
    }
    return { here, mine, call }
  }
  const request = { role: 'user', content: 'hello' }
  const referring = (output: Loose[]) => [
    request,
    ...output.map(({ id }) => ({ type: 'item_reference', id })),
    { role: 'user', content: 'and?' },
  ]

  for (const more of [{}, { stream: true }])
    test(`are found by their ids with the account that has them${'stream' in more ? ', streamed' : ''}`, async () => {
      const { here, call } = await given()
      for (let round = 0; round < 6; round++) {
        const { output } = await call([request], more)
        assert.deepEqual(
          output.map(({ type }) => type),
          ['reasoning', 'message'],
        )
        const went = await call(referring(output), more)
        assert.equal(went.status, 200, went.text)
        const [began, second] = here.sent().slice(-2)
        assert.equal(second?.key, began?.key)
        assert.doesNotMatch(JSON.stringify(second?.body), /_tp/)
      }
    })

  test('have one id each in all events of a stream', async () => {
    const { call } = await given(1)
    const { events, output } = await call([request], { stream: true })
    const ids = new Set(output.map(({ id }) => id))
    const named = events.flatMap(({ item_id, item }) => item_id ?? item?.id ?? [])
    assert.deepEqual(new Set(named), ids)
    assert.ok(events.filter(({ type }) => type === 'response.output_text.delta').length > 1)
    for (const id of ids) assert.match(id, /_tp/)
  })

  test('are nobody else’s, and an id that the gateway did not give is none', async () => {
    const { here, mine, call } = await given(2)
    const other = await here.key()
    const { output } = await call([request])
    const calls = here.sent().length
    const raw = output.map(({ id, ...item }) => ({ ...item, id: id.replace(/_tp.*$/, '') }))
    for (const [items, key] of [
      [output, other.key],
      [raw, mine.key],
      [[{ id: `${output[1].id}0` }], mine.key],
    ] as const) {
      const { status, json } = await call(referring(items as Loose[]), {}, key)
      assert.deepEqual([status, json.error.code, json.error.param], [400, 'stored_item_not_found', 'input[1].id'])
    }
    // The type of a reference may be left out.
    const { status } = await call([request, { id: output[1].id }], {}, other.key)
    assert.equal(status, 400)
    assert.equal(here.sent().length, calls, 'no upstream heard of it')
    assertFree(await booksOf(relay, other))
  })

  test('sent whole go to any account: the one that has them gets their ids, others what they can read', async () => {
    const { here, call } = await given()
    const seen = new Set<boolean>()
    for (let round = 0; round < 40 && seen.size < 2; round++) {
      const { output } = await call([request])
      const went = await call([request, ...output, { role: 'user', content: 'and?' }])
      assert.equal(went.status, 200, went.text)
      const [began, second] = here.sent().slice(-2)
      const isSame = began?.key === second?.key
      seen.add(isSame)
      const items: Loose[] = second?.body.input as Loose[]
      assert.deepEqual(
        items.map(({ type, role }) => type ?? role),
        isSame ? ['user', 'reasoning', 'message', 'user'] : ['user', 'message', 'user'],
      )
      assert.equal(items.at(-2).id !== undefined, isSame)
      assert.doesNotMatch(JSON.stringify(items), /_tp/)
    }
    assert.equal(seen.size, 2)
  })

  test('reasoning of another user that is sent by its id alone is left out', async () => {
    const { here, call } = await given(1)
    const other = await here.key()
    const { output } = await call([request])
    for (const id of [output[0].id, output[0].id.replace(/_tp.*$/, '')]) {
      const reasoning = { type: 'reasoning', id, summary: [{ type: 'summary_text', text: 'x' }] }
      const { status, text } = await call([request, reasoning, { role: 'user', content: 'go on' }], {}, other.key)
      assert.equal(status, 200, text)
      assert.doesNotMatch(JSON.stringify(here.sent().at(-1)?.body), /rs_/)
    }
  })

  for (const more of [{}, { stream: true }])
    test(`that is not stored keep the ids of their upstream, but for calls of its tools${'stream' in more ? ', streamed' : ''}`, async () => {
      const { here, mine, call } = await given(1, 'gpt-4o')
      const other = await here.key()
      const settings = { store: false, reasoning: undefined, tools: [{ type: 'web_search' }], ...more }
      const { output, text } = await call('search the web for lighthouses', settings)
      const [search, response] = output
      assert.deepEqual([search?.type, response?.type], ['web_search_call', 'message'], text)
      assert.doesNotMatch(response.id, /_tp/)
      const input = [request, ...output, { role: 'user', content: 'and?' }]
      const types = async (key: string) => {
        assert.equal((await call(input, settings, key)).status, 200)
        const sent: Loose[] = here.sent().at(-1)?.body.input as Loose[]
        assert.equal(sent.at(-2).id, response.id)
        assert.doesNotMatch(JSON.stringify(sent), /_tp/)
        return sent.map(({ type, role }) => type ?? role)
      }
      assert.deepEqual(await types(mine.key), ['user', 'web_search_call', 'message', 'user'])
      assert.deepEqual(await types(other.key), ['user', 'message', 'user'])
    })

  test('that a model without Responses gave cannot be referred to, and the error says what to do', async () => {
    const here = relay.place()
    await here.channel({ type: 14, models: claude, base_url: relay.mock.urlOf('anthropic') })
    const { key } = await here.key()
    const { json } = await send(relay, '/v1/responses', { key, body: { model: claude, input: 'hi' } })
    const input = [{ type: 'item_reference', id: json.output[0].id }]
    const { status, json: refused } = await send(relay, '/v1/responses', { key, body: { model: claude, input } })
    assert.equal(status, 400)
    assert.match(refused.error.message, /Set store to false/)
  })
})

/** An upstream whose responses the test writes, and two users of it. */
async function steered(t: TestContext, channel: object, path: string) {
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ ...channel, base_url: upstream.url })
  const [mine, other] = [await here.key(), await here.key()]
  /** Gives what the upstream was sent beside the response to the client. */
  const call = async (body: object, result: { whole: object; events?: Loose[] }) => {
    const headers = { 'anthropic-version': '2023-06-01' }
    const sending = send(relay, path, { key: mine.key, headers, body })
    const { body: sent, response } = await upstream.next()
    if (result.events) {
      openEvents(response)
      for (const event of result.events)
        response.write(typeof event === 'string' ? event : `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      response.end()
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result.whole))
    const { status, text, json } = await sending
    assert.equal(status, 200, text)
    return { sent, text, json, events: result.events ? eventsIn(text) : [] }
  }
  /** Called last. A request that does reach the upstream gets a response, so that the test fails at once. */
  const refused = async (body: object, key = mine.key) => {
    upstream.next().then(({ response }) => response.writeHead(501).end())
    return (await send(relay, path, { key, headers: { 'anthropic-version': '2023-06-01' }, body })).status
  }
  return { call, refused, other }
}

describe('what the code interpreter of a response leaves behind', () => {
  const call = {
    id: 'ci_12345',
    type: 'code_interpreter_call',
    status: 'completed',
    code: '1',
    container_id: 'cntr_12345',
    outputs: null,
  }
  const annotation = {
    type: 'container_file_citation',
    container_id: 'cntr_12345',
    file_id: 'cfile_12345',
    filename: 'a.csv',
    start_index: 0,
    end_index: 1,
  }
  const text = { type: 'output_text', text: 'Done. "cntr_12345"', annotations: [annotation], logprobs: [] }
  const message = { id: 'msg_12345', type: 'message', role: 'assistant', status: 'completed', content: [text] }
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
  const whole = {
    id: 'resp_12345',
    object: 'response',
    model: gpt,
    status: 'completed',
    output: [call, message],
    usage,
  }
  const part = { item_id: message.id, output_index: 1, content_index: 0 }
  const events = [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...call, status: 'in_progress' } },
    { type: 'response.output_item.done', output_index: 0, item: call },
    { type: 'response.output_item.added', output_index: 1, item: { ...message, content: [] } },
    { type: 'response.output_text.delta', ...part, delta: 'Do' },
    { type: 'response.output_text.delta', ...part, delta: 'ne.' },
    { type: 'response.output_text.annotation.added', ...part, annotation_index: 0, annotation },
    { type: 'response.output_item.done', output_index: 1, item: message },
    { type: 'response.completed', response: whole },
  ]
  for (const isStream of [false, true])
    test(`is the user’s own${isStream ? ', streamed' : ''}`, async (t) => {
      const { call: request, refused, other } = await steered(t, { models: gpt }, '/v1/responses')
      const response = { whole, ...(isStream && { events }) }
      const tools = [{ type: 'code_interpreter', container: { type: 'auto' } }]
      const body = { ...responses({ tools }), stream: isStream, store: false }
      const first = await request(body, response)
      const { output } = isStream ? first.events.at(-1).response : first.json
      const [ran, said] = output
      const [cited] = said.content[0].annotations
      assert.match(ran.container_id, /^cntr_12345_tp/)
      assert.deepEqual([cited.container_id, said.id], [ran.container_id, 'msg_12345'])
      assert.match(cited.file_id, /^cfile_12345_tp/)
      assert.equal(said.content[0].text, 'Done. "cntr_12345"', 'what is said is not changed')
      assert.ok(!first.text.includes('"cntr_12345"'))
      const next = {
        ...body,
        tools: [{ type: 'code_interpreter', container: ran.container_id }],
        input: [{ role: 'user', content: [{ type: 'input_file', file_id: cited.file_id }] }, ...output],
      }
      const { sent } = await request(next, response)
      assert.equal(sent.tools[0].container, 'cntr_12345')
      assert.equal(sent.input[0].content[0].file_id, 'cfile_12345')
      assert.deepEqual(sent.input.slice(1), [call, message])
      assert.equal(await refused(next, other.key), 400)
      assert.equal(await refused({ ...next, tools: [{ type: 'code_interpreter', container: 'cntr_12345' }] }), 400)
    })
})

describe('the container of an Anthropic message', () => {
  const container = { id: 'container_12345', expires_at: '2026-01-01T00:00:00Z' }
  const result = {
    type: 'bash_code_execution_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: {
      type: 'bash_code_execution_result',
      stdout: '',
      stderr: '',
      return_code: 0,
      content: [{ type: 'bash_code_execution_output', file_id: 'file_12345' }],
    },
  }
  const usage = { input_tokens: 1, output_tokens: 1 }
  const head = { id: 'msg_12345', type: 'message', role: 'assistant', model: claude, usage }
  const said = { type: 'text', text: 'Done.' }
  const whole = { ...head, content: [result, said], stop_reason: 'end_turn', container }
  const events = [
    { type: 'message_start', message: { ...head, content: [], container: null } },
    { type: 'content_block_start', index: 0, content_block: result },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Done.' } },
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', container }, usage },
    { type: 'message_stop' },
  ]
  for (const isStream of [false, true])
    test(`goes back to the account that has it, for the same user${isStream ? ', streamed' : ''}`, async (t) => {
      const { call, refused, other } = await steered(t, { type: 14, models: claude }, '/v1/messages')
      const response = { whole, ...(isStream && { events }) }
      const body = { ...message({ type: 'text', text: 'hi' }), stream: isStream }
      const first = await call(body, response)
      const given = isStream ? first.events.find(({ delta }) => delta?.container).delta.container : first.json.container
      const block: Loose = isStream ? first.events[1].content_block : first.json.content[0]
      assert.match(given.id, /^container_12345_tp/)
      assert.equal(isStream ? first.events[0].message.id : first.json.id, 'msg_12345')
      const messages = [...body.messages, { role: 'assistant', content: [block, said] }, ...body.messages]
      for (const named of [given.id, { id: given.id }]) {
        const { sent } = await call({ ...body, messages, container: named }, response)
        assert.deepEqual(sent.container, typeof named === 'string' ? container.id : { id: container.id })
        assert.deepEqual(sent.messages[1].content[0], result)
      }
      assert.equal(await refused({ ...body, container: given.id }, other.key), 400)
      assert.equal(await refused({ ...body, messages }, other.key), 400)
      assert.equal(await refused({ ...body, container: container.id }), 400)
    })
})

describe('a spoken response', () => {
  const model = 'gpt-4o-audio-preview'
  const audio = { id: 'audio_12345', data: 'AAAA', expires_at: 1, transcript: 'Hello.' }
  const choice = { index: 0, message: { role: 'assistant', content: null, audio }, finish_reason: 'stop' }
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  const whole = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model, choices: [choice], usage }
  const events = [
    chatChunk({ role: 'assistant', audio: { id: audio.id, transcript: 'He' } }),
    chatChunk({ audio: { id: audio.id, transcript: 'llo.' } }),
    chatChunk({ audio: { id: audio.id, data: 'AAAA' } }),
    chatChunk({ audio: { id: audio.id, data: 'AAAA' } }),
    chatChunk({}, 'stop'),
    'data: [DONE]\n\n',
  ]
  for (const setting of [{}, { thinking_to_content: true }])
    for (const isStream of [false, true])
      test(`is named by the user who heard it${isStream ? ', streamed' : ''}${'thinking_to_content' in setting ? ', rewritten' : ''}`, async (t) => {
        const channel = { models: model, setting }
        const { call, refused, other } = await steered(t, channel, '/v1/chat/completions')
        const body = {
          ...chatBody('hi', { model, modalities: ['text', 'audio'], audio: { voice: 'alloy' } }),
          stream: isStream,
        }
        const response = { whole, ...(isStream && { events }) }
        const { json, events: heard, text } = await call(body, response)
        const ids: string[] = isStream
          ? heard.flatMap(({ choices }) => choices?.[0]?.delta?.audio?.id ?? [])
          : [json.choices[0].message.audio.id]
        assert.match(ids[0] ?? '', /^audio_12345_tp/)
        assert.equal(new Set(ids).size, 1)
        assert.ok(!text.includes('"audio_12345"'))
        const messages = [
          ...body.messages,
          { role: 'assistant', audio: { id: ids[0] } },
          { role: 'user', content: '?' },
        ]
        const { sent } = await call({ ...body, messages }, response)
        assert.deepEqual(sent.messages[1].audio, { id: audio.id })
        assert.equal(await refused({ ...body, messages }, other.key), 400)
      })
})
