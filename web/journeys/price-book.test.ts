import assert from 'node:assert/strict'
import { priceBookApi } from '@turnpike/contract/money/price-book'
import { optionApi } from '@turnpike/contract/system/option-api'
import type { TestServer } from '../../server/test/harness/harness.ts'
import { assertAccessibleInBothThemes } from './axe.ts'
import { openSignedIn } from './browser.ts'
import { assertFits, journeys } from './journey.ts'

const journey = journeys()

async function rootOf(server: TestServer) {
  const root = server.client()
  await root.signIn('root', '123456')
  return {
    pending: async () => {
      const { answer } = await root.call(priceBookApi.pending)
      assert.ok(answer.success)
      return answer.data
    },
    ratioOf: async (model: string) => {
      const { answer } = await root.call(optionApi.list)
      assert.ok(answer.success)
      return JSON.parse(answer.data.find(({ key }) => key === 'ModelRatio')?.value ?? '{}')[model]
    },
  }
}

journey('a price change is made with its difference, scheduled, edited and dropped', async ({ page, url, server }) => {
  const root = await rootOf(server)
  await openSignedIn(page, url, '/price-book')
  await page.getByText('No price change is scheduled').waitFor()
  await page.getByLabel('Model name').first().fill('gpt-4o')
  await page.getByRole('button', { name: 'Set new price' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Input').fill('5')
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
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await page.getByText('1 rows cannot be used').click()
  await page.getByText('not a number').waitFor()
  await page.getByRole('checkbox', { name: 'Select gpt-4o', exact: true }).click()
  await assertAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Take 1 into the change' }).click()
  await page.getByRole('button', { name: 'Save 1 now' }).click()
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
