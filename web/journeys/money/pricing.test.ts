import assert from 'node:assert/strict'
import { setOptions } from '../../../server/test/harness/accounts.ts'
import { fewClicks } from '../clicks.ts'
import { journeys } from '../journey.ts'
import { clipboard, rowOf } from '../steps.ts'
import { withUpstream } from '../upstream.ts'
import { givenModels, sampleTiers } from './pricing-steps.ts'

const journey = journeys()
withUpstream()

journey('a visitor finds prices, filters, and the same list after a reload', async ({ page, context, url, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await givenModels(server)
  await page.goto(url)
  const row = rowOf(page, 'gpt-4o')
  await fewClicks(page, 'see prices as a visitor', async () => {
    await page.getByRole('link', { name: 'Pricing' }).click()
    for (const text of ['$2.50', '$1.25', '$10.00']) await row.getByText(text, { exact: true }).waitFor()
  })
  await page.getByText('You are not signed in').waitFor()
  await page.getByText('4 models').waitFor()
  await rowOf(page, 'dall-e-3').getByText('$0.04').waitFor()
  await rowOf(page, 'claude-sonnet-4-5').getByText('not in default').waitFor()

  await page.getByText('Multiplier (advanced)', { exact: true }).click()
  await row.getByText('1.25 × 4', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^OpenAI 3/ }).click()
  await page.getByText('3 models').waitFor()
  await page.getByPlaceholder('Search models').fill('gpt')
  await page.getByText('1 model', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('1 model', { exact: true }).waitFor()
  await row.getByText('1.25 × 4', { exact: true }).waitFor()
  assert.match(page.url(), /vendor=openai/)
  await page.getByPlaceholder('Search models').fill('nowhere')
  await page.getByText('name contains “nowhere”, OpenAI').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('4 models').waitFor()
  await page.getByText('$ / 1M').click()

  await page.getByRole('button', { name: 'Input', exact: true }).click()
  await page.getByRole('columnheader', { name: 'Input' }).and(page.locator('[aria-sort=descending]')).waitFor()
  assert.match((await page.getByRole('row').nth(1).textContent()) ?? '', /claude-sonnet-4-5/)

  await page.getByRole('button', { name: 'Copy gpt-4o' }).click()
  await page.getByText('Model name copied').waitFor()
  assert.equal(await clipboard(page), 'gpt-4o')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('checkbox', { name: 'Select dall-e-3' }).uncheck()
  await page.getByText('3 models selected').waitFor()
  await page.getByRole('button', { name: 'Copy names' }).click()
  await page.getByText('3 names copied').waitFor()
  const names = (await clipboard(page)).split(',')
  assert.deepEqual(names.toSorted(), ['claude-sonnet-4-5', 'gpt-4o', 'text-embedding-3-small'])
})

journey('a buyer sees what long prompts, service tiers and times of day cost', async ({ page, url, server }) => {
  await givenModels(server)
  await setOptions(server, { ModelTiers: JSON.stringify({ 'gpt-4o': sampleTiers }) })
  await page.goto(`${url}/pricing`)
  const row = rowOf(page, 'gpt-4o')
  await row.getByText('$2.50', { exact: true }).waitFor()
  await row.getByRole('img', { name: 'above 200K input tokens: $5.00 / $15.00' }).waitFor()
  assert.equal(
    await rowOf(page, 'text-embedding-3-small')
      .getByRole('img', { name: /input tokens/ })
      .count(),
    0,
  )
  await page.getByRole('button', { name: 'Details of gpt-4o' }).click()
  const drawer = page.getByRole('dialog')
  for (const name of [
    'up to 200K $2.50 $1.25 $10.00',
    'above 200K $5.00 $2.50 $15.00',
    'Standard $2.50 $1.25 $10.00',
    'Priority $4.25 $2.125 $17.00',
    'Priority, above 200K $8.50 $4.25 $25.50',
    'Flex $1.25 $0.625 $5.00',
    '00:30–08:30 −50%',
  ])
    await drawer.getByRole('row', { name, exact: true }).waitFor()
})
