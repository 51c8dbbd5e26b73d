import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events, postJson, upstreamFor } from './test-client.ts'

const user = (content: unknown) => ({ role: 'user', content })

test('a FastGPT app takes pictures by address, names its events where details are wanted, and counts nothing', async (t) => {
  const url = `${(await upstreamFor(t)).urlOf('fastgpt')}/v1/chat/completions`
  const picture = (address: string) => [user([{ type: 'image_url', image_url: { url: address } }])]
  assert.equal((await postJson(url, { messages: picture('data:image/png;base64,AAAA') })).status, 500)
  assert.equal((await postJson(url, { messages: picture('https://x/a.png') })).status, 200)
  assert.equal((await postJson(url, { messages: [user('q')], chatId: '' })).status, 500)
  assert.equal((await postJson(url, { messages: [user('q')] })).body.usage.completion_tokens, 1)
  const refused = await postJson(url, { messages: [user('q')] }, { authorization: 'Bearer fastgpt-invalid' })
  assert.deepEqual([refused.status, refused.body.code], [500, 514])
  const detailed = await events(url, { messages: [user('q')], stream: true, detail: true })
  const names = detailed.map(({ event }) => event)
  assert.deepEqual([names.at(0), names.at(1), names.at(-1)], ['flowNodeStatus', 'answer', 'flowResponses'])
  const brief = await events(url, { messages: [user('q')], stream: true, detail: false })
  assert.ok(brief.every(({ event }) => event === undefined))
})

test('a library of AI Proxy accepts a query and nothing else', async (t) => {
  const url = `${(await upstreamFor(t)).urlOf('aiproxy-library')}/api/library/ask`
  const request = { model: 'm', query: 'quote it', libraryId: 'l', stream: false }
  const { body } = await postJson(url, request)
  assert.deepEqual(
    [body.success, body.answer, body.documents],
    [true, 'quote it', [{ title: 'A page', url: 'https://example.com/page' }]],
  )
  const refused = await postJson(url, { ...request, temperature: 1 })
  assert.deepEqual([refused.status, refused.body.success, refused.body.errCode], [400, false, 1400])
  const list = await events(url, { ...request, stream: true })
  assert.deepEqual(
    list.map(({ data }) => data.finish),
    [false, false, true],
  )
})
