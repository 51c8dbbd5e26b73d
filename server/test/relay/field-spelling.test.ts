import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useRelay } from '../harness/relay-harness.ts'
import { assertFree, booksOf } from './books.ts'
import { chatBody, send } from './send.ts'

const relay = useRelay('sqlite')

const picture = { model: 'dall-e-3', prompt: 'a dot' }
const form = (field: string) => {
  const body = new FormData()
  for (const [name, value] of [
    ['model', 'dall-e-2'],
    ['prompt', 'a dot'],
    [field, '50'],
  ] as const)
    body.append(name, value)
  body.append('image', new Blob(['x']), 'x.png')
  return body
}

const spelt: [path: string, body: unknown][] = [
  ['/v1/images/generations', { ...picture, N: 50 }],
  ['/v1/images/generations', { ...picture, parameters: { n: 50 } }],
  ['/v1/images/generations', { ...picture, extra_body: { N: 50 } }],
  ['/v1/images/edits', form('N')],
  ['/v1/chat/completions', chatBody('hi', { Max_Tokens: 1 })],
  ['/v1/chat/completions', chatBody('hi', { Model: 'gpt-5.6' })],
  ['/v1/chat/completions', chatBody('hi', { API_KEY: 'sk-1' })],
  ['/v1/messages', { ...chatBody('hi', { max_tokens: 9 }), Group: 'vip' }],
  ['/v1/responses', { model: 'gpt-4o', input: 'hi', Background: true }],
  ['/v1/embeddings', { model: 'text-embedding-3-small', input: 'hi', MODEL: 'x' }],
]

test('a field in another spelling is refused before any upstream hears of it', async () => {
  const here = relay.place()
  await here.channel({ models: 'gpt-4o,dall-e-3,dall-e-2,text-embedding-3-small' })
  const mine = await here.key()
  for (const [path, body] of spelt) {
    const { status, text } = await send(relay, path, { key: mine.key, body })
    assert.equal(status, 400, `${path} ${text}`)
  }
  assert.deepEqual(here.sent(), [])
  assertFree(await booksOf(relay, mine))
})

test('zeroes by which clients of this family say nothing are not sent', async () => {
  const here = relay.place()
  await here.channel({ models: 'gpt-4o' })
  const { key } = await here.key()
  const nothing = { max_tokens: 0, max_completion_tokens: 0, n: 0, tools: [] }
  assert.equal((await send(relay, '/v1/chat/completions', { key, body: chatBody('hi', nothing) })).status, 200)
  const [sent] = here.sent()
  for (const name of Object.keys(nothing)) assert.ok(!(name in (sent?.body ?? {})), name)
})
