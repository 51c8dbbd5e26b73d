import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before } from 'node:test'
import { openSignedIn } from '../browser.ts'
import { fewClicks } from '../clicks.ts'
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
  await dialog.getByRole('button', { name: 'Add $30.00 to the balance of lin' }).click()
  await page.getByText('$30.00 added to the balance of lin').waitFor()
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

journey('a paid order is refunded in few clicks; sums, filters and the file tell what was paid back', async (walk) => {
  const { page, url, server } = walk
  await site.setUp(server)
  const may = await buyer(server, 'may')
  const form = await order(may, 10)
  await site.notify(form)
  await openSignedIn(page, url, '/orders?keyword=may')
  const row = page.getByRole('row').filter({ hasText: form.out_trade_no ?? '' })
  const dialog = page.getByRole('dialog').last()
  await page.getByText('1 made · 1 credited').waitFor()
  await page.getByText('¥73.00 paid').waitFor()
  await fewClicks(page, 'Refund an order', async () => {
    await row.getByRole('button', { name: 'Details' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
    await dialog.getByText('This only records the refund.').waitFor()
    await dialog.getByLabel('Refund amount').fill('7.3')
    await dialog.getByText('$1.00 is taken from the balance of may.').waitFor()
    await dialog.getByRole('button', { name: 'Requested by the user' }).click()
    await dialog.getByRole('button', { name: 'Record refund of ¥7.30' }).click()
    await page.getByText('¥7.30 refunded to may').waitFor()
  })
  await page.getByRole('dialog').getByText('Requested by the user · by root').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await row.getByText('Partly refunded').waitFor()
  await page.getByText('¥73.00 paid · ¥7.30 refunded').waitFor()
  await page.getByLabel('Status').click()
  await page.getByTitle('Refunded', { exact: true }).click()
  await page.waitForURL((address) => address.search.includes('status=refunded'))
  await row.waitFor()
  await page.getByLabel('Period').click()
  await page.getByTitle('Yesterday').click()
  await page.getByText('No orders match').waitFor()
  await page.getByLabel('Period').click()
  await page.getByTitle('Today').click()
  await row.waitFor()
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  assert.match(file, /,may,epay,zfb,success,CNY,73\.00,7\.30,5000000,/)
})
