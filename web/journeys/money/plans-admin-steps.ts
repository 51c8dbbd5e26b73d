import { type ListedPlan, type PlanForm, planApi, planTerms } from '@turnpike/contract/money/plans/plan'
import type { Page } from 'playwright-core'
import { writeOrderedPlan } from '../../../server/src/domain/money/plans/ordered-plan.ts'
import type { Client, TestServer } from '../../../server/test/harness/harness.ts'
import { dollar } from '../organisation/firm-steps.ts'
import { dataOf } from '../steps.ts'

/** Creates a plan of 20 dollars a month, unless it says otherwise; returns its id. */
export async function createPlan(root: Client, plan: Partial<PlanForm> & { title: string }): Promise<number> {
  return dataOf(await root.call(planApi.create, { body: { plan: { price_amount: 20, ...plan } } })).id
}

export async function planNamed(root: Client, title: string): Promise<ListedPlan> {
  const found = dataOf(await root.call(planApi.all)).find(({ plan }) => plan.title === title)
  if (!found) throw new Error(`there is no plan ${title}`)
  return found
}

/** Presses Escape in a drawer that holds input, and goes on editing. */
export async function keepEditing(page: Page) {
  await page.keyboard.press('Escape')
  await page.getByText('Discard your changes?').waitFor()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByText('Discard your changes?').waitFor({ state: 'detached' })
}

/** A paid order of a plan, as a payment leaves it. */
export async function givenOrder({ deps: { store, clock } }: TestServer, username: string, plan_id: number) {
  const { id } = await store.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()
  const plan = { plan_id, title: 'Ordered', price: '20', currency: 'USD', terms: planTerms.parse({}) }
  const payment = { provider: 'epay', payment_method: 'zfb', money: '20.00', currency: 'USD', price_snapshot: '{}' }
  await store
    .insertInto('top_ups')
    .values({
      ...payment,
      user_id: id,
      trade_no: `order-of-${username}`,
      amount: 20,
      quota: 20 * dollar,
      status: 'success',
      create_time: clock(),
      complete_time: clock(),
      plan_id,
      terms: writeOrderedPlan(plan),
    })
    .execute()
}
