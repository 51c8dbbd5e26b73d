import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { role } from '@turnpike/contract/identity/user'
import { agentAdminApi } from '@turnpike/contract/money/agents/agent-api'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { dollar } from '../organisation/firm-steps.ts'
import { asRoot, dataOf, rowOf } from '../steps.ts'
import { agentNamed, applicant, askForPayout, heldShare, switchOn } from './agents-admin-steps.ts'

const journey = journeys()

const withReason = (page: Page) => page.getByRole('dialog').filter({ has: page.getByLabel('Reason', { exact: true }) })

/** Answers a dialog that asks for a reason: first without one. */
async function giveReason(page: Page, verb: string, reason: string) {
  const dialog = withReason(page)
  const button = dialog.getByRole('button', { name: verb, exact: true })
  await button.click()
  await dialog.getByText('Enter a reason').waitFor()
  await dialog.getByLabel('Reason', { exact: true }).fill(reason)
  await button.click()
  await dialog.waitFor({ state: 'detached' })
}

journey(
  'an administrator appoints an agent, decides about applications, ends an agent and resumes it',
  async (walk) => {
    const { page, server, url } = walk
    const root = await asRoot(server)
    await openSignedIn(page, url, '/agent/manage')
    await page.getByText('Sales agents are off').waitFor()
    await page.getByText('No sales agents yet').waitFor()
    await switchOn(server)
    await server.given.user({ username: 'mara' })
    await applicant(server, 'nils', 'I write a newsletter')
    const olga = await applicant(server, 'olga', 'hello')

    await page.goto(`${url}/overview`)
    await page.getByRole('link', { name: '2 applications' }).click()
    await rowOf(page, 'nils').getByText('Applied').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Appoint agent' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Appoint agent' }).click()
    await dialog.getByText('Choose a user').waitFor()
    await dialog.getByLabel('User').fill('mar')
    await page.getByText(/^mara · #/).click()
    await dialog.getByRole('button', { name: 'Appoint agent' }).click()
    await page.getByText('mara is now an agent').waitFor()
    await rowOf(page, 'mara').getByText('Active').waitFor()

    await rowOf(page, 'nils').getByRole('button', { name: 'Approve' }).click()
    await dialog.getByText('I write a newsletter').waitFor()
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await rowOf(page, 'nils').getByText('Active').waitFor()
    await rowOf(page, 'olga').getByRole('button', { name: 'Refuse' }).click()
    await giveReason(page, 'Refuse', 'Too short')
    await rowOf(page, 'olga').getByText('Refused').waitFor()
    const refused = dataOf(await root.call(agentAdminApi.get, { params: { id: String(olga) } }))
    assert.deepEqual([refused.status, refused.reason], ['refused', 'Too short'])

    await rowOf(page, 'mara').getByRole('button', { name: 'Details' }).click()
    await dialog.getByText('No dividends yet').waitFor()
    await dialog.getByText('No withdrawals yet').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'End…' }).click()
    await giveReason(page, 'End', 'Rules')
    await dialog.getByRole('button', { name: 'Take up again' }).click()
    await page
      .getByRole('dialog', { name: 'Take mara up again?' })
      .getByRole('button', { name: 'Take up again' })
      .click()
    await dialog.getByRole('button', { name: 'End…' }).waitFor()
  },
)

journey('terms are set for the installation, a group and an agent, and every change is listed', async (walk) => {
  const { page, server, url } = walk
  const root = await asRoot(server)
  await switchOn(server)
  const id = await agentNamed(server, 'petra')
  await openSignedIn(page, url, '/agent/manage?tab=terms')
  await page.getByText('Nobody has set terms yet').waitFor()
  await page.getByRole('button', { name: 'Edit terms' }).click()
  const drawer = page.getByRole('dialog')
  const share = drawer.getByLabel('Share', { exact: true })
  const save = drawer.getByRole('button', { name: 'Save changes' })
  await drawer.getByText('from the next day (UTC)').waitFor()
  assert.equal(await share.getAttribute('placeholder'), '10')
  await share.fill('12')
  await drawer.getByLabel('Second level').fill('95')
  await save.click()
  await drawer.getByText('Both levels together cannot exceed 100 percent').waitFor()
  await drawer.getByLabel('Second level').fill('2')
  await drawer.getByText('An invited user pays $100.00: the agent gets $12.00. The second level gets $2.00.').waitFor()
  await assertAccessible(page)
  await save.click()
  await page.getByText('Terms saved').waitFor()
  await drawer.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Add group' }).click()
  await save.click()
  await drawer.locator('[id$=-below]', { hasText: 'Choose a group' }).waitFor()
  await drawer.getByLabel('Group', { exact: true }).click()
  await page.locator('.ant-select-item-option').getByText('vip', { exact: true }).click()
  assert.equal(await share.getAttribute('placeholder'), '12')
  await drawer.getByLabel('Waiting days').fill('30')
  await save.click()
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('list', { name: 'Terms of groups' }).getByText('Waiting days 30 days').waitFor()

  await page.goto(`${url}/agent/manage?open=${id}`)
  await drawer.getByRole('button', { name: 'Edit own terms' }).click()
  const own = page.getByRole('dialog', { name: 'Terms of petra' })
  await own.getByLabel('Share', { exact: true }).fill('20')
  await own.getByRole('button', { name: 'Count nothing' }).click()
  await own.getByRole('button', { name: 'Save changes' }).click()
  await own.waitFor({ state: 'detached' })
  await drawer.getByText('20% · own').waitFor()

  await page.goto(`${url}/agent/manage?tab=terms`)
  const changes = page.getByRole('list', { name: 'Changes of terms' }).getByRole('listitem')
  await changes.first().getByText('Share: inherited → 20%').waitFor()
  assert.equal(await changes.count(), 3)
  const terms = dataOf(await root.call(agentAdminApi.terms))
  assert.deepEqual(
    terms.history.map((row) => [row.scope, row.subject, row.terms]),
    [
      ['agent', 'petra', { share: 20, counts: [] }],
      ['group', 'vip', { waiting_days: 30 }],
      ['installation', '', { share: 12, second_share: 2 }],
    ],
  )
  await page.getByRole('button', { name: 'More for vip' }).click()
  await page.getByRole('menuitem', { name: 'Remove terms' }).click()
  await page.getByRole('tooltip').getByRole('button', { name: 'Remove terms' }).click()
  await page.getByText('No group has terms of its own').waitFor()
})

journey('a share with signs of abuse is released or taken back, with a reason', async ({ page, server, url }) => {
  const root = await asRoot(server)
  await switchOn(server)
  const agent = await agentNamed(server, 'rosa')
  await heldShare(server, { agent, payer: 'honest', dollars: 5, signs: ['address'] })
  await heldShare(server, { agent, payer: 'double', dollars: 7, signs: ['device', 'payer'] })
  await openSignedIn(page, url, '/agent/manage?tab=shares')
  await rowOf(page, 'honest').getByText('Same address').waitFor()
  await assertAccessible(page)
  await rowOf(page, 'double').getByText('Same payer').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('The payment provider reports the same payer').waitFor()
  await drawer.getByText('$70.00').waitFor()
  await assertAccessible(page)
  await drawer.getByRole('button', { name: 'Refuse…' }).click()
  await giveReason(page, 'Refuse', 'Self-invitation')
  await page.getByText('Dividend of rosa taken back').waitFor()
  await drawer.getByText('Refused').waitFor()
  await drawer.getByText('Self-invitation').waitFor()
  await drawer.getByRole('button', { name: 'Close' }).last().click()
  await drawer.waitFor({ state: 'detached' })
  await rowOf(page, 'double').waitFor({ state: 'detached' })
  await rowOf(page, 'honest').getByRole('button', { name: 'Release' }).click()
  await giveReason(page, 'Release', 'A shared office')
  await page.getByText('No shares to review').waitFor()

  await page.getByText('All dividends', { exact: true }).click()
  await rowOf(page, 'honest').getByText('Final').waitFor()
  await rowOf(page, 'double').getByText('Refused').waitFor()
  await page.getByLabel('State').click()
  await page.locator('.ant-select-item-option').getByText('Refused').click()
  await rowOf(page, 'honest').waitFor({ state: 'detached' })
  const { items } = dataOf(await root.call(agentAdminApi.dividends, { query: { agent_id: String(agent) } }))
  assert.deepEqual(
    items.map(({ payer, state, reversed, reason }) => [payer, state, reversed, reason]),
    [
      ['double', 'refused', 7 * dollar, 'Self-invitation'],
      ['honest', 'final', 0, 'A shared office'],
    ],
  )
})

journey('a payout is approved, paid and exported; another is refused; administrators see no account', async (walk) => {
  const { page, server, url } = walk
  const root = await asRoot(server)
  await switchOn(server)
  await server.given.user({ username: 'boss', role: role.admin })
  const [first, second] = [await agentNamed(server, 'sami'), await agentNamed(server, 'tova')]

  await openSignedIn(page, url, '/agent/manage?tab=methods')
  await page.getByText('No payout methods yet').waitFor()
  await page.getByRole('button', { name: 'Add method' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Add method' }).click()
  await drawer.getByText('Use 1 to 40 characters').first().waitFor()
  await drawer.getByLabel('English').first().fill('Bank account')
  await drawer.getByLabel('Chinese').first().fill('银行账户')
  const field = drawer.getByRole('group', { name: 'Field 1' })
  await field.getByLabel('English').fill('Holder')
  await field.getByLabel('Chinese').fill('户名')
  await assertAccessible(page)
  await drawer.getByRole('button', { name: 'Add method' }).click()
  await page.getByText('Bank account saved').waitFor()
  await rowOf(page, 'Bank account').getByText('Holder').waitFor()

  await askForPayout(server, { agent: first, username: 'sami', dollars: 50 })
  await askForPayout(server, { agent: second, username: 'tova', dollars: 20 })
  await page.goto(`${url}/agent/manage?tab=payouts`)
  await rowOf(page, 'sami').getByRole('button', { name: 'Approve' }).click()
  await drawer.getByText('$50.00 is to be paid').waitFor()
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await rowOf(page, 'sami').getByText('Approved').waitFor()
  await rowOf(page, 'tova').getByRole('button', { name: 'More for tova' }).click()
  await page.getByRole('menuitem', { name: 'Refuse…' }).click()
  await giveReason(page, 'Refuse', 'Account details wrong')
  await rowOf(page, 'tova').getByText('Refused').waitFor()
  await assertAccessible(page)

  await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }))
  await page.getByRole('button', { name: 'Export for the bank' }).click()
  await drawer.getByText('The file has the accounts in plain text').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  assert.match(text, /Holder of sami/)
  assert.doesNotMatch(text, /tova/)

  await rowOf(page, 'sami').getByText('sami').click()
  await drawer.getByRole('button', { name: 'Show account' }).click()
  await drawer.getByText('Holder of sami').waitFor()
  await assertAccessible(page)
  await drawer.getByRole('button', { name: 'Record as paid' }).click()
  const paying = page.getByRole('dialog', { name: 'Record the payout to sami as paid?' })
  await paying.getByRole('button', { name: 'Record as paid' }).click()
  await paying.getByText('Enter the payment number').waitFor()
  await paying.getByLabel('Payment number').fill('BK-1')
  await paying.getByRole('button', { name: 'Record as paid' }).click()
  await drawer.getByText('Paid out').waitFor()
  await drawer.getByText('BK-1').waitFor()
  const { items } = dataOf(await root.call(agentAdminApi.withdrawals, { query: {} }))
  assert.deepEqual(items.map(({ agent, status, reference, reason }) => [agent, status, reference, reason]).sort(), [
    ['sami', 'paid', 'BK-1', ''],
    ['tova', 'refused', '', 'Account details wrong'],
  ])

  await askForPayout(server, { agent: second, username: 'tova', dollars: 20 })
  await openSignedIn(page, url, '/agent/manage?tab=payouts&status=asked', 'boss', 'password-1')
  assert.ok(await page.getByRole('button', { name: 'Export for the bank' }).isDisabled())
  await rowOf(page, 'tova').getByText('tova').click()
  assert.ok(await drawer.getByRole('button', { name: 'Show account' }).isDisabled())
  await drawer.getByText('Only the super administrator sees accounts').waitFor()
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await page
    .getByRole('dialog', { name: /^Approve the payout/ })
    .getByRole('button', { name: 'Approve' })
    .click()
  await drawer.getByText('Only the super administrator records payments').waitFor()
  assert.ok(await drawer.getByRole('button', { name: 'Record as paid' }).isDisabled())
})
