import assert from 'node:assert/strict'
import { channelApi } from '@turnpike/contract/routing/channel'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { fewClicks } from '../clicks.ts'
import { journeys } from '../journey.ts'
import { asRoot, createChannel } from '../steps.ts'
import { withUpstream } from '../upstream.ts'
import { givenFailing } from './health-steps.ts'

const journey = journeys()
withUpstream()

journey(
  'why a model fails is read in one click from any page, and the model is disabled and restored',
  async (walk) => {
    const { page, url, server } = walk
    const { root, broken } = await givenFailing(server)
    await openSignedIn(page, url, '/topup')
    const banner = page.getByRole('region', { name: /failing/ })
    await page.getByRole('heading', { name: 'Wallet', exact: true }).waitFor()
    await banner.getByText(/^Channel the broken one is failing · gpt-4o: 4 of 4 requests failed, last /).waitFor()
    await assertAccessible(page)
    const channelOf = async () => {
      const { response } = await root.call(channelApi.get, { params: { id: String(broken) } })
      return response.success ? [response.data.status, response.data.models] : []
    }
    const drawer = page.getByRole('dialog', { name: 'Errors of the broken one' })
    await fewClicks(page, 'why does a model fail', async () => {
      await banner.getByRole('link', { name: 'Show errors' }).click()
      await drawer.getByText(/^rate limited · HTTP 429 · 4 times$/).waitFor()
      await assertAccessible(page)
      await drawer.getByRole('button', { name: 'Disable this model on this channel' }).click()
      await page.getByText('gpt-4o disabled on the broken one').waitFor()
      await drawer.getByText('No longer a model of this channel').waitFor()
    })
    assert.deepEqual(await channelOf(), [1, 'gpt-4o-mini'])
    await banner.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()
    assert.deepEqual(await channelOf(), [1, 'gpt-4o,gpt-4o-mini'])
    assert.match(
      (await drawer.getByRole('link', { name: 'Open log' }).getAttribute('href')) ?? '',
      /channel=\d+&type=5$/,
    )
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })

    // The response in the row opens the same by keyboard, and so does the row's menu.
    await page.goto(`${url}/channel?keyword=broken`)
    const row = page.getByRole('row').filter({ hasText: 'the broken one' })
    await row.getByRole('button', { name: /0 of the last 4 requests succeeded/ }).press('Enter')
    await drawer.waitFor()
    await page.goto(`${url}/channel?keyword=broken`)
    await page.getByRole('button', { name: 'More for the broken one' }).click()
    await page.getByRole('menuitem', { name: 'Show errors' }).click()
    await drawer.waitFor()
    await page.goto(`${url}/channel/edit/${broken}`)
    await page.getByText(/^0 of the last 4 requests succeeded/).waitFor()
  },
)

journey('the banner disables what fails, stays closed, and is silent about what is old', async (walk) => {
  const { page, url, server } = walk
  const root = await asRoot(server)
  const add = (name: string) => createChannel(root, { name, models: `${name}-model`, status: 1 })
  await server.deps.store.deleteFrom('channels').execute()
  const [north, south] = [await add('north'), await add('south')]
  const failAt = (id: number, ago: number) =>
    server.deps.store
      .updateTable('channels')
      .set({ failed_time: server.deps.clock() - ago, failure_reason: 'no' })
      .where('id', '=', id)
      .execute()
  const banner = page.getByRole('region', { name: /failing/ })
  const open = async () => {
    const sent = page.waitForResponse((response) => response.url().endsWith('/api/channel/failing'))
    await page.goto(`${url}/token`)
    await (await sent).finished()
  }
  await openSignedIn(page, url, '/token')
  await failAt(north, 5)
  await open()
  await banner.getByText('Channel north is failing').waitFor()
  await banner.getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable failing models or channels?' })
  await dialog.getByRole('radio', { name: /^The whole 1 channel: north/ }).waitFor()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await banner.waitFor({ state: 'detached' })
  const statusOf = async (id: number) => {
    const { response } = await root.call(channelApi.get, { params: { id: String(id) } })
    return response.success && response.data.status
  }
  assert.equal(await statusOf(north), 2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  assert.equal(await statusOf(north), 1)

  // A closed banner stays away until another channel fails.
  await banner.getByRole('button', { name: 'Close notice' }).click()
  await banner.waitFor({ state: 'detached' })
  await open()
  assert.equal(await banner.count(), 0)
  await failAt(south, 5)
  await open()
  await banner.getByText(/^2 channels failing/).waitFor()
  for (const id of [north, south]) await failAt(id, 1801)
  await open()
  assert.equal(await banner.count(), 0, 'an old failure is left to the list of channels')
})
