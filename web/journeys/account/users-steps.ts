import type { Page } from 'playwright-core'
import { openSignedIn } from '../browser.ts'

export async function openUsers(page: Page, url: string, username: string, password?: string) {
  await openSignedIn(page, url, '/token', username, password)
  await page.getByRole('link', { name: 'Users' }).click()
}

/** Chooses an action in the menu of a row and confirms it. */
export async function call(page: Page, name: string, verb: string) {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: verb }).click()
  await page.getByRole('tooltip').getByRole('button', { name: verb, exact: true }).click()
}
