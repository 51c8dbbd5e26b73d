import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { oidcApi } from '@turnpike/contract/identity/oidc'
import type { Page } from 'playwright-core'
import { setOptions } from '../../../server/test/harness/accounts.ts'
import { givenPassword, type TestServer } from '../../../server/test/harness/harness.ts'
import { type OidcProvider, startOidcProvider } from '../../../server/test/outside/oidc-provider.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'

const journey = journeys()

let provider: OidcProvider

before(async () => {
  provider = await startOidcProvider()
})

after(() => provider.stop())

/** The provider's page: the person there consents at once. */
const consentOn = (page: Page, url: string, person: Record<string, unknown>) =>
  page.route(`${provider.issuer}/authorize?*`, (route) => {
    const location = `${url}/oauth/oidc/corp?${provider.consent(route.request().url(), person)}`
    return route.fulfill({ status: 302, headers: { location } })
  })

/** The provider as the super administrator adds it on its page. */
async function givenProvider(server: TestServer, url: string) {
  await setOptions(server, { ServerAddress: url, OidcEnabled: 'true' })
  const root = server.client()
  await root.signIn('root', '123456')
  const body = { slug: 'corp', name: 'Corp SSO', issuer: provider.issuer, ...provider.client }
  const { response } = await root.call(oidcApi.save, { body })
  assert.ok(response.success, response.message)
}

journey('a signed-in person binds and unbinds an identity', async ({ page, url, server }) => {
  await givenProvider(server, url)
  await server.given.user({ username: 'bound' })
  await consentOn(page, url, { sub: 'p2', preferred_username: 'b.ound' })
  await openSignedIn(page, url, '/setting/security', 'bound', givenPassword)
  await page.getByRole('button', { name: 'Bind' }).click()
  await page.getByText('Corp SSO bound').waitFor()
  await page.waitForURL(`${url}/setting/security`)
  await page.getByText('b.ound').waitFor()
  await page.getByRole('button', { name: 'Unbind' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).click()
  await page.getByText('Corp SSO unbound').waitFor()
})

journey(
  'on a phone the providers and their form fit',
  async ({ page, url, server }) => {
    await givenProvider(server, url)
    await openSignedIn(page, url, '/setting/providers')
    await page.getByText('Corp SSO').waitFor()
    await assertFits(page)
    await page.getByRole('button', { name: '编辑' }).click()
    await page.getByRole('dialog').getByLabel('Issuer').waitFor()
    await assertFits(page)
  },
  { language: 'zh', width: 390 },
)
