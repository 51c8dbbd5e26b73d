import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { assertFits, journeys } from '../journey.ts'
import { type PaymentSite, startPaymentSite } from './payment-site.ts'
import { openWallet, quotaOf } from './wallet-steps.ts'

const journey = journeys()

let site: PaymentSite

before(async () => {
  site = await startPaymentSite()
})

after(() => site.stop())

/** Pays what the form says; ends when the payment site has the form. */
async function pay(page: Page, context: BrowserContext) {
  await page.getByRole('button', { name: /^(Pay|支付) ¥/ }).click()
  const opening = context.waitForEvent('page')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Pay|支付) ¥/ })
    .click()
  const paymentPage = await opening
  await paymentPage.getByText('Scan to pay').waitFor()
  await paymentPage.close()
  return site.lastForm()
}

journey('a notice of another amount credits nothing, and a late one is credited all the same', async (walk) => {
  const { page, context, server } = walk
  await site.setUp(server)
  await openWallet(page, server, 'patient')
  await page.getByRole('button', { name: 'Pay ¥73.00' }).waitFor()
  const form = await pay(page, context)
  assert.equal(await site.notify(form, { money: '0.01' }), 'fail')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'Alipay' })
  await row.getByText('Awaiting payment').waitFor()
  assert.equal(await quotaOf(server, 'patient'), 0)

  server.moveTime(25 * 3600)
  await page.reload()
  await row.getByText('Expired').waitFor()
  await row.getByRole('button', { name: 'Details' }).click()
  await dialog.getByText('Not paid in time. A late payment is still credited.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await site.notify(form), 'success')
  await page.reload()
  await row.getByText('Credited').waitFor()
  await row.getByRole('button', { name: 'Details' }).click()
  const steps = dialog.getByRole('listitem')
  await steps.nth(2).waitFor()
  assert.deepEqual(
    (await steps.allInnerTexts()).map((text) => text.split('\n')[0]),
    ['Created', 'Expired', 'Paid and credited'],
  )
  assert.equal(await quotaOf(server, 'patient'), 5_000_000)
})

journey('a card is paid at the address that Stripe gave, and Safari pays in its own tab', async (walk) => {
  const { page, context, server } = walk
  await site.setUp(server, { StripeSecretKey: 'sk_test_x', StripeWebhookSecret: 'whsec_x', StripeUnitPrice: '1' })
  // Stripe's own response: an address, and no form.
  const response = { message: 'success', data: {}, url: `${site.url}/c/pay/cs_test`, trade_no: 'USR1NOx' }
  await page.route('**/api/user/pay', (route) => route.fulfill({ json: response }))
  await openWallet(page, server, 'traveller')
  const payByCard = async () => {
    await page.getByText('Card', { exact: true }).click()
    await page.getByRole('button', { name: 'Pay $10.00' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay $10.00' }).click()
  }
  const opening = context.waitForEvent('page')
  await payByCard()
  const paymentPage = await opening
  await paymentPage.waitForURL(response.url)
  await page.getByRole('dialog').getByText('Waiting for payment').waitFor()

  await page.addInitScript(() => Object.defineProperty(navigator, 'userAgent', { value: 'Version/18.5 Safari/605' }))
  await page.reload()
  await payByCard()
  await page.waitForURL(response.url)
  await site.setUp(server, { StripeSecretKey: '', StripeWebhookSecret: '' })
})

journey('an amount is whole, at least the minimum, and under 1 it is raised to 1', async ({ page, server }) => {
  await site.setUp(server)
  await openWallet(page, server, 'careful')
  const amount = page.getByLabel('Amount', { exact: true })
  await amount.fill('0')
  await page.getByRole('button', { name: 'Pay ¥7.30' }).waitFor()
  await amount.blur()
  assert.equal(await amount.inputValue(), '1')
  await amount.fill('2.5')
  await page.getByText('Enter a whole number of at least 1').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Pay', exact: true }).isDisabled(), true)
  await site.setUp(server, { MinTopUp: '5', DisplayInCurrencyEnabled: 'false' })
  await page.reload()
  await amount.fill('2499999')
  await page.getByText('The top-up amount cannot be below 2,500,000').waitFor()
  await amount.fill('2500000')
  await page.getByRole('button', { name: 'Pay ¥36.50' }).waitFor()
  await site.setUp(server, { MinTopUp: '1', DisplayInCurrencyEnabled: 'true' })
})

journey(
  'on a phone, in Chinese, a payment that is never reported stays open',
  async ({ page, context, server }) => {
    await site.setUp(server)
    await openWallet(page, server, 'quiet')
    await page.getByText('还没有订单').waitFor()
    await assertFits(page)
    await page.getByRole('button', { name: '支付 ¥73.00' }).waitFor()
    await pay(page, context)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('等待支付').waitFor()
    await assertFits(page)
    await dialog.getByRole('button', { name: '关闭' }).click()
    const order = page.getByRole('listitem').filter({ hasText: '支付宝' })
    await order.getByText('待支付').waitFor()
    await assertFits(page)
    assert.equal(await quotaOf(server, 'quiet'), 0)
  },
  { language: 'zh', width: 390 },
)
