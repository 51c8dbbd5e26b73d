import assert from 'node:assert/strict'
import { role } from '@turnpike/contract/identity/user'
import { givenPassword } from '../../../server/test/harness/harness.ts'
import { openPage, openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { rowOf } from '../steps.ts'
import { call, openUsers } from './users-steps.ts'

const journey = journeys()

journey('a user is added, edited, not promoted, and loses the open session when banned', async (walk) => {
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

  await call(page, 'bella', 'Promote')
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
  await call(page, 'bella', 'Disable')
  await bella.getByText('Banned').waitFor()
  const heights = await page
    .locator('main :is(.ant-input-affix-wrapper, .ant-select)')
    .evaluateAll((fields) => fields.slice(0, 4).map((field) => field.getBoundingClientRect().height))
  assert.deepEqual(heights, Array(4).fill(32), 'the filters have one height')
  await page.getByLabel('Status', { exact: true }).click()
  await page.locator('.ant-select-item[title=Banned]').click()
  await page.getByText('1–1 of 1').waitFor()
  await page.getByRole('button', { name: 'Balance', exact: true }).click()
  await page.getByRole('columnheader', { name: 'Balance' }).and(page.locator('[aria-sort=descending]')).waitFor()
  await page.goto(`${url}/user`)
  await other.page.clock.fastForward('01:00') // nobody touches it
  await other.page.waitForURL(`${url}/login?expired=true`)
  await other.context.close()

  await page.getByRole('button', { name: 'More for bella' }).click()
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await bella.getByText('Active').waitFor()
  await call(page, 'bella', 'Delete')
  await bella.getByText('Deleted').waitFor()
  assert.equal(await bella.getByRole('button').count(), 0, 'a deleted user has no actions')
})
