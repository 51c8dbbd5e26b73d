import assert from 'node:assert/strict'
import { optionApi } from '@turnpike/contract/system/option-api'
import { promptRecordsApi, recordDefaults } from '@turnpike/contract/usage/prompt-records'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { asRoot } from '../steps.ts'
import { withUpstream } from '../upstream.ts'
import { givenCaller, recorded } from './prompt-records-steps.ts'

const journey = journeys()
withUpstream()

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
  await page.getByRole('switch', { name: 'Allow recording of prompts and responses' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('No unsaved changes').waitFor()

  await openSignedIn(page, url, '/token', 'writer', 'password-1')
  assert.equal(await page.getByText('Recorded', { exact: true }).count(), 0)
  drawer = await openRecording(page, 'bot')
  await drawer.getByRole('switch', { name: 'Record prompts and responses' }).click()
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
  await page.getByRole('dialog').getByText('All requests, up to 64 kB of each side, deleted after 14 days').waitFor()
  await assertAccessible(page)

  const requestId = await recorded(server, token.key, 'write to ann@example.org about the harbour')

  await page.goto(`${url}/log?request_id=${requestId}`)
  await page.getByRole('button', { name: 'Recorded' }).click()
  let viewer = page.getByRole('dialog', { name: 'Recorded request' })
  await viewer.getByText('write to [email] about the harbour').waitFor()
  assert.equal(await viewer.getByRole('tab').count(), 2)
  await viewer.getByLabel('Search in this side').fill('HARBOUR')
  await viewer.getByText('1 match').waitFor()
  await viewer.getByText('Raw', { exact: true }).click()
  await viewer.getByText('"content":"write to [email]').waitFor()
  await viewer.getByText('Hex', { exact: true }).click()
  await viewer.getByText('000000  7b 22', { exact: false }).waitFor()
  await viewer.getByRole('tab', { name: 'Client response' }).click()
  await viewer.getByText('"object": "chat.completion"').waitFor()
  // The details of the row below have headings of their own.
  await assertAccessible(page, 'the viewer', { coloursOnly: true })
  const download = page.waitForEvent('download')
  await viewer.getByRole('button', { name: 'Download' }).click()
  assert.match((await download).suggestedFilename(), /client_answer\.bin$/)

  const other = await page.context().newPage()
  await other.setViewportSize({ width: 390, height: 844 })
  await openSignedIn(other, url, `/log?request_id=${requestId}`, 'root', '123456')
  await other.getByRole('button', { name: 'Recorded' }).click()
  viewer = other.getByRole('dialog', { name: 'Recorded request' })
  await viewer.getByText('is noted in the audit log').waitFor()
  await viewer.getByRole('tab', { name: 'Provider response' }).click()
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
    const { token } = await givenCaller(server, 'scribe')
    const root = await asRoot(server)
    await root.call(optionApi.update, { body: { key: 'PromptRecordsEnabled', value: 'true' } })
    const { response } = await root.call(promptRecordsApi.setOfGroup, {
      body: { group: 'default', terms: { ...recordDefaults, share: 20 } },
    })
    assert.ok(response.success)
    await server.given.user({ username: 'reader' })
    await openSignedIn(page, url, '/token', 'reader', 'password-1')
    await page.getByText('分组 default 的提示词和回答会被记录').waitFor()
    await page.getByText('20% 的请求，每一方最多 64 kB，7 天后删除', { exact: false }).waitFor()
    await assertFits(page)
    await page.goto(`${url}/log`)
    await page.getByText('分组 default 的提示词和回答会被记录').waitFor()
    await assertAccessible(page)
    await assertFits(page)
    const id = await recorded(server, token.key, '港口的天气')
    await openSignedIn(page, url, `/log?request_id=${id}`, 'scribe', 'password-1')
    await page.getByRole('button', { name: '记录', exact: true }).click()
    await page.getByRole('dialog', { name: '请求记录' }).getByText('港口的天气').waitFor()
    await assertFits(page)
  },
  { language: 'zh', width: 390 },
)
