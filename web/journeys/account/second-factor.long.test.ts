import assert from 'node:assert/strict'
import { role } from '@turnpike/contract/identity/user'
import { setOptions } from '../../../server/test/harness/accounts.ts'
import { givenPassword } from '../../../server/test/harness/harness.ts'
import { enrol } from '../../../server/test/harness/second-factor.ts'
import { openPage, openSignedIn, signIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { setUp } from './second-factor-steps.ts'

const journey = journeys()

journey('an administrator resets the second factor of somebody who lost theirs', async ({ page, url, server }) => {
  await server.given.user({ username: 'warden', role: role.admin })
  const id = await server.given.user({ username: 'loser' })
  const client = server.client()
  await client.signIn('loser')
  await enrol(server, client)
  await openSignedIn(page, url, `/user?open=${id}`, 'warden', givenPassword)
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Authenticator app', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'Reset', exact: true }).click()
  await page.getByRole('dialog', { name: 'Reset the two-step' }).getByRole('button', { name: 'Reset' }).click()
  await page.getByText('The two-step sign-in of loser was reset').waitFor()
  await drawer.getByText('Not set up').waitFor()
  await client.signIn('loser')
})

journey(
  'on a phone every step fits',
  async ({ page, url, server, context }) => {
    const browser = context.browser()
    assert.ok(browser)
    await server.given.user({ username: 'pocket' })
    const client = server.client()
    await client.signIn('pocket')
    await openSignedIn(page, url, '/setting/security', 'pocket', givenPassword)
    await page.getByRole('button', { name: '开始设置' }).click()
    await page.getByRole('dialog').locator('svg[viewBox]').first().waitFor()
    await assertFits(page)
    await enrol(server, client)
    const { page: other, context: otherContext } = await openPage(browser, { language: 'zh', width: 390 })
    await signIn(other, url, 'pocket', givenPassword)
    await other.getByRole('heading', { name: '两步验证' }).waitFor()
    await assertFits(other)
    await otherContext.close()
  },
  { language: 'zh', width: 390 },
)

journey('a user who must have a second factor sets it up before anything else opens', async ({ page, url, server }) => {
  await server.given.user({ username: 'novice' })
  await setOptions(server, { SecondFactorRequired: 'everybody' })
  await signIn(page, url, 'novice', givenPassword)
  await page.waitForURL(`${url}/login/set-up`)
  await page.getByText('The administrator requires a second factor').waitFor()
  await setUp(page, server)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Open the console' }).click()
  await page.getByText('No tokens yet').waitFor()
  await setOptions(server, { SecondFactorRequired: 'none' })
})
