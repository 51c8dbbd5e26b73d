import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import { tokenApi } from '@turnpike/contract/identity/token'
import { channelApi } from '@turnpike/contract/routing/channel'
import type { TestServer } from '../../server/test/harness/harness.ts'
import { chatChunk, openEvents } from '../../server/test/relay/steered-upstream.ts'
import { assertAccessible } from './axe.ts'
import { openSignedIn } from './browser.ts'
import { assertFits, journeys } from './journey.ts'

const journey = journeys()

/** Begins every answer and completes none. */
const upstream = createServer((request, response: ServerResponse) => {
  request.resume()
  openEvents(response)
  response.write(chatChunk({ content: 'once upon a time '.repeat(10) }))
})
before(async () => {
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
})
after(() => {
  upstream.closeAllConnections()
  upstream.close()
})

/** A channel with a name of its own, and calls that run on it. */
async function givenCalls(server: TestServer, name: string, count: number) {
  const root = server.client()
  await root.signIn('root', '123456')
  const base_url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const models = name === 'north' ? 'gpt-4o' : 'gpt-4o-mini'
  const body = { type: 1, key: `sk-${name}`, name, models, group: 'default', base_url }
  const made = await root.call(channelApi.create, { body })
  assert.ok(made.answer.success, made.answer.message)
  const { answer } = await root.call(tokenApi.create, { body: { name: `key of ${name}`, unlimited_quota: true } })
  assert.ok(answer.success, answer.message)
  const { key } = answer.data
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

journey('an administrator cancels a running call and drains its channel', async ({ page, url, server }) => {
  const answers = await givenCalls(server, 'north', 2)
  await openSignedIn(page, url, '/token')
  await page.getByRole('link', { name: 'Running calls' }).click()
  const rows = page.getByRole('row').filter({ hasText: 'key of north' })
  await rows.getByText('Streaming').nth(1).waitFor()
  assert.equal(await rows.count(), 2)
  await assertAccessible(page)

  await rows.first().getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('What it received so far is charged').waitFor()
  await dialog.getByRole('button', { name: 'Cancel the call' }).click()
  await page.getByText('The call is being cancelled').waitFor()
  assert.match(await Promise.race(answers), /An administrator cancelled this call/)
  await rows.nth(1).waitFor({ state: 'detached' })

  const channel = page.getByRole('list', { name: 'Channels with running calls' }).getByRole('listitem')
  await channel.getByText('1 call', { exact: true }).waitFor()
  await channel.getByRole('button', { name: 'Drain' }).click()
  await dialog.getByRole('button', { name: 'Drain the channel' }).click()
  await channel.getByText('Draining').waitFor()
  await channel.getByText('1 call left').waitFor()
  await rows.first().getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Cancel the call' }).click()
  await channel.getByText('Drained').waitFor()
  await page.getByText('No calls are running').waitFor()
  await channel.getByRole('button', { name: 'Enable' }).click()
  await page.getByText('north is enabled').waitFor()
  await channel.waitFor({ state: 'detached' })
})

journey(
  'on a phone, in Chinese, running calls are cards that filters choose',
  async ({ page, url, server }) => {
    await givenCalls(server, 'south', 1)
    await openSignedIn(page, url, '/live')
    const card = page.getByRole('listitem').filter({ hasText: 'key of south' })
    await card.getByText('流式输出').waitFor()
    await assertFits(page)
    await page.getByLabel('用户名或 ID').fill('nobody')
    await page.getByText('没有符合条件的调用').waitFor()
    await page.getByRole('button', { name: '清除筛选' }).click()
    await card.waitFor()
    await assertFits(page)
  },
  { language: 'zh', width: 390 },
)
