import assert from 'node:assert/strict'
import { userApi } from '@turnpike/contract/identity/user'
import type { Page } from 'playwright-core'
import { givenPassword, type TestServer } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'

export async function openWallet(page: Page, server: TestServer, username: string) {
  await server.given.user({ username })
  await openSignedIn(page, server.url, '/topup', username, givenPassword)
}

export async function quotaOf(server: TestServer, username: string): Promise<number> {
  const client = server.client()
  await client.signIn(username)
  const { response } = await client.call(userApi.self)
  assert.ok(response.success)
  return response.data.quota
}
