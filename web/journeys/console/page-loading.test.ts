import assert from 'node:assert/strict'
import { drawn, openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { layoutShift, watchLayoutShift } from '../layout-shift.ts'
import { heldSetup, holdBack } from './page-loading-steps.ts'

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

journey('a page waits a moment for the messages above it, and does not move', async ({ page, url }) => {
  await openSignedIn(page, url, '/logo.svg')
  await watchLayoutShift(page)
  const setup = await heldSetup(page)
  // The moment does not end by itself, however busy the machine is.
  await page.addInitScript((patienceMs) => {
    const later = window.setTimeout.bind(window)
    window.setTimeout = ((run: () => void, ms?: number) =>
      ms === patienceMs ? 0 : later(run, ms)) as typeof setTimeout
  }, 1000)
  await page.goto(`${url}/channel`, { waitUntil: 'commit' })
  await page.locator('main[aria-busy=true]').getByText('Channels', { exact: true }).waitFor()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /assets\/channels-[^/]*js$/.test(name)),
  )
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 0)
  setup.resolve()
  await page.getByRole('heading', { name: 'Channels', exact: true }).waitFor()
  await page.getByText('You are using the default password').waitFor()
  await drawn(page)
  const shift = await layoutShift(page)
  assert.ok(shift < 0.01, `the page moved by ${shift}`)
})

journey('a page does not wait for messages that are late', async ({ page, url }) => {
  await openSignedIn(page, url, '/logo.svg')
  const setup = await heldSetup(page)
  await page.goto(`${url}/channel`, { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Channels', exact: true }).waitFor()
  setup.resolve()
})
