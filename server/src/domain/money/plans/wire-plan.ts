import type { Plan } from '@turnpike/contract/money/plans/plan'
import type { OrderedPlan } from './ordered-plan.ts'
import { readTerms } from './ordered-plan.ts'
import type { PlanRow } from './plans.queries.ts'

export const wirePlan = ({ terms, deleted_at: _, ...row }: PlanRow): Plan => ({
  ...row,
  ...readTerms(terms),
  price_amount: Number(row.price_amount), // at most six decimals, so that it is the same number again
  enabled: row.enabled === 1,
  allow_balance_pay: row.allow_balance_pay === 1,
})

/** The plan as it is sold now. */
export const orderedPlanOf = ({ id, title, price_amount, currency, terms }: PlanRow): OrderedPlan => ({
  plan_id: id,
  title,
  price: price_amount,
  currency,
  terms: readTerms(terms),
})
