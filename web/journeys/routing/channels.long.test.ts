import assert from 'node:assert/strict'
import { channelApi } from '@turnpike/contract/routing/channel'
import { assertFits, journeys } from '../journey.ts'
import { rowOf } from '../steps.ts'
import { withUpstream } from '../upstream.ts'
import { chooseInMenu, givenChannels, openChannels, stored } from './channels-steps.ts'

const journey = journeys()
withUpstream()

const unreachable = 'http://127.0.0.1:1'

journey('failing channels are found among all, explained, and changed in one go', async ({ page, url, server }) => {
  const { root, ids } = await givenChannels(server, [
    { name: 'steady', weight: 3 },
    { name: 'dead one', base_url: unreachable, weight: 100_000 },
    { name: 'dead two', base_url: unreachable, weight: 20 },
  ])
  await openChannels(page, url)
  await page.getByRole('button', { name: 'Test all' }).click()
  const result = page.getByRole('status').filter({ hasText: /^\d+ channels tested, 2 failed/ })
  await result.waitFor()
  const failed = rowOf(page, 'dead one')
  await failed.getByText('Failed').waitFor()
  assert.equal(await failed.locator('[data-speed]').count(), 0, 'a failure has no response time')
  await rowOf(page, 'steady').locator('[data-speed]').waitFor()
  const weight = page.getByRole('textbox', { name: 'Weight of dead one' })
  assert.ok(await weight.evaluate((field) => field.scrollWidth <= field.clientWidth), 'the figure is shown whole')

  // The result stays until it is closed, and leads to the failed ones.
  await result.getByRole('link', { name: 'Show failed channels' }).click()
  await rowOf(page, 'steady').waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).searchParams.get('health'), 'failed')
  await result.getByRole('button', { name: 'Close' }).click()
  await result.waitFor({ state: 'detached' })
  await failed.getByTitle('the provider could not be reached').waitFor()

  await page.getByRole('button', { name: 'Weight', exact: true }).click()
  await page.waitForURL(/sort=weight&order=desc/)
  await page.getByRole('columnheader', { name: 'Weight' }).and(page.locator('[aria-sort=descending]')).waitFor()
  await page.getByRole('row').nth(1).filter({ hasText: 'dead one' }).waitFor()
  await page.getByRole('button', { name: 'Weight', exact: true }).click()
  await page.getByRole('columnheader', { name: 'Weight' }).and(page.locator('[aria-sort=ascending]')).waitFor()
  await page.getByRole('row').nth(1).filter({ hasText: 'dead two' }).waitFor()

  await page.getByRole('checkbox', { name: 'Select dead two' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Select all 2' }).click()
  const bar = page.getByRole('toolbar', { name: 'All 2 channels selected' })
  await bar.getByRole('button', { name: 'Set weight' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Weight').fill('-1')
  await drawer.getByRole('button', { name: 'Set weight' }).click()
  await drawer.getByText('The weight must be a non-negative integer').waitFor()
  await drawer.getByLabel('Weight').fill('5')
  await drawer.getByRole('button', { name: 'Set weight' }).click()
  await page.getByText('Weight of 2 channels set to 5').waitFor()
  for (const name of ['dead one', 'dead two']) assert.equal((await stored(root, ids[name])).weight, 5)
  assert.equal((await stored(root, ids.steady)).weight, 3)

  await page.getByRole('checkbox', { name: 'Select dead two' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable 1 channel' }).click()
  await page.getByText('1 channel disabled').waitFor()
  await page.getByRole('link', { name: '1 disabled' }).click()
  await rowOf(page, 'dead one').waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).searchParams.get('status'), 'disabled')
  await page.getByRole('checkbox', { name: 'Select dead two' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Test' }).click()
  await page.getByText('1 channel tested, 1 failed').waitFor()
  await root.call(channelApi.removeMany, { body: { matching: {} } })
})

journey(
  'on a phone a failed channel says why, and the number of failed ones leads to them',
  async ({ page, url, server }) => {
    const { root, ids } = await givenChannels(server, [{ name: 'zeta' }, { name: 'eta', base_url: unreachable }])
    await root.call(channelApi.test, { params: { id: String(ids.eta) }, query: {} })
    await openChannels(page, url)
    await page.getByText('the provider could not be reached').waitFor()
    await page.getByRole('link', { name: '1 失败' }).click()
    await page.getByRole('heading', { name: 'zeta' }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'eta' }).waitFor()
    await assertFits(page)
    await root.call(channelApi.removeMany, { body: { matching: {} } })
  },
  { language: 'zh', width: 390 },
)

journey(
  'on a phone channels are cards, a tag is edited as one, and what is gone says so',
  async ({ page, url, server }) => {
    const { root, ids } = await givenChannels(server, [
      { name: 'delta', tag: 'fleet' },
      { name: 'epsilon', tag: 'fleet' },
    ])
    await openChannels(page, url)
    await page.getByRole('heading', { name: 'delta' }).waitFor()
    const card = page.getByRole('article').filter({ hasText: 'delta' })
    assert.deepEqual(await card.getByRole('term').allTextContents(), [
      '类型',
      '响应时间',
      '24 小时',
      '模型',
      '已用',
      '剩余',
      '优先级',
      '权重',
    ])
    await card.getByText('OpenAI', { exact: true }).waitFor()
    await card.getByText('$0.00').waitFor()
    await assertFits(page)
    await page.getByRole('button', { name: '筛选' }).click()
    await page.getByRole('switch', { name: '按标签聚合' }).click()
    await page.getByRole('button', { name: '查看结果' }).click()

    await chooseInMenu(page, 'fleet 的更多操作', '编辑')
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: '保存标签' }).click()
    await page.getByText('没有修改任何内容').waitFor()
    await drawer.getByRole('radiogroup', { name: '模型映射的视图' }).getByText('JSON').click()
    await drawer.getByLabel('模型映射', { exact: true }).fill('{"gpt-4o": ')
    await drawer.getByRole('button', { name: '保存标签' }).click()
    await drawer.getByText('模型映射必须是合法的 JSON 格式').waitFor()
    await drawer.getByLabel('模型映射', { exact: true }).fill('{"gpt-4o": "gpt-4o-mini"}')
    await drawer.getByLabel('优先级').fill('12')
    await drawer.getByRole('button', { name: '保存标签' }).click()
    await page.getByText('已更新 2 个渠道').waitFor()
    const { model_mapping, priority } = await stored(root, ids.epsilon)
    assert.deepEqual(
      { mapping: JSON.parse(model_mapping), priority },
      { mapping: { 'gpt-4o': 'gpt-4o-mini' }, priority: 12 },
    )

    await page.getByRole('button', { name: '展开 fleet 的渠道' }).click()
    await page.getByRole('heading', { name: 'delta' }).waitFor()
    await assertFits(page)
    // Not before its menu is used: a list that is loaded just then would show that it is gone.
    await page.route('**/api/channel/copy/*', async (route) => {
      await root.call(channelApi.remove, { params: { id: String(ids.delta) } })
      await route.continue()
    })
    await chooseInMenu(page, 'delta 的更多操作', '复制')
    await page.getByText('渠道未找到，请刷新页面后重试').waitFor()
    await page.getByRole('heading', { name: 'delta' }).waitFor({ state: 'detached' })
  },
  { language: 'zh', width: 390 },
)
