import assert from 'node:assert/strict'
import { role } from '@turnpike/contract/identity/user'
import type { Page } from 'playwright-core'
import { setOptions } from '../../server/test/harness/accounts.ts'
import { givenPassword, type TestServer } from '../../server/test/harness/harness.ts'
import { enrol, totpCode } from '../../server/test/harness/second-factor.ts'
import { openPage, openSignedIn, signIn } from './browser.ts'
import { assertFits, journeys } from './journey.ts'

const journey = journeys()

/** Sets up an app through the page; returns its secret and the recovery codes. */
async function setUp(page: Page, server: TestServer) {
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up the authenticator app' })
  const shown = dialog.locator('code').filter({ hasText: /\w/ })
  await shown.waitFor()
  await dialog.locator('svg[viewBox]').first().waitFor()
  const secret = ((await shown.textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('Code shown by the app').fill('000000')
  await page.keyboard.press('Enter')
  await dialog.getByText('The code is wrong or was used already').waitFor()
  await dialog.getByLabel('Code shown by the app').fill(totpCode(server, secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await codes.waitFor()
  return { secret, codes: await codes.locator('li').allInnerTexts() }
}

journey('an app is set up, asked for at the next sign-in, and a recovery code replaces it once', async (walk) => {
  const { page, url, server } = walk
  await server.given.user({ username: 'mara' })
  await openSignedIn(page, url, '/setting', 'mara', givenPassword)
  await page.getByRole('link', { name: 'Set up or change' }).click()
  await page.getByRole('heading', { name: 'Sign-in security', level: 1 }).waitFor()
  const { secret, codes } = await setUp(page, server)
  assert.equal(codes.length, 10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('10 of 10 left').waitFor()

  await page.goto(`${url}/setting`)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await signIn(page, url, 'mara', givenPassword)
  await page.waitForURL(`${url}/login/second-step`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Enter the code', { exact: true }).waitFor()
  await page.getByLabel('Code').fill(totpCode(server, secret, 1))
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/token`)

  await page.goto(`${url}/setting`)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${url}/login`)
  await page.goto(`${url}/setting/security`)
  await page.waitForURL(`${url}/login`)
  await page.getByLabel('Username or email').fill('mara')
  await page.getByLabel('Password', { exact: true }).fill(givenPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/setting/security`)
  await page.getByText('9 of 10 left').waitFor()

  await page.getByRole('button', { name: 'Turn off' }).click()
  const proof = page.getByRole('dialog')
  await proof.getByRole('button', { name: 'Use the password instead' }).click()
  await proof.getByLabel('Current password').fill(givenPassword)
  await proof.getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('The authenticator app is turned off').waitFor()
  await page.getByRole('button', { name: 'Set up', exact: true }).waitFor()
})

journey('an administrator resets the second factor of somebody who lost theirs', async ({ page, url, server }) => {
  await server.given.user({ username: 'warden', role: role.admin })
  const id = await server.given.user({ username: 'loser' })
  const client = server.client()
  await client.signIn('loser')
  await enrol(server, client)
  await openSignedIn(page, url, `/user?open=${id}`, 'warden', givenPassword)
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Authenticator app', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'Reset', exact: true }).click()
  await page.getByRole('dialog', { name: 'Reset the two-step' }).getByRole('button', { name: 'Reset' }).click()
  await page.getByText('The two-step sign-in of loser was reset').waitFor()
  await drawer.getByText('Not set up').waitFor()
  await client.signIn('loser')
})

journey(
  'on a phone every step fits',
  async ({ page, url, server, context }) => {
    const browser = context.browser()
    assert.ok(browser)
    await server.given.user({ username: 'pocket' })
    const client = server.client()
    await client.signIn('pocket')
    await openSignedIn(page, url, '/setting/security', 'pocket', givenPassword)
    await page.getByRole('button', { name: '开始设置' }).click()
    await page.getByRole('dialog').locator('svg[viewBox]').first().waitFor()
    await assertFits(page)
    await enrol(server, client)
    const { page: other, context: otherContext } = await openPage(browser, { language: 'zh', width: 390 })
    await signIn(other, url, 'pocket', givenPassword)
    await other.getByRole('heading', { name: '两步验证' }).waitFor()
    await assertFits(other)
    await otherContext.close()
  },
  { language: 'zh', width: 390 },
)

journey('who must have a second factor sets it up before anything else opens', async ({ page, url, server }) => {
  await server.given.user({ username: 'novice' })
  await setOptions(server, { SecondFactorRequired: 'everybody' })
  await signIn(page, url, 'novice', givenPassword)
  await page.waitForURL(`${url}/login/set-up`)
  await page.getByText('The administrator requires a second factor').waitFor()
  await setUp(page, server)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Open the console' }).click()
  await page.getByText('No tokens yet').waitFor()
  await setOptions(server, { SecondFactorRequired: 'none' })
})
