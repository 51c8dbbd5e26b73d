import assert from 'node:assert/strict'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { channelApi } from '@turnpike/contract/routing/channel'
import { type LogRow, logApi } from '@turnpike/contract/usage/log'
import OpenAI from 'openai'
import type { Page } from 'playwright-core'
import { hourOfRow } from '../../../server/src/domain/usage/logs/usage-hour.ts'
import { addToHours } from '../../../server/src/domain/usage/logs/usage-hours.queries.ts'
import { setOptions } from '../../../server/test/harness/accounts.ts'
import { givenPassword, type TestServer } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { asRoot, createChannel, createToken, dataOf } from '../steps.ts'
import { upstream } from '../upstream.ts'

export const model = 'gpt-4o'

export const dollar = 500_000

/** Two channels; the first always gets the first attempt. */
export async function openRoads(server: TestServer) {
  const root = await asRoot(server)
  const { response } = await root.call(channelApi.list, { query: { p: 0, page_size: 10 } })
  if (response.success && response.data.length > 0) return
  const road = { models: `${model},gpt-4o-mini`, base_url: upstream().url, auto_ban: 0 } as const
  await createChannel(root, { ...road, name: 'first road', key: 'sk-first-road', priority: 10 })
  await createChannel(root, { ...road, name: 'second road', key: 'sk-second-road', priority: 0 })
  await setOptions(server, { RetryTimes: '1' })
}

/** A user with money and a key. */
export async function givenCaller(server: TestServer, username: string) {
  await openRoads(server)
  const id = await server.given.user({ username })
  const root = await asRoot(server)
  assert.ok((await root.call(userAdminApi.update, { body: { id, quota: 20 * dollar } })).response.success)
  const client = server.client()
  await client.signIn(username)
  const { key } = await createToken(client, `${username} key`)
  const openai = new OpenAI({ apiKey: `sk-${key}`, baseURL: `${server.url}/v1`, maxRetries: 0 })
  const call = (more: { model?: string } = {}) =>
    openai.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hello' }], ...more })
  const rows = async (): Promise<LogRow[]> =>
    dataOf(await client.call(logApi.self, { query: { p: 1, page_size: 100 } })).items
  return { id, call, rows }
}

export async function openLog(page: Page, url: string, username: string, search = '') {
  await openSignedIn(page, url, `/log${search}`, username, username === 'root' ? '123456' : givenPassword)
}

export const numberOf = (text: string | null) => Number((text ?? '').replace(/[^\d.]/g, ''))

/** Requests of the day before, as the gateway would have logged them; `costs` are quota, oldest first. */
export async function givenYesterday(server: TestServer, user: { id: number; username: string }, costs: number[]) {
  const noon = new Date()
  noon.setDate(noon.getDate() - 1)
  noon.setHours(12, 0, 0, 0)
  const rows = costs.map((quota, index) => ({
    user_id: user.id,
    username: user.username,
    created_at: Math.floor(noon.getTime() / 1000) + index * 60,
    type: 2,
    quota,
    token_id: 0,
    token_name: 'day before',
    model_name: `cost-${quota}`,
    channel: 0,
    group: 'default',
    prompt_tokens: 100,
    completion_tokens: 10,
    use_time: 1,
    request_id: `yesterday-${user.id}-${index}`,
  }))
  await server.deps.store.insertInto('logs').values(rows).execute()
  await addToHours(
    server.deps.store,
    rows.map((row) => hourOfRow(row, 0)),
  )
}
