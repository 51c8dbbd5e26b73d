import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before } from 'node:test'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { fewClicks } from '../clicks.ts'
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
  const rows = page.getByRole('row').filter({ hasText: 'key of north' })
  const dialog = page.getByRole('dialog')
  await fewClicks(page, 'cancel a running request', async () => {
    await page.getByRole('link', { name: 'Running requests' }).click()
    await rows.getByText('Streaming').nth(1).waitFor()
    assert.equal(await rows.count(), 2)
    await assertAccessible(page)
    await rows.first().getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByText('Output sent so far is charged').waitFor()
    await dialog.getByRole('button', { name: 'Cancel the request' }).click()
    await page.getByText('The request is being cancelled').waitFor()
  })
  assert.match(await Promise.race(responses), /An administrator cancelled this request/)
  await rows.nth(1).waitFor({ state: 'detached' })

  const channel = page.getByRole('list', { name: 'Channels with running requests' }).getByRole('listitem')
  await channel.getByText('1 request', { exact: true }).waitFor()
  await channel.getByRole('button', { name: 'Stop new requests' }).click()
  await dialog.getByRole('button', { name: 'Stop new requests' }).click()
  await channel.getByText('Finishing requests').waitFor()
  await channel.getByText('1 request left').waitFor()
  await rows.first().getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Cancel the request' }).click()
  await channel.getByText('No requests left').waitFor()
  await page.getByText('No requests are running').waitFor()
  await channel.getByRole('button', { name: 'Enable' }).click()
  await page.getByText('north is enabled').waitFor()
  await channel.waitFor({ state: 'detached' })
})
