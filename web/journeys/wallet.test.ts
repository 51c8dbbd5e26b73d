import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { userApi } from '@turnpike/contract/identity/user'
import { redemptionApi } from '@turnpike/contract/money/redemption'
import { optionApi } from '@turnpike/contract/system/option-api'
import type { BrowserContext, Page } from 'playwright-core'
import { givenPassword, type TestServer } from '../../server/test/harness/harness.ts'
import { openSignedIn } from './browser.ts'
import { assertFits, journeys } from './journey.ts'
import { type PaymentSite, startPaymentSite } from './payment-site.ts'

const journey = journeys()
let site: PaymentSite
before(async () => {
  site = await startPaymentSite()
})
after(() => site.stop())

async function openWallet(page: Page, server: TestServer, username: string) {
  await server.given.user({ username })
  await openSignedIn(page, server.url, '/topup', username, givenPassword)
}

async function quotaOf(server: TestServer, username: string): Promise<number> {
  const client = server.client()
  await client.signIn(username)
  const { answer } = await client.call(userApi.self)
  assert.ok(answer.success)
  return answer.data.quota
}

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

journey('a code is redeemed once, and every refusal is told in the words of the server', async ({ page, server }) => {
  const root = server.client()
  await root.signIn('root', '123456')
  const { answer } = await root.call(redemptionApi.create, { body: { name: 'gift', quota: 1_000_000, count: 1 } })
  assert.ok(answer.success)
  const [code = ''] = answer.data
  await openWallet(page, server, 'reader')
  await page.getByText('The administrator has not enabled online recharge').waitFor()
  await page.getByText('The super administrator has not set a top-up link').waitFor()
  const field = page.getByRole('textbox', { name: 'Redemption code' })
  const redeem = page.getByRole('button', { name: 'Redeem' })
  await redeem.click()
  await page.getByText('Enter a redemption code').waitFor()
  await field.fill('nonsense')
  await redeem.click()
  await page.getByText('Invalid redemption code').waitFor()
  await field.fill(` ${code} `)
  await page.keyboard.press('Enter')
  await page.getByText('$2.00 credited').waitFor()
  const balance = page.getByRole('region', { name: 'Balance' })
  await balance.getByText('$2.00').waitFor()
  await page.getByRole('row').filter({ hasText: 'Redemption code' }).getByText('+$2.00').waitFor()
  await field.fill(code)
  await redeem.click()
  await page.getByText('This redemption code has been used').waitFor()

  await root.call(optionApi.update, { body: { key: 'TopUpLink', value: 'https://shop.example.com/codes' } })
  await page.reload()
  const link = page.getByRole('link', { name: 'Get a code' })
  assert.equal(await link.getAttribute('href'), 'https://shop.example.com/codes')
  await page.getByRole('link', { name: 'Rebates' }).click()
  await page.getByText('No rebates yet').waitFor()
})

journey('a payment is confirmed, paid at the provider, noticed and credited once', async (walk) => {
  const { page, context, server } = walk
  await site.setUp(server)
  await openWallet(page, server, 'buyer')
  await page.getByText('No orders yet').waitFor()
  await page.getByRole('button', { name: '$20 ¥146.00' }).click()
  await page.getByText('WeChat Pay').click()
  await page.getByText('Credits $20.00; the balance will be $20.00.').waitFor()
  await page.getByRole('button', { name: 'Pay ¥146.00' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Pay ¥146.00?').waitFor()
  await dialog.getByText('$20.00').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })

  const form = await pay(page, context)
  assert.partialDeepStrictEqual(form, { type: 'wxpay', money: '146.00', name: 'TUC20' })
  await dialog.getByText('Waiting for payment').waitFor()
  await page.getByRole('row').filter({ hasText: 'Awaiting payment' }).waitFor()
  assert.equal(await site.notify(form), 'success')
  await dialog.getByText('$20.00 credited to your balance.').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('region', { name: 'Balance' }).getByText('$20.00').waitFor()
  await page.getByRole('row').filter({ hasText: 'WeChat Pay' }).getByText('Credited').waitFor()
  assert.equal(await site.notify(form), 'success')
  assert.equal(await quotaOf(server, 'buyer'), 10_000_000, 'the second notice credits nothing')
  await page.getByRole('link', { name: 'Top-ups' }).click()
  const record = page.getByRole('row').filter({ hasText: 'Online top-up' })
  await record.getByText('+$20.00').waitFor()
  assert.equal(await record.count(), 1)
})

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
  // Stripe's own answer: an address, and no form.
  const answer = { message: 'success', data: {}, url: `${site.url}/c/pay/cs_test`, trade_no: 'USR1NOx' }
  await page.route('**/api/user/pay', (route) => route.fulfill({ json: answer }))
  await openWallet(page, server, 'traveller')
  const payByCard = async () => {
    await page.getByText('Card', { exact: true }).click()
    await page.getByRole('button', { name: 'Pay $10.00' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay $10.00' }).click()
  }
  const opening = context.waitForEvent('page')
  await payByCard()
  const paymentPage = await opening
  await paymentPage.waitForURL(answer.url)
  await page.getByRole('dialog').getByText('Waiting for payment').waitFor()

  await page.addInitScript(() => Object.defineProperty(navigator, 'userAgent', { value: 'Version/18.5 Safari/605' }))
  await page.reload()
  await payByCard()
  await page.waitForURL(answer.url)
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
