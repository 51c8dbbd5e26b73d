import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { redemptionApi } from '@turnpike/contract/money/redemption'
import { optionApi } from '@turnpike/contract/system/option-api'
import type { BrowserContext, Page } from 'playwright-core'
import { openSignedIn } from '../browser.ts'
import { fewClicks } from '../clicks.ts'
import { journeys } from '../journey.ts'
import { asRoot, clipboard } from '../steps.ts'
import { type PaymentSite, startPaymentSite } from './payment-site.ts'
import { openWallet, quotaOf } from './wallet-steps.ts'

const journey = journeys()

let site: PaymentSite

before(async () => {
  site = await startPaymentSite()
})

after(() => site.stop())

/** Submits the payment form; returns once the payment site has received it. */
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
  const root = await asRoot(server)
  const { response } = await root.call(redemptionApi.create, { body: { name: 'gift', quota: 1_000_000, count: 1 } })
  assert.ok(response.success)
  const [code = ''] = response.data
  await openWallet(page, server, 'reader')
  await page.getByText('The administrator has not enabled online recharge').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Get a code' }).count(), 0)
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

journey('a code is made and redeemed in few clicks', async ({ page, url, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSignedIn(page, url, '/redemption')
  const drawer = page.getByRole('dialog')
  await fewClicks(page, 'create a code and redeem it', async () => {
    await page.getByRole('button', { name: 'Create codes' }).first().click()
    await drawer.getByLabel('Name').fill('gift')
    await drawer.getByRole('button', { name: /^Create/ }).click()
    await drawer.getByRole('button', { name: 'Copy all' }).click()
    await drawer.getByRole('button', { name: 'Done' }).click()
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Wallet', exact: true }).click()
    await page.getByRole('textbox', { name: 'Redemption code' }).fill(await clipboard(page))
    await page.keyboard.press('Enter')
    await page.getByText('$0.20 credited').waitFor()
  })
})

journey('a payment is confirmed, paid at the provider, noticed and credited once', async (walk) => {
  const { page, context, server } = walk
  await site.setUp(server)
  await openWallet(page, server, 'buyer')
  await page.getByText('No orders yet').waitFor()
  await page.getByRole('button', { name: '$20 ¥146.00' }).click()
  await page.getByText('WeChat Pay').click()
  await page.getByText('Adds $20.00. Your new balance will be $20.00.').waitFor()
  await page.getByRole('button', { name: 'Pay ¥146.00' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Pay ¥146.00?').waitFor()
  await dialog.getByText('$20.00').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })

  await fewClicks(page, 'pay', async () => {
    await page.getByRole('button', { name: '$20 ¥146.00' }).click()
    await page.getByText('WeChat Pay').click()
    await pay(page, context)
  })
  const form = site.lastForm()
  assert.partialDeepStrictEqual(form, { type: 'wxpay', money: '146.00', name: 'TUC20' })
  await dialog.getByText('Waiting for payment').waitFor()
  await page.getByRole('row').filter({ hasText: 'Awaiting payment' }).waitFor()
  assert.equal(await site.notify(form), 'success')
  await dialog.getByText('$20.00 added to your balance.').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('region', { name: 'Balance' }).getByText('$20.00').waitFor()
  await page.getByRole('row').filter({ hasText: 'WeChat Pay' }).getByText('Credited').waitFor()
  assert.equal(await site.notify(form), 'success')
  assert.equal(await quotaOf(server, 'buyer'), 10_000_000, 'the second notice credits nothing')
  await page.getByRole('link', { name: 'Balance changes' }).click()
  const record = page.getByRole('row').filter({ hasText: 'Online top-up' })
  await record.getByText('+$20.00').waitFor()
  assert.equal(await record.count(), 1)
})
