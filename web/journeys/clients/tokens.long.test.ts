import assert from 'node:assert/strict'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { clipboard, rowOf } from '../steps.ts'

const journey = journeys()

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
    await drawer.getByRole('switch', { name: '不限额' }).click()
    await drawer.getByText('不限额 · 永不过期').waitFor()
    await drawer.getByRole('button', { name: '创建令牌' }).click()
    await drawer.getByText('正在等待首次请求').waitFor()
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
