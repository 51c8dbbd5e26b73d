import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { signatureOf } from '../../../mock-upstream/aws/converse-reasoning.ts'
import { secretOf } from '../../../mock-upstream/aws/signature.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { eventsIn, type Loose, send } from './send.ts'
import { openEvents, startSteeredUpstream } from './steered-upstream.ts'

const nova = 'amazon.nova-2-lite-v1:0'
const relay = useRelay('sqlite', {}, ({ options }) => options({ ModelRatio: JSON.stringify({ [nova]: 1 }) }))
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const prompt = 'And the weather? 天气呢？ call weather with {"city":"Oslo"}'
const results = ['four degrees', 'nine degrees']

/** How a client sends a request, and repeats the response with the results of its calls. */
type Client = {
  path: string
  body(model: string, stream: boolean, response?: Loose[]): object
}

/** A chat client that keeps every member of a message, and joins lists by their index as OpenAI's libraries do. */
function joinDeltas(chunks: Loose[]): Loose {
  const message: Loose = { role: 'assistant', content: '' }
  for (const { choices } of chunks) {
    const { content, reasoning_content, thinking_blocks = [], tool_calls = [] } = choices?.[0]?.delta ?? {}
    message.content += content ?? ''
    if (reasoning_content) message.reasoning_content = (message.reasoning_content ?? '') + reasoning_content
    for (const block of thinking_blocks) {
      message.thinking_blocks ??= []
      assert.equal(message.thinking_blocks[block.index], undefined, 'a block comes whole')
      message.thinking_blocks[block.index] = block
    }
    for (const { index, function: called, ...call } of tool_calls) {
      message.tool_calls ??= []
      message.tool_calls[index] ??= { ...call, function: { name: '', arguments: '' } }
      message.tool_calls[index].function.name += called?.name ?? ''
      message.tool_calls[index].function.arguments += called?.arguments ?? ''
    }
  }
  return message
}

const clients: Record<string, Client> = {
  chat: {
    path: '/v1/chat/completions',
    body(model, stream, response) {
      const tools = [{ type: 'function', function: { name: 'weather', parameters: schema } }]
      const messages: Loose[] = [{ role: 'user', content: prompt }]
      if (response) {
        const message = stream ? joinDeltas(response) : response[0].choices[0].message
        messages.push(
          message,
          ...message.tool_calls.map(({ id }: Loose, at: number) => ({
            role: 'tool',
            tool_call_id: id,
            content: results[at],
          })),
        )
      }
      return { model, stream, tools, messages, reasoning_effort: 'high' }
    },
  },
  responses: {
    path: '/v1/responses',
    body(model, stream, response) {
      const tools = [{ type: 'function', name: 'weather', parameters: schema }]
      const input: Loose[] = [{ role: 'user', content: prompt }]
      if (response) {
        const { output } = stream ? response.at(-1).response : response[0]
        const calls = output.filter(({ type }: Loose) => type === 'function_call')
        input.push(
          ...output,
          ...calls.map(({ call_id }: Loose, at: number) => ({
            type: 'function_call_output',
            call_id,
            output: results[at],
          })),
        )
      }
      return { model, stream, store: false, tools, input, reasoning: { effort: 'high' } }
    },
  },
}

/** The blocks of a streamed message, joined as Anthropic's library does. */
function joinBlocks(events: Loose[]): Loose[] {
  const blocks: Loose[] = []
  for (const { type, index, content_block, delta } of events) {
    if (type === 'content_block_start') blocks[index] = { ...content_block, json: '' }
    if (type !== 'content_block_delta') continue
    const block = blocks[index]
    for (const name of ['text', 'thinking', 'signature']) if (delta[name]) block[name] += delta[name]
    block.json += delta.partial_json ?? ''
  }
  return blocks.map(({ json, ...block }) => (block.type === 'tool_use' ? { ...block, input: JSON.parse(json) } : block))
}

const messagesClient: Client = {
  path: '/v1/messages',
  body(model, stream, response) {
    const asked: Loose[] = [{ role: 'user', content: prompt }]
    if (response) {
      const content: Loose[] = stream ? joinBlocks(response) : response[0].content
      const calls = content.filter(({ type }) => type === 'tool_use')
      const given = calls.map(({ id }, at) => ({ type: 'tool_result', tool_use_id: id, content: results[at] }))
      asked.push({ role: 'assistant', content }, { role: 'user', content: given })
    }
    const thinking = { type: 'enabled', budget_tokens: 2000 }
    const tools = [{ name: 'weather', input_schema: schema }]
    return { model, stream, max_tokens: 4000, thinking, tools, messages: asked }
  },
}

const thought = (thinking: string) => ({ type: 'thinking', thinking, signature: `signed-${thinking.length}` })
const redacted = (data: string) => ({ type: 'redacted_thinking', data })
const text = (words: string) => ({ type: 'text', text: words })
const use = (id: string, city: string) => ({ type: 'tool_use', id, name: 'weather', input: { city } })

const messages: Record<string, Loose[]> = {
  'thinking between the text and the call': [
    thought('First I think.'),
    redacted('secret-1'),
    text('Let me look. 请稍等。'),
    thought('Which city?'),
    use('toolu_1', 'Oslo'),
  ],
  'thinking between texts and between calls': [
    redacted('secret-2'),
    text('One. '),
    thought('Hm.'),
    text('Two.'),
    redacted('secret-3'),
    use('toolu_1', 'Oslo'),
    thought('And another one.'),
    redacted('secret-4'),
    use('toolu_2', 'Lima'),
  ],
  'calls alone between thoughts': [thought('a'), use('toolu_1', 'Oslo'), thought('bb'), use('toolu_2', 'Lima')],
}

const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5' }
const usage = { input_tokens: 9, output_tokens: 9 }

function messageEvents(content: Loose[]): object[] {
  const halves = (words: string) => [words.slice(0, words.length / 2), words.slice(words.length / 2)]
  const blockEvents = (block: Loose, index: number) => {
    const delta = (fields: object) => ({ type: 'content_block_delta', index, delta: fields })
    const [opening, deltas]: [object, object[]] =
      block.type === 'text'
        ? [{ ...block, text: '' }, halves(block.text).map((each) => delta({ type: 'text_delta', text: each }))]
        : block.type === 'thinking'
          ? [
              { ...block, thinking: '', signature: '' },
              [
                ...halves(block.thinking).map((thinking) => delta({ type: 'thinking_delta', thinking })),
                delta({ type: 'signature_delta', signature: block.signature }),
              ],
            ]
          : block.type === 'tool_use'
            ? [
                { ...block, input: {} },
                halves(JSON.stringify(block.input)).map((partial_json) =>
                  delta({ type: 'input_json_delta', partial_json }),
                ),
              ]
            : [block, []]
    return [
      { type: 'content_block_start', index, content_block: opening },
      ...deltas,
      { type: 'content_block_stop', index },
    ]
  }
  return [
    { type: 'message_start', message: { ...head, content: [], usage } },
    ...content.flatMap(blockEvents),
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
}

/** Two turns against an upstream that responds to the first one so; gives what the upstream gets in the second. */
async function secondRequest(
  t: TestContext,
  client: Client,
  { type, model, isStream }: { type: number; model: string; isStream: boolean },
  first: { whole: object; events: object[] },
): Promise<Loose> {
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ type, models: model, base_url: upstream.url })
  const { key } = await here.key()
  const call = async (past?: Loose[]) => {
    const sending = send(relay, client.path, { key, body: client.body(model, isStream, past) })
    const sent = await upstream.next()
    if (isStream) {
      openEvents(sent.response)
      for (const event of first.events as Loose[]) {
        sent.response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
        await new Promise(setImmediate)
      }
      sent.response.end()
    } else sent.response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(first.whole))
    const { status, text, json } = await sending
    assert.equal(status, 200, text)
    return { sent: sent.body, response: isStream ? eventsIn(text) : [json] }
  }
  const { response } = await call()
  return (await call(response)).sent
}

for (const [name, client] of Object.entries(clients))
  for (const isStream of [false, true])
    describe(`the thoughts of Claude through a ${name} client${isStream ? ', streamed' : ''}`, () => {
      for (const [order, content] of Object.entries(messages))
        test(`go back in their order: ${order}`, async (t) => {
          const response = {
            whole: { ...head, content, stop_reason: 'tool_use', usage },
            events: messageEvents(content),
          }
          const upstream = { type: 14, model: 'claude-sonnet-4-5', isStream }
          const { messages: sent } = await secondRequest(t, client, upstream, response)
          assert.deepEqual(sent[1], { role: 'assistant', content })
          assert.deepEqual(
            sent[2].content.map(({ tool_use_id }: Loose) => tool_use_id),
            content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])),
          )
        })
    })

describe('the sealed reasoning of OpenAI through a chat client', () => {
  const reasoning = (at: number) => ({
    id: `rs_${at}`,
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: `Thought ${at}.` }],
    encrypted_content: `sealed-${at}`,
  })
  const call = (at: number) => ({
    id: `fc_${at}`,
    type: 'function_call',
    call_id: `call_${at}`,
    name: 'weather',
    arguments: '{"city":"Oslo"}',
    status: 'completed',
  })
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'Let me look. 请稍等。', annotations: [], logprobs: [] }],
  }
  const output: Loose[] = [reasoning(1), message, reasoning(2), call(1), reasoning(3), call(2)]
  const response = { id: 'resp_1', object: 'response', model: 'gpt-5.6', status: 'completed', output, usage }
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    ...output.flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item: { ...item, ...(item.content && { content: [] }) } },
      ...(item.content
        ? [...item.content[0].text].map((delta) => ({
            type: 'response.output_text.delta',
            item_id: item.id,
            output_index,
            content_index: 0,
            delta,
          }))
        : []),
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', response },
  ]
  for (const isStream of [false, true])
    test(`goes back with the items that it belongs to${isStream ? ', streamed' : ''}`, async (t) => {
      const upstream = { type: 1, model: 'gpt-5.6', isStream }
      const client = clients.chat as Client // it is in the table above
      const { input } = await secondRequest(t, client, upstream, { whole: response, events })
      const bare = ({ id: _, status: _status, ...item }: Loose) =>
        item.type === 'message' ? { ...item, content: [{ type: 'output_text', text: item.content[0].text }] } : item
      assert.deepEqual(input.slice(1, 1 + output.length), output.map(bare))
      assert.ok(input.slice(1 + output.length).every(({ type }: Loose) => type === 'function_call_output'))
    })
})

for (const [name, client] of Object.entries({ ...clients, messages: messagesClient }))
  for (const isStream of [false, true])
    test(`the reasoning of Nova goes back with its signature through a ${name} client${isStream ? ', streamed' : ''}`, async () => {
      const here = relay.place()
      const keyOf = (id: string) => `${id}|${secretOf(id)}|us-east-1`
      await here.channel({ type: 33, models: nova, keyOf, base_url: relay.mock.urlOf('aws') })
      const { key } = await here.key()
      const call = async (past?: Loose[]) => {
        const { status, text, json } = await send(relay, client.path, { key, body: client.body(nova, isStream, past) })
        assert.equal(status, 200, text)
        return isStream ? eventsIn(text) : [json]
      }
      await call(await call())
      const sent: Loose = here.sent().at(-1)?.body
      const [reasoning, ...others] = sent.messages[1].content
      const { text, signature } = reasoning.reasoningContent.reasoningText
      assert.equal(signature, signatureOf(text))
      assert.ok(others.at(-1).toolUse)
    })

test('another company gets no reasoning of Nova, and Nova none of theirs', async () => {
  const here = relay.place()
  const keyOf = (id: string) => `${id}|${secretOf(id)}|us-east-1`
  await here.channel({ type: 33, models: nova, keyOf, base_url: relay.mock.urlOf('aws') })
  await here.channel({ type: 14, models: 'claude-sonnet-4-5', base_url: relay.mock.urlOf('anthropic') })
  const { key } = await here.key()
  const blocks = (signature: string) => [{ type: 'thinking', thinking: 'hm', signature }]
  for (const [model, signature] of [
    ['claude-sonnet-4-5', `bedrock:${signatureOf('hm')}`],
    [nova, 'signed-2'],
    [nova, 'openai:rs_1:sealed'],
  ]) {
    const past = { role: 'assistant', content: 'said', thinking_blocks: blocks(signature ?? '') }
    const messages = [{ role: 'user', content: 'q' }, past, { role: 'user', content: 'and?' }]
    const { status, text } = await send(relay, '/v1/chat/completions', { key, body: { model, messages } })
    assert.equal(status, 200, text)
    assert.doesNotMatch(JSON.stringify(here.sent().at(-1)?.body), /"hm"/)
  }
})

test('a signature that Gemini sends in an empty part at the end goes back with the text', async (t) => {
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  const model = 'gemini-3-flash-preview'
  await here.channel({ type: 24, models: model, base_url: upstream.url })
  const { key } = await here.key()
  const frame = (parts: object[], more: object = {}) =>
    `data: ${JSON.stringify({ candidates: [{ index: 0, content: { role: 'model', parts }, ...more }] })}\n\n`
  const call = async (past: Loose[]) => {
    const body = { model, stream: true, messages: [{ role: 'user', content: prompt }, ...past] }
    const sending = send(relay, '/v1/chat/completions', { key, body })
    const { body: sent, response } = await upstream.next()
    openEvents(response)
    response.write(frame([{ text: 'Cold' }]))
    response.write(frame([{ text: ', they say.' }]))
    response.end(frame([{ text: '', thoughtSignature: 'c2lnbmVk' }], { finishReason: 'STOP' }))
    const { status, text: result } = await sending
    assert.equal(status, 200, result)
    const deltas = eventsIn(result).map(({ choices }) => choices?.[0]?.delta ?? {})
    const content = deltas.map((delta) => delta.content ?? '').join('')
    const extra_content = deltas.find((delta) => delta.extra_content)?.extra_content
    return { sent, message: { role: 'assistant', content, extra_content } }
  }
  const { message } = await call([])
  const { sent } = await call([message, { role: 'user', content: 'Sure?' }])
  assert.deepEqual(sent.contents[1].parts, [{ text: 'Cold, they say.', thoughtSignature: 'c2lnbmVk' }])
})
