import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { chatChunk, openEvents } from '../../../server/test/relay/steered-upstream.ts'
import { asRoot, createChannel, createToken } from '../steps.ts'

/** Begins every response and completes none. */
export const upstream = createServer((request, response: ServerResponse) => {
  request.resume()
  openEvents(response)
  response.write(chatChunk({ content: 'once upon a time '.repeat(10) }))
})

/** A channel with a name of its own, and calls that run on it. */
export async function givenCalls(server: TestServer, name: string, count: number) {
  const root = await asRoot(server)
  const base_url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const models = name === 'north' ? 'gpt-4o' : 'gpt-4o-mini'
  await createChannel(root, { name, models, base_url })
  const { key } = await createToken(root, `key of ${name}`)
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
