import type { Store } from '../../../store/store.ts'
import { type OrderedPlan, readTerms } from './ordered-plan.ts'
import { findPlan } from './plans.queries.ts'

/** A plan as it is sold, and the conditions of a sale. */
export type PlanForSale = OrderedPlan & {
  enabled: boolean
  updated_at: number
  allow_balance_pay: boolean
  stripe_price_id: string
}

export async function findPlanForSale(store: Store, id: number): Promise<PlanForSale | undefined> {
  const row = await findPlan(store, id)
  if (!row) return undefined
  return {
    plan_id: row.id,
    title: row.title,
    price: row.price_amount,
    currency: row.currency,
    terms: readTerms(row.terms),
    enabled: row.enabled === 1,
    updated_at: row.updated_at,
    allow_balance_pay: row.allow_balance_pay === 1,
    stripe_price_id: row.stripe_price_id,
  }
}
