import assert from 'node:assert/strict'
import { tokenApi } from '@turnpike/contract/identity/token'
import { limitsApi } from '@turnpike/contract/routing/limits'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { asRoot } from '../steps.ts'

const journey = journeys()

async function openLimits(page: Page, name: string) {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Limits' }).click()
  return page.getByRole('dialog')
}
async function choose(page: Page, label: string, option: string) {
  await page.getByRole('dialog').getByLabel(label).click()
  await page.getByTitle(option, { exact: true }).last().click()
}

journey('a token, a user and a group get limits, and the owner sees all that apply', async (walk) => {
  const { page, url, server } = walk
  const id = await server.given.user({ username: 'leader' })
  const leader = server.client()
  await leader.signIn('leader')
  await leader.call(tokenApi.create, { body: { name: 'crawler' } })

  await openSignedIn(page, url, '/user', 'root', '123456')
  let drawer = await openLimits(page, 'leader')
  await drawer.getByLabel('Requests per minute').fill('none')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByText('A whole number from 1 to 1,000,000').waitFor()
  await drawer.getByLabel('Requests per minute').fill('60')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Limits saved').waitFor()
  await drawer.waitFor({ state: 'detached' })
  const root = await asRoot(server)
  const { response } = await root.call(limitsApi.ofUser, { params: { id: String(id) } })
  assert.deepEqual(response.success && response.data.limits, { requests_per_minute: 60 })

  await page.goto(`${url}/setting?tab=operation&section=groups`)
  await page.getByRole('button', { name: 'Limits of vip' }).click()
  drawer = page.getByRole('dialog')
  await drawer.getByLabel('Concurrent requests').last().fill('5')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.waitFor({ state: 'detached' })
  const groups = await root.call(limitsApi.ofGroups)
  assert.deepEqual(groups.response.success && groups.response.data, [
    { group: 'vip', member: {}, together: { calls_at_once: 5 } },
  ])

  await openSignedIn(page, url, '/token', 'leader', 'password-1')
  drawer = await openLimits(page, 'crawler')
  await drawer.getByText('Limits of your account').waitFor()
  await drawer.getByText('0 / 60').waitFor()
  await drawer.getByRole('button', { name: 'Add budget' }).click()
  await drawer.getByLabel('Amount').fill('2.50')
  await choose(page, 'Period', 'Week')
  await choose(page, 'Reset', 'Rolling: the last 7 days')
  await assertAccessible(page)
  await assertFits(page)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.waitFor({ state: 'detached' })
  drawer = await openLimits(page, 'crawler')
  await drawer.getByText('Budget per week').waitFor()
  await assertAccessible(page)
  await drawer.getByRole('button', { name: 'Remove budget 1' }).click()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.waitFor({ state: 'detached' })
  const tokens = await leader.call(tokenApi.list, { query: { p: 0, size: 10 } as never })
  const token = tokens.response.success ? tokens.response.data[0] : undefined
  const shown = await leader.call(limitsApi.ofToken, { params: { id: String(token?.id) } })
  assert.deepEqual(shown.response.success && shown.response.data, { limits: {}, states: [] })
})
