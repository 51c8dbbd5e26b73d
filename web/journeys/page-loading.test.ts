import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openSignedIn } from './browser.ts'
import { journeys } from './journey.ts'

const journey = journeys()

/** Keeps back the files whose name begins like this, until they are released. */
async function holdBack(page: Page, name: string) {
  const held = Promise.withResolvers<void>()
  await page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

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

journey(
  'while the console itself is slow, the top bar and the places of its parts are drawn',
  async ({ page, url }) => {
    await openSignedIn(page, url, '/logo.svg')
    const release = await holdBack(page, 'frame')
    await page.goto(`${url}/token`, { waitUntil: 'commit' })
    await page.locator('main[aria-busy=true]').getByText('Tokens', { exact: true }).waitFor()
    await page.locator('aside[aria-hidden=true]').waitFor()
    await page.locator('header').getByRole('link', { name: 'Console' }).waitFor()
    release()
    await page.getByRole('heading', { name: 'Tokens', exact: true }).waitFor()
    assert.equal(await page.locator('aside[aria-hidden=true]').count(), 0)
  },
)

journey(
  'a slow change of pages keeps the old page, and a line says that another is on its way',
  async ({ page, url }) => {
    await openSignedIn(page, url, '/token')
    await page.getByRole('heading', { name: 'Tokens', exact: true }).waitFor()
    const release = await holdBack(page, 'channels')
    await page.getByRole('link', { name: 'Channels' }).click()
    await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor()
    assert.equal(await page.locator('main').getAttribute('aria-busy'), 'true')
    assert.equal(await page.getByRole('heading', { name: 'Tokens', exact: true }).isVisible(), true)
    release()
    await page.getByRole('heading', { name: 'Channels', exact: true }).waitFor()
    await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor({ state: 'detached' })
    assert.equal(await page.locator('main').getAttribute('aria-busy'), null)
  },
)
