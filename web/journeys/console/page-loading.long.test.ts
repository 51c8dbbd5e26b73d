import assert from 'node:assert/strict'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { holdBack } from './page-loading-steps.ts'

const journey = journeys()

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
