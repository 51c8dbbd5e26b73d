import assert from 'node:assert/strict'
import { role } from '@turnpike/contract/identity/user'
import type { Locator } from 'playwright-core'
import { givenPassword } from '../../../server/test/harness/harness.ts'
import { openPage, openSignedIn } from '../browser.ts'
import { fewClicks } from '../clicks.ts'
import { journeys } from '../journey.ts'
import { givenCharge } from '../money/refund-steps.ts'
import { rowOf } from '../steps.ts'
import { call, openUsers } from './users-steps.ts'

const journey = journeys()

journey('a user is added, edited, not promoted, and loses the open session when banned', async (walk) => {
  const { page, context, url, server } = walk
  await server.given.user({ username: 'chief', role: role.admin })
  await openUsers(page, url, 'chief', givenPassword)
  await page.getByRole('button', { name: 'Add user' }).click()
  const drawer = page.getByRole('dialog')
  const heightOf = (field: Locator) => field.evaluate((element) => Math.round(element.getBoundingClientRect().height))
  const [name, password] = [drawer.getByLabel('Username'), drawer.locator('.ant-input-password')]
  assert.equal(await heightOf(password), await heightOf(name), 'the eye does not make a field higher')
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
  await bella.getByText('Disabled', { exact: true }).waitFor()
  const heights = await page
    .locator('main :is(.ant-input-affix-wrapper, .ant-select)')
    .evaluateAll((fields) => fields.slice(0, 4).map((field) => Math.round(field.getBoundingClientRect().height)))
  assert.deepEqual(heights, Array(4).fill(32), 'the filters have one height')
  await page.getByLabel('Status', { exact: true }).click()
  await page.locator('.ant-select-item[title=Disabled]').click()
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

journey(
  'a balance is changed and a request refunded, in few clicks and for a reason that the user reads',
  async (walk) => {
    const { page, url, server } = walk
    const carl = await server.given.user({ username: 'carl' })
    const balance = async () =>
      (await server.deps.store.selectFrom('users').select('quota').where('id', '=', carl).executeTakeFirstOrThrow())
        .quota
    await openSignedIn(page, url, '/user?keyword=carl')
    const dialog = page.getByRole('dialog')
    await fewClicks(page, 'Credit a user', async () => {
      await page.getByRole('button', { name: 'More for carl' }).click()
      await page.getByRole('menuitem', { name: 'Change balance' }).click()
      await dialog.getByLabel('Amount').fill('5')
      await dialog.getByText('$0.00 now, $5.00 afterwards.').waitFor()
      await dialog.getByRole('button', { name: 'Goodwill' }).click()
      await dialog.getByRole('button', { name: 'Add $5.00' }).click()
      await page.getByText('Balance of carl changed').waitFor()
    })
    assert.equal(await balance(), 2_500_000)
    await page.getByRole('button', { name: 'More for carl' }).click()
    await page.getByRole('menuitem', { name: 'Change balance' }).click()
    await dialog.getByText('Subtract', { exact: true }).click()
    await dialog.getByLabel('Amount').fill('6')
    await dialog.getByText('The balance is only $5.00').waitFor()
    await dialog.getByLabel('Amount').fill('1')
    await dialog.getByRole('button', { name: 'Subtract $1.00' }).click()
    await dialog.getByText('Enter a reason').waitFor()
    await dialog.getByLabel('Reason', { exact: true }).fill('Typed too much')
    await page.keyboard.press('Enter')
    await rowOf(page, 'carl').getByText('$4.00').waitFor()
    await rowOf(page, 'carl').getByRole('button', { name: 'Edit' }).click()
    const history = page.getByRole('list', { name: 'Balance history' }).getByRole('listitem')
    await history.first().getByText('by root · Typed too much').waitFor()

    const request = await givenCharge(server, carl, 'carl', 500_000)
    await page.goto(`${url}/log?username=carl`)
    await fewClicks(page, 'Refund a user', async () => {
      await rowOf(page, 'gpt-4o')
        .first()
        .getByRole('button', { name: /details/i })
        .click()
      await page.getByRole('button', { name: 'Refund', exact: true }).click()
      await dialog.getByRole('button', { name: 'Service fault' }).click()
      await dialog.getByRole('button', { name: 'Refund $1.00' }).click()
      await page.getByText('$1.00 refunded to carl').waitFor()
    })
    await page.getByRole('region', { name: 'Refunds' }).getByText('Service fault').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Refund', exact: true }).count(), 0, request)
    assert.equal(await balance(), 2_000_000)
    const browser = walk.context.browser()
    assert.ok(browser)
    const own = await openPage(browser)
    await openSignedIn(own.page, url, '/topup', 'carl', givenPassword)
    const record = rowOf(own.page, 'Refund of a request')
    await record.getByText('Service fault').waitFor()
    await record.getByText('+$1.00').waitFor()
    await rowOf(own.page, 'Typed too much').getByText('-$1.00').waitFor()
    await own.context.close()
  },
)

journey('a user is banned in few clicks', async ({ page, url, server }) => {
  await server.given.user({ username: 'dora' })
  await openSignedIn(page, url, '/token')
  await fewClicks(page, 'ban a user', async () => {
    await page.getByRole('link', { name: 'Users' }).click()
    await call(page, 'dora', 'Disable')
    await rowOf(page, 'dora').getByText('Disabled', { exact: true }).waitFor()
  })
})
