import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { userApi } from '@turnpike/contract/identity/user'
import { digitsIn, rowOf, setOptions } from '../../../server/test/harness/accounts.ts'
import { type Mailbox, startMailbox } from '../../../server/test/outside/mailbox.ts'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { password, row } from './accounts-steps.ts'

let mailbox: Mailbox
before(async () => {
  mailbox = await startMailbox()
})
after(() => mailbox.stop())

const journey = journeys()

journey('an address without a code stays unverified until its owner verifies it', async ({ page, server, url }) => {
  await setOptions(server, { ...mailbox.options, EmailVerificationEnabled: 'false' })
  await page.goto(`${url}/register`)
  await page.getByText('8 to 128 characters').waitFor()
  await page.getByLabel('Username').fill('claimant')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat password').fill(password)
  assert.equal(await page.getByLabel('Verification code').count(), 0)
  await page.getByLabel('Email').fill('claimant@')
  await page.keyboard.press('Enter')
  await page.getByText('Enter a valid email address').first().waitFor()
  await page.getByLabel('Email').fill('Claimant@example.org')
  await page.keyboard.press('Enter')
  await page.getByText('Account created').waitFor()
  assert.equal((await rowOf(server, 'claimant')).claimed_email, 'claimant@example.org')

  await openSignedIn(page, url, '/user')
  await page
    .getByRole('row', { name: /claimant/ })
    .getByText('Email unverified')
    .waitFor()

  await openSignedIn(page, url, '/setting?tab=personal', 'claimant', password)
  await row(page, 'Email').getByText('claimant@example.org (unverified)').waitFor()
  await page.getByRole('button', { name: 'Verify claimant@example.org' }).click()
  const drawer = page.getByRole('dialog', { name: 'Bind an email address' })
  assert.equal(await drawer.getByLabel('Email address').inputValue(), 'claimant@example.org')
  await drawer.getByText('Valid for 10 minutes after it was sent').waitFor()
  await drawer.getByRole('button', { name: 'Send code' }).click()
  await drawer.getByLabel('Verification code').fill(digitsIn((await mailbox.next('claimant@example.org')).text))
  await drawer.getByRole('button', { name: 'Bind', exact: true }).click()
  await drawer.waitFor({ state: 'detached' })
  await row(page, 'Email').getByText('claimant@example.org', { exact: true }).waitFor()
  const { email, claimed_email } = await rowOf(server, 'claimant')
  assert.deepEqual([email, claimed_email], ['claimant@example.org', ''])
})

journey('the own account: name, devices and password', async ({ page, server, url }) => {
  await server.given.user({ username: 'owner', email: 'owner@example.org' })
  const elsewhere = server.client()
  await elsewhere.signIn('owner')
  const isIn = async () => (await elsewhere.call(userApi.self)).status === 200
  await openSignedIn(page, url, '/setting?tab=personal', 'owner', 'password-1')

  await page.getByLabel('Display name').fill('The Owner')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Account: The Owner' }).waitFor()

  await page.getByText('This device').waitFor()
  await page.getByRole('button', { name: 'End session' }).click()
  await page.getByText('Session ended').waitFor()
  assert.equal(await isIn(), false, 'the other device is signed out')
  await elsewhere.signIn('owner')

  await page.getByText('8 to 128 characters').waitFor()
  await page.getByLabel('New password', { exact: true }).fill('x'.repeat(129))
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password length must not be more than 128').waitFor()
  await page.getByLabel('New password', { exact: true }).fill('a-new-password')
  await page.getByLabel('Repeat new password').fill('another-password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('The two passwords do not match').waitFor()
  await page.getByLabel('Repeat new password').fill('a-new-password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed.').waitFor()
  assert.equal(await isIn(), false, 'a new password signs out the others')
})
