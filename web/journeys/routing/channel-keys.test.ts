import assert from 'node:assert/strict'
import { channelApi } from '@turnpike/contract/routing/channel'
import { channelKeyApi, keyStatus } from '@turnpike/contract/routing/channel-keys'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { assertAccessibleInBothThemes } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys, resize } from '../journey.ts'
import { asRoot } from '../steps.ts'
import { upstream, withUpstream } from '../upstream.ts'

const journey = journeys()
withUpstream()

journey('a channel gets several keys, which are switched, replaced, added and removed one by one', async (walk) => {
  const { page, url, server } = walk
  const root = await asRoot(server)
  const found = async () => {
    const { response } = await root.call(channelApi.search, { query: { keyword: 'Several' } })
    return response.success ? response.data : []
  }
  const keysOf = async (id: number) => {
    const { response } = await root.call(channelKeyApi.list, { params: { id: String(id) } })
    return response.success ? response.data.keys : []
  }

  await openSignedIn(page, url, '/channel/add')
  await page.getByLabel('Name').fill('Several')
  await page.getByRole('switch', { name: 'Key pool' }).click()
  await page.getByLabel('Key', { exact: true }).fill('sk-journey-key-0001-a\nsk-journey-key-0001-b\n')
  await page.getByText('2 keys', { exact: true }).waitFor()
  await page.getByLabel('Base URL').fill(upstream().url)
  await page.getByRole('combobox', { name: 'Models' }).fill('gpt-4o')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Channel added').waitFor()
  const [channel, ...others] = await found()
  assert.deepEqual([channel?.multi_key_mode, others], ['random', []])
  const id = channel?.id ?? 0

  await openSignedIn(page, url, `/channel/edit/${id}`)
  const keys = page.getByRole('region', { name: 'Keys' })
  await keys.getByText('2 of 2 in use').waitFor()
  await keys.getByRole('button', { name: 'More for Key 1' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await keys.getByText('1 of 2 in use').waitFor()
  assert.equal((await keysOf(id))[0]?.status, keyStatus.disabled)
  await assertAccessibleInBothThemes(page)

  await keys.getByRole('button', { name: 'Add keys' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Keys').fill('["sk-journey-key-0001-b", "sk-journey-key-0001-c"]')
  await drawer.getByRole('button', { name: 'Add keys' }).click()
  await page.getByText('1 key added').waitFor()
  await keys.getByText('2 of 3 in use').waitFor()

  await keys.getByRole('button', { name: 'More for Key 2' }).click()
  await page.getByRole('menuitem', { name: 'Replace' }).click()
  await drawer.getByLabel('New key').fill('sk-journey-key-0001-z')
  await drawer.getByRole('button', { name: 'Replace' }).click()
  await page.getByText('Key saved').first().waitFor()
  await eventually('the replaced key is shown', () => keys.getByText('sk-…01-z').isVisible())

  await keys.getByRole('button', { name: 'More for Key 3' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await keys.getByText('1 of 2 in use').waitFor()
  assert.equal((await keysOf(id)).length, 2)
  await resize(page, 390)
  await assertFits(page)
  await resize(page, 1440)
})
