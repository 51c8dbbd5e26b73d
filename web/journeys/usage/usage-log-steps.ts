import assert from 'node:assert/strict'
import { tokenApi } from '@turnpike/contract/identity/token'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { channelApi } from '@turnpike/contract/routing/channel'
import { type LogRow, logApi } from '@turnpike/contract/usage/log'
import OpenAI from 'openai'
import type { Page } from 'playwright-core'
import { saveOptions } from '../../../server/src/domain/system/options/options.rules.ts'
import { givenPassword, type TestServer } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { asRoot } from '../steps.ts'
import { upstream } from '../upstream.ts'

export const model = 'gpt-4o'

export const dollar = 500_000

/** Two channels; the first always gets the first attempt. */
export async function openRoads(server: TestServer) {
  const root = await asRoot(server)
  const { response } = await root.call(channelApi.list, { query: { p: 0, page_size: 10 } })
  if (response.success && response.data.length > 0) return
  const road = { type: 1, models: `${model},gpt-4o-mini`, group: 'default', base_url: upstream().url }
  for (const [name, priority] of [
    ['first road', 10],
    ['second road', 0],
  ] as const) {
    const body = { ...road, name, priority, key: `sk-${name.replace(' ', '-')}`, auto_ban: 0 as const }
    assert.ok((await root.call(channelApi.create, { body })).response.success)
  }
  await saveOptions(server.deps.store, server.deps.vault, { RetryTimes: '1' })
  await server.deps.reload()
}

/** A user with money and a key. */
export async function givenCaller(server: TestServer, username: string) {
  await openRoads(server)
  const id = await server.given.user({ username })
  const root = await asRoot(server)
  assert.ok((await root.call(userAdminApi.update, { body: { id, quota: 20 * dollar } })).response.success)
  const client = server.client()
  await client.signIn(username)
  const { response } = await client.call(tokenApi.create, { body: { name: `${username} key`, unlimited_quota: true } })
  assert.ok(response.success)
  const openai = new OpenAI({ apiKey: `sk-${response.data.key}`, baseURL: `${server.url}/v1`, maxRetries: 0 })
  const call = (more: { model?: string } = {}) =>
    openai.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hello' }], ...more })
  const rows = async (): Promise<LogRow[]> => {
    const listed = await client.call(logApi.self, { query: { p: 1, page_size: 100 } })
    assert.ok(listed.response.success)
    return listed.response.data.items
  }
  return { id, call, rows }
}

export async function openLog(page: Page, url: string, username: string, search = '') {
  await openSignedIn(page, url, `/log${search}`, username, username === 'root' ? '123456' : givenPassword)
}

export const numberOf = (text: string | null) => Number((text ?? '').replace(/[^\d.]/g, ''))
