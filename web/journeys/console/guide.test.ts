import assert from 'node:assert/strict'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { fewClicks } from '../clicks.ts'
import { journeys } from '../journey.ts'
import { heading, isAtTop } from './guide-steps.ts'

const journey = journeys()

journey('everyone reads the handbook, page after page, without signing in', async ({ page, url }) => {
  await page.goto(`${url}/guide`)
  await heading(page, 'First request').waitFor()
  await page.getByRole('link', { name: 'Guide' }).waitFor() // of the footer
  await assertAccessible(page)
  await page.getByRole('article').getByRole('link', { name: 'Prices and groups' }).click()
  await heading(page, 'Prices and groups').waitFor()
  assert.equal(new URL(page.url()).pathname, '/guide/prices')
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Groups' }).click()
  await isAtTop(heading(page, 'Groups'))
  assert.equal(new URL(page.url()).hash, '#groups')
  await page.getByRole('link', { name: 'Next: Payment' }).click()
  await heading(page, 'Payment').waitFor()
  const list = page.getByRole('navigation', { name: 'Pages of the handbook' })
  assert.equal(await list.getByRole('link', { name: 'Payment' }).getAttribute('aria-current'), 'page')
  await list.getByRole('link', { name: 'Glossary' }).click()
  await page.getByRole('cell', { name: '渠道' }).waitFor()
  await page.goBack()
  await heading(page, 'Payment').waitFor()
})

journey('help is one click away: the guide is searched, shortcuts and the status are shown', async ({ page, url }) => {
  await openSignedIn(page, url, '/token')
  const help = (entry: string) =>
    page
      .getByRole('button', { name: 'Help', exact: true })
      .click()
      .then(() => page.getByRole('menuitem', { name: entry }).click())
  await fewClicks(page, 'find a paragraph of the guide', async () => {
    await help('Guide')
    await page.getByRole('textbox', { name: 'Search the guide' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('epay')
    await page
      .getByRole('status')
      .getByText(/results? for “epay”/)
      .waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Epay', exact: true }).click()
    await isAtTop(heading(page, 'Epay'))
  })
  await page.getByRole('textbox', { name: 'Search the guide' }).fill('zzzz')
  await page.getByText('Nothing found for “zzzz”').waitFor()

  await help('Status')
  await page.getByRole('status').getByText('The service is running').waitFor()
  await assertAccessible(page)
  await help('Keyboard shortcuts')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
})
