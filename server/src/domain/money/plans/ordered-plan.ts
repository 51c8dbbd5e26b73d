import type { PlanTerms } from '@turnpike/contract/money/plans/plan'

/** A plan as it is sold: what an order and a subscription keep of it. */
export type OrderedPlan = {
  plan_id: number
  title: string
  /** Decimal text of the price, and its currency. */
  price: string
  currency: string
  terms: PlanTerms
}

export const writeOrderedPlan = (plan: OrderedPlan): string => JSON.stringify(plan)
export const readOrderedPlan = (text: string): OrderedPlan => JSON.parse(text) as OrderedPlan // written above
export const writeTerms = (terms: PlanTerms): string => JSON.stringify(terms)
export const readTerms = (text: string): PlanTerms => JSON.parse(text) as PlanTerms // written above
