import assert from 'node:assert/strict'
import { tokenApi } from '@turnpike/contract/identity/token'
import { peopleApi } from '@turnpike/contract/identity/user-admin'
import { channelApi } from '@turnpike/contract/routing/channel'
import { promptRecordsApi, recordDefaults, recordedHeader } from '@turnpike/contract/usage/prompt-records'
import type { Page } from 'playwright-core'
import { eventually } from '../../server/test/harness/eventually.ts'
import type { Client, TestServer } from '../../server/test/harness/harness.ts'
import { assertAccessible } from './axe.ts'
import { openSignedIn } from './browser.ts'
import { assertFits, journeys } from './journey.ts'
import { upstream, withUpstream } from './upstream.ts'

const journey = journeys()
withUpstream()

async function asRoot(server: TestServer): Promise<Client> {
  const root = server.client()
  await root.signIn('root', '123456')
  return root
}

/** A user with money, a token and a channel to call. */
async function givenCaller(server: TestServer, username: string) {
  const root = await asRoot(server)
  const channel = {
    type: 1,
    name: 'road',
    models: 'gpt-4o',
    group: 'default',
    base_url: upstream().url,
    key: 'sk-road',
  }
  assert.ok((await root.call(channelApi.create, { body: channel })).answer.success)
  const id = await server.given.user({ username })
  assert.ok((await root.call(peopleApi.update, { body: { id, quota: 10_000_000 } })).answer.success)
  const client = server.client()
  await client.signIn(username)
  const { answer } = await client.call(tokenApi.create, { body: { name: 'bot', unlimited_quota: true } })
  assert.ok(answer.success)
  return { token: answer.data }
}

const chat = (server: TestServer, key: string, content: string) =>
  fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content }] }),
  })

/** Calls until a call is recorded, and its record is there; gives its request id. */
async function recorded(server: TestServer, key: string, content: string): Promise<string> {
  const root = await asRoot(server)
  const response = await eventually('the token records', async () => {
    const answer = await chat(server, key, content)
    await answer.text()
    return answer.headers.get(recordedHeader) === '1' && answer
  })
  const request_id = response.headers.get('x-oneapi-request-id') ?? ''
  await eventually('the record is there', async () => {
    const { answer } = await root.call(promptRecordsApi.find, { params: { request_id } })
    return answer.success && answer.data
  })
  return request_id
}

async function openRecording(page: Page, name: string) {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Recording' }).click()
  return page.getByRole('dialog')
}

journey('recording is allowed, set for a token, seen by its owner, read and deleted', async ({ page, url, server }) => {
  const { token } = await givenCaller(server, 'writer')
  await openSignedIn(page, url, '/token', 'writer', 'password-1')
  let drawer = await openRecording(page, 'bot')
  await drawer.getByText('Recording is switched off for this installation').waitFor()
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await drawer.waitFor({ state: 'detached' })

  await openSignedIn(page, url, '/setting?tab=operation&section=log', 'root', '123456')
  await page.getByRole('switch', { name: 'Allow recording of prompts and answers' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('No unsaved changes').waitFor()

  await openSignedIn(page, url, '/token', 'writer', 'password-1')
  assert.equal(await page.getByText('Recorded', { exact: true }).count(), 0)
  drawer = await openRecording(page, 'bot')
  await drawer.getByRole('switch', { name: 'Record prompts and answers' }).click()
  await drawer.getByLabel('Kept for, in days').fill('400')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByText('A whole number from 1 to 365').waitFor()
  await drawer.getByLabel('Kept for, in days').fill('14')
  await assertAccessible(page)
  await assertFits(page)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Recording saved').waitFor()
  await page.getByText('Recorded', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByText('All calls, up to 64 kB of each side, deleted after 14 days').waitFor()
  await assertAccessible(page)

  const requestId = await recorded(server, token.key, 'write to ann@example.org about the harbour')

  await page.goto(`${url}/log?request_id=${requestId}`)
  await page.getByRole('button', { name: 'Recorded' }).click()
  let viewer = page.getByRole('dialog', { name: 'Recorded call' })
  await viewer.getByText('write to [email] about the harbour').waitFor()
  assert.equal(await viewer.getByRole('tab').count(), 2)
  await viewer.getByLabel('Search in this side').fill('HARBOUR')
  await viewer.getByText('1 match').waitFor()
  await viewer.getByText('Raw', { exact: true }).click()
  await viewer.getByText('"content":"write to [email]').waitFor()
  await viewer.getByText('Hex', { exact: true }).click()
  await viewer.getByText('000000  7b 22', { exact: false }).waitFor()
  await viewer.getByRole('tab', { name: 'Client answer' }).click()
  await viewer.getByText('"object": "chat.completion"').waitFor()
  await assertAccessible(page, page.url(), { coloursOnly: true }) // the details of a row below have headings of their own
  const download = page.waitForEvent('download')
  await viewer.getByRole('button', { name: 'Download' }).click()
  assert.match((await download).suggestedFilename(), /client_answer\.bin$/)

  const other = await page.context().newPage()
  await other.setViewportSize({ width: 390, height: 844 })
  await openSignedIn(other, url, `/log?request_id=${requestId}`, 'root', '123456')
  await other.getByRole('button', { name: 'Recorded' }).click()
  viewer = other.getByRole('dialog', { name: 'Recorded call' })
  await viewer.getByText('is noted in the audit log').waitFor()
  await viewer.getByRole('tab', { name: 'Upstream answer' }).click()
  await viewer.getByText('Status 200').waitFor()
  assert.equal(await viewer.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth), 0, 'it sticks out')
  await other.setViewportSize({ width: 844, height: 390 })
  await other.locator('table').first().waitFor({ state: 'attached' }) // in place of the cards
  assert.ok(await viewer.getByText('Status 200').isVisible(), 'it was closed because the phone was turned')
  await other.close()

  await openSignedIn(page, url, `/log?request_id=${requestId}`, 'writer', 'password-1')
  await page.getByRole('button', { name: 'Recorded' }).click()
  await page.getByRole('button', { name: 'Delete record' }).click()
  await page.getByRole('dialog', { name: 'Delete this record?' }).getByRole('button', { name: 'Delete record' }).click()
  await page.getByText('Record deleted').waitFor()
  await page.getByRole('button', { name: 'Recorded' }).waitFor({ state: 'detached' })
})

journey(
  'on a phone, in Chinese, members of a group that records are told so',
  async ({ page, url, server }) => {
    const root = await asRoot(server)
    const { answer } = await root.call(promptRecordsApi.setOfGroup, {
      body: { group: 'default', terms: { ...recordDefaults, share: 20 } },
    })
    assert.ok(answer.success)
    await server.given.user({ username: 'reader' })
    await openSignedIn(page, url, '/token', 'reader', 'password-1')
    await page.getByText('分组 default 的提示词和回答会被记录').waitFor()
    await page.getByText('20% 的调用，每一方最多 64 kB，7 天后删除', { exact: false }).waitFor()
    await assertFits(page)
    await page.goto(`${url}/log`)
    await page.getByText('分组 default 的提示词和回答会被记录').waitFor()
    await assertAccessible(page)
    await assertFits(page)
    const writer = server.client()
    await writer.signIn('writer')
    const tokens = await writer.call(tokenApi.list, { query: { p: 0, size: 10 } as never })
    const key = (tokens.answer.success && tokens.answer.data[0]?.key) || ''
    const id = await recorded(server, key, '港口的天气')
    await openSignedIn(page, url, `/log?request_id=${id}`, 'writer', 'password-1')
    await page.getByRole('button', { name: '记录', exact: true }).click()
    await page.getByRole('dialog', { name: '调用记录' }).getByText('港口的天气').waitFor()
    await assertFits(page)
  },
  { language: 'zh', width: 390 },
)
