import assert from 'node:assert/strict'
import { assertAccessible } from '../axe.ts'
import { journeys } from '../journey.ts'
import { heading, isAtTop } from './guide-steps.ts'

const journey = journeys()

journey('everyone reads the handbook, page after page, without signing in', async ({ page, url }) => {
  await page.goto(`${url}/guide`)
  await heading(page, 'First call').waitFor()
  await page.getByRole('link', { name: 'Help' }).waitFor() // of the footer
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
