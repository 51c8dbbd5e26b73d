import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { givenPassword } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { buyer, order, ownStatus } from './orders-steps.ts'
import { type PaymentSite, startPaymentSite } from './payment-site.ts'

const journey = journeys()

let site: PaymentSite

before(async () => {
  site = await startPaymentSite()
})

after(() => site.stop())

journey('every callback is kept with its checks, and is replayed after the settings are corrected', async (walk) => {
  const { page, url, server } = walk
  await site.setUp(server)
  const may = await buyer(server, 'may')
  const form = await order(may, 10)
  await site.notify(form, { money: '0.01' })
  await site.setUp(server, { EpayKey: 'mistyped' })
  await site.notify(form)
  await server.given.user({ username: 'ops', role: role.admin })
  await openSignedIn(page, url, `/orders?tab=callbacks&keyword=${form.out_trade_no}`, 'ops', givenPassword)
  const rows = page.getByRole('row').filter({ hasText: form.out_trade_no ?? '' })
  await page.getByText('1–2 of 2').waitFor()
  const dialog = page.getByRole('dialog')
  await rows.nth(1).getByRole('button', { name: 'Details' }).click()
  await dialog.getByText('The amount or currency does not match the order.').waitFor()
  await dialog.getByText('0.01').waitFor()
  const verdicts = await dialog.getByRole('list', { name: 'Checks' }).getByRole('listitem').allInnerTexts()
  assert.deepEqual(
    verdicts.map((text) => text.replace(/\s+/g, ' ')),
    ['Signature valid', 'Merchant valid', 'Order valid', 'Amount invalid', 'Method valid', 'Paid valid'],
  )
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })

  await site.setUp(server)
  assert.equal(await ownStatus(may), 'pending')
  await rows.nth(0).getByRole('button', { name: 'Replay' }).click()
  await page.getByText('Replay this callback?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
  await page.getByText('Replayed: Credited').waitFor()
  await page.getByText('The order was credited, or its plan opened or renewed.').waitFor()
  assert.equal(await ownStatus(may), 'success')
  await page.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Test my callback' }).click()
  await page.getByRole('menuitem', { name: 'Test the callback of Epay' }).click()
  await dialog.getByText('This was a test with a simulated callback. Nothing was credited.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Test my callback' }).click()
  await page.getByRole('menuitem', { name: 'Test the callback of Stripe' }).click()
  await page.getByText('The administrator has not configured payment').waitFor()
})

journey(
  'on a phone, in Chinese, orders and callbacks are cards',
  async ({ page, url, server }) => {
    await site.setUp(server)
    const wu = await buyer(server, 'wu')
    await site.notify(await order(wu, 10))
    await openSignedIn(page, url, '/orders?keyword=wu')
    await page.getByRole('listitem').filter({ hasText: '支付宝' }).getByText('已到账').waitFor()
    await assertFits(page)
    await page.getByRole('link', { name: '回调' }).click()
    const notice = page.getByRole('listitem').filter({ hasText: '易支付' }).first()
    await notice.getByText('已入账').waitFor()
    await assertFits(page)
    await notice.getByRole('button', { name: '详情' }).click()
    await page.getByRole('dialog').getByText('订单已入账，或其套餐已开通、已续费。').waitFor()
    await assertFits(page)
  },
  { language: 'zh', width: 390 },
)
