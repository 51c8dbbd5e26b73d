import assert from 'node:assert/strict'
import { addToHours } from '../../../server/src/domain/usage/logs/usage-hours.queries.ts'
import { givenPassword } from '../../../server/test/harness/harness.ts'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { withUpstream } from '../upstream.ts'
import { givenFailing } from './health-steps.ts'

const journey = journeys()
withUpstream()

journey(
  'on a phone the banner fits, and the cards have the ticks',
  async ({ page, url, server }) => {
    await givenFailing(server)
    await openSignedIn(page, url, '/channel?health=failed')
    await page.getByRole('article').filter({ hasText: 'the broken one' }).waitFor()
    await page.getByRole('img', { name: /^最近 4 次请求中 0 次成功；最近一次失败于.+：限流$/ }).waitFor()
    await page.getByRole('button', { name: /^显示 \d 条提示$/ }).click()
    await page.getByRole('link', { name: '查看错误' }).waitFor()
    await assertFits(page)
    await assertAccessible(page)
  },
  { language: 'zh', width: 390 },
)

journey('an ordinary user sees no banner, and the balance says how long it lasts', async ({ page, url, server }) => {
  const id = await server.given.user({ username: 'spender' })
  const { store } = server.deps
  await store.updateTable('users').set({ quota: 5_500_000 }).where('id', '=', id).execute()
  await openSignedIn(page, url, '/token', 'spender', givenPassword)
  const chip = page.getByRole('button', { name: /^Balance/ })
  await chip.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Balance' })
  await panel.getByText('Nothing spent in the last 14 days').waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  assert.ok(await chip.evaluate((button) => button === document.activeElement))
  assert.equal(await page.getByText('Show failing channels').count(), 0)

  const hour = Math.floor(Date.now() / 3_600_000) * 3600
  const sums = { calls: 1, failures: 0, quota: 500_000, prompt_tokens: 1, completion_tokens: 1 }
  const row = {
    ...{ user_id: id, token_id: 1, channel_id: 1, model_name: 'gpt-4o', group: 'default' },
    ...{ username: 'spender', token_name: 't', use_seconds: 1, first_calls: 0, first_ms: 0, ...sums },
  }
  const hours = Array.from({ length: 5 }, (_, before) => ({ ...row, hour: hour - before * 86_400 }))
  await addToHours(store, hours)
  await page.reload()
  await chip.click()
  await panel.getByText('11 days at your pace').waitFor()
  await panel.getByRole('img', { name: /^Spend of each of the last 14 days, \$5\.00/ }).waitFor()
  await assertAccessible(page)
  await panel.getByRole('link', { name: 'Wallet' }).click()
  await page.waitForURL(`${url}/topup`)
  assert.equal(await panel.count(), 0)

  await page.setViewportSize({ width: 390, height: 844 })
  await chip.click()
  await panel.getByText('11 days at your pace').waitFor()
  await assertFits(page)
  await page.mouse.click(200, 100)
  await panel.waitFor({ state: 'detached' })
})
