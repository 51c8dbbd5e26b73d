import assert from 'node:assert/strict'
import { channelApi } from '@turnpike/contract/routing/channel'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { withUpstream } from '../upstream.ts'
import { givenFailing } from './health-steps.ts'

const journey = journeys()
withUpstream()

journey('a failing channel is found in one click from any page, and disabled and enabled again', async (walk) => {
  const { page, url, server } = walk
  const { root, broken } = await givenFailing(server)
  await openSignedIn(page, url, '/topup')
  const banner = page.getByRole('region', { name: /failing/ })
  await page.getByRole('heading', { name: 'Wallet', exact: true }).waitFor()
  await banner.getByText('Channel the broken one is failing · 100% of gpt-4o calls affected').waitFor()
  await assertAccessible(page)
  await banner.getByRole('link', { name: 'Show failing channels' }).click()

  const rows = page.getByRole('row').filter({ hasText: 'the broken one' })
  await rows.waitFor()
  assert.equal(await page.getByRole('row').filter({ hasText: 'channel 18' }).count(), 0)
  await rows.getByText('Failing').waitFor()
  const ticks = rows.getByRole('img', { name: /^0 of the last 4 calls succeeded; last failure .+: rate limited$/ })
  await ticks.focus()
  await page
    .getByRole('tooltip')
    .getByText(/^rate limited · HTTP 429 · gpt-4o · /)
    .first()
    .waitFor()

  // The editor says the same in words.
  await page.goto(`${url}/channel/edit/${broken}`)
  await page.getByText(/^0 of the last 4 calls succeeded/).waitFor()
  await page
    .getByText(/^rate limited · HTTP 429 · gpt-4o/)
    .nth(3)
    .waitFor()
  assert.equal(await page.getByText(/^rate limited · HTTP 429 · gpt-4o/).count(), 4)

  await banner.getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable 1 channel?' })
  await dialog.getByText('the broken one. They get no requests until enabled again.').waitFor()
  await dialog.getByRole('button', { name: 'Disable 1 channel' }).click()
  await banner.waitFor({ state: 'detached' })
  const statusOf = async () => {
    const { response } = await root.call(channelApi.get, { params: { id: String(broken) } })
    return response.success && response.data.status
  }
  assert.equal(await statusOf(), 2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  assert.equal(await statusOf(), 1)

  // A closed banner stays away until another channel fails.
  const fail = async (id: number) =>
    server.deps.store
      .updateTable('channels')
      .set({ failed_time: 5, failure_reason: 'no' })
      .where('id', '=', id)
      .execute()
  await fail(broken)
  await page.goto(`${url}/token`)
  await banner.getByRole('button', { name: 'Close notice' }).click()
  await banner.waitFor({ state: 'detached' })
  const sent = page.waitForResponse((response) => response.url().endsWith('/api/channel/failing'))
  await page.goto(`${url}/token`)
  await (await sent).finished()
  assert.equal(await banner.count(), 0)
  await fail(broken + 1)
  await page.goto(`${url}/token`)
  await banner.getByText(/^2 channels failing/).waitFor()
})
