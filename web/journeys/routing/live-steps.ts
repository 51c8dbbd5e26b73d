import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tokenApi } from '@turnpike/contract/identity/token'
import { channelApi } from '@turnpike/contract/routing/channel'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { chatChunk, openEvents } from '../../../server/test/relay/steered-upstream.ts'

/** Begins every response and completes none. */
export const upstream = createServer((request, response: ServerResponse) => {
  request.resume()
  openEvents(response)
  response.write(chatChunk({ content: 'once upon a time '.repeat(10) }))
})

/** A channel with a name of its own, and calls that run on it. */
export async function givenCalls(server: TestServer, name: string, count: number) {
  const root = server.client()
  await root.signIn('root', '123456')
  const base_url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const models = name === 'north' ? 'gpt-4o' : 'gpt-4o-mini'
  const body = { type: 1, key: `sk-${name}`, name, models, group: 'default', base_url }
  const made = await root.call(channelApi.create, { body })
  assert.ok(made.response.success, made.response.message)
  const { response: result } = await root.call(tokenApi.create, {
    body: { name: `key of ${name}`, unlimited_quota: true },
  })
  assert.ok(result.success, result.message)
  const { key } = result.data
  return Array.from(
    { length: count },
    () =>
      fetch(`${server.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: models, stream: true, messages: [{ role: 'user', content: 'a story' }] }),
      })
        .then((response) => response.text())
        .catch(String), // a call that runs when the server stops
  )
}
