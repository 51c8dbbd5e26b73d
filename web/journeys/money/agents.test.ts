import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before } from 'node:test'
import { agentAdminApi } from '@turnpike/contract/money/agents/agent-api'
import type { Page } from 'playwright-core'
import { assertBooksBalance, setOptions } from '../../../server/test/harness/accounts.ts'
import { givenPassword } from '../../../server/test/harness/harness.ts'
import { assertAccessible, isLongRun } from '../axe.ts'
import { type Look, openSignedIn } from '../browser.ts'
import { assertFits, journeys, resize } from '../journey.ts'
import { asRoot, dataOf } from '../steps.ts'
import {
  agentWords,
  askForPayout,
  becomeVisitor,
  dollar,
  givenAgent,
  openProgram,
  shareOf,
  topUp,
} from './agents-steps.ts'
import { type PaymentSite, startPaymentSite } from './payment-site.ts'

const journey = journeys()

let site: PaymentSite
before(async () => {
  site = await startPaymentSite()
})
after(() => site.stop())

/** Each part of the page at both widths. In a quick run the sweep visits them. */
async function assertTabsFit(page: Page, url: string) {
  for (const tab of ['overview', 'invited', 'dividends', 'withdrawals', 'terms'])
    for (const width of [1440, 390]) {
      await page.goto(`${url}/agent?tab=${tab}`)
      await resize(page, width)
      await page
        .getByRole('navigation')
        .filter({ has: page.locator('[aria-current=page]') })
        .first()
        .waitFor()
      await assertFits(page)
      await assertAccessible(page)
    }
}

/** The whole way once; in the other language and on a phone in the long run. */
const looks: (Look & { language: 'en' | 'zh' })[] = [
  { language: 'en', theme: 'light', width: 1440 },
  { language: 'zh', theme: 'dark', width: 390 },
]
for (const look of isLongRun ? looks : looks.slice(0, 1))
  journey(
    `an invitation brings a share of a payment, which is paid out and recorded on both sides (${look.language})`,
    async ({ page, context, server, url }) => {
      const words = agentWords[look.language]
      const [agent, guest] = [`agent-${look.language}`, `guest-${look.language}`]
      const asAgent = (path: string) => openSignedIn(page, url, path, agent, givenPassword)
      await openProgram(server)
      await site.setUp(server)
      const agentId = await givenAgent(server, agent)

      await asAgent('/agent')
      await page.getByText(words.nobody).waitFor()
      await assertFits(page)
      const link = (await page.locator('code', { hasText: '/register?aff=' }).textContent()) ?? ''
      await becomeVisitor(page, context)

      await page.goto(link)
      await page.getByLabel(words.username).fill(guest)
      await page.getByLabel(words.password, { exact: true }).fill(givenPassword)
      await page.getByLabel(words.repeat).fill(givenPassword)
      await page.keyboard.press('Enter')
      await page.getByText(words.created).waitFor()
      await openSignedIn(page, url, '/topup', guest, givenPassword)
      await topUp(page, context, site)
      assert.equal((await shareOf(server, agentId)).amount, 2 * dollar)

      await asAgent('/agent?tab=dividends')
      await page.getByText('+$2.00').first().waitFor()
      await page.getByText(words.final, { exact: true }).first().waitFor()
      await assertFits(page)
      await page.goto(`${url}/agent?tab=invited`)
      await page.getByText('$20.00').first().waitFor()
      assert.equal(await page.getByText(guest).count(), 0, 'the name is masked')
      await assertFits(page)

      await askForPayout(page, words)
      await page.goto(`${url}/agent?tab=withdrawals`)
      await page.getByText(words.asked, { exact: true }).last().waitFor()
      await page.getByRole('button', { name: words.cancel, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: words.cancelRequest }).click()
      await page.getByText(words.cancelled, { exact: true }).waitFor()
      await askForPayout(page, words)

      await openSignedIn(page, url, '/agent/manage?tab=payouts')
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: words.approve, exact: true }).click()
      await dialog.getByRole('button', { name: words.approve, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: words.pay, exact: true }).click()
      await dialog.getByLabel(words.reference).fill('BK-2026-17')
      await dialog.getByRole('button', { name: words.pay, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText(words.paid, { exact: true }).first().waitFor()
      await assertFits(page)

      await asAgent('/agent?tab=withdrawals')
      await page.getByText('BK-2026-17').waitFor()
      await page.getByText(words.paid, { exact: true }).first().waitFor()
      await page.goto(`${url}/topup?view=records`)
      await page.getByText(words.record).waitFor()
      await page.getByText('-$2.00').first().waitFor()
      if (isLongRun) await assertTabsFit(page, url)
      await assertBooksBalance(server)
    },
    look,
  )

journey('the statement of a month has the entries of the agent', async ({ page, url, server }) => {
  await openProgram(server)
  await givenAgent(server, 'keeper')
  await openSignedIn(page, url, '/agent', 'keeper', givenPassword)
  await page.getByRole('region', { name: 'Monthly statement' }).waitFor()
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await download
  const month = new Date(server.deps.clock() * 1000).toISOString().slice(0, 7)
  assert.equal(file.suggestedFilename(), `agent-statement-${month}.csv`)
  assert.match(await readFile(await file.path(), 'utf8'), /^\ufefftime,kind/)
})

journey('a user applies, is refused with a reason, applies again and is approved', async ({ page, url, server }) => {
  await openProgram(server)
  const root = await asRoot(server)
  const id = String(await server.given.user({ username: 'nils' }))
  await openSignedIn(page, url, '/agent', 'nils', givenPassword)
  await page.getByText('Earn a share of what you bring').waitFor()
  await page.getByText('10% of payments').waitFor()
  await page.getByLabel('How will you bring people?').fill('I write\na newsletter')
  await page.getByRole('button', { name: 'Send application' }).click()
  await page.getByText('Your application waits for an administrator').waitFor()
  await assertFits(page)
  await assertAccessible(page)
  const { note } = dataOf(await root.call(agentAdminApi.get, { params: { id } }))
  assert.equal(note, 'I write a newsletter')

  dataOf(await root.call(agentAdminApi.refuse, { params: { id }, body: { reason: 'Too short' } }))
  await page.reload()
  await page.getByText('Reason: Too short').waitFor()
  await page.getByRole('button', { name: 'Send application' }).click()
  await page.getByText('Your application waits for an administrator').waitFor()
  dataOf(await root.call(agentAdminApi.approve, { params: { id } }))
  await page.reload()
  await page.getByRole('region', { name: 'Earnings' }).getByText('Under review').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Request payout' }).isDisabled())

  await setOptions(server, { AgentsEnabled: 'false' })
  await page.reload()
  await page.getByText('Sales agents are off').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Sales agent', exact: true }).count(), 0)
  await openSignedIn(page, url, '/agent')
  await page.getByRole('link', { name: 'Turn it on in the settings' }).click()
  await page.getByRole('switch', { name: 'Sales agents' }).waitFor()
})

journey('the invitation opens as a QR code, and the parts of the page have addresses', async (walk) => {
  const { page, url, server } = walk
  await openProgram(server)
  await givenAgent(server, 'scanner')
  await openSignedIn(page, url, '/agent', 'scanner', givenPassword)
  await page.getByRole('button', { name: 'QR code' }).click()
  const dialog = page.getByRole('dialog', { name: 'QR code of your invitation link' })
  await dialog.getByRole('img', { name: 'QR code of your invitation link' }).waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  for (const [tab, text] of [
    ['Invited people', 'Nobody has registered with your link yet'],
    ['Dividend records', 'No dividends yet'],
    ['Withdrawal records', 'No withdrawals yet'],
    ['Terms & help', 'Final immediately'],
  ] as const) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await page.getByText(text).waitFor()
    await page.reload()
    await page.getByText(text).waitFor()
  }
})
