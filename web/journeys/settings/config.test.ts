import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { channelApi } from '@turnpike/contract/routing/channel'
import type { Page } from 'playwright-core'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { asRoot, dataOf } from '../steps.ts'
import { key, path } from './config-steps.ts'

const journey = journeys(() => ({ TURNPIKE_JOURNEY_KEY: key }))

async function channelNames(server: TestServer) {
  const root = await asRoot(server)
  return dataOf(await root.call(channelApi.list, { query: {} }))
    .map(({ name }) => name)
    .sort()
}

const channels = (...names: string[]) =>
  names.map((name) => `  - { name: ${name}, type: openai, models: [gpt-4o], key: { env: TURNPIKE_JOURNEY_KEY } }\n`)

const write = async (page: Page, text: string) => {
  await page.getByLabel('Or paste its text').fill(text)
  await page.getByRole('button', { name: 'Preview changes' }).click()
}

journey('a file is downloaded, changed, previewed and applied, and what it leaves out is removed', async (walk) => {
  const { page, url, server } = walk
  await openSignedIn(page, url, path)
  assert.equal(await page.getByRole('button', { name: 'Preview changes' }).isDisabled(), true)

  await write(page, 'turnpike: 1\noptions:\n  RetryTimes: many\n  Nothing: 1\n')
  await page.getByText('The file cannot be applied: 2 problems').waitFor()
  await page.getByRole('alert').getByText('Line 3').waitFor()
  await page.getByText('Expected number').waitFor()
  await page.getByText('options.Nothing').waitFor()

  const text = `turnpike: 1\noptions:\n  RetryTimes: 3\nchannels:\n${channels('one', 'two').join('')}`
  await write(page, text)
  await page.getByRole('heading', { name: '3 changes' }).waitFor()
  const settings = page.getByRole('region', { name: 'Settings', exact: true })
  assert.match((await settings.textContent()) ?? '', /RetryTimes.*changed.*0.*3/s)
  assert.equal(await page.getByRole('region', { name: 'Channels', exact: true }).getByRole('listitem').count(), 2)
  await assertAccessible(page, 'the preview of a file')
  await page.getByRole('button', { name: 'Apply 3 changes' }).click()
  const request = page.getByRole('dialog')
  await request.getByText('2 added, 1 changed, 0 removed').waitFor()
  await request.getByRole('button', { name: 'Cancel' }).click()
  await request.waitFor({ state: 'detached' })
  assert.deepEqual(await channelNames(server), [])
  await page.getByRole('button', { name: 'Apply 3 changes' }).click()
  await request.getByRole('button', { name: 'Apply 3 changes' }).click()
  await page.getByText('File applied').waitFor()
  await page.getByText('No changes: the configuration matches the file.').waitFor()
  assert.deepEqual(await channelNames(server), ['one', 'two'])

  // An edit takes the old preview away.
  await page.getByLabel('Or paste its text').fill(`${text} `)
  await page.getByText('No changes: the configuration matches the file.').waitFor({ state: 'detached' })

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download file' }).click()
  const download = await downloading
  assert.equal(download.suggestedFilename(), 'turnpike.yaml')
  const exported = readFileSync(await download.path(), 'utf8')
  assert.match(exported, /sealed: v1\./)
  assert.ok(!exported.includes(key))

  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  const file = join(folder, 'one.yaml')
  writeFileSync(file, `turnpike: 1\nchannels:\n${channels('one').join('')}`)
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('one.yaml').waitFor()
  await page.getByLabel('Remove what is not in the file').click()
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await request.getByText('Removed are:').waitFor()
  await request.getByText('Channels: two').waitFor()
  await request.getByRole('button', { name: 'Apply 1 change' }).click()
  await page.getByText('No changes: the configuration matches the file.').waitFor()
  assert.deepEqual(await channelNames(server), ['one'])
  rmSync(folder, { recursive: true })
})
