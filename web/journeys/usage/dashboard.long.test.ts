import assert from 'node:assert/strict'
import { saveOptions } from '../../../server/test/harness/harness.ts'
import { assertFits, journeys } from '../journey.ts'
import { givenHours, openDashboard } from './dashboard-steps.ts'

const journey = journeys()

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
  await page.getByText('No requests in this range').waitFor()
})

journey(
  'on a phone the dashboard fits, with calls and without, in Chinese',
  async ({ page, url, server }) => {
    await givenHours(server, 'pocket')
    await server.given.user({ username: 'fresh' })
    await openDashboard(page, url, 'pocket', '?range=30d')
    await page.getByRole('heading', { name: '模型消耗分布' }).waitFor()
    const tops = [page.getByRole('heading', { level: 1 }), page.locator('dl dd').first()]
    const [title, number] = await Promise.all(tops.map((part) => part.boundingBox()))
    assert.ok(title && number && number.y - (title.y + title.height) < 100, 'the first number is near the title')
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
    await page.getByText('这段时间没有请求').waitFor()
    await page.getByRole('link', { name: '新建令牌' }).click()
    await page.waitForURL(`${url}/token`)
  },
  { language: 'zh', width: 390 },
)
