import assert from 'node:assert/strict'
import { orgApi } from '@turnpike/contract/identity/organisation-api'
import OpenAI from 'openai'
import type { Page } from 'playwright-core'
import { type Client, givenPassword, type TestServer } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys, resize } from '../journey.ts'
import { createToken, dataOf, rowOf } from '../steps.ts'
import { withUpstream } from '../upstream.ts'
import { ask, dollar, keyOf, openRoad, topUp } from './firm-steps.ts'

withUpstream()
const journey = journeys()

async function clientOf(server: TestServer, username: string): Promise<Client> {
  const client = server.client()
  await client.signIn(username)
  return client
}

/** An organisation of `owner`, with a balance in dollars. */
async function givenFirm(server: TestServer, owner: string, name: string, dollars: number): Promise<number> {
  const client = await clientOf(server, owner)
  const { id } = dataOf(await client.call(orgApi.create, { body: { name } }))
  await topUp(server, id, dollars * dollar)
  return id
}

/** Invites a person, who accepts. */
async function join(server: TestServer, org: number, owner: string, person: string, role: 'member' | 'viewer') {
  const params = { id: String(org) }
  const host = await clientOf(server, owner)
  const { code } = dataOf(await host.call(orgApi.invite, { params, body: { role, email: '', days: 1 } }))
  const guest = await clientOf(server, person)
  dataOf(await guest.call(orgApi.accept, { body: { code } }))
}

const balanceOf = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Balance/ })
const chip = (page: Page, name: string) => page.getByRole('button', { name: `Organization: ${name}` })
const menuItem = (page: Page, name: string | RegExp) =>
  page.getByRole('menu').locator('[role^=menuitem]').filter({ hasText: name })

/** What accounts have spent. */
async function usedBy({ deps: { store } }: TestServer, ids: number[]): Promise<(number | undefined)[]> {
  const rows = await store.selectFrom('users').select(['id', 'used_quota']).where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.used_quota)
}

/** The organisations that the calls to a path have named since. */
function namedOrgs(page: Page, path: string) {
  const named: (string | undefined)[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) named.push(request.headers()['x-turnpike-org'])
  })
  return named
}

journey('a member of two organisations switches, and each balance pays for its own requests', async (walk) => {
  const { page, server, url } = walk
  await openRoad(server)
  const lin = await server.given.user({ username: 'lin' })
  await topUp(server, lin, 3 * dollar)
  await server.given.user({ username: 'boss' })
  const acme = await givenFirm(server, 'lin', 'Acme', 20)
  const beta = await givenFirm(server, 'boss', 'Beta', 50)
  await join(server, beta, 'boss', 'lin', 'member')
  await openSignedIn(page, url, '/token', 'lin', givenPassword)
  await balanceOf(page).getByText('$3.00').waitFor()

  await page.getByText('No tokens yet').waitFor()

  // Into Acme, by the account menu.
  const named = namedOrgs(page, '/api/token/')
  await page.getByRole('button', { name: 'Account: lin' }).click()
  await menuItem(page, 'Acme').click()
  await chip(page, 'Acme').waitFor()
  await balanceOf(page).getByText('$20.00').waitFor()
  await page.getByText('Acme pays').waitFor()
  await page.getByRole('button', { name: 'Create token' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Acme pays for what you send with this token').waitFor()
  await drawer.getByLabel('Name').fill('acme key')
  await drawer.getByRole('button', { name: 'Create token' }).click()
  await drawer.getByRole('button', { name: 'Done' }).click()
  await rowOf(page, 'acme key').getByText('lin').waitFor() // managers see whose it is
  assert.deepEqual([...new Set(named)], [String(acme)])

  // A reload and another tab: the reload stays in Acme, the tab begins with the link's organisation.
  await page.reload()
  await chip(page, 'Acme').waitFor()
  const other = await walk.context.newPage()
  await other.goto(`${url}/token?org=${beta}`)
  await chip(other, 'Beta').waitFor()
  await other.getByText('No tokens yet').waitFor()
  assert.equal(await other.getByRole('link', { name: 'Wallet' }).count(), 0)
  assert.equal(await balanceOf(other).count(), 0)
  assert.equal(new URL(other.url()).search, '')
  await chip(page, 'Acme').waitFor()

  // One request of each key.
  await ask(await keyOf(server, 'lin', acme), 'gpt-4o')
  await ask(await keyOf(server, 'lin', beta), 'gpt-4o-mini')
  await ask(await keyOf(server, 'boss', beta), 'gpt-4o-mini')
  const { key } = await createToken(await clientOf(server, 'lin'), 'own key')
  await ask(new OpenAI({ apiKey: `sk-${key}`, baseURL: `${url}/v1`, maxRetries: 0 }), 'gpt-4o')

  // In the log, Acme shows its request with the member; Beta, to a member, the member's own; Personal the third.
  const rows = page.getByRole('row').filter({ hasText: 'gpt-4o' })
  await page.goto(`${url}/log`)
  await rowOf(page, 'lin key').getByRole('button', { name: 'lin' }).waitFor()
  assert.equal(await rows.count(), 1)
  await chip(page, 'Acme').click()
  await menuItem(page, 'Beta').click()
  await chip(page, 'Beta').waitFor()
  await rowOf(page, 'gpt-4o-mini').waitFor()
  assert.equal(await rows.count(), 1)
  await chip(page, 'Beta').click()
  await menuItem(page, 'Personal').click()
  await rowOf(page, 'own key').waitFor()
  assert.equal(await rows.count(), 1)
  assert.equal(await chip(page, 'Beta').count(), 0)
  const used = await usedBy(server, [lin, acme, beta])
  assert.ok(used[0])
  assert.equal(used[1], used[0]) // the same request, once for each payer
  assert.ok(used[2])
})

journey('whoever is removed while a page is open is back in their own account, and is told so', async (walk) => {
  const { page, server, url } = walk
  await topUp(server, await server.given.user({ username: 'mia' }), dollar)
  await server.given.user({ username: 'host' })
  const firm = await givenFirm(server, 'host', 'Gamma', 5)
  await join(server, firm, 'host', 'mia', 'viewer')
  await openSignedIn(page, url, `/topup?org=${firm}`, 'mia', givenPassword)
  await page.getByText('Shared by the members of Gamma').waitFor()
  await page.getByRole('region', { name: 'Balance' }).getByText('$5.00').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Redemption code' }).count(), 0) // viewers do not pay

  const host = await clientOf(server, 'host')
  const { items } = dataOf(
    await host.call(orgApi.members, { params: { id: String(firm) }, query: { p: 1, page_size: 10 } }),
  )
  const user = items.find(({ username }) => username === 'mia')?.user_id
  dataOf(await host.call(orgApi.removeMember, { params: { id: String(firm), user: String(user) } }))
  await page.getByRole('link', { name: 'Usage log' }).first().click()
  await page.getByText('You are no longer a member of Gamma').waitFor()
  assert.equal(await chip(page, 'Gamma').count(), 0)
  await balanceOf(page).getByText('$1.00').waitFor()
})

journey(
  'on a phone the organisation is named in the top bar, and signing out forgets it',
  async ({ page, server, url }) => {
    await server.given.user({ username: 'ann' })
    const firm = await givenFirm(server, 'ann', 'A firm with a name of forty characters!', 12_345)
    await openSignedIn(page, url, `/detail?org=${firm}`, 'ann', givenPassword)
    const named = chip(page, 'A firm with a name of forty characters!')
    await named.waitFor()
    await balanceOf(page).getByText('$12,345.00').waitFor()
    await assertFits(page)
    await named.click()
    await menuItem(page, 'Members and settings').waitFor()
    await assertFits(page)
    await page.keyboard.press('Escape')
    await resize(page, 1440)
    await named.waitFor()
    await page.getByRole('button', { name: 'Account: ann' }).click()
    await menuItem(page, 'Sign out').click()
    await page.getByRole('heading', { name: /Sign in/ }).waitFor()
    await openSignedIn(page, url, '/token', 'ann', givenPassword)
    await balanceOf(page).waitFor()
    assert.equal(await named.count(), 0)
  },
  { width: 390 },
)
