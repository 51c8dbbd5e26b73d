import assert from 'node:assert/strict'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { rowOf } from '../steps.ts'
import { csvFrom } from './share-links-steps.ts'

const journey = journeys()

journey('selected tokens are disabled, enabled, limited, exported and deleted together', async (walk) => {
  const { page, url, server } = walk
  await server.given.user({ username: 'keeper' })
  await openSignedIn(page, url, '/token', 'keeper', 'password-1')
  await page.getByRole('button', { name: 'Create token' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'From a list' }).click()
  await drawer.getByLabel('Names or email addresses').fill('one\ntwo\nthree')
  await drawer.getByRole('button', { name: 'Create 3 tokens' }).click()
  await drawer.getByRole('button', { name: 'Done' }).click()
  await drawer.waitFor({ state: 'detached' })

  const choose = async () => {
    for (const name of ['one', 'two']) await page.getByRole('checkbox', { name, exact: true }).check()
    await page.getByText('2 tokens selected').first().waitFor()
  }
  const bar = page.getByRole('toolbar')
  await choose()
  await assertAccessible(page)
  await bar.getByRole('button', { name: 'Disable' }).click()
  await page.getByText('2 tokens changed').waitFor()
  await rowOf(page, 'one').getByText('Disabled').waitFor()
  await rowOf(page, 'three').getByText('Enabled').waitFor()

  await choose()
  await bar.getByRole('button', { name: 'Set limits' }).click()
  await drawer.getByLabel('Set the remaining amount').click()
  await drawer.getByLabel('Remaining amount', { exact: true }).fill('0')
  await drawer.getByLabel('Set the expiry').click()
  await drawer.getByRole('button', { name: '30 days' }).click()
  await assertAccessible(page)
  await drawer.getByRole('button', { name: 'Change 2 tokens' }).click()
  await drawer.waitFor({ state: 'detached' })
  await rowOf(page, 'two').getByText('$0.00 / $0.00').waitFor()
  await rowOf(page, 'two')
    .getByText(/^in (29 d|1 mo)$/)
    .waitFor() // the clock of the page goes by minutes: a month, or a little less

  await choose()
  await bar.getByRole('button', { name: 'Enable' }).click()
  await page.getByText('0 tokens enabled. 2 skipped: expired or exhausted').waitFor()

  const exportAs = (entry: string) =>
    csvFrom(page, async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: entry, exact: true }).click()
    })
  const masked = await exportAs('Export as CSV')
  assert.equal(masked.trim().split('\r\n').length, 4)
  assert.doesNotMatch(masked, /sk-\w{48}/)
  assert.match(await exportAs('Export as CSV with keys'), /sk-\w{48}/)

  await choose()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 tokens' }).click()
  await page.getByText('1–1 of 1').waitFor()
  await rowOf(page, 'three').waitFor()
})
