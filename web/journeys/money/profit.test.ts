import assert from 'node:assert/strict'
import { saveOptions } from '../../../server/test/harness/harness.ts'
import { assertAccessibleInBothThemes } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { fewClicks } from '../clicks.ts'
import { journeys } from '../journey.ts'
import { givenChannel, givenSales } from './profit-steps.ts'

const journey = journeys()

journey('administrators see sales, cost and margin by channel, model, user, group and day', async (walk) => {
  const { page, url, server } = walk
  const id = await givenChannel(server, 'sold')
  await givenSales(server, id)
  await openSignedIn(page, url, '/token')
  await fewClicks(page, 'profit per model', async () => {
    await page.getByRole('link', { name: 'Profit', exact: true }).click()
    await page.getByLabel('Group by').getByText('Model', { exact: true }).click()
    await page.getByRole('row', { name: 'gpt-4o' }).getByText('66.7%').waitFor()
  })
  await page.goto(`${url}/detail?figures=profit&range=24h`) // its old address
  await page.waitForURL(`${url}/profit?range=24h`)
  const strip = page.locator('dl').first()
  for (const amount of ['$4.00', '$1.00', '$2.00', '$0.1000']) await strip.getByText(amount, { exact: true }).waitFor()
  await strip.getByText('known for 75.0% of revenue').waitFor()
  const row = page.getByRole('row', { name: `#${id} sold` })
  await row.getByText('66.7%').waitFor()
  await page.getByLabel('Group by').getByText('User', { exact: true }).click()
  await page.getByRole('link', { name: `buyer-${id}` }).waitFor()
  await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }))
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  assert.match(file.suggestedFilename(), /^profit-by-user-/)
  await assertAccessibleInBothThemes(page)

  await saveOptions(server.deps.store, server.deps.vault, { BelowCostGuard: 'warn' })
  await server.deps.reload()
  await page.goto(`${url}/channel`)
  await page.getByText('2 requests of the last day were sold below cost').waitFor()
  await page.getByRole('link', { name: 'Show profit' }).click()
  await page.waitForURL(/\/profit/)
})
