import { orgHeader } from '@turnpike/contract/identity/organisation'
import type { Client, TestServer } from './harness.ts'

/** A signed-in client; with an organisation, one whose every call acts for it. */
export async function clientOf(server: TestServer, username: string, org?: number): Promise<Client> {
  const client = server.client()
  await client.signIn(username)
  if (org === undefined) return client
  const send = client.fetch
  client.fetch = (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set(orgHeader, String(org))
    return send(path, { ...init, headers })
  }
  return client
}
