import assert from 'node:assert/strict'
import { channelApi } from '@turnpike/contract/routing/channel'
import { addToCostHour } from '../../server/src/domain/money/pricing/cost/cost-hours.queries.ts'
import { saveOptions } from '../../server/src/domain/system/options/options.rules.ts'
import { addToHours } from '../../server/src/domain/usage/logs/usage-hours.queries.ts'
import type { TestServer } from '../../server/test/harness/harness.ts'
import { assertAccessibleInBothThemes } from './axe.ts'
import { openSignedIn } from './browser.ts'
import { assertFits, journeys } from './journey.ts'

const journey = journeys()

async function givenChannel(server: TestServer, name: string): Promise<number> {
  const root = server.client()
  await root.signIn('root', '123456')
  const body = { type: 1, name, key: `sk-${name}`, models: 'gpt-4o,gpt-4o-mini', group: 'default' }
  const { answer } = await root.call(channelApi.create, { body })
  assert.ok(answer.success)
  return answer.data.ids[0] ?? 0
}

/** Calls of this hour as the ledger adds them up: four dollars of sales, of which three have a cost. */
async function givenSales(server: TestServer, channel_id: number) {
  const { store } = server.deps
  const user_id = await server.given.user({ username: `buyer-${channel_id}` })
  const now = Math.floor(Date.now() / 1000)
  const key = { hour: now - (now % 3600), user_id, channel_id, model_name: 'gpt-4o', group: 'default' }
  const names = { token_id: 1, username: `buyer-${channel_id}`, token_name: 'key' }
  const tokens = { prompt_tokens: 100, completion_tokens: 100, use_seconds: 1, first_calls: 0, first_ms: 0 }
  await addToHours(store, [{ ...key, ...names, ...tokens, calls: 40, failures: 0, quota: 2_000_000 }])
  const sums = { calls: 30, quota: 1_500_000, cost: 500_000, losses: 2, lost: 50_000, refunded: 0 }
  await addToCostHour(store, { ...key, ...sums })
}

journey('the cost of a channel is set in its editor, as a share, a price list or a price per call', async (walk) => {
  const { page, url, server } = walk
  const id = await givenChannel(server, 'priced')
  const root = server.client()
  await root.signIn('root', '123456')
  const stored = async () => {
    const { answer } = await root.call(channelApi.get, { params: { id: String(id) } })
    assert.ok(answer.success)
    return JSON.parse(answer.data.setting || '{}').cost
  }
  const save = async () => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    assert.ok((await (await saved).json()).success)
  }
  const choose = async (label: string) => {
    await page.getByLabel('Priced by the upstream').click()
    await page.getByTitle(label).click()
  }
  await openSignedIn(page, url, `/channel/edit/${id}`)
  await choose('As a share of the public price')
  await page.getByLabel('Times the public price').fill('0.4')
  await save()
  assert.deepEqual(await stored(), { kind: 'multiple', multiple: 0.4 })

  await choose('By its own price list')
  await page.getByRole('row').getByRole('combobox', { name: 'Model' }).fill('gpt-4o')
  await page.getByLabel('Input gpt-4o').fill('1.1')
  await page.getByText('A row needs a model').waitFor()
  await page.getByLabel('Output gpt-4o').fill('4.4')
  await save()
  assert.deepEqual(await stored(), { kind: 'prices', prices: { 'gpt-4o': { input: 1.1, output: 4.4 } } })
  await page.reload()
  assert.equal(await page.getByLabel('Output gpt-4o').inputValue(), '4.4')
  await assertAccessibleInBothThemes(page)
})

journey('administrators see sales, cost and margin by channel, model, user, group and day', async (walk) => {
  const { page, url, server } = walk
  const id = await givenChannel(server, 'sold')
  await givenSales(server, id)
  await openSignedIn(page, url, '/detail?range=24h')
  await page.getByText('Profit', { exact: true }).click()
  const strip = page.locator('dl').first()
  for (const amount of ['$4.00', '$1.00', '$2.00', '$0.1000']) await strip.getByText(amount, { exact: true }).waitFor()
  await strip.getByText('known for 75.0% of revenue').waitFor()
  const row = page.getByRole('row', { name: `#${id} sold` })
  await row.getByText('66.7%').waitFor()
  await page.getByLabel('Added up by').getByText('User', { exact: true }).click()
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
  await page.getByText('2 calls of the last day were sold below cost').waitFor()
  await page.getByRole('link', { name: 'Show profit' }).click()
  await page.waitForURL(/figures=profit/)
})

journey(
  'on a phone the margins fit the page',
  async ({ page, url, server }) => {
    await givenSales(server, await givenChannel(server, 'small'))
    await openSignedIn(page, url, '/detail?figures=profit')
    await page.getByRole('cell', { name: 'Total' }).waitFor()
    await assertFits(page)
  },
  { width: 390 },
)
