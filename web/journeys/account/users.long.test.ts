import assert from 'node:assert/strict'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { asRoot, rowOf } from '../steps.ts'
import { call, openUsers } from './users-steps.ts'

const journey = journeys()

journey(
  'a balance is raised by the entered amount, whatever was spent meanwhile, and its history shows it',
  async (walk) => {
    const { page, url, server } = walk
    const id = await server.given.user({ username: 'carl' })
    const root = await asRoot(server)
    const balance = async () => {
      const { response } = await root.call(userAdminApi.get, { params: { id: String(id) } })
      assert.ok(response.success)
      return response.data.quota
    }
    assert.ok((await root.call(userAdminApi.update, { body: { id, quota: 1_000_000 } })).response.success)
    await openUsers(page, url, 'root')
    const carl = rowOf(page, 'carl')
    await carl.getByRole('button', { name: 'Edit' }).click()
    const drawer = page.getByRole('dialog').first()
    await drawer.getByText('$2.00').first().waitFor()
    await drawer.getByRole('button', { name: 'Change balance' }).click()
    const dialog = page.getByRole('dialog').last()
    assert.ok((await root.call(userAdminApi.update, { body: { id, quota: 750_000 } })).response.success)
    await dialog.getByRole('button', { name: '$10', exact: true }).click()
    await dialog.getByLabel('Reason', { exact: true }).fill('Welcome')
    await dialog.getByRole('button', { name: 'Add $10.00' }).click()
    await carl.getByText('$11.50').waitFor()
    assert.equal(await balance(), 5_750_000)

    await page.goto(`${url}/user/edit/${id}`)
    const history = page.getByRole('list', { name: 'Balance history' }).getByRole('listitem')
    await history.first().getByText('+$10.00').waitFor()
    await history.first().getByText('by root').waitFor()
    await history.nth(1).getByText('-$0.50').waitFor()
    await page.getByLabel('Group', { exact: true }).click()
    await page.getByTitle('vip', { exact: true }).click()
    await page.getByText('1 unsaved change').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('User saved').waitFor()
    await call(page, 'carl', 'Promote')
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
    await page.getByRole('dialog').getByText('余额记录').waitFor()
    await assertFits(page)
    await page.goto(`${url}/user/add`)
    await page.getByRole('dialog').getByRole('button', { name: '添加用户' }).click()
    await page.getByRole('dialog').getByText('用户名和密码不能为空').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.waitForURL(`${url}/user`)
  },
  { language: 'zh', width: 390 },
)
