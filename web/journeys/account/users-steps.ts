import type { Page } from 'playwright-core'
import { openSignedIn } from '../browser.ts'

export async function openUsers(page: Page, url: string, username: string, password?: string) {
  await openSignedIn(page, url, '/token', username, password)
  await page.getByRole('link', { name: 'Users' }).click()
}

/** Asks for something in the menu of a row and says yes to the question. */
export async function call(page: Page, name: string, verb: string) {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: verb }).click()
  await page.getByRole('tooltip').getByRole('button', { name: verb, exact: true }).click()
}
