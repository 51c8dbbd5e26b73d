import assert from 'node:assert/strict'
import { signIn } from '../browser.ts'
import { journeys } from '../journey.ts'

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

journey('a guarded page sends a stranger to sign in and back again', async ({ page, url }) => {
  await page.goto(`${url}/setting?tab=personal`)
  await page.waitForURL(`${url}/login`)
  await page.getByLabel('Username or email').fill('root')
  await page.getByLabel('Password', { exact: true }).fill('123456')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/setting?tab=personal`)
})
