import assert from 'node:assert/strict'
import type { DataOf } from '@turnpike/contract/endpoint'
import { dollars, formatMoney } from '@turnpike/contract/quota'
import { dashboardApi } from '@turnpike/contract/usage/dashboard'
import type { Page } from 'playwright-core'
import { saveOptions } from '../../server/src/domain/system/options/options.rules.ts'
import { addToHours } from '../../server/src/domain/usage/logs/usage-hours.queries.ts'
import { givenPassword, type TestServer } from '../../server/test/harness/harness.ts'
import { openSignedIn } from './browser.ts'
import { assertFits, journeys } from './journey.ts'

const journey = journeys()

const perUnit = 500_000
const money = (quota: number) => formatMoney(dollars(quota, perUnit))

/** Calls of ten models over the last day, and of the day before, as they are after so many real ones. */
async function givenHours(server: TestServer, username: string) {
  const user_id = await server.given.user({ username })
  const now = Math.floor(Date.now() / 1000)
  const thisHour = now - (now % 3600)
  const hourOf = (index: number, ago: number) => ({
    hour: thisHour - ago * 3600,
    user_id,
    token_id: 1,
    channel_id: 0,
    model_name: `model-${index}`,
    group: 'default',
    username,
    token_name: 'key',
    calls: index + 1,
    failures: index === 3 ? 2 : 0,
    quota: (10 - index) * 50_000,
    prompt_tokens: 1000 * (index + 1),
    completion_tokens: 100,
    use_seconds: 4,
    first_calls: index < 2 ? 1 : 0,
    first_ms: index < 2 ? 1500 : 0,
  })
  const indexes = [...Array(10).keys()]
  const rows = [...indexes.map((index) => hourOf(index, index)), hourOf(0, 30)]
  await addToHours(server.deps.store, rows)
}

async function openDashboard(page: Page, url: string, username: string, search = '') {
  await openSignedIn(page, url, `/detail${search}`, username, username === 'root' ? '123456' : givenPassword)
}

type Rows = DataOf<typeof dashboardApi.self>
const sumOf = (rows: Rows, member: 'quota' | 'count') => rows.reduce((sum, row) => sum + row[member], 0)

journey('the figures are the sums of the calls, as a chart, a table and a share', async ({ page, url, server }) => {
  await givenHours(server, 'reader')
  const client = server.client()
  await client.signIn('reader')
  const start_timestamp = Math.floor(Date.now() / 3_600_000) * 3600 - 23 * 3600
  const { answer } = await client.call(dashboardApi.self, { query: { start_timestamp } })
  assert.ok(answer.success)
  const spend = sumOf(answer.data, 'quota')

  await openDashboard(page, url, 'reader', '?range=24h')
  await page.getByRole('heading', { name: 'Spend by model' }).waitFor()
  const strip = page.locator('dl').first()
  await strip.getByText(money(spend), { exact: true }).waitFor()
  await strip.getByText(String(sumOf(answer.data, 'count')), { exact: true }).waitFor()
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
  await page.getByRole('link', { name: 'model-0' }).click()
  await page.waitForURL(/\/log\?model_name=model-0&start_timestamp=/)
})

journey(
  'the menu has the dashboard while it is switched on, and the page opens as the administrator chose',
  async (walk) => {
    const { page, url, server } = walk
    await givenHours(server, 'chooser')
    await saveOptions(server.deps.store, server.deps.vault, { DataExportDefaultTime: 'week' })
    await server.deps.reload()
    await openDashboard(page, url, 'chooser')
    await page.getByRole('table', { name: 'Spend by model' }).waitFor({ state: 'attached' })
    await page.getByLabel('Weekly').and(page.locator(':checked')).waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'Dashboard', exact: true }).waitFor()
    await saveOptions(server.deps.store, server.deps.vault, {
      DataExportEnabled: 'false',
      DataExportDefaultTime: 'hour',
    })
    await server.deps.reload()
    await page.reload()
    await page.getByRole('link', { name: 'Usage log', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).waitFor({ state: 'detached' })
    await saveOptions(server.deps.store, server.deps.vault, { DataExportEnabled: 'true' })
    await server.deps.reload()
  },
)

journey('administrators see everyone, or one user by name', async ({ page, url, server }) => {
  await givenHours(server, 'spender')
  await openDashboard(page, url, 'root', '?range=24h')
  await page.getByRole('heading', { name: 'Top users' }).waitFor()
  await page.getByRole('link', { name: 'spender' }).waitFor()
  await page.getByPlaceholder('Username').fill('spender')
  await page.waitForURL(/username=spender/)
  await page.getByText('User spender').waitFor()
  await page.getByRole('heading', { name: 'Top users' }).waitFor({ state: 'detached' })
  await page.getByPlaceholder('Username').fill('nobody')
  await page.getByText('No calls in this range').waitFor()
})

journey(
  'on a phone the dashboard fits, with calls and without, in Chinese',
  async ({ page, url, server }) => {
    await givenHours(server, 'pocket')
    await server.given.user({ username: 'fresh' })
    await openDashboard(page, url, 'pocket', '?range=30d')
    await page.getByRole('heading', { name: '模型消耗分布' }).waitFor()
    await page.locator('svg path').first().waitFor({ state: 'attached' })
    await assertFits(page)
    await page.getByText('自定义', { exact: true }).click()
    await page.waitForURL(/start_timestamp=/)
    await page.getByLabel('开始日期').waitFor()
    await assertFits(page)
  },
  { language: 'zh', theme: 'dark', width: 390 },
)

journey(
  'who never called is told what will be here',
  async ({ page, url, server }) => {
    await server.given.user({ username: 'new' })
    await openDashboard(page, url, 'new')
    await page.getByText('这段时间没有调用').waitFor()
    await page.getByRole('link', { name: '新建令牌' }).click()
    await page.waitForURL(`${url}/token`)
  },
  { language: 'zh', width: 390 },
)
