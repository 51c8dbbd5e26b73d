import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { givenPassword } from '../../../server/test/harness/harness.ts'
import { openSignedIn, signIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { named, plugIn } from './passkeys-steps.ts'

const journey = journeys()

async function signOut(page: Page, url: string) {
  await page.goto(`${url}/setting`)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${url}/login`)
}

journey('a passkey is added, signs in alone and as second step, and is renamed and deleted', async (walk) => {
  const { page, context, server } = walk
  const url = await named(server, walk.url)
  await server.given.user({ username: 'kira' })
  await plugIn(context, page)
  await openSignedIn(page, url, '/setting/security', 'kira', givenPassword)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await codes.waitFor()
  assert.equal(await codes.locator('li').count(), 10)
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('Work laptop').waitFor()

  await signOut(page, url)
  await page.getByRole('button', { name: 'Passkey' }).click()
  await page.waitForURL(`${url}/token`)

  await signOut(page, url)
  await signIn(page, url, 'kira', givenPassword)
  await page.waitForURL(`${url}/login/second-step`)
  await page.getByRole('button', { name: 'Use the passkey' }).click()
  await page.waitForURL(`${url}/token`)

  await page.goto(`${url}/setting/security`)
  await page.getByRole('button', { name: 'Rename Work laptop' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Home laptop')
  await page.keyboard.press('Enter')
  await page.getByText('Home laptop', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete Home laptop' }).click()
  const proof = page.getByRole('dialog', { name: 'Delete the passkey “Home laptop”?' })
  await proof.getByRole('button', { name: 'Delete' }).click()
  await proof.getByText('Enter it to continue').waitFor()
  await proof.getByRole('button', { name: 'Use the password instead' }).click()
  await proof.getByLabel('Current password').fill('not-the-password')
  await page.keyboard.press('Enter')
  await proof.getByText('Username or password is incorrect').waitFor()
  await proof.getByLabel('Current password').fill(givenPassword)
  await page.keyboard.press('Enter')
  await page.getByText('Home laptop deleted').waitFor()
  await page.getByText('Recovery codes', { exact: true }).waitFor({ state: 'detached' })
})
