import assert from 'node:assert/strict'
import { role } from '@turnpike/contract/identity/user'
import { peopleApi } from '@turnpike/contract/identity/user-admin'
import type { Page } from 'playwright-core'
import { givenPassword, type TestServer } from '../../server/test/harness/harness.ts'
import { openPage, openSignedIn } from './browser.ts'
import { assertFits, journeys } from './journey.ts'

const journey = journeys()

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function openUsers(page: Page, url: string, username: string, password?: string) {
  await openSignedIn(page, url, '/token', username, password)
  await page.getByRole('link', { name: 'Users' }).click()
}

/** Asks for something in the menu of a row and says yes to the question. */
async function ask(page: Page, name: string, verb: string) {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: verb }).click()
  await page.getByRole('tooltip').getByRole('button', { name: verb, exact: true }).click()
}

async function asRoot(server: TestServer) {
  const root = server.client()
  await root.signIn('root', '123456')
  return root
}

journey('somebody is added, edited, not promoted, and banned out of the browser they have open', async (walk) => {
  const { page, context, url, server } = walk
  await server.given.user({ username: 'chief', role: role.admin })
  await openUsers(page, url, 'chief', givenPassword)
  await page.getByRole('button', { name: 'Add user' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Add user' }).click()
  await drawer.getByText('Username and password cannot be empty').first().waitFor()
  await drawer.getByLabel('Username').fill('chief')
  await drawer.getByLabel('Password', { exact: true }).fill('seven77')
  await page.keyboard.press('Enter')
  await drawer.getByText('Password must have 8 to 128 characters').waitFor()
  await drawer.getByLabel('Password', { exact: true }).fill('bella-password')
  await page.keyboard.press('Enter')
  await drawer.getByText('Username already exists or has been logged out').waitFor()
  await drawer.getByLabel('Username').fill('bella')
  await page.keyboard.press('Enter')
  await page.getByText('bella added').waitFor()
  await drawer.waitFor({ state: 'detached' })

  const bella = rowOf(page, 'bella')
  await bella.getByRole('button', { name: 'Edit' }).click()
  await drawer.getByLabel('Display name').fill('Bella Swan')
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await drawer.waitFor({ state: 'detached' })
  await bella.getByText('Bella Swan').waitFor()

  await ask(page, 'bella', 'Promote')
  const refusal = page.getByRole('alert').filter({ hasText: 'A regular administrator cannot promote others' })
  await refusal.getByRole('button', { name: 'Close' }).click()
  await bella.getByText('User', { exact: true }).waitFor()
  const root = rowOf(page, 'Super admin')
  assert.ok(await root.getByRole('button', { name: 'Edit' }).isDisabled(), 'nobody edits a superior')
  await root.getByRole('button', { name: 'Edit' }).locator('..').focus()
  await page
    .getByRole('tooltip')
    .filter({ hasText: 'You may not update users of the same or a higher level' })
    .waitFor()

  const browser = context.browser()
  assert.ok(browser)
  const other = await openPage(browser)
  await other.page.clock.install()
  await openSignedIn(other.page, url, '/token', 'bella', 'bella-password')
  await other.page.getByText('No tokens yet').waitFor()
  await ask(page, 'bella', 'Disable')
  await bella.getByText('Banned').waitFor()
  await other.page.clock.fastForward('01:00') // nobody touches it
  await other.page.waitForURL(`${url}/login?expired=true`)
  await other.context.close()

  await page.getByRole('button', { name: 'More for bella' }).click()
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await bella.getByText('Active').waitFor()
  await ask(page, 'bella', 'Delete')
  await bella.getByText('Deleted').waitFor()
  assert.equal(await bella.getByRole('button').count(), 0, 'a deleted user has no actions')
})

journey(
  'a quota is raised by what was asked for, whatever was spent meanwhile, and its history shows it',
  async (walk) => {
    const { page, url, server } = walk
    const id = await server.given.user({ username: 'carl' })
    const root = await asRoot(server)
    const balance = async () => {
      const { answer } = await root.call(peopleApi.get, { params: { id: String(id) } })
      assert.ok(answer.success)
      return answer.data.quota
    }
    assert.ok((await root.call(peopleApi.update, { body: { id, quota: 1_000_000 } })).answer.success)
    await openUsers(page, url, 'root')
    const carl = rowOf(page, 'carl')
    await carl.getByRole('button', { name: 'Edit' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('1,000,000 quota').waitFor()
    assert.ok((await root.call(peopleApi.update, { body: { id, quota: 750_000 } })).answer.success)
    await drawer.getByRole('button', { name: '+$10', exact: true }).click()
    await drawer.getByText('Adds $10.00').waitFor()
    await drawer.getByRole('button', { name: 'Save changes' }).click()
    await drawer.waitFor({ state: 'detached' })
    await carl.getByText('$11.50').waitFor()
    assert.equal(await balance(), 5_750_000)

    await page.goto(`${url}/user/edit/${id}`)
    const history = page.getByRole('list', { name: 'Quota history' }).getByRole('listitem')
    await history.first().getByText('+$10.00').waitFor()
    await history.first().getByText('by root').waitFor()
    await history.nth(1).getByText('-$0.50').waitFor()
    await page.getByRole('textbox', { name: 'Balance' }).fill('20')
    await page.getByLabel('Group', { exact: true }).click()
    await page.getByTitle('vip', { exact: true }).click()
    await page.getByText('2 unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('User saved').waitFor()
    await history.first().getByText('+$8.50').waitFor()
    assert.equal(await balance(), 10_000_000)
    await ask(page, 'carl', 'Promote')
    await page.getByText('Admin', { exact: true }).waitFor()

    await page.goto(`${url}/user/edit/${id + 1000}`)
    await page.getByText('User does not exist').waitFor()
    await page.goto(`${url}/user/edit`)
    await page.waitForURL(`${url}/setting?tab=personal`)
  },
)

journey(
  'on a phone users are cards, found by keyword and group, and an address opens the drawer to add one',
  async ({ page, url, server }) => {
    await server.given.user({ username: 'dora' })
    await openSignedIn(page, url, '/user')
    await page.getByRole('listitem').filter({ hasText: 'dora' }).getByText('正常').waitFor()
    await assertFits(page)
    await page.getByLabel('ID、名称或邮箱').fill('dor')
    await page.waitForURL(`${url}/user?keyword=dor`)
    await page.getByText('第 1–1 条，共 1 条').waitFor()
    await page.goto(`${url}/user?keyword=dor&group=vip`)
    await page.getByText('没有符合条件的用户').waitFor()
    await page.getByRole('button', { name: '清除筛选' }).click()
    await page.getByRole('listitem').filter({ hasText: 'dora' }).getByRole('button', { name: '编辑' }).click()
    await page.getByRole('dialog').getByText('额度记录').waitFor()
    await assertFits(page)
    await page.goto(`${url}/user/add`)
    await page.getByRole('dialog').getByRole('button', { name: '添加用户' }).click()
    await page.getByRole('dialog').getByText('用户名和密码不能为空').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.waitForURL(`${url}/user`)
  },
  { language: 'zh', width: 390 },
)
