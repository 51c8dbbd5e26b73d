import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before } from 'node:test'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { givenCalls, upstream } from './live-steps.ts'

const journey = journeys()

before(async () => {
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
})

after(() => {
  upstream.closeAllConnections()
  upstream.close()
})

journey('an administrator cancels a running call and drains its channel', async ({ page, url, server }) => {
  const responses = await givenCalls(server, 'north', 2)
  await openSignedIn(page, url, '/token')
  await page.getByRole('link', { name: 'Running calls' }).click()
  const rows = page.getByRole('row').filter({ hasText: 'key of north' })
  await rows.getByText('Streaming').nth(1).waitFor()
  assert.equal(await rows.count(), 2)
  await assertAccessible(page)

  await rows.first().getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('What it received so far is charged').waitFor()
  await dialog.getByRole('button', { name: 'Cancel the call' }).click()
  await page.getByText('The call is being cancelled').waitFor()
  assert.match(await Promise.race(responses), /An administrator cancelled this call/)
  await rows.nth(1).waitFor({ state: 'detached' })

  const channel = page.getByRole('list', { name: 'Channels with running calls' }).getByRole('listitem')
  await channel.getByText('1 call', { exact: true }).waitFor()
  await channel.getByRole('button', { name: 'Drain' }).click()
  await dialog.getByRole('button', { name: 'Drain the channel' }).click()
  await channel.getByText('Draining').waitFor()
  await channel.getByText('1 call left').waitFor()
  await rows.first().getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Cancel the call' }).click()
  await channel.getByText('Drained').waitFor()
  await page.getByText('No calls are running').waitFor()
  await channel.getByRole('button', { name: 'Enable' }).click()
  await page.getByText('north is enabled').waitFor()
  await channel.waitFor({ state: 'detached' })
})
