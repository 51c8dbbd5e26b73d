import assert from 'node:assert/strict'
import { test } from 'node:test'
import { googleKey, type Loose, postJson, upstreamFor } from './test-client.ts'

const message = { prompt: { messages: [{ author: '0', content: 'hello there' }] } }

async function given(t: Parameters<typeof upstreamFor>[0]) {
  const { urlOf } = await upstreamFor(t)
  const root = `${urlOf('palm')}/v1beta2/models`
  return (path: string, body: object, headers: Record<string, string> = googleKey) =>
    postJson(`${root}/${path}`, body, headers)
}

test('messages, texts and embeddings have the forms of v1beta2, without usage', async (t) => {
  const sent = await given(t)
  assert.deepEqual((await sent('chat-bison-001:generateMessage', { ...message, candidateCount: 2 })).body, {
    candidates: [
      { author: '1', content: 'hello there' },
      { author: '1', content: 'hello there [2]' },
    ],
    messages: message.prompt.messages,
  })
  const text = { prompt: { text: 'a b c' }, stop_sequences: ['c'], max_output_tokens: 9 }
  assert.deepEqual((await sent('text-bison-001:generateText', text)).body, { candidates: [{ output: 'a b ' }] })
  const { body } = await sent('embedding-gecko-001:embedText', { text: 'a' })
  assert.equal(body.embedding.value.length, 768)
})

test('a blocked response has filters and no candidates', async (t) => {
  const sent = await given(t)
  const prompt = { messages: [{ author: '0', content: 'trip the filter' }] }
  const { status, body } = await sent('chat-bison-001:generateMessage', { prompt })
  assert.deepEqual([status, body.candidates, body.filters[0].reason], [200, undefined, 'SAFETY'])
})

test('models are listed in pages', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const page: Loose = await (
    await fetch(`${urlOf('palm')}/v1beta2/models?pageSize=1000`, { headers: googleKey })
  ).json()
  assert.deepEqual([page.models[0].name, page.models.length, page.nextPageToken], ['models/chat-bison-001', 2, '2'])
})

const said = (...messages: object[]) => ({ prompt: { messages } })
const refusals: [what: string, path: string, body: object, reason: RegExp][] = [
  ['an unknown field', 'chat-bison-001:generateMessage', { ...message, maxOutputTokens: 5 }, /"maxOutputTokens"/],
  ['no messages', 'chat-bison-001:generateMessage', said(), /at least one message/],
  ['a role', 'chat-bison-001:generateMessage', said({ role: 'user', content: 'x' }), /Unknown name "role"/],
  ['no content', 'chat-bison-001:generateMessage', said({ author: '0' }), /must not be empty/],
  [
    'two turns of one author',
    'chat-bison-001:generateMessage',
    said({ author: '0', content: 'a' }, { author: '0', content: 'b' }),
    /alternate/,
  ],
  ['a high temperature', 'chat-bison-001:generateMessage', { ...message, temperature: 1.1 }, /\[0\.0, 1\.0\]/],
  ['nine candidates', 'chat-bison-001:generateMessage', { ...message, candidateCount: 9 }, /between 1 and 8/],
  ['messages for a text model', 'text-bison-001:generateText', message, /Unknown name "messages"/],
  ['several texts to embed', 'embedding-gecko-001:embedText', { texts: ['a'] }, /Unknown name "texts"/],
]
for (const [what, path, body, reason] of refusals)
  test(`it refuses ${what}`, async (t) => {
    const refused = await (await given(t))(path, body)
    assert.deepEqual([refused.status, refused.body.error.status], [400, 'INVALID_ARGUMENT'])
    assert.match(refused.body.error.message, reason)
  })

test('keys are read from the header and from the query', async (t) => {
  const sent = await given(t)
  assert.equal((await sent('chat-bison-001:generateMessage?key=AIza-1', message, {})).status, 200)
  assert.equal((await sent('chat-bison-001:generateMessage', message, {})).status, 403)
  const wrong = await sent('chat-bison-001:generateMessage', message, { 'x-goog-api-key': 'invalid' })
  assert.deepEqual([wrong.status, wrong.body.error.details[0].reason], [400, 'API_KEY_INVALID'])
  assert.equal((await sent('no-such-model:generateMessage', message)).status, 404)
})
