import assert from 'node:assert/strict'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { holdBack } from './page-loading-steps.ts'

const journey = journeys()

journey('a page whose code is slow shows the console, its title and grey bars at once', async ({ page, url }) => {
  await openSignedIn(page, url, '/logo.svg')
  const release = await holdBack(page, 'channels')
  await page.goto(`${url}/channel`, { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Tokens' }).waitFor()
  const busy = page.locator('main [aria-busy=true]')
  await busy.getByText('Channels', { exact: true }).waitFor()
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 0)
  release()
  await page.getByRole('heading', { name: 'Channels', exact: true }).waitFor()
  assert.equal(await busy.getByText('Channels', { exact: true }).count(), 0)
})
