import assert from 'node:assert/strict'
import { after } from 'node:test'
import { userApi } from '@turnpike/contract/identity/user'
import type { BrowserContext } from 'playwright-core'
import { digitsIn, rowOf, setOptions } from '../../server/test/harness/accounts.ts'
import { type IdentityServer, startIdentityServer } from '../../server/test/outside/identity-server.ts'
import { type Mailbox, startMailbox } from '../../server/test/outside/mailbox.ts'
import { everyProvider, telegramSays } from '../../server/test/outside/providers.ts'
import { startWxpusher, type Wxpusher } from '../../server/test/outside/wxpusher.ts'
import { password, row } from './accounts-steps.ts'
import { openSignedIn } from './browser.ts'
import { journeys } from './journey.ts'

let identity: IdentityServer

let mailbox: Mailbox

let wxpusher: Wxpusher

// Hooks of a file run at the same time, so what the server's environment names is started by the function that names it.
const journey = journeys(async () => {
  identity = await startIdentityServer()
  mailbox = await startMailbox()
  wxpusher = await startWxpusher()
  return { ...identity.env, ...wxpusher.env }
})

after(async () => {
  await identity.stop()
  await mailbox.stop()
  await wxpusher.stop()
})

/** Telegram's button in its frame, for somebody who agrees. */
async function telegram(context: BrowserContext, profile: Record<string, string>) {
  const said = JSON.stringify({ event: 'auth_user', auth_data: telegramSays(profile) })
  const body = `<button onclick='parent.postMessage(${JSON.stringify(said)}, "*")'>Log in with Telegram</button>`
  await context.route('https://oauth.telegram.org/**', (route) => route.fulfill({ contentType: 'text/html', body }))
}

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

journey('the own account: name, password, access token, bindings, devices and notices', async (walk) => {
  const { page, context, server, url } = walk
  await setOptions(server, { ...everyProvider(identity), ...mailbox.options })
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

  await page.getByRole('button', { name: 'Generate token' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Generate token' }).click()
  await page.getByText('It is shown only once').waitFor()
  const token = (await page.locator('code', { hasText: /^[\w-]{32,}$/ }).textContent()) ?? ''
  const headers = { authorization: token, 'new-api-user': String((await rowOf(server, 'owner')).id) }
  assert.equal((await server.client().fetch('/api/user/self', { headers })).status, 200)

  await page.getByRole('button', { name: 'Change Email' }).click()
  const drawer = page.getByRole('dialog', { name: 'Bind an email address' })
  await drawer.getByLabel('Email address').fill('new-owner@example.org')
  await drawer.getByRole('button', { name: 'Send code' }).click()
  await drawer.getByLabel('Verification code').fill(digitsIn((await mailbox.next('new-owner@example.org')).text))
  await drawer.getByRole('button', { name: 'Bind', exact: true }).click()
  await drawer.waitFor({ state: 'detached' })
  await row(page, 'Email').getByText('new-owner@example.org').waitFor()

  await page.getByRole('button', { name: 'Bind WeChat' }).click()
  const wechat = page.getByRole('dialog', { name: 'Bind WeChat' })
  await wechat.getByLabel('Code').fill('a-wrong-code')
  await wechat.getByRole('button', { name: 'Bind' }).click()
  await wechat.getByText('Verification code is incorrect or expired').waitFor()
  await wechat.getByLabel('Code').fill(identity.code({ id: 'wechat-owner' }))
  await wechat.getByRole('button', { name: 'Bind' }).click()
  await row(page, 'WeChat').getByText('Bound (wechat-owner)').waitFor()

  await telegram(context, { id: '815', auth_date: String(server.deps.clock()) })
  await page.getByRole('button', { name: 'Bind Telegram' }).click()
  await page.frameLocator('iframe').getByRole('button', { name: 'Log in with Telegram' }).click()
  await row(page, 'Telegram').getByText('Bound (815)').waitFor()

  const byMail = page.getByRole('switch', { name: 'By email' })
  if (!(await byMail.isChecked())) await byMail.click()
  await page.getByLabel('Warning threshold').fill('2.5')
  await page.getByRole('button', { name: 'Save notifications' }).click()
  await page.getByText('Notifications saved').waitFor()
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('Mail: sent').waitFor()
  assert.match((await mailbox.next('new-owner@example.org')).subject, /test notification/)
  await page.reload()
  await page.getByLabel('Warning threshold').waitFor()
  assert.equal(await page.getByLabel('Warning threshold').inputValue(), '2.50')

  await page.goto(`${url}/setting?tab=system`)
  await page.getByText('You don’t have access to this tab').waitFor()
})
