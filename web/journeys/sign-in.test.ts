import assert from 'node:assert/strict'
import { signIn } from './browser.ts'
import { assertFits, journeys } from './journey.ts'

const journey = journeys()

journey(
  'root signs in, is warned about the default password, sees the account and signs out',
  async ({ page, url }) => {
    await signIn(page, url)
    await page.waitForURL(`${url}/token`)
    await page.getByText('You are using the default password').waitFor()
    await page.getByRole('link', { name: "Set the administrator's password" }).waitFor()
    await page.goto(`${url}/setting`)
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await page.getByText('Super administrator', { exact: true }).waitFor()
    await page.getByText('$200.00').nth(1).waitFor()
    assert.equal(await page.getByText('$200.00').count(), 2, 'the balance stands in the top bar and on the page')

    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${url}/login`)
    await page.goto(`${url}/setting`)
    await page.waitForURL(`${url}/login`)
  },
)

journey('a wrong password is refused in words, once, in the form', async ({ page, url }) => {
  await signIn(page, url, 'root', 'not-the-password')
  const refusal = page.getByText('Username or password is incorrect, or user has been banned')
  await refusal.first().waitFor()
  assert.equal(await refusal.count(), 1)
  assert.equal(new URL(page.url()).pathname, '/login')
})

journey('empty fields are asked for', async ({ page, url }) => {
  await page.goto(`${url}/login`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Enter username and password').first().waitFor()
})

journey('a guarded page sends a stranger to sign in and back again', async ({ page, url }) => {
  await page.goto(`${url}/setting?tab=personal`)
  await page.waitForURL(`${url}/login`)
  await page.getByLabel('Username or email').fill('root')
  await page.getByLabel('Password', { exact: true }).fill('123456')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/setting?tab=personal`)
})

journey('a session that the server has ended leads to the expired notice', async ({ page, url, server }) => {
  await signIn(page, url)
  await page.getByText('No tokens yet').waitFor() // nothing is under way any more that could end the session early
  await page.waitForLoadState('networkidle')
  await server.deps.store.deleteFrom('sessions').execute()
  await page.reload()
  await page.waitForURL(`${url}/login?expired=true`)
  await page.getByText('You are not signed in, or your session expired.').waitFor()
})

journey(
  'a phone shows the form alone, and it fits',
  async ({ page, url }) => {
    await page.goto(`${url}/login?expired=true`)
    await page.getByRole('button', { name: '登录' }).waitFor()
    await page.getByText('未登录或登录已过期，请重新登录。').waitFor()
    await assertFits(page)
    await signIn(page, url)
    await page.getByRole('heading', { name: '令牌', exact: true }).waitFor()
    await assertFits(page)
  },
  { language: 'zh', width: 390 },
)
