import assert from 'node:assert/strict'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { rootOf } from './price-book-steps.ts'

const journey = journeys()

journey('a price change is made with its difference, scheduled, edited and dropped', async ({ page, url, server }) => {
  const root = await rootOf(server)
  await openSignedIn(page, url, '/price-book')
  await page.getByText('No price change is scheduled').waitFor()
  await page.getByLabel('Model name').first().fill('gpt-4o')
  await page.getByRole('button', { name: 'Set new price' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Input', { exact: true }).fill('5')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  const row = page.getByRole('row', { name: 'gpt-4o' })
  await row.getByText('+100%').waitFor()
  await row.getByText('$2.50 / $10.00').waitFor()

  await page.getByRole('button', { name: 'What would the last 7 days have cost?' }).click()
  await page.getByText('No call of these models in the last 7 days.').waitFor()

  await page.getByLabel('Holds from').fill('2099-01-01T00:00')
  await page.getByRole('button', { name: 'Schedule 1' }).click()
  await page.getByText('At most a year ahead').waitFor()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Holds from').fill(`${tomorrow}T12:00`)
  await page.getByRole('button', { name: 'Schedule 1' }).click()
  const pending = page.getByRole('row', { name: 'root' })
  await pending.getByText('gpt-4o').waitFor()
  assert.equal((await root.pending())[0]?.changes[0]?.amounts.ModelRatio, 2.5)
  assert.equal(await root.ratioOf('gpt-4o'), 1.25)

  await pending.getByRole('button', { name: 'Edit' }).click()
  assert.equal(await page.getByLabel('Holds from').inputValue(), `${tomorrow}T12:00`)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await pending.getByRole('button', { name: 'Drop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click()
  await page.getByText('No price change is scheduled').waitFor()
  assert.deepEqual(await root.pending(), [])
})
