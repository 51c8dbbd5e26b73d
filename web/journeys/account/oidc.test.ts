import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { setOptions } from '../../../server/test/harness/accounts.ts'
import { type OidcProvider, startOidcProvider } from '../../../server/test/outside/oidc-provider.ts'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'

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

journey(
  'the super administrator adds a provider, and people sign in and bind by it',
  async ({ page, url, server, context }) => {
    await setOptions(server, { ServerAddress: url })
    await openSignedIn(page, url, '/setting/providers')
    await page.getByRole('button', { name: 'Add a provider' }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Check and save' }).click()
    await drawer.getByText('Enter the client ID').waitFor()
    const name = drawer.getByLabel('Name', { exact: true })
    await page.waitForFunction((field) => field === document.activeElement, await name.elementHandle())
    await name.fill('Corp SSO')
    await drawer.getByLabel('Short name').fill('corp')
    await drawer.getByText(`${url}/oauth/oidc/corp`).waitFor()
    await drawer.getByLabel('Issuer').fill('http://127.0.0.1:9')
    await drawer.getByLabel('Client ID').fill(provider.client.client_id)
    await drawer.getByLabel('Client secret').fill(provider.client.client_secret)
    await drawer.getByLabel('Create accounts').click()
    await drawer.getByRole('button', { name: 'Check and save' }).click()
    await page.getByText('No OpenID Connect configuration with this issuer').waitFor()
    await drawer.getByLabel('Issuer').fill(provider.issuer)
    await drawer.getByLabel('Groups').fill('staff = vip')
    await drawer.getByRole('button', { name: 'Check and save' }).click()
    await page.getByText('Corp SSO saved').waitFor()
    await page.getByText('Identity providers are disabled').waitFor()
    await setOptions(server, { OidcEnabled: 'true' })

    const visitor = await context.browser()?.newContext({ locale: 'en' })
    assert.ok(visitor)
    const other = await visitor.newPage()
    await consentOn(other, url, { sub: 'p1', preferred_username: 'petra', name: 'Petra' })
    await other.goto(`${url}/login`)
    await other.getByRole('button', { name: 'Corp SSO' }).click()
    await other.waitForURL(`${url}/token`)
    await visitor.close()
    assert.ok(
      await server.deps.store.selectFrom('users').select('id').where('username', '=', 'petra').executeTakeFirst(),
    )
  },
)
