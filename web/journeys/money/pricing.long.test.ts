import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { tokenApi } from '@turnpike/contract/identity/token'
import type { Page } from 'playwright-core'
import { saveOptions } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys, type Walk } from '../journey.ts'
import { clipboard, rowOf } from '../steps.ts'
import { withUpstream } from '../upstream.ts'
import { addChannel, givenModels } from './pricing-steps.ts'

const journey = journeys()
withUpstream()

const run = promisify(execFile)

const root = join(import.meta.dirname, '..', '..', '..')

/** A user of the group vip, whose prices are four fifths. */
async function givenVip({ server }: Walk, username: string) {
  const id = await server.given.user({ username })
  const { store } = server.deps
  await store.updateTable('users').set({ group: 'vip', quota: 5_000_000 }).where('id', '=', id).execute()
}

const chooseGroup = async (page: Page, group: string) => {
  await page.getByLabel('Show prices for').click()
  await page.locator('.ant-select-item-option').filter({ hasText: group }).click()
}

journey(
  'before there is a channel the page says so, and shows an administrator where to begin',
  async ({ page, url }) => {
    await page.goto(`${url}/pricing`)
    await page.getByText('No models yet').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Add channel' }).count(), 0)
    await openSignedIn(page, url, '/token')
    await page.getByRole('link', { name: 'Pricing' }).click()
    await page.getByRole('link', { name: 'Add channel' }).click()
    await page.waitForURL(`${url}/channel/add`)
  },
)

journey('a vip user sees the prices of their group, of another, and calls that work as copied', async (walk) => {
  const { page, context, url, server } = walk
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await givenModels(server)
  await givenVip(walk, 'vera')
  await openSignedIn(page, url, '/pricing', 'vera', 'password-1')
  await page.getByText('Prices for your group vip ×0.8').waitFor()
  const row = rowOf(page, 'gpt-4o')
  await row.getByText('$2.00', { exact: true }).waitFor()
  await rowOf(page, 'claude-sonnet-4-5').getByText('$2.40', { exact: true }).waitFor()
  await chooseGroup(page, 'default')
  await row.getByText('$2.50', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Only models of this group' }).click() // ticked once the address has changed
  await page.getByText('3 models').waitFor()
  await page.reload()
  await page.getByText('Prices for group default').waitFor()
  await page.getByText('3 models').waitFor()

  await page.getByRole('button', { name: 'Details of gpt-4o' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('128,000 tokens').waitFor()
  await drawer.getByRole('button', { name: 'Show multipliers (advanced)' }).click()
  await drawer.getByRole('row', { name: /Cached input \$1.25 1.25 × 0.5/ }).waitFor()
  await drawer.getByRole('row', { name: /vip ×0.8 \$2.00 \$8.00/ }).waitFor()

  const client = server.client()
  await client.signIn('vera')
  const { response } = await client.call(tokenApi.create, { body: { name: 'calls', unlimited_quota: true } })
  assert.ok(response.success)
  const code = async (endpoint: string, language: string) => {
    await drawer.getByRole('tab', { name: endpoint }).click()
    await drawer.getByRole('button', { name: language, exact: true }).click()
    await drawer.getByRole('button', { name: 'Copy Code snippet' }).click()
    const copied = (await drawer.locator('pre').textContent()) ?? ''
    assert.ok(copied.includes('gpt-4o') && copied.includes(url), copied)
    return copied.replace('sk-your-key', `sk-${response.data.key}`)
  }
  for (const endpoint of ['OpenAI', 'Responses', 'Anthropic', 'Gemini']) {
    const command = await code(endpoint, 'curl')
    const { stdout } = await run('sh', ['-c', command.replace(/^curl/, 'curl --silent --fail-with-body')])
    assert.match(stdout, /usage/i, endpoint)
    const module = await code(endpoint, 'JavaScript')
    const node = await run(process.execPath, ['--input-type=module', '--eval', module], { cwd: root })
    assert.ok(node.stdout.trim().length > 0, endpoint)
  }
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  assert.ok(!page.url().includes('model='))
})

journey(
  'on a phone models are cards with the same filters, selection and drawer',
  async ({ page, context, url }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${url}/pricing`)
    await page.getByText('你尚未登录').waitFor()
    const card = page.getByRole('listitem').filter({ hasText: 'gpt-4o' })
    await card.getByText('$2.50').waitFor()
    await assertFits(page)
    await page.getByRole('checkbox', { name: '选择 gpt-4o' }).check()
    await page.getByRole('checkbox', { name: '选择 dall-e-3' }).check()
    await page.getByText('已选择 2 个模型').waitFor()
    await page.getByRole('button', { name: '复制名称' }).click()
    await page.getByText('2 个名称已复制').waitFor()
    assert.equal(await clipboard(page), 'gpt-4o,dall-e-3')
    await page.getByRole('button', { name: '取消选择' }).click()

    await page.getByRole('button', { name: /筛选/ }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('计费方式').click()
    await page.locator('.ant-select-item-option').filter({ hasText: '按次' }).click()
    await sheet.getByRole('button', { name: '查看结果' }).click()
    await page.getByText('1 个模型').waitFor()
    await page.getByRole('button', { name: 'dall-e-3 的详情' }).click()
    await page.getByText('一张标准尺寸、标准质量图片的价格').waitFor()
    await assertFits(page)
  },
  { language: 'zh', theme: 'dark', width: 390 },
)

journey('of a thousand models only those near the window are drawn, as a table and as cards', async (walk) => {
  const { page, url, server } = walk
  const names = Array.from({ length: 1000 }, (_, index) => `house-model-${String(index).padStart(3, '0')}`)
  const ratios = Object.fromEntries(names.map((name) => [name, 1]))
  await saveOptions(server.deps.store, server.deps.vault, { ModelRatio: JSON.stringify(ratios) })
  await server.deps.reload()
  for (let from = 0; from < names.length; from += 100)
    await addChannel(server, { type: 1, models: names.slice(from, from + 100).join(','), group: 'default' })

  await page.goto(`${url}/pricing?keyword=house`)
  await page.getByText('1,000 models').waitFor()
  const toEnd = () => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await page.getByText('house-model-000').waitFor()
  assert.ok((await page.getByRole('row').count()) < 120)
  await toEnd()
  await page.getByText('house-model-999').waitFor()
  assert.ok((await page.getByRole('row').count()) < 120)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByText('1,000 models selected').waitFor()

  await page.locator('[title=Cards]').click()
  await page.getByRole('listitem').first().waitFor()
  await toEnd()
  await page.getByText('house-model-999').waitFor()
  assert.ok((await page.getByRole('listitem').count()) < 300)
  await page.reload()
  await page.getByRole('listitem').filter({ hasText: 'house-model-000' }).waitFor()
})
