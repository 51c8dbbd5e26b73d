import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useRelay } from '../harness/relay-harness.ts'
import { assertFree, booksOf } from './books.ts'
import { chatBody, send } from './send.ts'

const model = 'ERNIE-4.0-8K'
const refused = { error_code: 110, error_msg: 'Access token invalid or no longer valid' }
let number = 0

const relay = useRelay('sqlite', {}, (started) => started.options({ ModelRatio: JSON.stringify({ [model]: 1 }) }))

/** A channel of an upstream that wants its key exchanged for a token. */
async function given(id = `client-${++number}-id`) {
  const here = relay.place()
  await here.channel({ type: 15, key: `${id}|its-secret`, models: model, base_url: relay.mock.urlOf('baidu-v1') })
  const mine = await here.key()
  const isMine = ({ query, key }: { query: Record<string, string>; key: string }) =>
    query.client_id === id || key === id
  return {
    mine,
    call: () => send(relay, '/v1/chat/completions', { key: mine.key, body: { ...chatBody(), model } }),
    refuse: (times: number) =>
      relay.mock.faults.add({ match: { key: id }, times, fault: { kind: 'error-in-200', body: refused } }),
    /** The requests that the upstream received, in order. */
    sent: () =>
      relay.mock.requests
        .list()
        .filter(isMine)
        .map(({ path }) => (path.includes('oauth') ? 'token' : 'chat')),
    tokens: () =>
      relay.mock.requests
        .list()
        .filter(isMine)
        .flatMap(({ query }) => query.access_token ?? []),
  }
}

test('calls that come together share one exchange, and later ones its token', async () => {
  const { call, sent } = await given()
  const responses = await Promise.all([call(), call(), call()])
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal((await call()).status, 200)
  assert.deepEqual(sent(), ['token', 'chat', 'chat', 'chat', 'chat'])
})

test('a token that is refused is renewed once, and the request is sent again with the new one', async () => {
  const { call, sent, tokens, refuse } = await given()
  refuse(1)
  assert.equal((await call()).status, 200)
  assert.deepEqual(sent(), ['token', 'chat', 'token', 'chat'])
  assert.equal(new Set(tokens()).size, 2)
})

test('a second refusal is the channel’s failure, costs nothing and tells no token', async () => {
  const { mine, call, sent, tokens, refuse } = await given()
  refuse(2)
  const { status, text } = await call()
  assert.ok(status >= 400, text)
  assert.deepEqual(sent(), ['token', 'chat', 'token', 'chat'])
  assertFree(await booksOf(relay, mine))
  for (const token of tokens()) for (const line of [text, ...relay.lines]) assert.ok(!line.includes(token), line)
})

test('an upstream that repeats the token in its error does not tell it to the client', async () => {
  const { call, tokens } = await given('repeating-id')
  assert.equal((await call()).status, 200)
  const [token = ''] = tokens()
  const body = { error_code: 336_003, error_msg: `bad request to /chat?access_token=${token}` }
  relay.mock.faults.add({ match: { key: 'repeating-id' }, times: 1, fault: { kind: 'error-in-200', body } })
  const { status, text } = await call()
  assert.ok(status >= 400 && text.includes('bad request'), text)
  for (const line of [text, ...relay.lines]) assert.ok(!line.includes(token), line)
})

test('a key that cannot be exchanged is a wrong key, and no chat is sent', async () => {
  const { mine, call, sent } = await given(`invalid-${++number}`)
  const { status, text } = await call()
  assert.ok(status >= 400, text)
  assert.deepEqual(sent(), ['token'])
  assert.ok(!text.includes('its-secret'))
  assertFree(await booksOf(relay, mine))
})
