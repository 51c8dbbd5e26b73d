import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { asRoot } from '../steps.ts'
import { buyer, order, ownStatus } from './orders-steps.ts'
import { type PaymentSite, startPaymentSite } from './payment-site.ts'

const journey = journeys()

let site: PaymentSite

before(async () => {
  site = await startPaymentSite()
})

after(() => site.stop())

journey('the super administrator completes an order that was never reported, but not an own one', async (walk) => {
  const { page, url, server } = walk
  await site.setUp(server)
  const lin = await buyer(server, 'lin')
  const { out_trade_no = '' } = await order(lin, 30)
  const root = await asRoot(server)
  await order(root, 10)
  await openSignedIn(page, url, '/token')
  await page.getByRole('link', { name: 'Orders' }).click()
  const own = page.getByRole('row').filter({ hasText: 'root' })
  assert.equal(await own.getByRole('button', { name: 'Complete' }).isDisabled(), true)
  await page.getByLabel('Order number or user').fill('li')
  await page.getByText('1–1 of 1').waitFor()
  const row = page.getByRole('row').filter({ hasText: out_trade_no })
  await row.getByText('Awaiting payment').waitFor()
  await row.getByRole('button', { name: 'Complete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('lin gets $30.00 for a payment of ¥219.00.').waitFor()
  assert.equal(await ownStatus(lin), 'pending')
  await dialog.getByRole('button', { name: 'Credit $30.00 to lin' }).click()
  await page.getByText('$30.00 credited to lin').waitFor()
  await row.getByText('Credited').waitFor()
  assert.equal(await ownStatus(lin), 'success')
  assert.equal(await row.getByRole('button', { name: 'Complete' }).count(), 0)
  await row.getByRole('button', { name: 'Details' }).click()
  await dialog.getByText('completed by hand by root').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByLabel('Order number or user').fill(out_trade_no)
  await page.waitForURL((address) => address.search.includes(out_trade_no))
  await page.getByLabel('Status').click()
  await page.getByTitle('Awaiting payment').click()
  await page.getByText('No orders match').waitFor()
})
