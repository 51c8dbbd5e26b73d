import assert from 'node:assert/strict'
import { tokenApi } from '@turnpike/contract/identity/token'
import type { Page } from 'playwright-core'
import type { TestServer } from '../../../server/test/harness/harness.ts'

/** Creates a token of the super administrator and returns its id. */
export async function givenToken(server: TestServer, name: string): Promise<number> {
  const root = server.client()
  await root.signIn('root', '123456')
  const fields = { remain_quota: 0, unlimited_quota: true, expired_time: -1 }
  const { response } = await root.call(tokenApi.create, { body: { name, ...fields } })
  assert.ok(response.success)
  return response.data.id
}

export const gone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })
