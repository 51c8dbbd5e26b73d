import assert from 'node:assert/strict'
import { tokenApi } from '@turnpike/contract/identity/token'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { fewClicks } from '../clicks.ts'
import { journeys } from '../journey.ts'
import { asRoot, createChannel, dataOf, rowOf } from '../steps.ts'
import { dialog, field, selected } from './palette-steps.ts'

const journey = journeys()

journey('the palette opens by its keys, is used by keyboard alone, and remembers what was used', async (walk) => {
  const { page, url, server } = walk
  const root = await asRoot(server)
  const id = await createChannel(root, { name: 'night road', models: 'gpt-4o' })
  await root.call(tokenApi.create, { body: { name: 'night bot' } })
  await openSignedIn(page, url, '/token')
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await refresh.focus()

  await page.keyboard.press('Control+k')
  await field(page).waitFor()
  await dialog(page).getByRole('group', { name: 'Suggestions' }).getByText('Usage log').waitFor()
  await assertAccessible(page)
  await page.keyboard.press('ArrowUp')
  await selected(page).getByText('price …').waitFor()
  await page.keyboard.press('Enter') // puts the beginning of the sentence into the field
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement).value === 'price ')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  assert.ok(await refresh.evaluate((button) => button === document.activeElement), 'the focus returns')

  const requests: string[] = []
  page.on('request', (request) => {
    if (/\/search\?/.test(request.url())) requests.push(new URL(request.url()).pathname)
  })
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
  await page.keyboard.type('night')
  await dialog(page).getByRole('group', { name: 'Channels' }).getByText('night road').waitFor()
  await dialog(page).getByRole('group', { name: 'Tokens' }).getByText('night bot').waitFor()
  assert.deepEqual(requests.sort(), ['/api/channel/search', '/api/token/search', '/api/user/search'])
  await assertAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/channel/edit/${id}`)

  await page.goto(`${url}/token`)
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await field(page).fill('令牌 新建')
  await selected(page).getByText('Create token').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Create token' }).waitFor()
  await page.keyboard.press('Control+k')
  assert.equal(await page.getByRole('combobox', { name: /^Search pages/ }).count(), 0, 'not over a dialog')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })

  await eventually('the palette opens once the dialog is gone', async () => {
    if (!(await field(page).isVisible())) await page.keyboard.press('Control+k')
    return field(page).isVisible()
  })
  const recent = dialog(page).getByRole('group', { name: 'Recent' })
  await recent.getByText('Create token').waitFor()
  await field(page).fill('theme dark')
  await selected(page).getByText('Switch theme to dark').waitFor()
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
  await page.keyboard.press('Control+k')
  await field(page).fill('zzzz')
  await dialog(page).getByText('Nothing found for “zzzz”').waitFor()
  await assertAccessible(page)
})

journey('a sentence that changes something asks first, and then changes it', async ({ page, url, server }) => {
  const root = await asRoot(server)
  const channel = await createChannel(root, { name: 'Acme', models: 'qwen-max' })
  const sofia = await server.given.user({ username: 'sofia' })
  await openSignedIn(page, url, '/token')
  const say = async (sentence: string, label: string) => {
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Search and commands' }).waitFor()
    await page.keyboard.press('Control+k')
    await field(page).fill(sentence)
    await selected(page).getByText(label, { exact: true }).waitFor()
    await page.keyboard.press('Enter')
  }
  const isOpen = (path: string) => page.waitForURL(`${url}${path}`)

  await fewClicks(page, 'disable a channel', async () => {
    await say('disable acme', 'Disable channel Acme')
    await dialog(page).getByText('Disable “Acme”?').waitFor()
    await assertAccessible(page)
    await dialog(page).getByRole('button', { name: 'Disable' }).click()
    await page.getByText('Acme disabled').waitFor()
  })
  await isOpen('/channel?keyword=Acme')
  const { status } = dataOf(await root.call(channelApi.get, { params: { id: String(channel) } }))
  assert.equal(status, channelStatus.disabled)

  await say('禁用 sofia', 'Disable user sofia')
  await dialog(page).getByText('Disable “sofia”?').waitFor()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await isOpen('/user?keyword=sofia')
  await rowOf(page, 'sofia').getByText('Active', { exact: true }).waitFor()
  await say('disable sofia', 'Disable user sofia')
  await dialog(page).getByRole('button', { name: 'Disable' }).click()
  await rowOf(page, 'sofia').getByText('Disabled', { exact: true }).waitFor()
  await isOpen('/user?keyword=sofia')

  await say('给 sofia 退款 5', 'Refund $5 to sofia')
  await dialog(page).getByText('$0.00 now, $5.00 afterwards.').waitFor()
  await dialog(page).getByRole('button', { name: 'Goodwill' }).click()
  await dialog(page).getByRole('button', { name: 'Add $5.00' }).click()
  await rowOf(page, 'sofia').getByText('$5.00').waitFor()
  assert.equal(dataOf(await root.call(userAdminApi.get, { params: { id: String(sofia) } })).quota, 2_500_000)
})
