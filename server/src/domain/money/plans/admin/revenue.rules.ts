import type { PlanRevenue } from '@turnpike/contract/money/plans/subscription'
import type { Store } from '../../../../store/store.ts'
import { moneyOf } from '../../payments/refund-worth.ts'
import type { Span } from '../../wallet/pots/periods.ts'
import { countByPlan, readTitles } from '../plans.queries.ts'
import { sumBalancePurchases, sumGrants, sumPlanOrders, sumUse } from './revenue.queries.ts'

/** What each plan brought in a span of time, and how much was used of what was sold. Deleted plans without any are left out. */
export async function revenueOf(store: Store, span: Span): Promise<PlanRevenue[]> {
  const [plans, counts, orders, purchases, grants, uses] = await Promise.all([
    readTitles(store),
    countByPlan(store),
    sumPlanOrders(store, span),
    sumBalancePurchases(store, span),
    sumGrants(store, span),
    sumUse(store, span),
  ])
  return plans.flatMap(({ id, title, deleted_at }): PlanRevenue[] => {
    const ofPlan = <Row extends { plan_id: number }>(rows: readonly Row[]) => rows.filter((row) => row.plan_id === id)
    const total = <Row extends { plan_id: number }>(rows: readonly Row[], value: (row: Row) => number) =>
      ofPlan(rows).reduce((sum, row) => sum + Number(value(row)), 0)
    const row = {
      plan_id: id,
      title,
      sold: total(orders, ({ sold }) => sold) + total(purchases, ({ sold }) => sold),
      renewed: total(orders, ({ renewed }) => renewed),
      from_balance: total(purchases, ({ quota }) => quota),
      paid: ofPlan(orders).map(({ currency, cents }) => ({ currency, money: moneyOf(Number(cents)) })),
      granted: total(grants, ({ granted }) => granted),
      used: total(uses, ({ used }) => used),
      running: total(counts, ({ running }) => running),
    }
    const hasAny = row.sold + row.renewed + row.granted + row.used + row.running > 0
    return deleted_at === null || hasAny ? [row] : []
  })
}
