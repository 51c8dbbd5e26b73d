import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { redemptionApi } from '@turnpike/contract/money/redemption'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { asRoot } from '../steps.ts'

const journey = journeys()

journey('codes are made, copied, downloaded, then edited, switched off and on, and deleted', async (walk) => {
  const { page, context, url, server } = walk
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSignedIn(page, url, '/redemption')
  await page.getByText('No redemption codes yet').waitFor()
  await page.getByRole('button', { name: 'Create codes' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('1 × $0.20 = $0.20').waitFor()
  await drawer.getByLabel('Name').fill('spring sale')
  await drawer.getByLabel('Amount').fill('2')
  await drawer.getByLabel('Number of codes').fill('101')
  await drawer.getByRole('button', { name: /^Create/ }).click()
  await drawer.getByText('Enter a whole number from 1 to 100').waitFor()
  await drawer.getByLabel('Number of codes').fill('5')
  await drawer.getByText('5 × $2.00 = $10.00').waitFor()
  await drawer.getByRole('button', { name: 'Create 5 codes' }).click()

  await drawer.getByText('5 codes created').waitFor()
  await drawer.getByRole('button', { name: 'Copy all' }).click()
  await page.getByText('5 codes copied').waitFor()
  const codes = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  const download = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Download as text' }).click()
  const file = await download
  assert.equal(file.suggestedFilename(), 'spring sale.txt')
  assert.deepEqual((await readFile(await file.path(), 'utf8')).split('\n'), [...codes, ''])

  const root = await asRoot(server)
  const { response } = await root.call(redemptionApi.list, { query: { p: 1, page_size: 10 } })
  assert.ok(response.success)
  const stored = response.data.items
  assert.deepEqual(new Set(codes), new Set(stored.map(({ key }) => key)))
  for (const code of stored) assert.partialDeepStrictEqual(code, { name: 'spring sale', quota: 1_000_000 })
  await drawer.getByRole('button', { name: 'Done' }).click()
  await drawer.waitFor({ state: 'detached' })

  const rows = page.getByRole('row').filter({ hasText: 'spring sale' })
  await rows.first().getByRole('button', { name: 'Edit' }).click()
  await drawer.getByLabel('Name').fill('grand prize')
  await drawer.getByLabel('Amount').fill('50')
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await drawer.waitFor({ state: 'detached' })
  const prize = page.getByRole('row').filter({ hasText: 'grand prize' })
  await prize.getByText('$50.00').waitFor()

  await prize.getByRole('button', { name: 'More for grand prize' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await prize.getByText('Disabled').waitFor()
  await page.getByLabel('Status', { exact: true }).click()
  await page.locator('.ant-select-item[title=Disabled]').click()
  await page.getByText('1–1 of 1').waitFor()
  await page.goBack()
  await page.getByText('1–5 of 5').waitFor()
  assert.equal(await prize.getByRole('button', { name: 'Edit' }).count(), 0, 'only unused codes can be edited')
  await prize.getByRole('button', { name: 'Enable' }).click()
  await prize.getByText('Unused').waitFor()

  const [used] = stored
  assert.ok(used)
  assert.ok((await root.call(redemptionApi.redeem, { body: { key: used.key } })).response.success)
  await page.getByRole('button', { name: 'Refresh' }).click()
  const usedRow = page.getByRole('row').filter({ hasText: 'root' })
  await usedRow.getByText('Used').waitFor()
  for (const name of ['Edit', 'Enable']) assert.equal(await usedRow.getByRole('button', { name }).count(), 0, name)

  await page.getByLabel('ID or name').fill('spring')
  await page.getByText('1–4 of 4').waitFor()
  await page.getByRole('button', { name: 'More for spring sale' }).last().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Code deleted').waitFor()
  await page.getByText('1–3 of 3').waitFor()
})
