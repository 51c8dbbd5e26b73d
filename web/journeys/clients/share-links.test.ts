import assert from 'node:assert/strict'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { clipboard, rowOf } from '../steps.ts'
import { csvFrom } from './share-links-steps.ts'

const journey = journeys()

journey('a pasted list becomes tokens; their keys are saved and shared by links that show them once', async (walk) => {
  const { page, context, url, server } = walk
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await server.given.user({ username: 'leader' })
  await openSignedIn(page, url, '/token', 'leader', 'password-1')
  await page.getByText('No tokens yet').waitFor()
  await page.getByRole('button', { name: 'Create token' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'From a list' }).click()
  await drawer.getByRole('button', { name: 'Create token' }).click()
  await drawer.getByText('Enter at least one name').waitFor()
  const names = drawer.getByLabel('Names or email addresses')
  await names.fill('lin@x.org, "=Wu, Max"\n\nLIN@x.org\nalexandra.smith@department.example.org')
  await drawer.getByText('2 names', { exact: true }).waitFor()
  await drawer.getByText('1 duplicate left out: LIN@x.org').waitFor()
  await drawer.getByText('1 empty line left out').waitFor()
  await drawer.getByRole('button', { name: 'Create 2 tokens' }).click()
  await drawer.getByText('Correct or remove the names that cannot be used').waitFor()
  await assertAccessible(page)
  await drawer.getByRole('button', { name: 'Use the part before @' }).click()
  await drawer.getByRole('button', { name: 'Create 3 tokens' }).click()
  await drawer.getByText('3 tokens created').waitFor()

  await drawer.getByRole('button', { name: 'Copy all', exact: true }).click()
  await page.getByText('3 keys copied').waitFor()
  const keys = new Map((await clipboard(page)).split('\n').map((line) => line.split('\t') as [string, string]))
  assert.deepEqual([...keys.keys()], ['lin@x.org', '=Wu, Max', 'alexandra.smith'])
  const csv = await csvFrom(page, () => drawer.getByRole('button', { name: 'Download CSV' }).click())
  assert.deepEqual(csv.split('\r\n').slice(0, 3), [
    '\ufeffname,key,quota,expiry',
    `lin@x.org,${keys.get('lin@x.org')},1.000000,never`,
    `"'=Wu, Max",${keys.get('=Wu, Max')},1.000000,never`,
  ])

  await drawer.getByRole('button', { name: '1 hour' }).click()
  await drawer.getByRole('button', { name: 'Create 3 share links' }).click()
  await drawer.getByRole('button', { name: 'Copy all links' }).click()
  await page.getByText('3 share links copied').waitFor()
  const links = new Map((await clipboard(page)).split('\n').map((line) => line.split('\t') as [string, string]))
  await assertAccessible(page)
  await drawer.getByRole('button', { name: 'Done' }).click()
  await drawer.waitFor({ state: 'detached' })

  const link = links.get('lin@x.org') ?? ''
  assert.ok(link.startsWith(`${url}/share/`), link)
  const guest = await context.browser()?.newContext({ locale: 'zh-CN', viewport: { width: 390, height: 844 } })
  assert.ok(guest)
  const visit = await guest.newPage()
  for (let previews = 0; previews < 2; previews++) {
    await visit.goto(link)
    await visit.getByRole('heading', { name: 'leader 分享给你的' }).waitFor()
  }
  await assertAccessible(visit)
  await assertFits(visit)
  await visit.getByRole('button', { name: '显示密钥' }).click()
  await visit.getByText(keys.get('lin@x.org') ?? 'no key', { exact: true }).waitFor()
  await visit.getByText(`${url}/v1`, { exact: true }).waitFor()
  await assertAccessible(visit)
  await assertFits(visit)
  await visit.reload()
  await visit.getByRole('heading', { name: '此链接无法显示密钥' }).waitFor()
  await assertAccessible(visit)

  await rowOf(page, 'lin@x.org').getByRole('button', { name: 'More for lin@x.org' }).click()
  await page.getByRole('menuitem', { name: 'Share link' }).click()
  await drawer.getByText('Key shown just now').waitFor()
  await drawer.getByRole('button', { name: 'Create share link' }).click()
  await drawer.getByText('Copy it now: the link cannot be shown again.').waitFor()
  const second = (await drawer.locator('code').first().textContent()) ?? ''
  await assertAccessible(page)
  await drawer.getByRole('button', { name: 'Revoke' }).click()
  await page.locator('.ant-popover').getByRole('button', { name: 'Revoke' }).click()
  await drawer.getByText('Revoked', { exact: true }).waitFor()
  await visit.goto(second)
  await visit.getByRole('heading', { name: '此链接无法显示密钥' }).waitFor()
  await guest.close()

  await page.goto(`${url}/log`)
  await page.getByText('The key of token lin@x.org was shown through a share link').waitFor()
})
