import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { assertBooksBalance, digitsIn, register, rowOf, setOptions } from '../../../server/test/harness/accounts.ts'
import { type IdentityServer, startIdentityServer } from '../../../server/test/outside/identity-server.ts'
import { type Mailbox, startMailbox } from '../../../server/test/outside/mailbox.ts'
import { everyProvider, telegramSays } from '../../../server/test/outside/providers.ts'
import { startWxpusher, type Wxpusher, wxpusherToken } from '../../../server/test/outside/wxpusher.ts'
import { openSignedIn, signIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { password, row } from './accounts-steps.ts'

let identity: IdentityServer

let mailbox: Mailbox

let wxpusher: Wxpusher

// Hooks of a file run at the same time, so the function that returns the environment also starts the servers in it.
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

/** A stand-in for GitHub's page: after consent it returns with a code, after a cancel without one. */
async function github(context: BrowserContext, url: string, person: { id: number; name: string; username?: string }) {
  await context.unroute('https://github.com/**').catch(() => {})
  await context.route('https://github.com/**', (route) => {
    const state = new URL(route.request().url()).searchParams.get('state') ?? ''
    const back = (outcome: Record<string, string>) =>
      `${url}/oauth/github?${new URLSearchParams({ ...outcome, state })}`
    const body = `<a href="${back({ code: identity.code(person) })}">Authorize</a>
      <a href="${back({ error: 'access_denied' })}">Cancel</a>`
    return route.fulfill({ contentType: 'text/html', body: body.replaceAll('&', '&amp;') })
  })
}

async function signOut(page: Page, url: string) {
  await page.goto(`${url}/setting`)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${url}/login`)
}

journey(
  'somebody registers by mail and invitation, loses the password, and lives with GitHub until they leave',
  async (walk) => {
    const { page, context, server, url } = walk
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await setOptions(server, {
      ...everyProvider(identity),
      ...mailbox.options,
      ServerAddress: url,
      EmailVerificationEnabled: 'true',
      QuotaForInviter: '1000000',
    })
    const inviter = await server.given.user({ username: 'inviter' })

    // The code of the invitation stays with the visitor from the first page on.
    await page.goto(`${url}/login?aff=inviter`)
    // By key: the link moves when the other ways to sign in appear, and a click would miss it.
    await page.getByRole('link', { name: 'Create an account' }).press('Enter')
    await page.getByRole('heading', { name: 'Create an account' }).waitFor()
    await page.getByLabel('Username').fill('newcomer')
    await page.getByLabel('Password', { exact: true }).fill('short')
    const create = page.getByRole('button', { name: 'Create account' })
    await create.click()
    await page.getByText('Password length must not be less than 8').first().waitFor()
    await page.getByLabel('Password', { exact: true }).fill('x'.repeat(129))
    await page.keyboard.press('Enter')
    await page.getByText('Password length must not be more than 128').first().waitFor()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Repeat password').fill(`${password}!`)
    await create.click()
    await page.getByText('The two passwords do not match').first().waitFor()
    await page.getByLabel('Repeat password').fill(password)
    await page.getByLabel('Email').fill('newcomer@example.org')
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByText('Code sent to newcomer@example.org').waitFor()
    assert.ok(await page.getByRole('button', { name: /^Again in \d+ s$/ }).isDisabled(), 'the next code has to wait')
    await page.getByLabel('Verification code').fill('000000')
    await create.click()
    await page.getByText('Verification code is incorrect or expired').first().waitFor()
    await page.getByLabel('Verification code').fill(digitsIn((await mailbox.next('newcomer@example.org')).text))
    await create.click()
    await page.waitForURL(`${url}/login`)
    assert.equal(await page.getByLabel('Username or email').inputValue(), 'newcomer')
    assert.equal((await rowOf(server, 'newcomer')).inviter_id, inviter)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/token`)
    await signOut(page, url)

    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
    server.moveTime(31) // the pause between two mails to one address
    await page.getByLabel('Email').fill('newcomer@example.org')
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await page.getByText('we sent a reset link').waitFor()
    assert.ok(await page.getByRole('button', { name: /^Send again in \d+ s$/ }).isDisabled())
    const letter = await mailbox.next('newcomer@example.org')
    const link = /http\S+\/user\/reset\?\S+/.exec(letter.text)?.[0] ?? ''
    await page.goto(link)
    await page.getByRole('button', { name: 'Reset password' }).click()
    await page.getByRole('heading', { name: 'Your new password' }).waitFor()
    await page.getByText('New password copied').waitFor()
    const fresh = await page.evaluate(() => navigator.clipboard.readText())
    assert.equal(await page.getByText(fresh).count(), 1)
    await page.goto(link)
    await page.getByRole('button', { name: 'Reset password' }).click()
    await page.getByText('This link is not valid').waitFor()
    await signIn(page, url, 'newcomer', fresh)
    await page.waitForURL(`${url}/token`)

    await github(context, url, { id: 77, name: 'New Comer', username: 'octo-77' })
    await page.goto(`${url}/setting`)
    await page.getByRole('button', { name: 'Bind GitHub' }).click()
    await page.getByRole('link', { name: 'Authorize' }).click()
    await page.getByText('GitHub bound').waitFor()
    await page.waitForURL(`${url}/setting`)
    await row(page, 'GitHub').getByText('Bound (octo-77)').waitFor()
    await signOut(page, url)
    await page.getByRole('button', { name: 'GitHub' }).click()
    await page.getByRole('link', { name: 'Authorize' }).click()
    await page.waitForURL(`${url}/token`)
    await page.getByRole('button', { name: 'Account: newcomer' }).waitFor()

    // Eleven minutes later the same session is no longer taken for its owner.
    server.moveTime(660)
    await page.goto(`${url}/setting`)
    await page.getByRole('button', { name: 'Unbind GitHub' }).click()
    await page.getByRole('button', { name: 'Unbind', exact: true }).click()
    const request = page.getByRole('dialog', { name: 'Confirm your password' })
    await request.getByLabel('Current password').fill('not-this-one')
    await request.getByRole('button', { name: 'Confirm' }).click()
    await request.getByText('This is not your current password').waitFor()
    await request.getByLabel('Current password').fill(fresh)
    await page.keyboard.press('Enter')
    await page.getByText('GitHub unbound').waitFor()
    await row(page, 'GitHub').getByText('Not bound').waitFor()

    await setOptions(server, { EmailVerificationEnabled: 'false' })
    const { aff_code } = await rowOf(server, 'newcomer')
    assert.ok(await page.getByText(`${url}/register?aff=${aff_code}`).isVisible(), 'the invitation link is shown')
    assert.ok((await register(server, { username: 'friend', aff_code })).success)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('button', { name: 'Move to balance' }).click()
    const transfer = page.getByRole('dialog', { name: 'Move earnings to your balance' })
    await transfer.getByLabel('Amount').fill('0.5')
    await transfer.getByRole('button', { name: 'Move to balance' }).click()
    await transfer.getByText('The minimum transfer is $1.00').waitFor()
    await transfer.getByLabel('Amount').fill('1.5')
    await transfer.getByRole('button', { name: 'Move to balance' }).click()
    await transfer.waitFor({ state: 'detached' })
    await page.getByRole('main').getByText('$1.50').waitFor()
    await page.getByRole('main').getByText('$0.50').waitFor()
    await assertBooksBalance(server)

    await page.getByRole('button', { name: 'Delete account' }).click()
    const removal = page.getByRole('dialog', { name: 'Delete the account newcomer?' })
    await removal.getByRole('textbox').fill('newcome')
    await removal.getByRole('button', { name: 'Delete account' }).click()
    await removal.getByText('This is not your username').waitFor()
    await removal.getByRole('textbox').fill('newcomer')
    await removal.getByRole('button', { name: 'Delete account' }).click()
    await page.waitForURL(`${url}/login`)
    assert.ok((await rowOf(server, 'newcomer')).deleted_at)
    await signIn(page, url, 'newcomer', fresh)
    await page.getByText('Username or password is incorrect, or user has been banned').first().waitFor()
  },
)

journey(
  'a new person signs in with GitHub; a person who cancels there is told and may sign in otherwise',
  async (walk) => {
    const { page, context, server, url } = walk
    await setOptions(server, everyProvider(identity))
    await github(context, url, { id: 4711, name: 'Lin Wei' })
    await page.goto(`${url}/register`)
    await page.getByRole('button', { name: 'GitHub' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText('The authorization was cancelled or refused').waitFor()
    await page.waitForURL(`${url}/login`)
    await page.getByRole('button', { name: 'GitHub' }).click()
    await page.getByRole('link', { name: 'Authorize' }).click()
    await page.waitForURL(`${url}/token`)
    await page.getByRole('button', { name: 'Account: Lin Wei' }).waitFor()
  },
)

/** Telegram's button in its frame, for somebody who agrees. */
async function telegram(context: BrowserContext, profile: Record<string, string>) {
  const said = JSON.stringify({ event: 'auth_user', auth_data: telegramSays(profile) })
  const body = `<button onclick='parent.postMessage(${JSON.stringify(said)}, "*")'>Log in with Telegram</button>`
  await context.route('https://oauth.telegram.org/**', (route) => route.fulfill({ contentType: 'text/html', body }))
}

journey('the own account: access token, bindings and notices', async ({ page, context, server, url }) => {
  await setOptions(server, { ...everyProvider(identity), ...mailbox.options })
  await server.given.user({ username: 'holder', email: 'owner@example.org' })
  await openSignedIn(page, url, '/setting?tab=personal', 'holder', 'password-1')

  await page.getByRole('button', { name: 'Generate token' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Generate token' }).click()
  await page.getByText('It is shown only once').waitFor()
  const token = (await page.locator('code', { hasText: /^[\w-]{32,}$/ }).textContent()) ?? ''
  const headers = { authorization: token, 'new-api-user': String((await rowOf(server, 'holder')).id) }
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

journey('WeChat is bound to WxPusher by a QR code that expires, and unbound', async ({ page, server, url }) => {
  await setOptions(server, { WxPusherAppToken: wxpusherToken })
  await server.given.user({ username: 'weixin' })
  await page.clock.install()
  await openSignedIn(page, url, '/setting?tab=personal', 'weixin', 'password-1')
  await page.getByLabel('By webhook').click()
  await page.getByTitle('WxPusher', { exact: true }).click()
  await row(page, 'WeChat account').getByText('Not bound').waitFor()
  await row(page, 'WeChat account').getByRole('button', { name: 'Bind WeChat', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Bind WeChat to WxPusher' })
  await dialog.getByRole('img', { name: 'QR code of WxPusher' }).waitFor()
  await dialog.getByText(/Valid for [45]:\d\d/).waitFor()

  await page.clock.fastForward(301_000)
  await dialog.getByText('The code has expired.').waitFor()
  wxpusher.fail('error status')
  await dialog.getByRole('button', { name: 'Fetch a new code' }).click()
  await dialog.getByText('WxPusher did not respond as expected').waitFor()
  wxpusher.fail(undefined)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('img', { name: 'QR code of WxPusher' }).waitFor()
  wxpusher.scan('UID_Abcdefghijklmnopqrstuvwxyz')
  server.moveTime(10)
  await page.clock.fastForward(10_000)
  await dialog.waitFor({ state: 'detached' })
  await row(page, 'WeChat account').getByText('Bound (UID…wxyz)').waitFor()
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('WxPusher: sent').waitFor()

  await row(page, 'WeChat account').getByRole('button', { name: 'Unbind' }).click()
  const request = page.getByRole('dialog', { name: 'Unbind WeChat from WxPusher?' })
  await request.getByRole('button', { name: 'Unbind' }).click()
  await page.getByText('WeChat unbound from WxPusher').waitFor()
  await row(page, 'WeChat account').waitFor({ state: 'detached' })
  await setOptions(server, { WxPusherAppToken: '' })
})

journey(
  'on a phone every page of an account fits, and a closed registration says so',
  async ({ page, server, url }) => {
    await setOptions(server, { EmailVerificationEnabled: 'true' })
    for (const path of ['/register', '/reset', '/user/reset?email=a%40example.org&token=t', '/user/reset']) {
      await page.goto(url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await assertFits(page)
    }
    await page.goto(`${url}/register`)
    await page.getByLabel('用户名').fill('somebody')
    await setOptions(server, { RegisterEnabled: 'false' }) // while somebody fills in the form
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByLabel('确认密码').fill(password)
    await page.getByLabel('邮箱').fill('somebody@example.org')
    await page.getByLabel('验证码').fill('123456')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '暂不开放注册' }).waitFor()
    await assertFits(page)
    await page.goto(`${url}/register`)
    await page.getByRole('heading', { name: '暂不开放注册' }).waitFor()
    assert.equal(await page.getByLabel('用户名').count(), 0, 'nobody fills in a form in vain')
    await setOptions(server, { EmailVerificationEnabled: 'false', RegisterEnabled: 'true' })
    await openSignedIn(page, url, '/setting')
    await page.getByRole('button', { name: '发送测试' }).waitFor()
    await assertFits(page)
    assert.ok(await page.getByRole('button', { name: '删除账户' }).isDisabled(), 'the first account stays')
  },
  { language: 'zh', width: 390 },
)
