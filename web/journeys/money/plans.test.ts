import type { Page } from 'playwright-core'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { assertAccessibleInBothThemes, isLongRun } from '../axe.ts'
import { drawn, type Look, openSignedIn } from '../browser.ts'
import { assertFits, journeys, resize } from '../journey.ts'
import { withUpstream } from '../upstream.ts'
import { startPaymentSite } from './payment-site.ts'
import { givenBuyer, openShop, plansWords } from './plans-steps.ts'

const journey = journeys()
withUpstream()

/** The browser has the time of the server: the log shows the requests of a day. */
const onTimeOf = ({ deps }: TestServer, page: Page) => page.clock.setFixedTime(deps.clock() * 1000)

/** The whole way once; in the other language and on a phone in the long run. */
const looks: (Look & { language: 'en' | 'zh' })[] = [
  { language: 'en', theme: 'light', width: 1440 },
  { language: 'zh', theme: 'dark', width: 390 },
]
for (const look of isLongRun ? looks : looks.slice(0, 1))
  journey(
    `a plan is bought, used up, replaced by the balance and used again after its reset (${look.language})`,
    async ({ page, url, server }) => {
      const words = plansWords[look.language]
      const plan = await openShop(server)
      const buyer = await givenBuyer(server, `buyer-${look.language}`, 25)
      const section = page.getByRole('region', { name: words.plans, exact: true })
      const dialog = page.getByRole('dialog')

      await onTimeOf(server, page)
      await page.goto(`${url}/pricing`)
      const buy = page.locator(`a[href="/topup?plan=${plan.id}"]`)
      await buy.waitFor()
      await assertFits(page)
      await buy.click()
      await page.getByLabel(words.username).fill(`buyer-${look.language}`)
      await page.getByLabel(words.password, { exact: true }).fill('password-1')
      await page.keyboard.press('Enter')
      await dialog.getByText('$25').waitFor()
      await assertFits(page)
      await dialog.getByRole('button', { name: words.payNow }).click()
      await dialog.getByText(words.running, { exact: true }).waitFor()
      await dialog.getByRole('button', { name: words.done }).click()
      await section.getByText(words.notBegun).waitFor()
      await section.getByText(words.planPays).waitFor()

      for (const _ of [1, 2]) await buyer.request()
      await page.reload()
      await section.getByText('100%').waitFor()
      await page.getByRole('img', { name: words.used(100) }).waitFor()
      await section.getByText(words.balancePays).waitFor()
      await assertAccessibleInBothThemes(page)
      for (const width of [1440, 390]) {
        await resize(page, width)
        await assertFits(page)
      }
      await page.getByText('$5.00').first().waitFor()
      await buyer.request()
      await page.reload()
      await page.getByText('$4.00').first().waitFor()

      server.moveTime(5 * 3600)
      await onTimeOf(server, page)
      await page.reload()
      await section.getByText(words.notBegun).waitFor()
      await buyer.request()
      await page.reload()
      await section.getByText('50%').waitFor()
      await section.getByText(words.planPays).waitFor()
      await page.getByText('$4.00').first().waitFor()

      await resize(page, 1440)
      await page.goto(`${url}/log`)
      await page.getByRole('button', { name: words.details }).first().click()
      await page.getByText(words.paidByPlan).waitFor()
    },
    look,
  )

journey('a plan is ordered through Epay and runs once it is paid', async ({ page, context, url, server }) => {
  const site = await startPaymentSite()
  try {
    await site.setUp(server)
    const { id } = await openShop(server)
    await givenBuyer(server, 'payer', 3)
    await openSignedIn(page, url, `/topup?plan=${id}`, 'payer', 'password-1')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('$3 available · $17 missing').waitFor()
    await dialog.getByText('Alipay').click()
    const opening = context.waitForEvent('page')
    await dialog.getByRole('button', { name: 'Pay ¥146' }).click()
    await (await opening).getByText('Scan to pay').waitFor()
    await dialog.getByText('Waiting for payment').waitFor()
    await site.notify(site.lastForm())
    await dialog.getByText('Pro pays for your requests now.').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Pays now: Pro, then the balance').waitFor()
    await page.getByLabel('Payment order').click()
    await page.getByTitle('Balance only').click()
    await page.getByText('The balance pays. Plans are not used.').waitFor()
    await page.getByText('Pays now: the balance').waitFor()
    await drawn(page)
    await assertFits(page)
  } finally {
    site.stop()
  }
})
