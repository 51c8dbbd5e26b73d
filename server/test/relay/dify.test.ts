import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useRelay } from '../harness/relay-harness.ts'
import { booksOf } from './books.ts'
import { arrival, beginCall } from './providers/client-call.ts'
import { eventsIn, type Loose, send } from './send.ts'

const model = 'dify'
const chatPath = '/v1/chat/completions'
const uploadPath = '/dify/v1/files/upload'

describe('apps made with Dify', () => {
  const relay = useRelay('sqlite', {}, ({ options }) => options({ ModelRatio: JSON.stringify({ [model]: 1 }) }))

  async function given(setting: object = {}) {
    const here = relay.place()
    await here.channel({ type: 37, models: model, base_url: relay.mock.urlOf('dify'), setting })
    const mine = await here.key()
    const call = (content: unknown, more: object = {}, key = mine.key) =>
      send(relay, chatPath, { key, body: { model, messages: [{ role: 'user', content }], ...more } })
    const sent = (): Loose[] => here.sent()
    return { here, mine, call, sent }
  }

  test('get media that the client sent inline by an upload, for the same user', async () => {
    const { call, sent } = await given()
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }
    const document = {
      type: 'file',
      file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0xLjQ=' },
    }
    const remote = { type: 'image_url', image_url: { url: 'https://example.com/i.png' } }
    const { json, text } = await call([{ type: 'text', text: 'look' }, picture, document, remote])
    assert.equal(
      json.choices?.[0].message.content,
      'Received 3 media (image by local_file, document by local_file, image by remote_url). look',
      text,
    )
    const [first, second, chat] = sent()
    assert.deepEqual([first.path, second.path, chat.path], [uploadPath, uploadPath, '/dify/v1/chat-messages'])
  })

  test('whose upload fails are not sent', async () => {
    const { call, sent } = await given()
    relay.mock.faults.add({ match: { path: uploadPath }, times: 1, fault: { kind: 'status', status: 413 } })
    const { status } = await call([{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }])
    assert.equal(status, 413)
    assert.equal(sent().length, 1)
  })

  test('continue a conversation for the caller who began it', async () => {
    const { here, call, sent } = await given()
    const first = await call('one')
    const { conversation_id } = first.json
    assert.ok(conversation_id, first.text)
    const second = await call('two', { conversation_id, stream: true })
    const [role] = eventsIn(second.text)
    assert.equal(role.conversation_id, conversation_id)
    const third = await call('three', { conversation_id }, (await here.key()).key)
    assert.notEqual(third.json.conversation_id, conversation_id, 'another caller begins another one')
    const users = sent().map(({ body }) => body.user)
    assert.equal(users[0], users[1])
    assert.notEqual(users[1], users[2])
    assert.match(users[0], /^[\w-]{24}$/)
  })

  test('begin a conversation anew that is gone, once and at the price of one', async () => {
    const { mine, call, sent } = await given()
    const messages = [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
      { role: 'user', content: 'three' },
    ]
    const { status, json, text } = await call('', { messages, conversation_id: 'gone' })
    assert.equal(status, 200, text)
    assert.equal(json.choices[0].message.content, 'three')
    assert.deepEqual(
      sent().map(({ body }) => body.query),
      ['three', 'USER: \none\nASSISTANT: \ntwo\nUSER: \nthree\n'],
    )
    assert.equal((await booksOf(relay, mine)).rows.length, 1)
  })

  test('show reasoning apart from the text, whole and streamed', async () => {
    const { call } = await given()
    const whole = (await call('think aloud')).json.choices[0].message
    assert.match(whole.reasoning_content, /^Let me think/)
    assert.equal(whole.content, 'think aloud')
    const events = eventsIn((await call('think aloud', { stream: true })).text)
    const joined = (name: string) => events.map((event) => event.choices?.[0]?.delta?.[name] ?? '').join('')
    assert.deepEqual([joined('reasoning_content').trim(), joined('content')], [whole.reasoning_content, whole.content])
  })

  test('that are workflows are charged for all tokens of their steps', async () => {
    const { mine, call } = await given({ dify_mode: 'workflow' })
    const { json, text } = await call('Please say 40 words.')
    assert.match(json.choices?.[0].message.content, /^sun sky sea/, text)
    const [row] = (await booksOf(relay, mine)).rows
    assert.equal((row?.prompt_tokens ?? 0) + (row?.completion_tokens ?? 0), 5 + 40)
    assert.equal(row?.other.admin_info.local_count_tokens, undefined)
  })

  test('that are out of quota are the channel’s trouble', async () => {
    const { call } = await given()
    const body = { code: 'provider_quota_exceeded', message: 'm', status: 400 }
    relay.mock.faults.add({
      times: 1,
      match: { path: '/dify/v1/chat' },
      fault: { kind: 'error-event', body: { event: 'error', ...body } },
    })
    const { status, json } = await call('hi')
    assert.deepEqual([status, json.error.code], [502, 'insufficient_quota'])
  })

  for (const [mode, path] of [
    ['chat', '/dify/v1/chat-messages/'],
    ['workflow', '/dify/v1/workflows/tasks/'],
  ] as const)
    test(`are told to stop when the client leaves a ${mode}`, async () => {
      const here = relay.place()
      const setting = { dify_mode: mode }
      const { key } = await here.channel({ type: 37, models: model, base_url: relay.mock.urlOf('dify'), setting })
      const held = relay.mock.holdResponse({ key })
      const body = { model, messages: [{ role: 'user', content: 'say 40 words' }], stream: true }
      const client = beginCall(relay, chatPath, { key: (await here.key()).key, body })
      await arrival(held, client)
      await held.release(5)
      await client.until('some words', () => client.text().includes('sun'))
      const stopped = relay.mock.requests.nextRequest((request) => request.path.endsWith('/stop'))
      client.leave()
      const request = await stopped
      assert.ok(request.path.startsWith(path), request.path)
      assert.equal(request.body.user, here.sent()[0]?.body.user)
    })
})
