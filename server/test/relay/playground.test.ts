import assert from 'node:assert/strict'
import { test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { pinHeader, playgroundPaths, routeHeader } from '@turnpike/contract/usage/playground'
import { useRelay } from '../harness/relay-harness.ts'
import { givenWav } from './given-wav.ts'
import { chatBody, eventsIn, send } from './send.ts'

const relay = useRelay('sqlite')

async function given(more: object = {}, models = 'gpt-4o,dall-e-3,tts-1,whisper-1') {
  const here = relay.place()
  const channel = await here.channel({ models })
  const { user_id, username } = await here.key(more)
  const client = relay.client()
  await client.signIn(username)
  const call = (path: string, body: object, headers = {}) =>
    client.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const chat = (body: object, headers = {}) => call(playgroundPaths.chat, body, headers)
  return { here, channel, client, call, chat, user_id, username }
}

const rowOf = (user_id: number) =>
  relay.deps.store.selectFrom('logs').selectAll().where('user_id', '=', user_id).executeTakeFirst()

test('chats in a session, streamed, and charges its user without any token', async () => {
  const { chat, user_id, here } = await given()
  const response = await chat(chatBody('hello there', { stream: true }))
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('access-control-allow-origin'), null)
  const text = eventsIn(await response.text())
    .map((event) => event.choices?.[0]?.delta?.content ?? '')
    .join('')
  assert.equal(text, 'hello there')
  const row = await relay.deps.store.selectFrom('logs').selectAll().where('user_id', '=', user_id).executeTakeFirst()
  assert.deepEqual([row?.token_id, row?.token_name], [0, `playground-${here.group}`])
  assert.equal((await relay.balance(user_id)).quota, 100_000_000 - (row?.quota ?? 0))
})

test('lets the person choose a group that is theirs to choose, and sends it nowhere', async () => {
  const { chat, user_id } = await given()
  const vip = await relay.channel({ group: 'vip', key: 'sk-vip-channel' })
  const response = await chat({ ...chatBody(), group: 'vip' })
  assert.equal(response.status, 200)
  const sent = relay.mock.requests.list().findLast(({ key }) => key === 'sk-vip-channel')
  assert.equal(sent?.body.group, undefined)
  const row = await relay.deps.store.selectFrom('logs').selectAll().where('user_id', '=', user_id).executeTakeFirst()
  assert.deepEqual([row?.group, row?.channel], ['vip', vip])
  const refused = await chat({ ...chatBody(), group: 'svip' })
  assert.equal(refused.status, 403)
})

test('refuses strangers in the console’s shape, access tokens, and a request without a model', async () => {
  const { chat, user_id } = await given()
  const stranger = await relay.client().fetch('/pg/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(chatBody()),
  })
  assert.equal(stranger.status, 401)
  assert.equal(((await stranger.json()) as { success: boolean }).success, false)
  const token = await relay.given.accessToken(user_id)
  const headers = { authorization: token, 'new-api-user': String(user_id) }
  const system = await send(relay, '/pg/chat/completions', { headers, body: chatBody() })
  assert.deepEqual([system.status, system.json.error.code], [400, 'access_token_not_supported'])
  const modelless = await chat({ messages: [{ role: 'user', content: 'x' }] })
  assert.equal(modelless.status, 400)
  const unknown = await chat(chatBody('x', { model: 'no-such-model' }))
  const { error } = (await unknown.json()) as { error: { code: string } }
  assert.deepEqual([unknown.status, error.code], [404, 'model_not_found'])
})

test('is not reached with a key', async () => {
  const { here } = await given({ role: role.ordinary })
  const { key } = await here.key()
  assert.equal((await send(relay, '/pg/chat/completions', { key, body: chatBody() })).status, 401)
})

test('draws, speaks and writes down what it hears, charged to the session', async () => {
  const image = await given()
  const drawn = await image.call(playgroundPaths.image, { model: 'dall-e-3', prompt: 'a gate', group: '' })
  assert.equal(drawn.status, 200)
  assert.equal(((await drawn.json()) as { data: unknown[] }).data.length, 1)
  assert.equal(image.here.sent().at(-1)?.body.group, undefined)

  const speech = await given()
  const spoken = await speech.call(playgroundPaths.speech, { model: 'tts-1', input: 'good morning', voice: 'alloy' })
  assert.match(spoken.headers.get('content-type') ?? '', /^audio\//)
  assert.ok((await spoken.arrayBuffer()).byteLength > 0)

  const heard = await given()
  const form = new FormData()
  form.set('model', 'whisper-1')
  form.set('group', '')
  form.set('file', new File([new Uint8Array(givenWav(2))], 'two-seconds.wav'))
  const response = await heard.client.fetch(playgroundPaths.transcription, { method: 'POST', body: form })
  assert.equal(response.status, 200)
  assert.equal(typeof ((await response.json()) as { text: string }).text, 'string')
  assert.equal(
    heard.here
      .sent()
      .at(-1)
      ?.parts?.some(({ name }) => name === 'group') ?? false,
    false,
  )

  for (const { user_id, here } of [image, speech, heard]) {
    const row = await rowOf(user_id)
    assert.deepEqual([row?.token_id, row?.token_name], [0, `playground-${here.group}`])
    assert.equal((await relay.balance(user_id)).quota, 100_000_000 - (row?.quota ?? 0))
    assert.ok((row?.quota ?? 0) > 0)
  }
})

test('every kind of call refuses strangers and a group that is not theirs', async () => {
  const { call } = await given()
  const bodies = {
    [playgroundPaths.chat]: chatBody(),
    [playgroundPaths.image]: { model: 'dall-e-3', prompt: 'a gate' },
    [playgroundPaths.speech]: { model: 'tts-1', input: 'hello', voice: 'alloy' },
  }
  for (const [path, body] of Object.entries(bodies)) {
    assert.equal((await send(relay, path, { body })).status, 401, path)
    assert.equal((await call(path, { ...body, group: 'svip' })).status, 403, path)
  }
  assert.equal((await send(relay, playgroundPaths.transcription, { body: {} })).status, 401)
})

test('an administrator pins a channel and learns the route; nobody else does either', async () => {
  const admin = await given({ role: role.admin })
  const other = await relay.channel({ group: 'vip', key: 'sk-pinned-channel' })
  const free = await admin.chat(chatBody('x', { stream: true }))
  await free.text()
  assert.equal(free.headers.get(routeHeader), String(admin.channel.id))
  for (const body of [chatBody('x', { stream: true }), chatBody('x')]) {
    const pinned = await admin.chat(body, { [pinHeader]: String(other) })
    await pinned.text()
    assert.deepEqual([pinned.status, pinned.headers.get(routeHeader)], [200, String(other)])
  }
  assert.equal(relay.mock.requests.last()?.key, 'sk-pinned-channel')
  const unknown = await admin.chat(chatBody(), { [pinHeader]: '987654' })
  assert.equal(((await unknown.json()) as { error: { code: string } }).error.code, 'invalid_channel_id')

  const person = await given()
  const refused = await person.chat(chatBody(), { [pinHeader]: String(other) })
  assert.equal(refused.status, 403)
  assert.equal(((await refused.json()) as { error: { code: string } }).error.code, 'channel_pin_forbidden')
  for (const body of [chatBody('x', { stream: true }), chatBody('x')]) {
    const served = await person.chat(body)
    await served.text()
    assert.deepEqual([served.status, served.headers.get(routeHeader)], [200, null])
    assert.match(served.headers.get('x-oneapi-request-id') ?? '', /^\d{20,}/)
  }
})

test('an administrator learns which channels failed', async () => {
  const { chat, channel } = await given({ role: role.admin })
  relay.mock.faults.add({ match: { key: channel.key }, times: 1, fault: { kind: 'status', status: 400 } })
  const failed = await chat(chatBody('x', { stream: true }))
  assert.deepEqual([failed.status, failed.headers.get(routeHeader)], [400, String(channel.id)])
})
