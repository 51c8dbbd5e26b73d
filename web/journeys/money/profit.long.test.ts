import assert from 'node:assert/strict'
import { channelApi } from '@turnpike/contract/routing/channel'
import { assertAccessibleInBothThemes } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { givenChannel, givenSales } from './profit-steps.ts'

const journey = journeys()

journey('the cost of a channel is set in its editor, as a share, a price list or a price per call', async (walk) => {
  const { page, url, server } = walk
  const id = await givenChannel(server, 'priced')
  const root = server.client()
  await root.signIn('root', '123456')
  const stored = async () => {
    const { response } = await root.call(channelApi.get, { params: { id: String(id) } })
    assert.ok(response.success)
    return JSON.parse(response.data.setting || '{}').cost
  }
  const save = async () => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    assert.ok((await (await saved).json()).success)
  }
  const choose = async (label: string) => {
    await page.getByLabel('Provider pricing').click()
    await page.getByTitle(label).click()
  }
  await openSignedIn(page, url, `/channel/edit/${id}`)
  await choose('As a share of the public price')
  await page.getByLabel('Times the public price').fill('0.4')
  await save()
  assert.deepEqual(await stored(), { kind: 'multiple', multiple: 0.4 })

  await choose('By its own price list')
  await page.getByRole('row').getByRole('combobox', { name: 'Model' }).fill('gpt-4o')
  await page.getByLabel('Input gpt-4o').fill('1.1')
  await page.getByText('A row needs a model').waitFor()
  await page.getByLabel('Output gpt-4o').fill('4.4')
  await save()
  assert.deepEqual(await stored(), { kind: 'prices', prices: { 'gpt-4o': { input: 1.1, output: 4.4 } } })
  await page.reload()
  assert.equal(await page.getByLabel('Output gpt-4o').inputValue(), '4.4')
  await assertAccessibleInBothThemes(page)
})

journey(
  'on a phone the margins fit the page',
  async ({ page, url, server }) => {
    await givenSales(server, await givenChannel(server, 'small'))
    await openSignedIn(page, url, '/detail?figures=profit')
    await page.getByRole('cell', { name: 'Total' }).waitFor()
    await assertFits(page)
  },
  { width: 390 },
)
