import assert from 'node:assert/strict'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { planApi } from '@turnpike/contract/money/plans/plan'
import { subscriptionAdminApi } from '@turnpike/contract/money/plans/subscription'
import { optionApi } from '@turnpike/contract/system/option-api'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { dollar, firmOf } from '../organisation/firm-steps.ts'
import { asRoot, dataOf, rowOf } from '../steps.ts'
import { createPlan, givenOrder, keepEditing, planNamed } from './plans-admin-steps.ts'

const journey = journeys()

journey(
  'an administrator composes a plan beside its card, orders it, takes it off sale and deletes it',
  async (walk) => {
    const { page, server, url } = walk
    const root = await asRoot(server)
    await openSignedIn(page, url, '/plans')
    await page.getByText('No plans yet').waitFor()
    await page.getByRole('button', { name: 'Create plan' }).first().click()
    const drawer = page.getByRole('dialog')
    const create = drawer.getByRole('button', { name: 'Create plan' })
    await create.click()
    await drawer.getByText('Use 1 to 60 characters').waitFor()
    await drawer.getByText('Enter a price from 0 to 9999').waitFor()
    await drawer.getByText('buyers can spend without a limit').waitFor()

    await drawer.getByLabel('Title', { exact: true }).fill('Composed')
    await drawer.getByLabel('Price', { exact: true }).fill('19.9')
    await drawer.getByLabel('Total', { exact: true }).fill('20')
    await drawer.getByRole('button', { name: 'Add window' }).click()
    const window = drawer.getByRole('group', { name: 'Window 1' })
    await window.getByLabel('Amount').fill('5')
    await window.getByLabel('Hours', { exact: true }).fill('0')
    await create.click()
    await window.getByText('Enter a whole number from 1 to').waitFor()
    await window.getByLabel('Hours', { exact: true }).fill('5')
    await drawer.getByRole('switch', { name: 'The balance pays' }).click()

    const card = drawer.getByRole('region', { name: 'Preview' })
    await card.getByRole('heading', { name: 'Composed' }).waitFor()
    await card.getByText('At most $5 in 5 hours').waitFor()
    await card.getByText('When it is used up, requests are refused').waitFor()
    await card.getByText('中文').click()
    await card.getByText('每 5 小时最多 $5').waitFor()
    await drawer.getByText('At most').waitFor({ state: 'detached' }) // the form stays English
    await drawer.getByText('Name and price').waitFor()
    await assertAccessible(page)

    await keepEditing(page)
    await create.click()
    await page.getByText('Composed saved').waitFor()
    await drawer.waitFor({ state: 'detached' })
    await rowOf(page, 'Composed').getByText('$19.90 a month').waitFor()
    const { plan } = await planNamed(root, 'Composed')
    assert.deepEqual(
      [plan.price_amount, plan.total_amount, plan.windows, plan.allow_wallet_overflow],
      [19.9, 20 * dollar, [{ every: 'hours', hours: 5, amount: 5 * dollar }], false],
    )

    await page.getByLabel('Order of Composed').fill('-3')
    await page.keyboard.press('Enter')
    await page.getByRole('switch', { name: 'Composed is on sale' }).click()
    await page.getByText('1 total · 0 on sale').waitFor()
    const changed = (await planNamed(root, 'Composed')).plan
    assert.deepEqual([changed.sort_order, changed.enabled, changed.windows.length], [-3, false, 1])
    await assertAccessible(page)

    await page.getByRole('button', { name: 'More for Composed' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('tooltip').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No plans yet').waitFor()
    assert.deepEqual(dataOf(await root.call(planApi.all)), [])
  },
)

journey('an edited plan keeps what was typed when the server refuses it, and says why at the field', async (walk) => {
  const { page, server, url } = walk
  const root = await asRoot(server)
  const id = await createPlan(root, { title: 'Refused', upgrade_group: 'vip' })
  await openSignedIn(page, url, `/plans?open=${id}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Subtitle').fill('Another line')
  // Since the editor was opened, somebody deleted the group.
  const setGroups = (value: string) => root.call(optionApi.update, { body: { key: 'GroupRatio', value } })
  await setGroups('{"default":1}')
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await drawer.getByText('There is no group vip').waitFor()
  assert.equal(await drawer.getByLabel('Subtitle').inputValue(), 'Another line')
  await setGroups('{"default":1,"vip":1}')
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Refused saved').waitFor()
  assert.equal((await planNamed(root, 'Refused')).plan.subtitle, 'Another line')
})

journey('a plan is given, reset, extended and ended, each with its reason', async ({ page, server, url }) => {
  const root = await asRoot(server)
  const plan = await createPlan(root, { title: 'Given', total_amount: 20 * dollar })
  await server.given.user({ username: 'mara' })
  await firmOf(server, 'Watched firm', { owner: 'rosa' })
  await openSignedIn(page, url, '/subscriptions')
  await page.getByText('No subscriptions yet').waitFor()
  await page.getByRole('button', { name: 'Give a plan' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Give plan' }).click()
  await dialog.getByText('Choose a user or an organization').waitFor()
  await dialog.getByLabel('Receiver').fill('watched')
  await page.getByText(/Watched firm · organization/).click()
  await dialog.getByLabel('Plan').click()
  await page.locator('.ant-select-item-option').getByText('Given').click()
  await dialog.getByText('$20 a month, at most $20 in total; then the balance pays.').waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Give plan' }).click()
  await page.getByText('Given given to Watched firm').waitFor()
  await rowOf(page, 'Watched firm').getByText('$0 / $20').waitFor()

  await page.goto(`${url}/user`)
  await rowOf(page, 'mara').getByRole('button', { name: 'Edit' }).click()
  await dialog.getByText('No subscriptions').waitFor()
  await dialog.getByRole('button', { name: 'Give a plan' }).click()
  const gift = page.getByRole('dialog', { name: 'Give a plan to mara' })
  await gift.getByLabel('Plan').click()
  await page.locator('.ant-select-item-option').getByText('Given').click()
  await gift.getByRole('button', { name: 'Give plan' }).click()
  await gift.waitFor({ state: 'detached' })
  await dialog.getByText('Ends in').waitFor()
  await dialog.getByRole('link', { name: 'Details' }).click()

  await page.waitForURL(/\/subscriptions\?keyword=mara&open=/)
  await rowOf(page, 'Watched firm').waitFor({ state: 'detached' })
  const drawer = page.getByRole('dialog').filter({ hasText: 'As they were on the day of the purchase' })
  const of = async () => {
    const { items } = dataOf(await root.call(userAdminApi.search, { query: { p: 1, page_size: 10, keyword: 'mara' } }))
    const params = { id: String(items[0]?.id) }
    const [first] = dataOf(await root.call(subscriptionAdminApi.ofUser, { params }))
    assert.ok(first)
    return first.subscription
  }
  await server.deps.store
    .updateTable('pots')
    .set({ quota: 8 * dollar })
    .where('subscription_id', '=', (await of()).id)
    .execute()
  await page.reload()
  await drawer.getByText('$12 of $20').waitFor()
  await assertAccessible(page)
  const act = async (button: string, verb: string, act: string) => {
    await drawer.getByRole('button', { name: button }).click()
    const asked = page.getByRole('dialog').filter({ has: page.getByLabel('Reason', { exact: true }) })
    await asked.getByRole('button', { name: verb, exact: true }).click()
    await asked.getByText('Enter a reason').waitFor()
    await asked.getByLabel('Reason', { exact: true }).fill(act)
    await asked.getByRole('button', { name: verb, exact: true }).click()
    await asked.waitFor({ state: 'detached' })
  }
  await act('Reset “Whole plan”', 'Reset', 'Asked for')
  await drawer.getByText('$0 of $20').waitFor()
  const before = (await of()).end_time
  await act('Extend', 'Extend', 'Outage')
  await page.getByText('Given extended').waitFor()
  assert.ok((await of()).end_time > before + 27 * 86_400)
  await act('End now…', 'End now', 'Abuse')
  await drawer.getByText('Ended early').waitFor()
  assert.equal((await of()).status, 'cancelled')

  await page.goto(`${url}/subscriptions?plan_id=${plan}`)
  await rowOf(page, 'mara').waitFor()
  await page.getByLabel('Status').click()
  await page.locator('.ant-select-item-option').getByText('Running').click()
  await rowOf(page, 'mara').waitFor({ state: 'detached' })
  await rowOf(page, 'Watched firm').waitFor()
})

journey('a refund of an order says that it ends the plan', async ({ page, server, url }) => {
  const root = await asRoot(server)
  const plan_id = await createPlan(root, { title: 'Ordered' })
  await server.given.user({ username: 'tanaka' })
  await givenOrder(server, 'tanaka', plan_id)
  await openSignedIn(page, url, '/orders')
  await rowOf(page, 'tanaka').getByText('Ordered').waitFor()
  await rowOf(page, 'tanaka').getByRole('button', { name: 'Details' }).click()
  await page.getByRole('dialog').getByText('Paid, plan started').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund this order?' })
  await dialog.getByText('A full refund ends the plan').waitFor()
  assert.equal(await dialog.getByText('is taken from the balance').count(), 0)
})
