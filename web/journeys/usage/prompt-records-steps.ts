import assert from 'node:assert/strict'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { promptRecordsApi, recordedHeader } from '@turnpike/contract/usage/prompt-records'
import { eventually } from '../../../server/test/harness/eventually.ts'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { asRoot, createChannel, createToken } from '../steps.ts'
import { upstream } from '../upstream.ts'

export const chat = (server: TestServer, key: string, content: string) =>
  fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content }] }),
  })

/** Repeats a call until one is recorded and its record is stored; returns its request id. */
export async function recorded(server: TestServer, key: string, content: string): Promise<string> {
  const root = await asRoot(server)
  const response = await eventually('the token records', async () => {
    const response = await chat(server, key, content)
    await response.text()
    return response.headers.get(recordedHeader) === '1' && response
  })
  const request_id = response.headers.get('x-oneapi-request-id') ?? ''
  await eventually('the record is there', async () => {
    const { response } = await root.call(promptRecordsApi.find, { params: { request_id } })
    return response.success && response.data
  })
  return request_id
}

/** A user with money, a token and a channel to call. */
export async function givenCaller(server: TestServer, username: string) {
  const root = await asRoot(server)
  await createChannel(root, { name: 'road', models: 'gpt-4o', base_url: upstream().url })
  const id = await server.given.user({ username })
  assert.ok((await root.call(userAdminApi.update, { body: { id, quota: 10_000_000 } })).response.success)
  const client = server.client()
  await client.signIn(username)
  return { token: await createToken(client, 'bot') }
}
