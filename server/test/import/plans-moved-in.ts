import assert from 'node:assert/strict'
import { planTerms } from '@turnpike/contract/money/plans/plan'
import { readTerms } from '../../src/domain/money/plans/ordered-plan.ts'
import { readWindows } from '../../src/domain/money/wallet/pots/pot.ts'
import type { OpenStore } from '../../src/store/store.ts'
import { planTimes } from './family-plans.ts'

/** Plans and subscriptions of the current new-api, with what is left of them. */
export async function assertPlansMovedIn(open: OpenStore): Promise<void> {
  await assertPlans(open)
  await assertSubscriptions(open)
  await assertPots(open)
  const { store } = open
  const preferring = await store.selectFrom('users').select(['id', 'billing_preference']).orderBy('id').execute()
  assert.deepEqual(
    preferring.filter(({ billing_preference }) => billing_preference !== 'subscription_first').map(({ id }) => id),
    [2],
  )
  const withPots = await store.selectFrom('users').select('id').where('has_pots', '=', 1).orderBy('id').execute()
  assert.deepEqual(
    withPots.map(({ id }) => id),
    [2, 6],
  )
}

async function assertPlans({ store }: OpenStore): Promise<void> {
  const plans = await store.selectFrom('plans').selectAll().orderBy('id').execute()
  const [pro, flash, unlimited, ...others] = plans
  assert.ok(pro && flash && unlimited)
  assert.deepEqual(others, [])
  assert.deepEqual(
    plans.map(({ id, price_amount, enabled, allow_balance_pay }) => [id, price_amount, enabled, allow_balance_pay]),
    [
      [1, '19.99', 1, 0],
      [2, '20', 0, 1],
      [3, '0', 1, 1],
    ],
  )
  assert.deepEqual(
    [pro.title, pro.sort_order, pro.max_purchase_per_user, pro.stripe_price_id],
    ['Pro', 3, 2, 'price_1'],
  )
  assert.equal(flash.title, `Flash ${'x'.repeat(54)}`)
  const usual = planTerms.parse({ duration_value: 6, time_zone: 'Asia/Shanghai' })
  const ofPro = { total_amount: 10_000, quota_reset_period: 'monthly', upgrade_group: 'vip' } as const
  assert.deepEqual(readTerms(pro.terms), { ...usual, ...ofPro })
  assert.deepEqual(readTerms(flash.terms), {
    ...usual,
    ...{ duration_unit: 'custom', duration_value: 1, custom_seconds: 7 * 86_400, total_amount: 1000 },
    ...{ quota_reset_period: 'custom', quota_reset_custom_seconds: 5 * 3600 },
  })
  assert.deepEqual(readTerms(unlimited.terms), { ...usual, allow_wallet_overflow: false })
}

async function assertSubscriptions({ store }: OpenStore): Promise<void> {
  const rows = await store.selectFrom('subscriptions').selectAll().orderBy('id').execute()
  assert.deepEqual(
    rows.map(({ id, user_id, plan_id, status, source, paid }) => [id, user_id, plan_id, status, source, paid]),
    [
      [1, 2, 1, 'active', 'import', '10'], // 73 through Epay, at 7.3 for a dollar
      [2, 6, 2, 'active', 'import', '19.9'],
      [3, 2, 3, 'active', 'import', '0'],
      [4, 2, 1, 'cancelled', 'import', '0'],
      [5, 6, 1, 'active', 'import', '0'],
      [8, 6, 1, 'active', 'import', '0'],
      [9, 6, 3, 'active', 'import', '0'],
      [10, 6, 3, 'expired', 'import', '0'],
    ],
  )
  const [pro] = rows
  assert.deepEqual(
    [pro?.worth, pro?.currency, pro?.prev_group, pro?.start_time, pro?.period_start, pro?.end_time],
    [10 * 500_000, 'USD', 'default', planTimes.bought, planTimes.bought, planTimes.end],
  )
  const terms = readTerms(pro?.terms ?? '')
  assert.deepEqual([terms.total_amount, terms.upgrade_group], [9000, 'vip'], 'the amount of the day of the purchase')
}

async function assertPots({ store }: OpenStore): Promise<void> {
  const pots = await store.selectFrom('pots').selectAll().orderBy('subscription_id').orderBy('starts_at').execute()
  const { thisMonth, nextMonth, end, endsSoon, bought, boughtToday } = planTimes
  const firstOf = (id: number) => pots.find(({ subscription_id }) => subscription_id === id)
  const shown = (id: number) => {
    const { amount = 0, quota = 0, starts_at = 0, ends_at = 0 } = firstOf(id) ?? {}
    return [amount, quota, starts_at, ends_at]
  }
  assert.deepEqual(shown(1), [9000, 5000, thisMonth, nextMonth], 'it ends when the source would reset it')
  assert.deepEqual(shown(2), [0, 0, boughtToday, endsSoon])
  assert.deepEqual(readWindows(firstOf(2)?.windows ?? ''), [
    {
      ...{ every: 'custom', anchor: boughtToday, seconds: 5 * 3600, amount: 1000 },
      ...{ used: 300, from: planTimes.nextReset - 5 * 3600, to: planTimes.nextReset },
    },
  ])
  assert.deepEqual(shown(3), [0, 0, bought, end])
  const [amount, quota, from, to] = shown(8)
  assert.deepEqual([amount, quota, from], [5000, 5000, thisMonth], 'an overdue reset is made up for')
  assert.ok(to && to > Date.now() / 1000 && to <= end)
  assert.deepEqual(shown(9), [500, 0, bought, end])
  assert.deepEqual(
    [...new Set(pots.map(({ subscription_id }) => subscription_id))],
    [1, 2, 3, 8, 9],
    'what is over has no pot',
  )
  const grants = await store
    .selectFrom('ledger')
    .select(['reference', 'amount', 'user_id', 'posted'])
    .where('kind', '=', 'plan_grant')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    grants,
    pots
      .filter(({ quota }) => quota > 0)
      .sort((one, other) => one.id - other.id)
      .map(({ id, quota, user_id }) => ({ reference: `${id}/1`, amount: quota, user_id, posted: 0 })),
  )
}
