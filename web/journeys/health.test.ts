import assert from 'node:assert/strict'
import { tokenApi } from '@turnpike/contract/identity/token'
import { channelApi } from '@turnpike/contract/routing/channel'
import { channelAttemptApi } from '@turnpike/contract/routing/channel-attempts'
import { optionApi } from '@turnpike/contract/system/option-api'
import { addToHours } from '../../server/src/domain/usage/logs/usage-hours.queries.ts'
import { eventually } from '../../server/test/harness/eventually.ts'
import { givenPassword, type TestServer } from '../../server/test/harness/harness.ts'
import { assertAccessible } from './axe.ts'
import { openSignedIn } from './browser.ts'
import { assertFits, journeys } from './journey.ts'
import { upstream, withUpstream } from './upstream.ts'

const journey = journeys()

withUpstream()

/** Forty channels of which one fails, and calls that were saved by another one. */
async function givenFailing(server: TestServer) {
  const root = server.client()
  await root.signIn('root', '123456')
  await root.call(optionApi.update, { body: { key: 'RetryTimes', value: '2' } })
  const ids = new Map<string, number>()
  for (let number = 0; number < 40; number++) {
    const name = number === 17 ? 'the broken one' : `channel ${number}`
    const body = {
      type: 1,
      key: `sk-health-${number}`,
      name,
      models: number < 16 ? 'other-model' : 'gpt-4o',
      group: 'default',
      base_url: upstream().url,
      priority: number === 17 ? 9 : 0,
    }
    const { answer } = await root.call(channelApi.create, { body })
    assert.ok(answer.success, answer.message)
    ids.set(name, answer.data.ids[0] ?? 0)
  }
  upstream().faults.add({ match: { key: 'sk-health-17' }, fault: { kind: 'status', status: 429 } })
  const broken = ids.get('the broken one') ?? 0
  const { answer: made } = await root.call(tokenApi.create, { body: { name: 'caller', unlimited_quota: true } })
  assert.ok(made.success, made.message)
  const key = made.data.key
  for (let call = 0; call < 4; call++) {
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hello' }] }),
    })
    assert.equal(response.status, 200, await response.text())
  }
  await eventually('the failing channel', async () => {
    const { answer } = await root.call(channelAttemptApi.failing)
    return answer.success && answer.data.channels.some(({ id }) => id === broken)
  })
  return { root, broken }
}

journey('a failing channel is found in one click from any page, and disabled and enabled again', async (walk) => {
  const { page, url, server } = walk
  const { root, broken } = await givenFailing(server)
  await openSignedIn(page, url, '/topup')
  const banner = page.getByRole('region', { name: /failing/ })
  await page.getByRole('heading', { name: 'Wallet', exact: true }).waitFor()
  await banner.getByText('Channel the broken one is failing · 100% of gpt-4o calls affected').waitFor()
  await assertAccessible(page)
  await banner.getByRole('link', { name: 'Show failing channels' }).click()

  const rows = page.getByRole('row').filter({ hasText: 'the broken one' })
  await rows.waitFor()
  assert.equal(await page.getByRole('row').filter({ hasText: 'channel 18' }).count(), 0)
  await rows.getByText('Failing').waitFor()
  const ticks = rows.getByRole('img', { name: /^0 of the last 4 calls succeeded; last failure .+: rate limited$/ })
  await ticks.focus()
  await page
    .getByRole('tooltip')
    .getByText(/^rate limited · HTTP 429 · gpt-4o · /)
    .first()
    .waitFor()

  // The editor says the same in words.
  await page.goto(`${url}/channel/edit/${broken}`)
  await page.getByText(/^0 of the last 4 calls succeeded/).waitFor()
  await page
    .getByText(/^rate limited · HTTP 429 · gpt-4o/)
    .nth(3)
    .waitFor()
  assert.equal(await page.getByText(/^rate limited · HTTP 429 · gpt-4o/).count(), 4)

  await banner.getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable 1 channel?' })
  await dialog.getByText('the broken one. They get no requests until enabled again.').waitFor()
  await dialog.getByRole('button', { name: 'Disable 1 channel' }).click()
  await banner.waitFor({ state: 'detached' })
  const statusOf = async () => {
    const { answer } = await root.call(channelApi.get, { params: { id: String(broken) } })
    return answer.success && answer.data.status
  }
  assert.equal(await statusOf(), 2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  assert.equal(await statusOf(), 1)

  // A closed banner stays away until another channel fails.
  const fail = async (id: number) =>
    server.deps.store
      .updateTable('channels')
      .set({ failed_time: 5, failure_reason: 'no' })
      .where('id', '=', id)
      .execute()
  await fail(broken)
  await page.goto(`${url}/token`)
  await banner.getByRole('button', { name: 'Close notice' }).click()
  await banner.waitFor({ state: 'detached' })
  const asked = page.waitForResponse((response) => response.url().endsWith('/api/channel/failing'))
  await page.goto(`${url}/token`)
  await (await asked).finished()
  assert.equal(await banner.count(), 0)
  await fail(broken + 1)
  await page.goto(`${url}/token`)
  await banner.getByText(/^2 channels failing/).waitFor()
})

journey(
  'on a phone the banner fits, and the cards have the ticks',
  async ({ page, url }) => {
    await openSignedIn(page, url, '/channel?health=failed')
    await page.getByRole('article').filter({ hasText: 'the broken one' }).waitFor()
    await page.getByRole('img', { name: /^最近 4 次调用中 0 次成功；最近一次失败于.+：限流$/ }).waitFor()
    await page.getByText('查看失败的渠道').waitFor()
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
