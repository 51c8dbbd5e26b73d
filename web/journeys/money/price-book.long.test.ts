import assert from 'node:assert/strict'
import { assertAccessibleInBothThemes } from '../axe.ts'
import { drawn, openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { rootOf } from './price-book-steps.ts'

const journey = journeys()

journey('a pasted price list is reviewed row by row and saved', async ({ page, url, server }) => {
  const root = await rootOf(server)
  const cost = { litellm_provider: 'openai', mode: 'chat', output_cost_per_token: 8e-6 }
  const list = {
    'gpt-4o': { ...cost, input_cost_per_token: 4e-6 },
    'gpt-4o-mini': { ...cost, input_cost_per_token: 1e-6 },
    odd: { ...cost, input_cost_per_token: 'x' },
  }
  await openSignedIn(page, url, '/price-book')
  await page.getByText('Paste', { exact: true }).click()
  await page.getByLabel('JSON of the list').fill(JSON.stringify(list))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('1 rows cannot be used').click()
  await page.getByText('not a number').waitFor()
  await page.getByRole('checkbox', { name: 'Select gpt-4o', exact: true }).click()
  await assertAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Add 1 to the change' }).click()
  const apply = page.getByRole('button', { name: 'Apply 1 change now' })
  await apply.waitFor()
  await drawn(page) // what the change means is loaded and moves the button
  await apply.click()
  await page.getByText('Prices saved').waitFor()
  assert.deepEqual([await root.ratioOf('gpt-4o'), await root.ratioOf('gpt-4o-mini')], [2, 0.075])
})

journey(
  'on a phone the price book fits the page',
  async ({ page, url }) => {
    await openSignedIn(page, url, '/price-book')
    await page.getByText('No price change is scheduled').waitFor()
    await assertFits(page)
  },
  { width: 390 },
)
