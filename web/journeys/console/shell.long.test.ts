import assert from 'node:assert/strict'
import { saveOptions } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'

const journey = journeys()

journey(
  'without a choice the theme follows the system',
  async ({ page, url }) => {
    await page.goto(url)
    await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === 'rgb(16, 20, 22)')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)')
  },
  { theme: 'dark' },
)

journey('an address nobody knows says so and offers a way back', async ({ page, url }) => {
  await page.goto(`${url}/no/such/page`)
  await page.getByText('This page does not exist').waitFor()
  await page.getByRole('link', { name: /home/i }).last().click()
  await page.waitForURL(`${url}/`)
})

journey('copying works, and falls back to a dialog with the text selected', async ({ page, context, url }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(url)
  const copy = page.getByRole('button', { name: 'Copy', exact: true }).first()
  await copy.click()
  await page.getByText('Base URL copied').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.match(copied, /\/v1$/)

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    document.execCommand = () => false
  })
  await copy.click()
  await page.getByText('Copy the text manually').waitFor()
  await page.waitForFunction(
    (text) => window.getSelection()?.toString() === text || document.activeElement?.matches('textarea'),
    copied,
  )
  assert.equal(await page.getByRole('dialog').getByRole('textbox').inputValue(), copied)
})

journey('the side bar collapses and stays so', async ({ page, url }) => {
  await openSignedIn(page, url, '/token')
  await page.getByRole('button', { name: 'Collapse' }).click()
  await page.getByRole('button', { name: 'Expand side bar' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Expand side bar' }).waitFor()
})

journey('branding appears, and scripts in it do not run', async ({ page, url, server }) => {
  await saveOptions(server.deps.store, server.deps.vault, {
    SystemName: 'Tollway',
    Footer: '<b>Our footer</b><img src=x onerror="window.hacked = true"><script>window.hacked = true</script>',
    Notice: '**Maintenance** tonight <img src=x onerror="window.hacked = true">',
    About: '# About us\n\n[bad](javascript:window.hacked=true) <svg onload="window.hacked=true">',
  })
  await server.deps.reload() // the first page already requests the new names
  await page.goto(url)
  await page.getByText('Our footer').waitFor()
  await page.getByText('Maintenance').waitFor()
  await page.goto(`${url}/about`)
  await page.getByRole('heading', { name: 'About us' }).waitFor()
  assert.match(await page.title(), /Tollway$/)
  assert.equal(await page.evaluate(() => 'hacked' in window), false)
})

journey('a status that cannot be loaded is told in a line, which goes when it can', async ({ page, url }) => {
  await page.route('**/api/status', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(url)
  await page.getByRole('alert').getByText('Failed to load status').waitFor()
  await page.unroute('**/api/status')
  await page.route('**/api/status', (route) => route.abort())
  await page.reload()
  await page.getByRole('alert').getByText('Unable to connect to server').waitFor()
  await page.unroute('**/api/status')
  await page.reload()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
})
