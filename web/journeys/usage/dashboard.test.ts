import assert from 'node:assert/strict'
import type { DataOf } from '@turnpike/contract/endpoint'
import { dollars, formatMoney } from '@turnpike/contract/quota'
import { dashboardApi } from '@turnpike/contract/usage/dashboard'
import { journeys } from '../journey.ts'
import { givenHours, openDashboard } from './dashboard-steps.ts'

const journey = journeys()

const perUnit = 500_000

const money = (quota: number) => formatMoney(dollars(quota, perUnit))

type Rows = DataOf<typeof dashboardApi.self>

const sumOf = (rows: Rows, member: 'quota' | 'count') => rows.reduce((sum, row) => sum + row[member], 0)

journey('the figures are the sums of the calls, as a chart, a table and a share', async ({ page, url, server }) => {
  await givenHours(server, 'reader')
  const client = server.client()
  await client.signIn('reader')
  const start_timestamp = Math.floor(Date.now() / 3_600_000) * 3600 - 23 * 3600
  const { response } = await client.call(dashboardApi.self, { query: { start_timestamp } })
  assert.ok(response.success)
  const spend = sumOf(response.data, 'quota')

  await openDashboard(page, url, 'reader', '?range=24h')
  await page.getByRole('heading', { name: 'Spend by model' }).waitFor()
  const strip = page.locator('dl').first()
  await strip.getByText(money(spend), { exact: true }).waitFor()
  await strip.getByText(String(sumOf(response.data, 'count')), { exact: true }).waitFor()
  await strip.getByText(`+450% · ${money(500_000)} before`).waitFor()
  await page.locator('svg path').first().waitFor({ state: 'attached' })
  await page.getByText('3 others').first().waitFor()

  await page.getByRole('checkbox', { name: 'Table' }).click()
  const table = page.getByRole('table', { name: 'Spend by model' })
  await table.waitFor()
  assert.equal(await table.locator('tbody tr').count(), 24)
  await table.locator('tfoot').getByText(money(spend), { exact: true }).waitFor()
  await page.getByLabel('Show', { exact: true }).getByText('Tokens', { exact: true }).click()
  await page.getByRole('table', { name: 'Tokens by model' }).waitFor()

  await page.getByText('7 d', { exact: true }).click()
  await page.waitForURL(/range=7d/)
  await page.reload()
  await table.waitFor({ state: 'attached' })
  assert.equal(await table.locator('tbody tr').count(), 7)
  await page.getByText('1 refused, not counted').waitFor()
  await page.getByRole('link', { name: '1 failed' }).click()
  await page.waitForURL(/\/log\?type=5&start_timestamp=/)
  await page.goBack()
  await page.getByRole('link', { name: 'model-0' }).click()
  await page.waitForURL(`${url}/model?name=model-0`)
  await page.goBack()
  await page.getByRole('row', { name: 'model-0' }).getByRole('link', { name: '2', exact: true }).click()
  await page.waitForURL(/\/log\?model_name=model-0&start_timestamp=/)
})
