import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useRelay } from '../harness/relay-harness.ts'
import { chatBody, type Loose, open, send } from './send.ts'
import { chatChunk, openEvents, startSteeredUpstream, usageOf } from './steered-upstream.ts'

const relay = useRelay('sqlite')

type Dialect = { path: string; body: object }
const dialects: Record<'openai' | 'anthropic' | 'gemini', Dialect> = {
  openai: { path: '/v1/chat/completions', body: chatBody() },
  anthropic: { path: '/v1/messages', body: { ...chatBody(), max_tokens: 9 } },
  gemini: { path: '/v1beta/models/gpt-4o:generateContent', body: { contents: [{ parts: [{ text: 'hi' }] }] } },
}

/** What a client of a dialect is told when its upstream responds so. */
async function told(
  t: Parameters<typeof startSteeredUpstream>[0],
  dialect: Dialect,
  status: number,
  error: object,
  channel: object = {},
) {
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ base_url: upstream.url, ...channel })
  const { key } = await here.key()
  const sending = send(relay, dialect.path, { key, body: dialect.body })
  const { response } = await upstream.next()
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
  return sending
}

describe('an upstream that is overloaded', () => {
  for (const status of [503, 529])
    test(`with ${status} reaches every client as the overload its dialect knows`, async (t) => {
      const busy = { message: 'Overloaded', type: 'overloaded_error' }
      const openai = await told(t, dialects.openai, status, busy)
      assert.deepEqual([openai.status, openai.json.error.code], [503, 'upstream_overloaded'])
      assert.ok(Number(openai.headers.get('retry-after')) > 0)
      const anthropic = await told(t, dialects.anthropic, status, busy)
      assert.deepEqual([anthropic.status, anthropic.json.error.type], [529, 'overloaded_error'])
      const gemini = await told(t, dialects.gemini, status, busy)
      assert.deepEqual([gemini.status, gemini.json.error.status], [503, 'UNAVAILABLE'])
    })
})

describe('a channel that its provider refuses', () => {
  for (const status of [401, 403])
    test(`with ${status} is no reason for a client to doubt its own key`, async (t) => {
      for (const dialect of Object.values(dialects)) {
        const response = await told(t, dialect, status, {
          message: 'Incorrect API key provided',
          code: 'invalid_api_key',
        })
        assert.equal(response.status, 502)
        assert.match(response.text, /refused the channel of this gateway/)
        assert.doesNotMatch(response.text, /Incorrect API key/)
      }
    })

  test('is never told as 401, whatever the channel maps', async (t) => {
    const mapped = { status_code_mapping: { '403': '401', '400': '401' } }
    for (const status of [400, 403])
      assert.equal((await told(t, dialects.openai, status, { message: 'no' }, mapped)).status, 502)
  })
})

test('type, code and param of an upstream error carry no key, no address and no sentence', async (t) => {
  const secret = 'my-upstream-credential-4711'
  const echoing = { message: 'bad', type: `Bearer ${secret}`, code: secret, param: `api.vendor.com/${secret}` }
  const { status, text, json } = await told(t, dialects.openai, 400, echoing, { key: secret })
  assert.equal(status, 400)
  assert.doesNotMatch(text, /4711|vendor/)
  assert.deepEqual(
    [json.error.type, json.error.code, json.error.param ?? null],
    ['upstream_error', 'bad_request', null],
  )
  const usual = { message: 'bad', type: 'invalid_request_error', code: 'invalid_value', param: 'messages[0].content' }
  const kept: Loose = (await told(t, dialects.openai, 400, usual)).json
  assert.deepEqual(
    [kept.error.type, kept.error.code, kept.error.param],
    ['invalid_request_error', 'invalid_value', 'messages[0].content'],
  )
})

test('ids, retry times and comments of an upstream stream stay with the gateway', async (t) => {
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ base_url: upstream.url, key: 'sk-upstream-4711' })
  const { key } = await here.key()
  const opening = open(relay, '/v1/chat/completions', { key, body: chatBody('hi', { stream: true }) })
  const { response } = await upstream.next()
  openEvents(response)
  response.write(`: served for sk-upstream-4711\n\nid: sk-upstream-4711\nretry: 1\n${chatChunk({ content: 'sun' })}`)
  response.end(`x-key: sk-upstream-4711\n${chatChunk({}, 'stop', usageOf(5, 1))}data: [DONE]\n\n`)
  const text = await (await opening).text()
  assert.match(text, /sun/)
  assert.doesNotMatch(text, /4711|retry|^id/m)
})
