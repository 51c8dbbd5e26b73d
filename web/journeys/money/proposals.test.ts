import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import { type PriceProposal, priceSourceApi, priceSourceDefaults } from '@turnpike/contract/money/price-sources'
import type { Page } from 'playwright-core'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys, resize } from '../journey.ts'
import { asRoot, createChannel, dataOf, rowOf } from '../steps.ts'

const journey = journeys()

/** Price lists by path, and the list of models of an upstream. */
const bodies = new Map<string, string>()
let site: Server
let address = ''
before(async () => {
  site = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(bodies.get(request.url ?? ''))
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}` // it listens on a port
})
after(() => site.close())

const listed = (input: number) => ({
  litellm_provider: 'x',
  mode: 'chat',
  input_cost_per_token: input / 1_000_000,
  output_cost_per_token: (4 * input) / 1_000_000,
})

/** A source that lists so many models without a price here, by names that sort in their order. */
async function givenProposals(server: TestServer, count: number) {
  const names = Array.from({ length: count }, (_, index) => `model-${String(index).padStart(3, '0')}`)
  bodies.set('/prices.json', JSON.stringify(Object.fromEntries(names.map((name) => [name, listed(2)]))))
  const root = await asRoot(server)
  const body = {
    ...priceSourceDefaults,
    name: 'Test list',
    kind: 'litellm' as const,
    address: `${address}/prices.json`,
    is_enabled: false,
    models: 'all' as const,
  }
  const { id } = dataOf(await root.call(priceSourceApi.create, { body }))
  dataOf(await root.call(priceSourceApi.run, { params: { id: String(id) } }))
  return {
    root,
    countOf: async (state: PriceProposal['state']) =>
      dataOf(await root.call(priceSourceApi.proposals, { query: { p: 1, page_size: 10, state, source_id: id } })).total,
  }
}

const current = (page: Page) => page.locator('[aria-current=true]').first()

journey('three hundred proposals are worked through by keyboard', async ({ page, url, server }) => {
  const { countOf } = await givenProposals(server, 300)
  await openSignedIn(page, url, '/proposals?sort=model')
  await page.getByText('300 proposals').waitFor()
  const drawn = await page.getByRole('row').count()
  assert.ok(drawn < 120, `${drawn} rows are drawn`)

  await page.keyboard.press('j')
  await current(page).getByText('model-001').waitFor()
  await page.keyboard.press('a')
  await page.getByText('Price accepted').waitFor()
  await page.getByText('299 proposals').waitFor()
  await current(page).getByText('model-002').waitFor()
  await page.keyboard.press('u')
  await page.getByText('300 proposals').waitFor()
  assert.equal(await countOf('open'), 300)

  for (const key of ['Home', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('3 proposals selected').waitFor()
  await page.keyboard.press('i')
  await page.getByText('3 proposals ignored').waitFor()
  await page.getByText('297 proposals').waitFor()
  await page.keyboard.press('End')
  await current(page).getByText('model-299').waitFor()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'model-299' })
  await drawer.getByText('The model has no price here.').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })

  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Shortcuts' }).getByText('Undo the last action').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('Shift+X')
  await page.getByText('297 proposals selected').waitFor()
  await page.keyboard.press('a')
  await page.getByText('297 prices accepted').waitFor()
  await page.getByText('No pending proposals').waitFor()
  assert.deepEqual([await countOf('accepted'), await countOf('ignored_once')], [297, 3])

  await page.getByRole('navigation', { name: 'Sources and proposals' }).getByText('Applied prices').click()
  const row = rowOf(page, 'Test list, accepted').first()
  await row.getByRole('button', { name: /Undo/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: /Undo/ }).click()
  await page.getByText('297 prices restored').waitFor()
  assert.equal(await countOf('open'), 297)
  await assertAccessible(page)
  await resize(page, 390)
  await assertFits(page)
})

journey('a model list is read, its models are ignored, put back and added', async ({ page, url, server }) => {
  const root = await asRoot(server)
  const base_url = address
  const lists = (...names: string[]) => JSON.stringify({ object: 'list', data: names.map((id) => ({ id })) })
  bodies.set('/v1/models', lists('gpt-4o', 'gpt-4o-mini', 'house-1'))
  await createChannel(root, { name: 'Watched', models: 'gpt-4o', base_url })
  await openSignedIn(page, url, '/proposals?tab=lists')
  await page
    .getByRole('row')
    .filter({ hasText: 'Watched' })
    .getByRole('button', { name: /Read now/ })
    .click()
  await page.getByText('Model list of Watched read').waitFor()
  await page.getByRole('navigation', { name: 'Sources and proposals' }).getByText('Models', { exact: true }).click()
  await page.getByText('2 proposals').waitFor()
  await rowOf(page, 'house-1').getByText('Set a price first').waitFor()
  await rowOf(page, 'gpt-4o-mini')
    .getByRole('button', { name: /^Ignore/ })
    .click()
  await page.getByText('Proposal ignored').waitFor()
  await page.getByText('1 proposal', { exact: true }).waitFor()
  await page.keyboard.press('u')
  await page.getByText('Proposal put back').waitFor()
  await page.getByText('2 proposals').waitFor()
  await rowOf(page, 'gpt-4o-mini').getByRole('button', { name: /^Add/ }).click()
  await page.getByText('Channel changed').waitFor()
  await page.getByText('1 proposal', { exact: true }).waitFor()
})
