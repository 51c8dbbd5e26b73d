import assert from 'node:assert/strict'
import { orgApi } from '@turnpike/contract/identity/organisation-api'
import { givenPassword } from '../../../server/test/harness/harness.ts'
import { clientOf } from '../../../server/test/ledger/organisations.ts'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { dataOf } from '../steps.ts'
import { firmOf } from './firm-steps.ts'

const journey = journeys()

journey('the owner offers the organization to a member, who accepts; the former owner leaves', async (walk) => {
  const { page, server, url } = walk
  const { org } = await firmOf(server, 'Handover', { owner: 'nora', members: { paul: 'member' } })
  await openSignedIn(page, url, `/org/members?org=${org}`, 'nora', givenPassword)
  await page.getByRole('button', { name: 'More for paul' }).click()
  await page.getByRole('menuitem', { name: 'Offer ownership' }).click()
  await page.getByRole('tooltip').getByRole('button', { name: 'Offer ownership' }).click()
  await page.getByText('paul was asked to become the owner').first().waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Withdraw the offer' }).click()
  await page.getByText('Offer withdrawn').waitFor()
  await page.getByRole('button', { name: 'Withdraw the offer' }).waitFor({ state: 'detached' })

  const nora = await clientOf(server, 'nora')
  const paul = await clientOf(server, 'paul')
  dataOf(await nora.call(orgApi.offer, { params: { id: String(org) }, body: { user_id: paul.userId } }))
  await page.evaluate(() => sessionStorage.clear())
  await openSignedIn(page, url, `/org/settings?org=${org}`, 'paul', givenPassword)
  await page.getByText('nora asks you to become the owner of Handover').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Delete organization' }).count(), 0)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Become the owner' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Become the owner' }).click()
  await page.getByText('You are now the owner of Handover').waitFor()
  await page.getByRole('button', { name: 'Delete organization' }).waitFor()

  await page.evaluate(() => sessionStorage.clear())
  await openSignedIn(page, url, `/org/settings?org=${org}`, 'nora', givenPassword)
  await page.getByRole('button', { name: 'Leave organization' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByText('You left Handover').waitFor()
  const { items } = dataOf(await nora.call(orgApi.list))
  assert.deepEqual(items, [])
})

journey(
  'the owner renames the organization, sets the warning, and deletes it by typing its name',
  async ({ page, server, url }) => {
    const { org } = await firmOf(server, '旧名', { owner: 'qing' })
    await openSignedIn(page, url, `/org/settings?org=${org}`, 'qing', givenPassword)
    await page.getByLabel('名称', { exact: true }).fill(' ')
    await page.getByRole('button', { name: '保存更改' }).click()
    await page.getByText('请输入 1 到 40 个字符的名称').waitFor()
    await page.getByLabel('名称', { exact: true }).fill('新名')
    await page.getByLabel('余额提醒').fill('5')
    await assertAccessible(page)
    await assertFits(page)
    await page.getByRole('button', { name: '保存更改' }).click()
    await page.getByText('设置已保存').waitFor()
    const qing = await clientOf(server, 'qing')
    const { name, warn_below } = dataOf(await qing.call(orgApi.show, { params: { id: String(org) } }))
    assert.deepEqual({ name, warn_below }, { name: '新名', warn_below: 2_500_000 })

    await page.goto(`${url}/org/members`)
    await page.getByRole('button', { name: '邀请成员' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('通过邮件').click()
    await drawer.getByRole('button', { name: '发送邀请' }).click()
    await drawer.getByText('请输入邮箱地址').waitFor()
    await drawer.getByLabel('邮箱').fill('li@firm.example')
    await assertAccessible(page)
    await assertFits(page)
    await drawer.getByRole('button', { name: '发送邀请' }).click()
    await page.getByText('请改用链接').waitFor() // no server address is set, which a link in a mail needs

    await page.goto(`${url}/org/settings`)
    await page.getByRole('button', { name: '删除组织' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('输入“新名”以确认').fill('旧名')
    await dialog.getByRole('button', { name: '删除组织' }).click()
    await dialog.getByText('与组织名称不一致').waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('输入“新名”以确认').fill('新名')
    await dialog.getByRole('button', { name: '删除组织' }).click()
    await page.getByText('已删除 新名').waitFor()
    assert.deepEqual(dataOf(await qing.call(orgApi.list)).items, [])
  },
  { language: 'zh', theme: 'dark', width: 390 },
)
