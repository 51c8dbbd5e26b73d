import assert from 'node:assert/strict'
import { orgApi } from '@turnpike/contract/identity/organisation-api'
import type { Page } from 'playwright-core'
import { givenPassword } from '../../../server/test/harness/harness.ts'
import { clientOf } from '../../../server/test/ledger/organisations.ts'
import { assertAccessible } from '../axe.ts'
import { type Look, openPage, openSignedIn } from '../browser.ts'
import { assertFits, journeys, type Walk } from '../journey.ts'
import { dataOf, rowOf } from '../steps.ts'
import { withUpstream } from '../upstream.ts'
import { ask, dollar, downloaded, keyOf, microDollars, models, openRoad, sumsOfCsv, topUp } from './firm-steps.ts'

withUpstream()
const journey = journeys()

journey('a firm of three: invited by links, with caps, and a statement that adds up', async (walk) => {
  const { page, server, url } = walk
  await openRoad(server)
  for (const username of ['olga', 'hana']) await server.given.user({ username })

  await openSignedIn(page, url, '/org/new', 'olga', givenPassword)
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByText('Enter a name of 1 to 40 characters').waitFor()
  await assertAccessible(page)
  await page.getByLabel('Name', { exact: true }).fill('Three Hands')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByText('Three Hands · 1 member').waitFor()
  assert.equal(new URL(page.url()).pathname, '/org/members')

  await page.getByText('The organization has no balance').waitFor()
  const first = await inviteByLink(page)
  const second = await inviteByLink(page)
  assert.notEqual(first, second)
  await page.getByRole('link', { name: 'Invitations' }).click()
  await page.getByRole('button', { name: 'Revoke' }).nth(1).waitFor()
  await assertAccessible(page)

  const hana = await visit(walk, { language: 'zh', theme: 'dark', width: 390 })
  await hana.page.goto(first)
  await hana.page.waitForURL(`${url}/login`)
  await hana.page.getByLabel('用户名或邮箱').fill('hana')
  await hana.page.getByLabel('密码', { exact: true }).fill(givenPassword)
  await hana.page.keyboard.press('Enter')
  await hana.page.getByRole('heading', { name: 'olga 邀请你加入 Three Hands' }).waitFor()
  await assertAccessible(hana.page)
  await assertFits(hana.page)
  await hana.page.getByRole('button', { name: '加入 Three Hands' }).click()
  await hana.page.getByRole('heading', { name: 'hana' }).waitFor()
  assert.equal(await hana.page.getByRole('article').count(), 1) // members see only themselves
  await assertAccessible(hana.page)
  await assertFits(hana.page)
  await hana.page.goto(first)
  await hana.page.getByRole('heading', { name: '此邀请无法使用' }).waitFor()

  const ivan = await visit(walk, { width: 390 })
  await ivan.page.goto(second)
  await ivan.page.getByRole('link', { name: 'Create an account' }).click()
  await ivan.page.getByLabel('Username').fill('ivan')
  await ivan.page.getByLabel('Password', { exact: true }).fill(givenPassword)
  await ivan.page.getByLabel('Repeat password', { exact: true }).fill(givenPassword)
  await ivan.page.keyboard.press('Enter')
  await ivan.page.waitForURL(`${url}/login`)
  await ivan.page.getByLabel('Password', { exact: true }).fill(givenPassword)
  await ivan.page.keyboard.press('Enter')
  await ivan.page.getByRole('button', { name: 'Join Three Hands' }).click()
  await ivan.page.getByRole('heading', { name: 'ivan' }).waitFor()
  await ivan.close()

  const olga = await clientOf(server, 'olga')
  const [listed] = dataOf(await olga.call(orgApi.list)).items
  const org = listed?.id ?? 0
  await topUp(server, org, 3 * dollar)
  await page.goto(`${url}/org/members`)
  await capPerMonth(page, 'hana', '2.5')
  const keys = { hana: await keyOf(server, 'hana', org), ivan: await keyOf(server, 'ivan', org) }
  for (const model of models) await ask(keys.hana, model)
  await ask(keys.ivan, models[0])

  await page.reload()
  assert.equal(await page.getByText('The organization has no balance').count(), 0)
  const hanasRow = rowOf(page, 'hana')
  await hanasRow.getByText('of $2.50 this month').waitFor()
  const spentInRow = async (name: string) =>
    microDollars((await rowOf(page, name).getByRole('cell').nth(2).textContent()) ?? '')[0] ?? 0
  const spent = { hana: await spentInRow('hana'), ivan: await spentInRow('ivan') }
  assert.ok(spent.hana > spent.ivan && spent.ivan > 0, JSON.stringify(spent))
  await assertAccessible(page)

  await page.goto(`${url}/org/statement`)
  const read = await readStatement(page)
  assert.deepEqual(read.movements, [3e6, -(spent.hana + spent.ivan)])
  assert.equal(read.opening + read.movements.reduce((sum, each) => sum + each), read.closing)
  for (const name of ['By member', 'By model', 'By member and model']) {
    const amounts = read.tables[name] ?? []
    assert.equal(amounts.at(-1), spent.hana + spent.ivan, name)
    assert.equal(
      amounts.slice(0, -1).reduce((sum, each) => sum + each),
      amounts.at(-1),
      name,
    )
  }
  await assertAccessible(page)
  const csv = await downloaded(page, () => page.getByRole('button', { name: 'Download CSV' }).click())
  assert.deepEqual(sumsOfCsv(csv), {
    opening: 0,
    movement: 3e6 - spent.hana - spent.ivan,
    closing: read.closing,
    spent: spent.hana + spent.ivan,
  })
  assert.ok(csv.includes(`,hana,${models[1]},`), csv)

  const phone = await visit(walk, { language: 'zh', theme: 'dark', width: 390 })
  await openSignedIn(phone.page, url, `/org/statement?org=${org}`, 'olga', givenPassword)
  await phone.page.getByRole('heading', { name: '按成员和模型' }).waitFor()
  await assertAccessible(phone.page)
  await assertFits(phone.page)
  await assertPrintsAlone(phone.page)
  await phone.close()

  await page.goto(`${url}/org/members`)
  await page.getByRole('button', { name: 'More for hana' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByText('Their tokens of the organization stop working immediately.').waitFor()
  await page.getByRole('tooltip').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('hana removed').waitFor()
  await assert.rejects(ask(keys.hana, models[0]), { status: 401 })
  await ask(keys.ivan, models[0])
  await hana.page.goto(`${url}/org/members`)
  await hana.page.waitForFunction(() => sessionStorage.getItem('org') === null)
  await hana.page.goto(`${url}/org/members`)
  await hana.page.getByRole('heading', { name: '你还没有加入任何组织' }).waitFor()
  await hana.close()
})

/** A page of another person, in a browser context of their own; it must end without errors as well. */
async function visit({ context }: Walk, look: Look) {
  const browser = context.browser()
  assert.ok(browser)
  const opened = await openPage(browser, look)
  return {
    page: opened.page,
    async close() {
      assert.deepEqual(opened.complaints, [])
      await opened.context.close()
    },
  }
}

/** Makes a link for one new member. */
async function inviteByLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Create link' }).click()
  await drawer.getByText('Copy it now: the link cannot be shown again.').waitFor()
  const link = (await drawer.locator('code').textContent()) ?? ''
  await assertAccessible(page)
  await drawer.getByRole('button', { name: 'Done' }).click()
  await drawer.waitFor({ state: 'detached' })
  return link
}

/** Sets what a member may spend in a month. */
async function capPerMonth(page: Page, name: string, dollars: string) {
  await rowOf(page, name).getByRole('button', { name: 'Edit' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Add budget' }).click()
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await drawer.getByText('An amount above 0').waitFor()
  await drawer.getByLabel('Amount').fill(dollars)
  await assertAccessible(page)
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await drawer.waitFor({ state: 'detached' })
}

/** The amounts of the statement, in millionths of a dollar. The last amount of a table is its sum. */
async function readStatement(page: Page) {
  const document = page.getByRole('article')
  await document.getByRole('heading', { name: 'By member and model' }).waitFor()
  const lines = (await document.getByRole('definition').allTextContents()).flatMap(microDollars)
  const tables: Record<string, number[]> = {}
  for (const section of await document.locator('section').all()) {
    const cells = await section.locator('table tr > :last-child').allTextContents()
    tables[(await section.getByRole('heading').textContent()) ?? ''] = cells.flatMap(microDollars)
  }
  return { opening: lines[0] ?? 0, movements: lines.slice(1, -1), closing: lines.at(-1) ?? 0, tables }
}

/** Printed, the page is the statement on white and nothing else. */
async function assertPrintsAlone(page: Page) {
  await page.emulateMedia({ media: 'print' })
  const printed = await page.evaluate(() => {
    const statement = document.querySelector('article')
    const seen = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
      (element) => !element.contains(statement) && !statement?.contains(element) && element.checkVisibility(),
    )
    const { color, width } = getComputedStyle(statement ?? document.body)
    return {
      others: seen.map(({ outerHTML }) => outerHTML.slice(0, 200)),
      color,
      background: getComputedStyle(document.body).backgroundColor,
      isWide: Number.parseFloat(width) >= innerWidth - 1,
    }
  })
  assert.deepEqual(printed, { others: [], color: 'rgb(0, 0, 0)', background: 'rgb(255, 255, 255)', isWide: true })
  await page.emulateMedia({ media: 'screen' })
}
