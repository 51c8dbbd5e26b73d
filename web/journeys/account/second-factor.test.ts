import assert from 'node:assert/strict'
import { givenPassword } from '../../../server/test/harness/harness.ts'
import { totpCode } from '../../../server/test/harness/second-factor.ts'
import { openSignedIn, signIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { setUp } from './second-factor-steps.ts'

const journey = journeys()

journey('an app is set up, the next sign-in requires it, and a recovery code replaces it once', async (walk) => {
  const { page, url, server } = walk
  await server.given.user({ username: 'mara' })
  await openSignedIn(page, url, '/setting', 'mara', givenPassword)
  await page.getByRole('link', { name: 'Set up or change' }).click()
  await page.getByRole('heading', { name: 'Sign-in security', level: 1 }).waitFor()
  const { secret, codes } = await setUp(page, server)
  assert.equal(codes.length, 10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('10 of 10 left').waitFor()

  await page.goto(`${url}/setting`)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await signIn(page, url, 'mara', givenPassword)
  await page.getByLabel('Code').waitFor() // the button before has the same name
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Enter the code', { exact: true }).waitFor()
  await page.getByLabel('Code').fill(totpCode(server, secret, 1))
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/token`)

  await page.goto(`${url}/setting`)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${url}/login`)
  await page.goto(`${url}/setting/security`)
  await page.waitForURL(`${url}/login`)
  await page.getByLabel('Username or email').fill('mara')
  await page.getByLabel('Password', { exact: true }).fill(givenPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/setting/security`)
  await page.getByText('9 of 10 left').waitFor()

  await page.getByRole('button', { name: 'Turn off' }).click()
  const proof = page.getByRole('dialog')
  await proof.getByRole('button', { name: 'Use the password instead' }).click()
  await proof.getByLabel('Current password').fill(givenPassword)
  await proof.getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('The authenticator app is turned off').waitFor()
  await page.getByRole('button', { name: 'Set up', exact: true }).waitFor()
})
