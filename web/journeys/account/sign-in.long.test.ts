import { signIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'

const journey = journeys()

journey('empty fields are refused in the form', async ({ page, url }) => {
  await page.goto(`${url}/login`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Enter username and password').first().waitFor()
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
