import type { Page } from 'playwright-core'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { totpCode } from '../../../server/test/harness/second-factor.ts'

/** Sets up an app through the page; returns its secret and the recovery codes. */
export async function setUp(page: Page, server: TestServer) {
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
