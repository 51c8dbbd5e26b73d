import assert from 'node:assert/strict'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { layoutShift, watchLayoutShift } from '../layout-shift.ts'
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

journey(
  'a page waits a moment for the messages above it, and does not move when they arrive',
  async ({ page, url }) => {
    await openSignedIn(page, url, '/logo.svg')
    await watchLayoutShift(page)
    const setup = Promise.withResolvers<void>()
    await page.route('**/api/setup*', async (route) => {
      await setup.promise
      await route.continue()
    })
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000) // the moment does not end by itself
    await page.goto(`${url}/channel`, { waitUntil: 'networkidle' })
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 0)
    setup.resolve()
    await page.getByRole('heading', { name: 'Channels', exact: true }).waitFor()
    assert.ok(await page.getByText('You are using the default password').isVisible())
    const shift = await layoutShift(page)
    assert.ok(shift < 0.01, `the page moved by ${shift}`)
  },
)

journey('a page does not wait for late messages', async ({ page, url }) => {
  await openSignedIn(page, url, '/logo.svg')
  await page.route('**/api/setup*', () => {}) // never answered
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto(`${url}/channel`, { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Tokens' }).waitFor()
  await page.clock.runFor(1000)
  await page.getByRole('heading', { name: 'Channels', exact: true }).waitFor()
})
