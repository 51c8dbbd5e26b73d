import assert from 'node:assert/strict'
import { channelApi } from '@turnpike/contract/routing/channel'
import OpenAI from 'openai'
import type { Page } from 'playwright-core'
import { saveOptions } from '../../server/src/domain/system/options/options.rules.ts'
import { eventually } from '../../server/test/harness/eventually.ts'
import type { TestServer } from '../../server/test/harness/harness.ts'
import { openSignedIn } from './browser.ts'
import { assertFits, journeys } from './journey.ts'
import { upstream, withUpstream } from './upstream.ts'

const journey = journeys()
withUpstream()

const model = 'gpt-4o'

/** A channel that serves the model, at half a dollar a call, so that amounts are round. */
async function openRoad(server: TestServer) {
  const root = server.client()
  await root.signIn('root', '123456')
  const body = { type: 1, name: 'road', key: 'sk-upstream', models: model, group: 'default', base_url: upstream().url }
  const { answer } = await root.call(channelApi.create, { body })
  assert.ok(answer.success)
  await saveOptions(server.deps.store, server.deps.vault, { ModelPrice: JSON.stringify({ [model]: 0.5 }) })
  await server.deps.reload()
}

/** One call with the official client, as a program with this key would make it. */
function speak(url: string, key: string) {
  const client = new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
  return client.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hello' }] })
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

journey('a token is created, copied, used up, refused, raised and used again', async (walk) => {
  const { page, context, url, server } = walk
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openRoad(server)
  await openSignedIn(page, url, '/token')
  await page.getByText('No tokens yet').waitFor()
  await page.getByRole('button', { name: 'Create token' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Create token' }).click()
  await drawer.getByText('Enter a name for the token').waitFor()
  await drawer.getByLabel('Name').fill('first')
  await drawer.getByRole('button', { name: '$10', exact: true }).click()
  await drawer.getByText('Up to $10.00 · never expires · default ×1').waitFor()
  await drawer.getByRole('button', { name: '$1', exact: true }).click()
  await drawer.getByRole('button', { name: 'Create token' }).click()

  await drawer.getByText('Waiting for the first call').waitFor()
  await drawer.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByText('Key copied').waitFor()
  const key = await clipboard(page)
  assert.match(key, /^sk-\w{48}$/)
  await drawer.getByRole('button', { name: 'Copy Code snippet' }).click()
  await page.getByText('Code snippet copied').waitFor()
  assert.ok((await clipboard(page)).includes(key), 'the key is filled in on copying')
  assert.ok(!(await drawer.locator('pre').textContent())?.includes(key), 'and masked on the screen')

  await speak(url, key)
  await drawer.getByText('The first call has arrived').waitFor()
  await drawer.getByText('$0.5000').waitFor()
  await drawer.getByRole('button', { name: 'Done' }).click()
  const row = rowOf(page, 'first')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await row.getByText('$0.50 / $0.50').waitFor()

  await speak(url, key)
  await assert.rejects(speak(url, key), /Insufficient token quota/)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await row.getByText('Exhausted').waitFor()
  await row.getByText('$1.00 / $0.00').waitFor()
  await row.getByRole('button', { name: 'Enable' }).click()
  await page.getByText('The token quota is used up and it cannot be enabled').waitFor()

  await row.getByRole('button', { name: 'Edit' }).click()
  await drawer.getByLabel('Remaining quota').fill('-1')
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await drawer.getByText('Enter an amount that is not negative').waitFor()
  await drawer.getByLabel('Remaining quota').fill('2.5')
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await drawer.waitFor({ state: 'detached' })
  await row.getByText('Enabled').waitFor()
  await row.getByText('$1.00 / $2.50').waitFor()

  await row.getByRole('button', { name: 'More for first' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await row.getByText('Disabled').waitFor()
  await assert.rejects(speak(url, key), /This token is not usable/)
  await row.getByRole('button', { name: 'Enable' }).click()
  await row.getByText('Enabled').waitFor()
  // The relay knows a key by heart for a second.
  await eventually('the key works again', () => speak(url, key).catch(() => undefined))
})

journey('tokens are made by the batch, found by name and key, copied together and deleted', async (walk) => {
  const { page, context, url, server } = walk
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await server.given.user({ username: 'batcher' })
  await openSignedIn(page, url, '/token', 'batcher', 'password-1')
  await page.getByText('No tokens yet').waitFor()
  await page.getByRole('button', { name: 'Create token' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Name').fill('worker')
  await drawer.getByLabel('Expires').fill('next week')
  await page.keyboard.press('Tab')
  await drawer.getByRole('button', { name: '10', exact: true }).click()
  await drawer.getByRole('button', { name: 'Create 10 tokens' }).click()
  await drawer.getByText('Write the time as 2027-01-31 18:00:00').waitFor()
  await drawer.getByRole('button', { name: '1 day' }).click()
  await drawer.getByLabel('Allowed IP addresses').fill('127.0.0.1\nsomewhere')
  await drawer.getByRole('button', { name: 'Create 10 tokens' }).click()
  await drawer.getByText('Line 2 of the IP list is not an address').waitFor()
  await drawer.getByLabel('Allowed IP addresses').fill('127.0.0.1')
  await drawer.getByRole('button', { name: 'Create 10 tokens' }).click()

  await drawer.getByText('10 tokens created').waitFor()
  await drawer.getByRole('button', { name: 'Copy all' }).click()
  await page.getByText('10 keys copied').waitFor()
  const lines = (await clipboard(page)).split('\n').map((line) => line.split('\t'))
  assert.equal(lines.length, 10)
  assert.equal(lines[0]?.[0], 'worker')
  for (const [name, key] of lines.slice(1)) assert.match(`${name} ${key}`, /^worker-\w{6} sk-\w{48}$/)
  await drawer.getByRole('button', { name: 'Done' }).click()
  await drawer.waitFor({ state: 'detached' })

  const [name = '', key = ''] = lines[4] ?? []
  await page.getByPlaceholder('Key sk-…').fill(key)
  await page.getByText('1–1 of 1').waitFor()
  assert.ok(!page.url().includes(key.slice(3)), 'a key does not stand in the address')
  await rowOf(page, name).waitFor()
  await page.getByRole('button', { name: 'Copy selected' }).click()
  await page.getByText('Select at least one token').waitFor()
  await page.getByRole('checkbox', { name }).check()
  await page.getByPlaceholder('Key sk-…').fill('')
  await page.getByText('1–10 of 10').waitFor()
  await page.getByRole('checkbox', { name: 'worker', exact: true }).check()
  await page.getByText('2 tokens selected').waitFor()
  await page.getByRole('button', { name: 'Copy selected' }).click()
  await page.getByText('2 keys copied').waitFor()
  assert.deepEqual(new Set((await clipboard(page)).split('\n')), new Set([`${name}\t${key}`, lines[0]?.join('\t')]))

  await page.getByPlaceholder('Name').fill('nobody')
  await page.getByText('No tokens match').waitFor()
  await page.getByText('name contains “nobody”').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rowOf(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText(`Delete “${name}”?`).waitFor()
  await page.locator('.ant-popconfirm').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Token deleted').waitFor()
  await page.getByText('1–9 of 9').waitFor()
})

journey(
  'on a phone tokens are cards with the same actions, and everything fits',
  async ({ page, url, server }) => {
    await server.given.user({ username: 'walker' })
    await openSignedIn(page, url, '/token', 'walker', 'password-1')
    await page.getByText('还没有令牌').waitFor()
    await page.getByRole('button', { name: '新建令牌' }).last().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('名称').fill('口袋')
    await drawer.getByRole('switch', { name: '无限额度' }).click()
    await drawer.getByText('无限额度 · 永不过期').waitFor()
    await drawer.getByRole('button', { name: '创建令牌' }).click()
    await drawer.getByText('正在等待首次调用').waitFor()
    await assertFits(page)
    await drawer.getByRole('button', { name: '完成' }).click()
    const card = page.getByRole('listitem').filter({ hasText: '口袋' })
    await card.getByText('/ 无限').waitFor()
    await card.getByRole('button', { name: '显示密钥' }).click()
    await assertFits(page)
    await card.getByRole('button', { name: '编辑' }).click()
    await drawer.getByText('编辑令牌').waitFor()
    await assertFits(page)
  },
  { language: 'zh', width: 390 },
)
